"""Recorded answers as the search for a policy uses them: equal items as one, tables from other items."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels
from haversack.policies.answer_model import UNIT
from haversack.policies.blending import calibrate, find_trust
from haversack.statistics.folds import assign_folds
from haversack.statistics.intervals import count_effective_items
from haversack.statistics.log_tables import fit_tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.arrays import FloatArray, IntArray
    from haversack.pools.pool import Pool
    from haversack.statistics.log_tables import LogTables

FOLDS = 4
MOST_ENTRIES = 2**24
"""Numbers in the tables of all members and folds: 40 members with 300 labels."""


@attrs.frozen(eq=False)
class Records:
    """What members answered to items, with prices and with tables that were counted on other items.

    Items with the same answers, right answer and fold are one row: four services with two labels have about a hundred,
    however many items there are.

    Parameters
    ----------
    answers
        Of shape (rows, members): positions of labels, -1 for no answer.
    truth
        Positions of the right labels.
    folds
        By which fit each row is valued.
    weights
        Share of the items that each row stands for; they sum to 1.
    prices
        The price of an answer of each member.
    fitted
        Prior and tables, in whole units.
    has_tables
        Whether there is a Bayes vote; if not, the tables mean nothing.
    blend
        How much the posterior counts beside right verdicts, and how it is calibrated; see `kernels.records`.
    """

    answers: IntArray
    truth: IntArray
    folds: IntArray
    weights: FloatArray
    prices: FloatArray
    fitted: tuple[IntArray, IntArray]
    has_tables: bool = True
    blend: tuple[float, float] = (0.0, 1.0)

    @classmethod
    def cross_fit(cls, pool: Pool) -> Records:
        """Return the records of a pool; the tables for each item are counted on the other folds.

        Without tables where answers say right or wrong only, or where tables of all labels would be too large.
        """
        votes = pool.require_votes()
        if not has_tables(pool):
            nothing = np.zeros((1, votes.most_answers), dtype=np.int64)
            tables = np.zeros((1, votes.members, votes.most_answers, 1), dtype=np.int64)
            # The most frequent answer depends on which answers agree, and on nothing else of the labels.
            ballots, right = votes.ballots.T.astype(np.int64), np.zeros(len(votes), dtype=np.int64)
            return cls._of(pool, right, ballots, right, (nothing, tables))
        folds = assign_folds(len(votes), min(FOLDS, len(votes)))
        records = cls._of(pool, folds, votes.answers, votes.truth, _to_fit(fit_tables(votes, folds=folds)))
        slope = calibrate(records.rows, records.fitted, records.prices, votes.shrunk_accuracies)
        return attrs.evolve(records, blend=(find_trust(count_items(pool), slope), slope))

    @classmethod
    def on_new_items(cls, pool: Pool, known: Pool) -> Records:
        """Return the records of a pool, to be valued by tables that are counted on another pool of the same members."""
        if not has_tables(known):
            return cls.cross_fit(pool)
        votes = pool.require_votes()
        fit = _to_fit(fit_tables(known.require_votes()))
        return cls._of(pool, np.zeros(len(votes), dtype=np.int64), votes.answers, votes.truth, fit)

    @classmethod
    def as_used(cls, pool: Pool) -> Records:
        """Return the records of a pool by tables that are counted on all of it, as a policy uses them."""
        return cls.on_new_items(pool, pool)

    @classmethod
    def _of(
        cls, pool: Pool, folds: IntArray, answers: IntArray, truth: IntArray, fitted: tuple[IntArray, IntArray]
    ) -> Records:
        votes = pool.require_votes()
        given = np.ones(len(votes)) if votes.item_weights is None else votes.item_weights
        rows, places = np.unique(np.column_stack([folds, truth, answers]).astype(np.int64), axis=0, return_inverse=True)
        weights = np.bincount(places.reshape(-1), weights=given, minlength=len(rows))
        return cls(
            answers=np.ascontiguousarray(rows[:, 2:]),
            truth=np.ascontiguousarray(rows[:, 1]),
            folds=np.ascontiguousarray(rows[:, 0]),
            weights=weights / weights.sum(),
            prices=find_prices(pool),
            fitted=fitted,
            has_tables=has_tables(pool),
        )

    @property
    def rows(self) -> tuple[IntArray, IntArray, IntArray, FloatArray]:
        """Answers, right answers, folds and weights, as the kernels take them."""
        return self.answers, self.truth, self.folds, self.weights

    @property
    def labels(self) -> int:
        """Number of labels."""
        return int(self.fitted[0].shape[1])

    @property
    def members(self) -> int:
        """Number of members."""
        return int(self.answers.shape[1])

    def value_order(self, order: Sequence[int], thresholds: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return mean costs and accuracies of the Bayes vote by number of members asked and by threshold."""
        return kernels.records.walk_order(
            np.array(order, dtype=np.int64), self.rows, self.fitted, self.prices, thresholds, self.blend
        )

    def value_votes(self, panel: Sequence[int]) -> tuple[float, float]:
        """Return mean cost and accuracy of the most frequent answer of a panel, asked until it is decided."""
        return kernels.records.walk_votes(
            np.array(panel, dtype=np.int64), self.rows, self.fitted, self.prices, self.blend
        )

    def measure_information(self) -> FloatArray:
        """Return how much the answer of each member says about the right one on average, in nats."""
        prior, tables = np.exp(self.fitted[0] * UNIT), np.exp(self.fitted[1] * UNIT)
        information = np.zeros(self.members)
        for shares, fit in zip(prior, tables, strict=True):
            chances = (fit * shares).sum(axis=2, keepdims=True)
            information += np.sum(fit * shares * np.log(fit / chances), axis=(1, 2))
        return np.asarray(information / len(prior))

    def rate(self, verdicts: IntArray, posteriors: FloatArray) -> FloatArray:
        """Return how right verdicts count by the blend, for arrays of which the first index is the row."""
        trust, slope = self.blend
        right = verdicts == self.truth.reshape(-1, *[1] * (verdicts.ndim - 1))
        with np.errstate(over="ignore"):  # Infinite odds are a share of 0.
            odds = (1.0 / np.maximum(posteriors, 1e-300) - 1.0) ** slope
        return np.where(posteriors > 0.0, (1.0 - trust) * right + trust / (1.0 + odds), 0.0)

    @property
    def total_price(self) -> float:
        """The mean price per item of asking everybody who has an answer."""
        return float(self.weights @ ((self.answers >= 0) @ self.prices))


def has_tables(pool: Pool) -> bool:
    """Return whether the recorded votes of a pool allow a Bayes vote: real labels, and not too many of them."""
    votes = pool.require_votes()
    return not votes.graded and FOLDS * votes.members * len(votes.labels) ** 2 <= MOST_ENTRIES


def count_items(pool: Pool) -> float:
    """Return the effective number of items of a pool."""
    votes = pool.require_votes()
    return float(len(votes)) if votes.item_weights is None else count_effective_items(votes.item_weights)


def find_prices(pool: Pool) -> FloatArray:
    """Return the price of an answer of each member: 1 each if the pool has none."""
    return np.ones(len(pool)) if pool.costs is None else np.array(pool.costs, dtype=np.float64)


def _to_fit(fitted: LogTables) -> tuple[IntArray, IntArray]:
    prior, tables = (np.rint(part / UNIT).astype(np.int64) for part in (fitted.prior, fitted.tables))
    return prior, np.ascontiguousarray(tables)
