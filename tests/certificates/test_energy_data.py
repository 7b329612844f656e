"""Energies as plain values."""

from __future__ import annotations

import itertools
from fractions import Fraction

import attrs
import numpy as np
import pytest

from haversack import CertificateError, Pool, Problem, Traits
from haversack.certificates import energy_data
from haversack.certificates.energy_data import describe_energy, weaken_bound
from haversack.costs import Additive, NoCost
from haversack.energies import MajorityVote, PluralityVote, SpatialVote
from haversack.energies.curves import OddsCurve


@pytest.fixture
def votes():
    return Pool.from_votes([["a", "b", None], ["a", "c", "b"]], truth=["a", "b"], item_weights=[1, 3])


def test_majority_votes_have_accuracies_and_the_error_of_a_tie():
    problem = Problem(Pool(accuracies=[0.5, 0.75]), MajorityVote(ties="coin"), NoCost())
    assert describe_energy(problem) == {"kind": "majority", "accuracies": [0.5, 0.75], "tie_error": 0.5}


def test_recorded_votes_are_lists_of_items_by_answer(votes):
    described = describe_energy(Problem(votes, PluralityVote(), NoCost()))
    answers = described.pop("answers")
    assert described == {"kind": "votes", "items": 2, "weights": [1.0, 3.0], "ties": "wrong"}
    assert [lists[0] for lists in answers] == [[0], [], [1]]
    assert [sorted(itertools.chain(*lists[1:])) for lists in answers] == [[1], [0, 1], []]


def test_weights_of_votes_are_listed_up_to_the_largest_panel_that_fits():
    pool = Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1])
    problem = Problem(pool, SpatialVote(curve=OddsCurve(a=-3.0, b=100.0)), Additive(), 4.0)
    described = describe_energy(problem)
    assert described["kind"] == "counts"
    assert [len(row) for row in described["weights"]] == [1, 2]
    everybody = describe_energy(attrs.evolve(problem, budget=9.0))
    assert len(everybody["weights"]) == 4
    assert everybody["weights"][1] == problem.energy.error_weights(2)[:2].tolist()


@attrs.frozen
class Counting:
    """An energy with weights of its own."""

    weights: tuple = (1.0, 0.5)
    traits = Traits(monotone_in_accuracy=True)

    def losses(self, pool, sets):
        return np.ones(len(sets))

    def error_weights(self, size):
        return np.resize(self.weights, size + 1)


def test_weights_that_are_no_falling_errors_have_no_certificate():
    problem = Problem(Pool(accuracies=[0.5, 0.75]), Counting(weights=(0.5, 1.0)), NoCost())
    message = "^certificate: the energy Counting weighs votes of 1 members by numbers that are not falling errors"
    with pytest.raises(CertificateError, match=message):
        describe_energy(problem)


def test_too_many_weights_are_not_listed(monkeypatch):
    monkeypatch.setattr(energy_data, "_MOST_WEIGHTS", 1)
    problem = Problem(Pool(accuracies=[0.5, 0.75]), Counting(), NoCost())
    with pytest.raises(CertificateError, match="^certificate: there is none for panels of up to 2 members whose votes"):
        describe_energy(problem)


def test_an_energy_that_counts_nothing_has_no_certificate():
    @attrs.frozen
    class Constant:
        def losses(self, pool, sets):
            return np.ones(len(sets))

    problem = Problem(Pool(accuracies=[0.5, 0.75]), Constant(), NoCost())
    with pytest.raises(CertificateError, match="^certificate: there is none yet for the energy Constant, only for"):
        describe_energy(problem)


def test_shares_of_items_are_exact_where_they_are_whole(votes):
    problem = Problem(votes, PluralityVote(), NoCost())
    assert weaken_bound(problem, 0.25, 0.25) == Fraction(1, 4)
    third = Problem(Pool.from_votes([[1], [1], [0]], truth=[1, 1, 1]), PluralityVote(), NoCost())
    assert weaken_bound(third, 1 / 3, 1 / 3) == Fraction(1, 3)
    assert weaken_bound(third, 1 / 3, 1 / 4) == Fraction(1, 4)


@pytest.mark.parametrize(("weights", "ties"), [([0.1, 0.7], "wrong"), ([1, 3], "coin")])
def test_other_shares_are_rounded_down(votes, weights, ties):
    pool = Pool.from_votes([["a", "b", None], ["a", "c", "b"]], truth=["a", "b"], item_weights=weights)
    bound = weaken_bound(Problem(pool, PluralityVote(ties), NoCost()), 0.3, 0.3)
    assert 0 < Fraction(0.3) - bound < 1e-11
    assert weaken_bound(Problem(pool, PluralityVote(ties), NoCost()), 1e-20, 1e-20) == 0


def test_errors_of_independent_members_are_rounded_down():
    problem = Problem(Pool(accuracies=[0.5, 0.75]), MajorityVote(), NoCost())
    assert weaken_bound(problem, 0.5, 0.5) == Fraction(0.5) * (1 - Fraction(1e-12))
    assert weaken_bound(problem, 0.5, 0.25) == Fraction(1, 4)
