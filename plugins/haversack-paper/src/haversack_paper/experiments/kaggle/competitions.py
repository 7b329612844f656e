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
    """A way to read a score as an accuracy; the paper names none. `key` is for keys of parts, `label` for tables."""

    key: str
    label: str
    apply: Callable[[FloatArray], FloatArray]

    def accuracies(self, scores: FloatArray) -> tuple[FloatArray, int]:
        """Return the accuracies, and how many had to be clipped."""
        read = self.apply(scores)
        return np.clip(read, 0.0, 1.0), int(np.count_nonzero((read < 0.0) | (read > 1.0)))


AS_IS = Reading("as-is", "as is", lambda scores: scores)
_GINI, _KAPPA = "normalised Gini", "quadratic weighted kappa"
_READINGS = {
    _GINI: (AS_IS, Reading("auc", "AUC = (1 + Gini) / 2", lambda scores: 0.5 * (1.0 + scores))),
    "log loss": (
        AS_IS,
        Reading("complement", "1 - log loss", lambda scores: 1.0 - scores),
        Reading("exponential", "exp(-log loss)", lambda scores: np.exp(-scores)),
    ),
    _KAPPA: (AS_IS,),
    "AUC": (AS_IS,),
}


@attrs.frozen
class Competition:
    """A competition; `slug` is its name in addresses at Kaggle.

    `row` is the row of the paper's Table 3 that it is (then also its title) or stands in for. A leaderboard that is
    `optional` may be missing without a message. About `about_teams` teams took part, if known.
    """

    slug: str
    title: str
    metric: str
    row: str | None = None
    optional: bool = False
    about_teams: int | None = None

    @property
    def is_own(self) -> bool:
        """Whether it is one of the paper's competitions."""
        return self.row == self.title

    @property
    def readings(self) -> dict[str, Reading]:
        """The ways in which its scores can be read, by key."""
        return {reading.key: reading for reading in _READINGS[self.metric]}


_RETINOPATHY = "Diabetic Retinopathy"

COMPETITIONS = {
    known.slug: known
    for known in (
        Competition("porto-seguro-safe-driver-prediction", "Porto Seguro", _GINI, "Porto Seguro", about_teams=5_170),
        Competition("statoil-iceberg-classifier-challenge", "Statoil", "log loss", "Statoil"),
        Competition("diabetic-retinopathy-detection", _RETINOPATHY, _KAPPA, _RETINOPATHY, optional=True),
        Competition("aptos2019-blindness-detection", "APTOS 2019", _KAPPA, _RETINOPATHY),
        Competition("donorschoose-application-screening", "DonorsChoose", "AUC", "DonorsChoose", optional=True),
        Competition("santander-customer-satisfaction", "Santander", "AUC", "DonorsChoose"),
        Competition("kkbox-churn-prediction-challenge", "KKBox", "log loss", "KKBox", optional=True),
        Competition("jigsaw-toxic-comment-classification-challenge", "Jigsaw", "AUC"),
        Competition("histopathologic-cancer-detection", "Histopathologic Cancer", "AUC"),
    )
}
"""By slug: the paper's five, those that stand in for two of them, and two more.

The leaderboards of three of the paper's competitions are in no collection that we know of; they are used if present.
"""
