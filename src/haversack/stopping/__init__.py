"""Built-in stopping rules: when a search ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.api.registration import Registration
from haversack.hookspecs import hookimpl
from haversack.stopping.auto import NothingToGain
from haversack.stopping.beta import Beta
from haversack.stopping.gap import Gap
from haversack.stopping.max_step import MaxStep
from haversack.stopping.noise import Noise
from haversack.stopping.normal import Normal
from haversack.stopping.paper import Paper
from haversack.stopping.stagnation import Stagnation
from haversack.stopping.target import Target
from haversack.stopping.time_limit import TimeLimit

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Beta", "Gap", "MaxStep", "Noise", "Normal", "NothingToGain", "Paper", "Stagnation", "Target", "TimeLimit"]


@hookimpl
def haversack_stopping_rules() -> Iterable[Registration]:
    """Offer the stopping rules of this package."""
    yield Registration(
        "auto", NothingToGain, "stop when the best set is proved optimal, or when the search stands still"
    )
    yield Registration("beta", Beta, "stop at a quantile of a beta distribution for q, or at MAXSTEP")
    yield Registration("gap", Gap, "stop when the optimality gap is small enough")
    yield Registration("max-step", MaxStep, "stop after a number of search steps")
    yield Registration("noise", Noise, "stop when the search gains less than chance on the recorded items")
    yield Registration("normal", Normal, "stop at a quantile of a normal distribution for q, or at MAXSTEP")
    yield Registration("paper", Paper, "stop at the paper's STOP or MAXSTEP, computed from the problem")
    yield Registration("stagnation", Stagnation, "stop after a number of steps or seconds without improvement")
    yield Registration("target", Target, "stop when the best set reaches a target value")
    yield Registration("time-limit", TimeLimit, "stop after a number of seconds")
