"""How good any answer can be: who bounds it, and when that ends."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

import attrs

from haversack.api.certify import MODES, WANTED
from haversack.api.gap import ROUNDING
from haversack.api.searcher import ChoosesSearcher
from haversack.api.stopping import Limits, StoppingRule, find_limits
from haversack.config.build import build_part
from haversack.errors import ConfigError
from haversack.selection import defaults
from haversack.selection.compatibility import list_provers
from haversack.text import format_value

if TYPE_CHECKING:
    from haversack.api.certify import Certify
    from haversack.api.problem import Problem
    from haversack.api.progress import Progress
    from haversack.api.searcher import Searcher
    from haversack.plugins import Catalog

_SHARE_BEYOND, _SECONDS_BEYOND = 0.05, 0.1
_SECONDS_PER_MEMBER = 2e-6


def check_certify(certify: object) -> Certify:
    """Return the effort spent on bounding, or raise `ConfigError` if it is none."""
    if not isinstance(certify, str) or certify not in MODES:
        raise ConfigError([f"certify: must be {WANTED}, got {format_value(certify)}"])
    return certify


def choose_bounder(
    certify: Certify,
    searcher: Searcher | None,
    problem: Problem,
    loss_bound: float,
    catalog: Catalog,
    *,
    evaluations: int = 0,
) -> Searcher | None:
    """Return the searcher used to bound the answer, or None if no bound is wanted or `searcher` has proved one.

    Unless a proof is asked for, it may evaluate as many sets as the search did, `evaluations`, within limits.
    """
    if certify == "off":
        return None
    proves = any(getattr(searcher, name, False) for name in ("proves_optimality", "proves_bounds"))
    has_tried = loss_bound > -math.inf or proves
    if certify == "quick" and has_tried:
        return None
    most = max(defaults.LEAST_BOUNDING, min(evaluations, defaults.MOST_BOUNDING))
    spec = defaults.PROVER if certify == "prove" else {**defaults.BOUNDER, "most_evaluations": most}
    bounder = build_part("searcher", spec, catalog)
    if isinstance(bounder, ChoosesSearcher):
        bounder = bounder.choose(problem, list_provers(problem, catalog))
    return cast("Searcher", bounder)


def limit_bounding(certify: Certify, rule: object) -> BoundingRule:
    """Return when bounding ends: shortly after the time limit of the run, if it has one and no proof is asked for."""
    seconds = find_limits(rule).seconds if certify == "quick" else math.inf
    return BoundingRule(seconds * (1 + _SHARE_BEYOND) + _SECONDS_BEYOND)


def is_time_to_bound(bounding: BoundingRule, seconds: float, members: int) -> bool:
    """Return whether there is time to begin with: the first steps take time in proportion to the pool."""
    return bounding.seconds - seconds > _SECONDS_PER_MEMBER * members


@attrs.frozen
class BoundingRule(StoppingRule):
    """Stop when the best set is proved optimal, or after a number of seconds.

    The time may end bounding; how much is explored depends on the number of nodes alone.

    Parameters
    ----------
    seconds
        How many, from the start of the run; infinite if nothing limits the time.
    """

    seconds: float

    @property
    def limits(self) -> Limits:
        """The limit on time."""
        return Limits(seconds=self.seconds)

    def __call__(self, progress: Progress) -> str | None:
        """Fire at the proof or at the limit."""
        if not math.isinf(progress.best_loss) and progress.loss_bound >= progress.best_loss:
            return "proved optimal"
        return "the time is up" if progress.seconds >= self.seconds else None


def clip_bound(bound: float, loss: float) -> float:
    """Return the bound, or the loss of a known set if the bound exceeds it or misses it only by rounding."""
    return loss if bound >= loss * (1.0 - ROUNDING) and math.isfinite(bound) else bound
