"""Built-in energies: how good a set is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.api.registration import Registration
from haversack.energies.auto import AutoEnergy
from haversack.energies.bayes import BayesVote
from haversack.energies.curves import Curve, CurveFit, OddsCurve
from haversack.energies.majority import MajorityVote
from haversack.energies.smoothed import SmoothedVote
from haversack.energies.spatial import SpatialVote
from haversack.energies.votes import PluralityVote
from haversack.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "AutoEnergy",
    "BayesVote",
    "Curve",
    "CurveFit",
    "MajorityVote",
    "OddsCurve",
    "PluralityVote",
    "SmoothedVote",
    "SpatialVote",
]


@hookimpl
def haversack_energies() -> Iterable[Registration]:
    """Offer the energies of this package."""
    yield Registration("auto", AutoEnergy, "the one of votes, smoothed and majority that suits the pool")
    yield Registration("bayes", BayesVote, "share of recorded items on which the most probable label is right")
    yield Registration("majority", MajorityVote, "probability that a majority of independent members is right")
    yield Registration(
        "smoothed", SmoothedVote, "recorded votes with each answer taken as partly luck; holds better on few items"
    )
    yield Registration(
        "spatial", SpatialVote, "probability that the correct votes of detectors prevail, even as a minority"
    )
    yield Registration("votes", PluralityVote, "share of recorded items on which the most frequent answer is right")
