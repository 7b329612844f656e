"""For each promise about traits, an energy that breaks it, and the message."""

from __future__ import annotations

import re

import numpy as np
import pytest

from fakes import MeanLoss
from haversack import Traits
from haversack.energies import MajorityVote
from haversack.testing import energy_checks
from haversack.testing.energy_traits import TRAITS


class WordsForTraits(MeanLoss):
    traits = "monotone"


class EvenIsFine(MajorityVote):
    """Decides ties by a coin, and still says that odd sizes suffice."""

    def losses(self, pool, sets):
        even = sets.sum(axis=1) % 2 == 0
        return np.where(even & sets.any(axis=1), super().losses(pool, sets) * 0.1, super().losses(pool, sets))


class Contrary(MeanLoss):
    """Says the opposite of what it does."""

    traits = Traits(monotone_in_accuracy=True)

    def losses(self, pool, sets):
        return np.where(sets.any(axis=1), 1.0 - self.mean_errors(pool, sets), 1.0)


class MindsTheCost(MeanLoss):
    traits = Traits(monotone_in_accuracy=True)

    def losses(self, pool, sets):
        dear = np.where(sets, pool.costs, 0.0).max(axis=1) > 2.5
        return np.where(sets.any(axis=1) & ~dear, 0.5 * self.mean_errors(pool, sets), self.mean_errors(pool, sets))


class MindsThePlace(MeanLoss):
    traits = Traits(monotone_in_accuracy=True)

    def losses(self, pool, sets):
        return np.where(sets[:, 0], 0.5 * self.mean_errors(pool, sets), self.mean_errors(pool, sets))


class RisingReturns(MeanLoss):
    """The second member adds more than the first."""

    traits = Traits(diminishing_returns=True)

    def losses(self, pool, sets):
        return 1.0 - (sets.sum(axis=1) / sets.shape[1]) ** 2


class OneIsRight(MeanLoss):
    """Keeps its promise, with rounding."""

    traits = Traits(diminishing_returns=True)

    def losses(self, pool, sets):
        return np.exp(np.where(sets, np.log1p(-np.minimum(pool.accuracies, 1.0 - 1e-15)), 0.0).sum(axis=1))


BROKEN = [
    ("traits-are-valid", WordsForTraits(), "found: 'monotone' on the first access, 'monotone' on the second"),
    ("odd-sizes-suffice", EvenIsFine(), r"the 2 members \[0, 1\] have the loss \S+; without one of them, \["),
    ("monotone-in-accuracy", Contrary(), r"raised = \[.*\n.*\n.*\n  found: the loss rose from \S+ to"),
    ("accuracies-alone", MindsTheCost(), r"the loss is \S+, but \S+ with other costs"),
    ("accuracies-alone", MindsThePlace(), r"the loss is \S+, but \S+ with the pool in reverse order"),
    (
        "diminishing-returns",
        RisingReturns(),
        r"member 0 lowers the loss of \[\] by 0.25 and that of \[1\] by 0.75",
    ),
]


@pytest.mark.slow
def test_an_honest_promise_of_diminishing_returns_is_accepted():
    (check,) = [check for check in energy_checks(OneIsRight()) if check.name == "diminishing-returns"]
    check()


@pytest.mark.parametrize(("name", "energy", "found"), BROKEN, ids=lambda value: str(value) if value else None)
@pytest.mark.slow
def test_it_is_caught(name, energy, found, complaint):
    text = complaint(energy_checks(energy), name)
    assert text.startswith(f"energy {energy!r:.80} breaks a promise: ")
    assert re.search(found, text), text


def test_there_is_a_broken_energy_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in TRAITS}
