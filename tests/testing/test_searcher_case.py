"""A searcher to check, and the problems to check it on."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest

from fakes import MeanLoss, PatientSearcher
from haversack import Pool
from haversack.costs import Additive, NoCost
from haversack.testing.examples import make_plain_pool
from haversack.testing.promises import NotKept
from haversack.testing.searcher_case import FailedRunError, SearcherCase


def build_case(searcher, cost=None, patience=60.0):
    return SearcherCase("searcher", searcher, MeanLoss(), cost or Additive(), make_plain_pool, 100, patience)


def test_a_budget_is_just_enough_for_the_set_that_it_buys():
    pool = Pool(accuracies=[0.6, 0.7, 0.8], costs=[1.0, 2.0, 4.0])
    problem = build_case(PatientSearcher()).build_problem(pool, (0, 2))
    assert problem.budget == 5.0
    assert problem.fits(np.array([[1, 0, 1], [0, 1, 1]], dtype=bool)).tolist() == [True, False]
    assert build_case(PatientSearcher()).build_problem(pool, None).budget == math.inf
    assert build_case(PatientSearcher(), NoCost()).build_problem(pool, (0,)).budget == math.inf


def test_situations_grow_and_every_budget_buys_something():
    problems = [problem for _, problem in build_case(PatientSearcher()).situations()]
    assert len(problems[0].pool) == 1
    assert len(problems[-1].pool) == max(len(problem.pool) for problem in problems)
    assert all(problem.fits(np.eye(len(problem.pool), dtype=bool)).any() for problem in problems)


def test_the_first_problem_that_a_claim_does_not_hold_on_is_reported():
    case = build_case(PatientSearcher())
    case.check_everywhere(lambda problem: None)
    with pytest.raises(NotKept, match="too large") as caught:
        case.check_everywhere(lambda problem: "too large" if len(problem.pool) > 3 else None)
    assert caught.value.example["situation"] == "a budget that only one member fits"
    with pytest.raises(NotKept, match="it raised KeyError: 'x'"):
        case.check_everywhere(lambda problem: {}["x"])


def test_a_run_that_does_not_end_fails_with_the_time_and_the_offers():
    class Sleeps(PatientSearcher):
        def search(self, problem, monitor, rng):
            while True:
                time.sleep(0.01)
                problem.losses(np.zeros((0, len(problem.pool)), dtype=bool))

    case = build_case(Sleeps(), patience=0.05)
    _, problem = next(case.situations())
    with pytest.raises(FailedRunError, match=r"it did not end within 0\.05 seconds and 0 offers"):
        case.run(problem)


@pytest.mark.parametrize(
    ("raised", "error", "message"),
    [(LookupError, LookupError, "lost"), (SystemExit, FailedRunError, "SystemExit, which ends more than the search")],
)
def test_what_the_searcher_raises_is_raised(raised, error, message):
    class Raises(PatientSearcher):
        def search(self, problem, monitor, rng):
            raise raised("lost")

    case = build_case(Raises())
    _, problem = next(case.situations())
    with pytest.raises(error, match=message):
        case.run(problem)
