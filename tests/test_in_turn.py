import numpy as np
import pytest

from fakes import ListSearcher, WrongShare
from haversack import Pool, Problem, select
from haversack.capabilities import CountsVotes, UsesResources
from haversack.costs import NoCost
from haversack.in_turn import InTurn
from haversack.monitor import RunMonitor
from haversack.searchers import Annealing, Enumerate, Exact, GreedyForward, MonteCarlo
from haversack.testing import searcher_checks

POOL = Pool(accuracies=[0.6, 0.7, 0.8, 0.9], costs=[1, 2, 3, 4])


@pytest.mark.parametrize("check", searcher_checks(InTurn([GreedyForward(), Enumerate()])), ids=str)
def test_it_keeps_the_promises_of_a_searcher(check):
    if not check.name.startswith("options-"):  # Its parts are written in a list, see below.
        check()


def test_each_goes_on_where_the_one_before_has_ended():
    first, second = ListSearcher(((0,),), "first done"), ListSearcher(((2,),), "second done")
    found = select(POOL, 9, energy=WrongShare(), searcher=InTurn([first, second]), certify="off", stopping=never)
    assert (found.members, found.steps, found.stop_reason) == ((2,), 2, "second done")


def never(progress):
    return None


def test_a_proof_ends_the_search():
    searcher = InTurn([Enumerate(), ListSearcher(((3,),))])
    found = select(POOL, 5, energy=WrongShare(), searcher=searcher, stopping=never)
    assert (found.proven, found.stop_reason) == (True, "all 8 feasible sets evaluated")


def test_nothing_is_offered_after_the_run_is_over():
    problem = Problem(POOL, WrongShare(), NoCost())
    monitor = RunMonitor(problem, lambda progress: "over")
    searcher = InTurn([ListSearcher(((0,),), "stopped"), ListSearcher(((1,),))])
    assert searcher.search(problem, monitor, np.random.default_rng(0)) == "stopped"
    assert (monitor.stop_reason, monitor.best_set) == ("over", None)


class Bounding:
    proves_bounds = True

    def search(self, problem, monitor, rng): ...

    @classmethod
    def find_unmet_needs(cls, problem):
        return ["the moon is not full"]


def test_it_declares_what_its_searchers_declare():
    both = InTurn([Exact(), Annealing()])
    assert both.energy_needs == (CountsVotes,)
    assert both.cost_needs == (UsesResources,)
    assert both.trait_needs == ("monotone_in_accuracy",)
    assert (both.proves_optimality, both.ends_by_itself) == (True, False)
    assert InTurn([GreedyForward(), Annealing(patience=5)]).ends_by_itself
    assert not InTurn([GreedyForward(), MonteCarlo()]).proves_optimality
    assert InTurn([GreedyForward(), Bounding()]).proves_bounds
    assert not both.proves_bounds
    assert InTurn([Bounding(), Bounding(), MonteCarlo()]).find_unmet_needs(None) == ["the moon is not full"]


def test_the_result_repeats_the_run():
    spec = {"in-turn": ["greedy-forward", {"kind": "annealing", "patience": 300, "chains": 4}]}
    found = select(POOL, 6, searcher=spec, seed=3)
    assert [part["kind"] for part in found.config["searcher"]["in-turn"]] == ["greedy-forward", "annealing"]
    again = select(POOL, 6, searcher=found.config["searcher"], stopping=found.config["stopping"], seed=3)
    assert (again.members, again.steps, again.stop_reason) == (found.members, found.steps, found.stop_reason)
