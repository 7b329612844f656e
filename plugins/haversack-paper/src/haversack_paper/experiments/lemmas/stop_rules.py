"""The rules for STOP: where Table 1 is used, and variants that the paper only mentions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack_paper.report import counted
from haversack_paper.verdicts import judged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack_paper.experiment import Json
    from haversack_paper.report import Claim

_FITS = {"Lemma 2": "beta", "the mean cost": "empirical"}


def run(members: int, share: float, pools: int) -> Json:
    """Compute the parameter beta of q for pools like those of the paper, with both rules for the expected size."""
    import haversack as hs

    cases = list(hs.comparison.paper_cases([members], pools, budget_share=share))
    found = {}
    for name, fit in _FITS.items():
        plans = [hs.make_plan(case.pool, case.budget, stopping={"kind": "paper", "fit": fit}, seed=0) for case in cases]
        found[name] = [plan.beta for plan in plans]
    return {"members": members, "pools": pools, "betas": found}


def claims(results: Sequence[Json]) -> list[Claim]:
    """Return what became of the range of Table 1, and of the variants."""
    return [_range_of_table(results), _variants()]


def _range_of_table(results: Sequence[Json]) -> Claim:
    groups = [(result["members"], name, betas) for result in results for name, betas in result["betas"].items()]
    told = [
        f"n = {members}, size by {name}: {_between(betas)} of {counted(len(betas), 'pool')} "
        f"(least $\\beta_q$ {min(betas):.2f})"
        for members, name, betas in groups
    ]
    return judged(
        "Section 4.3, Table 1",
        "The entries of Table 1 are for $2 \\leq \\beta_q < \\alpha_q$; Algorithm 2 uses them wherever "
        "$1 < \\beta_q < \\alpha_q$.",
        "determined for $\\beta_q \\geq 2$",
        "$1 < \\beta_q < 2$ in: " + "; ".join(told),
        all(_between(betas) == 0 for _, _, betas in groups),
        otherwise="in these pools, drawn as in the paper's simulation, the table is used where it was not made for",
    )


def _between(betas: Sequence[float]) -> int:
    return sum(1.0 < beta < 2.0 for beta in betas)


def _variants() -> Claim:
    return judged(
        "Discussion",
        "Where q is not so close to 1, a two-tailed hypothesis may be used for the normal STOP, and for a mean of, "
        "say, 0.7 a right-side one.",
        "no formula, no result",
        "`side` of haversack's rule `normal`: `two-sided` is $\\mu_q + \\kappa_{0.95}\\sigma_q/\\sqrt{\\hat\\ell}$, "
        "`right` is $\\mu_q + \\kappa_{0.9}\\sigma_q$",
        None,
        otherwise="the paper has no formula for either and did not use them; ours are a reading of the words "
        "(docs/decisions/0013)",
    )
