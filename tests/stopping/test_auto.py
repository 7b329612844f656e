import math

import pytest

from conftest import paper_pool
from fakes import ListSearcher, WrongShare
from haversack import Pool, Problem, Progress, select
from haversack.costs import NoCost
from haversack.energies import MajorityVote
from haversack.searchers import Annealing, Exact
from haversack.stopping import NothingToGain
from haversack.testing import stopping_rule_checks


@pytest.mark.parametrize("check", stopping_rule_checks(NothingToGain(patience=20)), ids=str)
def test_it_keeps_the_promises_of_a_rule(check):
    check()


@pytest.mark.parametrize(
    ("progress", "reason"),
    [
        (Progress(), None),
        (Progress(best_loss=0.1, loss_bound=-math.inf), None),
        (Progress(best_loss=0.1, loss_bound=0.0999), None),
        (Progress(best_loss=0.1, loss_bound=0.1), "proved optimal"),
        (Progress(best_loss=0.0, loss_bound=0.0), "proved optimal"),
        (Progress(best_loss=0.1, since_improvement=49), None),
        (Progress(best_loss=0.1, since_improvement=50), "no improvement in 50 steps"),
    ],
)
def test_it_stops_at_a_proof_or_when_patience_ends(progress, reason):
    assert NothingToGain(patience=50)(progress) == reason


def test_patience_is_for_searchers_that_would_never_end():
    problem = Problem(Pool(accuracies=[0.7] * 3), MajorityVote(), NoCost())
    assert NothingToGain().adapt(problem, Annealing()).patience == 200_000
    assert NothingToGain().adapt(problem, ListSearcher()).patience == 200_000
    assert NothingToGain().adapt(problem, Exact()).patience is None
    assert NothingToGain().adapt(problem, Annealing(patience=7)).patience is None
    assert NothingToGain(patience=5).adapt(problem, Exact()).patience == 5


def test_the_result_records_the_patience_also_within_a_combination():
    pool = paper_pool(20, 0)
    both = {"any": ["auto", {"kind": "max-step", "limit": 64}]}
    found = select(pool, 20.0, searcher="annealing", stopping=both, certify="off", seed=0)
    assert found.config["stopping"]["any"][0] == {"kind": "auto", "patience": 200_000}


def test_a_foreign_energy_of_probabilities_without_a_forecast_is_searched_with_patience():
    """It has one method: neither moments nor bounds, so no threshold tells when to stop."""
    pool = paper_pool(40, 2)
    foreign = select(pool, 20.0, energy=WrongShare(), searcher="monte-carlo", certify="off", seed=0)
    assert foreign.stop_reason == "no improvement in 200,000 steps"
    assert foreign.steps >= 200_000
    assert foreign.plan is None


def test_a_large_pool_of_a_foreign_energy_is_given_up_later_than_by_a_threshold():
    problem = Problem(Pool(accuracies=[0.7] * 10_000), WrongShare(), NoCost())
    assert NothingToGain().adapt(problem, Annealing()).patience == 40_000
