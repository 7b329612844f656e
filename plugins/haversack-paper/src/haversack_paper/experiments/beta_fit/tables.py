"""Tables of the fits."""

from __future__ import annotations

import numpy as np

from haversack_paper.experiments.beta_fit.compute import count_wins, share_accepted, share_as_good, summarise_stops
from haversack_paper.experiments.beta_fit.families import ALL, BOTH_WAYS, COMPARISONS
from haversack_paper.report import Column, Json, Table


def _share(value: float) -> str:
    return f"{100 * value:.0f} %"


_STOPS = (
    Column("gamma", "$\\gamma$"),
    Column("probability", "$\\varrho$ of Table 1"),
    Column("settings"),
    Column("least", "share below STOP, least", ".3f"),
    Column("most", "most", ".3f"),
)
_SETTINGS = (
    Column("law", "accuracies"),
    Column("size"),
    Column("skewness", "skewness of q", ".2f"),
    Column("beta", "$\\beta_q$", ".2f"),
    Column("gamma", "$\\gamma$", ".2f"),
    Column("rule"),
    Column("rho", "$\\varrho$"),
    Column("below", "below STOP", ".3f"),
    Column("accepted", "beta not rejected", _share),
    Column("best", "best, both ways"),
    Column("ks beta", "distance of beta", ".3f"),
    Column("ks gamma of 1 - q", "of gamma of 1 - q", ".3f"),
    Column("ks normal", "of normal", ".3f"),
)


def tables(settings: list[Json]) -> list[Table]:
    """Return which family wins, where STOP stands, and each setting."""
    wins = {name: count_wins(settings, families) for name, families in COMPARISONS.items()}
    winners = [
        {"family": family.name}
        | {name: wins[name].get(family.name, 0.0) if family in some else None for name, some in COMPARISONS.items()}
        for family in ALL
    ]
    as_good = {name: share_as_good(settings, families) for name, families in COMPARISONS.items()}
    columns = [Column("family"), *(Column(name, shown=_share) for name in COMPARISONS)]
    return [
        Table(
            "winners",
            "Share of the samples that each family fits best, by AIC.",
            columns,
            [*winners, {"family": "beta best or as good", **as_good}],
        ),
        Table("stop", "Where STOP stands among random panels.", _STOPS, summarise_stops(settings)),
        Table(
            "settings",
            "Each setting; distances of distribution functions are medians.",
            _SETTINGS,
            [_describe_setting(setting) for setting in settings],
        ),
    ]


def _describe_setting(setting: Json) -> Json:
    return {
        **{key: setting[key] for key in ("law", "size", "skewness")},
        **{key: setting["stop"][key] for key in ("alpha", "beta", "rule", "gamma", "rho", "stop", "below")},
        "accepted": share_accepted([setting]),
        "best": next(iter(count_wins([setting], BOTH_WAYS))),
        **{f"ks {one.name}": float(np.median([fit[one.name]["ks"] for fit in setting["fits"]])) for one in ALL},
    }
