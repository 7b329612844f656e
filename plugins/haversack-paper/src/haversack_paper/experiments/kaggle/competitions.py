"""The competitions, and how their scores may be read as accuracies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack import FloatArray


@attrs.frozen
class Reading:
    """A way to take a score for an accuracy. The paper names none.

    Parameters
    ----------
    key
        For keys of parts.
    label
        For tables.
    apply
        From scores to numbers of which those outside of [0, 1] are then clipped.
    """

    key: str
    label: str
    apply: Callable[[FloatArray], FloatArray]

    def accuracies(self, scores: FloatArray) -> tuple[FloatArray, int]:
        """Return the accuracies, and how many had to be clipped."""
        read = self.apply(scores)
        return np.clip(read, 0.0, 1.0), int(np.count_nonzero((read < 0.0) | (read > 1.0)))


AS_IS = Reading("as-is", "as is", lambda scores: scores)
_READINGS = {
    "normalised Gini": (AS_IS, Reading("auc", "AUC = (1 + Gini) / 2", lambda scores: 0.5 * (1.0 + scores))),
    "log loss": (
        AS_IS,
        Reading("complement", "1 - log loss", lambda scores: 1.0 - scores),
        Reading("exponential", "exp(-log loss)", lambda scores: np.exp(-scores)),
    ),
    "quadratic weighted kappa": (AS_IS,),
    "AUC": (AS_IS,),
}


@attrs.frozen
class Competition:
    """A competition.

    Parameters
    ----------
    slug
        As in its address at Kaggle.
    title
        Short, for tables.
    metric
        What its scores are.
    row
        The competition of the paper's Table 3 that it is or stands in for; None if neither.
    stands_in
        Whether it is another one than the paper's.
    optional
        Whether nobody is to be told if its leaderboard is not there.
    about_teams
        How many teams took part, about; None if we do not know.
    """

    slug: str
    title: str
    metric: str
    row: str | None = None
    stands_in: bool = False
    optional: bool = False
    about_teams: int | None = None

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The ways in which its scores can be read."""
        return _READINGS[self.metric]


COMPETITIONS = (
    Competition(
        "porto-seguro-safe-driver-prediction", "Porto Seguro", "normalised Gini", "Porto Seguro", about_teams=5_170
    ),
    Competition("statoil-iceberg-classifier-challenge", "Statoil", "log loss", "Statoil"),
    Competition(
        "diabetic-retinopathy-detection",
        "Diabetic Retinopathy",
        "quadratic weighted kappa",
        "Diabetic Retinopathy",
        optional=True,
    ),
    Competition(
        "aptos2019-blindness-detection",
        "APTOS 2019",
        "quadratic weighted kappa",
        "Diabetic Retinopathy",
        stands_in=True,
    ),
    Competition("donorschoose-application-screening", "DonorsChoose", "AUC", "DonorsChoose", optional=True),
    Competition("santander-customer-satisfaction", "Santander", "AUC", "DonorsChoose", stands_in=True),
    Competition("kkbox-churn-prediction-challenge", "KKBox", "log loss", "KKBox", optional=True),
    Competition("jigsaw-toxic-comment-classification-challenge", "Jigsaw", "AUC"),
    Competition("histopathologic-cancer-detection", "Histopathologic Cancer", "AUC"),
)
"""The paper's five, those that stand in for two of them, and two more.

The leaderboards of three of the paper's competitions are in no collection that we know of; they are taken if somebody
has them.
"""


def competition(slug: str) -> Competition:
    """Return the competition of this name."""
    return next(known for known in COMPETITIONS if known.slug == slug)


def reading(slug: str, key: str) -> Reading:
    """Return the way of reading of this name."""
    return next(known for known in competition(slug).readings if known.key == key)
