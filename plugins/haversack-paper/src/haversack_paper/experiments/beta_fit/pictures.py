"""Tables and figures of the fits."""

from __future__ import annotations

import functools
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.experiments.beta_fit.findings import accepted, as_good, standings, wins
from haversack_paper.experiments.beta_fit.samples import ALL, AS_NAMED, BOTH_WAYS
from haversack_paper.report import Column, Figure, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from haversack_paper.experiment import Json

_COMPARISONS = (("as named", AS_NAMED), ("both ways", BOTH_WAYS), ("and generalised", ALL))
_TOLD = ("beta", "normal", "Weibull", "Gumbel, maxima", "gamma of 1 - q")


def tables(settings: Sequence[Json]) -> list[Table]:
    """Return who wins, where STOP stands, and each setting."""
    return [_winners(settings), _stops(settings), _settings(settings)]


def figures(settings: Sequence[Json]) -> list[Figure]:
    """Return values of q with fitted densities, and who wins."""
    shown = [setting for setting in settings if setting["picture"] is not None]
    return [
        Figure(
            "densities",
            "Simulated values of q, and the likeliest members of some families. Grey: the histogram.",
            [functools.partial(_draw_densities, setting) for setting in shown],
        ),
        Figure(
            "winners",
            "Left: the share of samples that each family fits best, in three comparisons. Right: the share of samples "
            "in which a test does not reject a beta distribution, by the size of the panel.",
            [functools.partial(_draw_winners, settings), functools.partial(_draw_accepted, settings)],
        ),
    ]


def _share(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.0f} %"


def _winners(settings: Sequence[Json]) -> Table:
    shares = {name: wins(settings, families) for name, families in _COMPARISONS}
    rows = [
        {
            "family": family.name,
            **{name: shares[name].get(family.name, 0.0) if family in some else None for name, some in _COMPARISONS},
        }
        for family in ALL
    ]
    rows.append({"family": "beta best or as good", **{name: as_good(settings, some) for name, some in _COMPARISONS}})
    columns = [Column("family"), *(Column(name, shown=_share) for name, _ in _COMPARISONS)]
    return Table("winners", "Share of the samples that each family fits best, by AIC.", columns, rows)


def _stops(settings: Sequence[Json]) -> Table:
    columns = [
        Column("gamma", "$\\gamma$"),
        Column("probability", "$\\varrho$ of Table 1"),
        Column("settings"),
        Column("least", "share below STOP, least", _three),
        Column("most", "most", _three),
    ]
    return Table("stop", "Where STOP stands among random panels.", columns, standings(settings))


def _three(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _two(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _settings(settings: Sequence[Json]) -> Table:
    rows = [
        {
            "law": setting["law"],
            "size": setting["size"],
            "skewness": setting["skewness"],
            "alpha": setting["stop"]["alpha"],
            "beta": setting["stop"]["beta"],
            "rule": setting["stop"]["rule"],
            "gamma": setting["stop"]["gamma"],
            "rho": setting["stop"]["rho"],
            "stop": setting["stop"]["stop"],
            "below": setting["stop"]["below"],
            "accepted": accepted([setting]),
            "best": Counter(
                min(BOTH_WAYS, key=lambda family: fit[family.name]["aic"]).name for fit in setting["fits"]
            ).most_common(1)[0][0],
            **{
                f"ks {family.name}": float(np.median([fit[family.name]["ks"] for fit in setting["fits"]]))
                for family in ALL
            },
        }
        for setting in settings
    ]
    columns = [
        Column("law", "accuracies"),
        Column("size"),
        Column("skewness", "skewness of q", _two),
        Column("beta", "$\\beta_q$", _two),
        Column("gamma", "$\\gamma$", _two),
        Column("rule"),
        Column("rho", "$\\varrho$"),
        Column("below", "below STOP", _three),
        Column("accepted", "beta not rejected", _share),
        Column("best", "best, both ways"),
        Column("ks beta", "distance of beta", _three),
        Column("ks gamma of 1 - q", "of gamma of 1 - q", _three),
        Column("ks normal", "of normal", _three),
    ]
    return Table("settings", "Each setting; distances of distribution functions are medians.", columns, rows)


def _draw_densities(setting: Json, ax: Axes) -> None:
    picture = setting["picture"]
    ax.stairs(picture["heights"][::-1], picture["edges"][::-1], fill=True, color="lightgrey")
    for name in _TOLD:
        ax.plot(picture["grid"], picture[name], label=name, linewidth=2 if name == "beta" else 1)
    ax.axvline(setting["stop"]["stop"], color="black", linestyle=":", label="STOP")
    ax.set(xlabel="q", ylabel="density", title=f"{setting['law']}, {setting['size']} members")
    ax.set_ylim(0.0, 1.3 * max(picture["heights"]))
    ax.legend(fontsize="small")


def _draw_winners(settings: Sequence[Json], ax: Axes) -> None:
    lefts = np.zeros(len(_COMPARISONS))
    for family in ALL:
        shares = np.array([wins(settings, families).get(family.name, 0.0) for _, families in _COMPARISONS])
        if shares.any():
            ax.barh([name for name, _ in _COMPARISONS], shares, left=lefts, label=family.name)
            lefts += shares
    ax.set(xlabel="share of samples fitted best")
    ax.invert_yaxis()
    ax.legend(fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.22), ncols=2)


def _draw_accepted(settings: Sequence[Json], ax: Axes) -> None:
    sizes = sorted({setting["size"] for setting in settings})
    for kind, label in (True, "beta accuracies"), (False, "other accuracies"):
        groups = [[one for one in settings if one["is_beta"] is kind and one["size"] == size] for size in sizes]
        if all(groups):
            ax.plot(sizes, [accepted(group) for group in groups], "o-", label=label)
    ax.set(xlabel="size of the panel", ylabel="beta fit not rejected", ylim=(-0.02, 1.02))
    ax.legend()
