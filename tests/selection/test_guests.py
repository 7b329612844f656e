"""Searchers of plugins that bound answers of runs which do not name them, well-behaved ones and others."""

from __future__ import annotations

import math
import sys
import time

import attrs
import numpy as np
import pytest

from conftest import paper_pool
from fakes import SlowestMember, WrongShare
from haversack import Pool, Problem, SearchError, select
from haversack.capabilities import CopiesLosses
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.in_turn import InTurn
from haversack.monitor import RunMonitor
from haversack.plugins import Entry, PluginWarning, Source
from haversack.searchers import Annealing, Exact, MonteCarlo
from haversack.selection.guests import flatten_searcher, limit_guests, list_guests, name_foreign_prover, take_better_set
from haversack.stopping import MaxStep, Stagnation, TimeLimit
from haversack.testing.examples import every_set

BUDGET = 20.0
FEW_STEPS = {"kind": "max-step", "limit": 40}
NAME = "searcher 'guest' of haversack-guest 1.2"


def add_searchers(catalog, **factories):
    entries = [
        Entry("searcher", name, factory, "a guest", Source(name, f"haversack-{name}", "1.2"))
        for name, factory in factories.items()
    ]
    return attrs.evolve(catalog, entries=(*catalog.entries, *entries))


def find(catalog, *, certify="quick", seed=0, energy=None, pool=None, **arguments):
    """A run with an open gap: no built-in searcher proves anything of this energy and so many members."""
    chosen = {"searcher": "monte-carlo", "stopping": FEW_STEPS} | arguments
    if pool is MANY:
        chosen["cost"] = SlowestMember()
    return select(
        pool or paper_pool(16, 0),
        BUDGET,
        energy=energy or WrongShare(),
        seed=seed,
        catalog=catalog,
        certify=certify,
        **chosen,
    )


_OPTIMA = {}


def find_optimum(problem):
    """The best set and its loss, by enumeration; kept, because guests have little time."""
    key = problem.pool.accuracies.tobytes(), problem.pool.costs.tobytes()
    if key not in _OPTIMA:
        sets = every_set(len(problem.pool))[1:]
        sets = sets[problem.fits(sets)]
        losses = problem.losses(sets)
        _OPTIMA[key] = sets[np.argmin(losses)], float(losses.min())
    return _OPTIMA[key]


@pytest.fixture(scope="module", autouse=True)
def _optimum():
    for members in (14, 16):
        find_optimum(Problem(paper_pool(members, 0), WrongShare(), Additive(), BUDGET))


MANY = Pool(accuracies=np.linspace(0.6, 0.9, 40), costs=np.ones(40))
"""Too many feasible sets to enumerate, and to count."""


class Guest:
    """Proves a true bound, and offers nothing."""

    proves_bounds = True

    def search(self, problem, monitor, rng):
        monitor.prove(0.5 * find_optimum(problem)[1])
        return "bounded by half of the smallest loss"


class Solver(Guest):
    """Finds the best set and proves it."""

    def search(self, problem, monitor, rng):
        best, loss = find_optimum(problem)
        if monitor.offer(best[None, :]):
            monitor.prove(loss)
        return "solved"


class Raises(Guest):
    def search(self, problem, monitor, rng):
        monitor.prove(0.01)
        raise RuntimeError("no\n licence")


class Exits(Guest):
    def search(self, problem, monitor, rng):
        sys.exit(7)


class Panics(Guest):
    def search(self, problem, monitor, rng):
        raise BaseException("panic of compiled code")


class CannotBeBuilt(Guest):
    def __init__(self):
        raise OSError("no such file: model.bin")


class Lies(Guest):
    def search(self, problem, monitor, rng):
        monitor.prove(0.999)
        return "proved"


class LiesQuietly(Guest):
    def search(self, problem, monitor, rng):
        try:
            monitor.offer(np.zeros((0, len(problem.pool)), dtype=bool), loss_bound=0.999)
        except SearchError:
            return "proved"


class OffersNonsense(Guest):
    def search(self, problem, monitor, rng):
        monitor.offer(np.ones((2, 3), dtype=bool))


class ReportsNoNumber(Guest):
    def search(self, problem, monitor, rng):
        monitor.prove(math.nan)


class MisreadsTraits(Guest):
    trait_needs = ("unheard_of",)


class FailsToSayWhatItNeeds(Guest):
    @classmethod
    def find_unmet_needs(cls, problem):
        raise ZeroDivisionError


FAULTS = {
    Raises: "RuntimeError: no licence",
    Exits: "SystemExit: 7",
    Panics: "BaseException: panic of compiled code",
    CannotBeBuilt: "OSError: no such file: model.bin",
    Lies: "searcher proved that no feasible set has a loss below 0.999, but ",
    OffersNonsense: "searcher offered sets of shape (2, 3)",
    ReportsNoNumber: "searcher proved a bound that is not a number",
    MisreadsTraits: "searcher MisreadsTraits: trait_needs: haversack.Traits has no trait 'unheard_of'",
    FailsToSayWhatItNeeds: "ZeroDivisionError",
}


@pytest.mark.parametrize("certify", ["quick", "prove"])
@pytest.mark.parametrize("guest", FAULTS)
def test_a_guest_that_fails_leaves_everything_as_it_is_and_is_named(guest, certify, builtins):
    pool = MANY if certify == "prove" else None
    plain = find(builtins, certify=certify, pool=pool)
    assert not plain.proven
    with pytest.warns(PluginWarning) as caught:
        found = find(add_searchers(builtins, guest=guest), certify=certify, pool=pool)
    (message,) = {str(warning.message) for warning in caught}
    assert message.startswith(f"{NAME} failed while bounding the answer, which is unchanged: {FAULTS[guest]}")
    assert "\n" not in message
    assert without_times(found) == without_times(plain)


def without_times(selection):
    plain = selection.to_dict()
    for row in (plain, *plain["trace"]):
        row.pop("seconds"), row.pop("setup_seconds", None)
    return plain


class NeedsOptions(Guest):
    def __init__(self, licence):
        raise AssertionError("built without its option")


class NeedsCapability(Guest):
    energy_needs = (CopiesLosses,)

    def search(self, problem, monitor, rng):
        raise AssertionError("asked for what it cannot do")


class TooManyMembers(NeedsCapability):
    energy_needs = ()

    @classmethod
    def find_unmet_needs(cls, problem):
        return ["the pool has more than 3 members"]


class ProvesNothing(NeedsCapability):
    energy_needs = ()
    proves_bounds = False


@pytest.mark.parametrize("guest", [NeedsOptions, NeedsCapability, TooManyMembers, ProvesNothing, LiesQuietly])
def test_a_guest_that_cannot_be_asked_is_not_asked(guest, builtins):
    assert without_times(find(add_searchers(builtins, guest=guest))) == without_times(find(builtins))


def test_guests_have_no_part_in_runs_without_bounds_or_with_a_proof(builtins):
    catalog = add_searchers(builtins, guest=Raises)
    assert find(catalog, certify="off").bound is None
    assert find(catalog, energy=MajorityVote()).proven


@pytest.mark.parametrize("searcher", ["monte-carlo", "annealing", "auto"])
def test_a_guest_bounds_an_answer_and_is_named(searcher, builtins):
    plain = find(builtins, searcher=searcher)
    found = find(add_searchers(builtins, guest=Guest), searcher=searcher)
    best = find_optimum(Problem(plain.pool, WrongShare(), Additive(), BUDGET))[1]
    assert (found.members, found.value, found.stop_reason) == (plain.members, plain.value, plain.stop_reason)
    assert (found.error_bound, found.bounded_by, found.proven) == (0.5 * best, NAME, False)
    assert NAME in " ".join(found.summary().split())
    assert found.to_dict()["bounded_by"] == NAME
    assert plain.bounded_by is None


def test_a_better_set_of_a_guest_is_shown_beside_the_answer(builtins):
    plain, found = find(builtins), find(add_searchers(builtins, guest=Solver))
    best, loss = find_optimum(Problem(plain.pool, WrongShare(), Additive(), BUDGET))
    assert plain.error > loss
    assert (found.members, found.error, found.steps, found.trace[-1].error) == (
        plain.members,
        plain.error,
        plain.steps,
        plain.error,
    )
    assert (found.best_known.members, found.best_known.error) == (tuple(np.flatnonzero(best)), loss)
    assert (found.error_bound, found.bounded_by, found.proven) == (loss, NAME, False)


def test_where_a_proof_is_asked_for_a_better_set_of_a_guest_is_the_answer(builtins):
    class SolverOfMany(Solver):
        def search(self, problem, monitor, rng):
            monitor.offer(np.arange(len(problem.pool))[None, :] == np.argmax(problem.pool.accuracies))
            monitor.prove(1.0 - problem.pool.accuracies.max())
            return "solved"

    plain = find(builtins, certify="prove", pool=MANY)
    found = find(add_searchers(builtins, guest=SolverOfMany), certify="prove", pool=MANY)
    assert not plain.proven
    assert (found.members, found.proven, found.bounded_by, found.best_known) == ((39,), True, NAME, None)
    assert found.trace[-1].error == found.error
    assert found.stop_reason == "limit of 40 steps; then proved optimal"
    kept = find(
        add_searchers(builtins, guest=SolverOfMany),
        certify="prove",
        pool=MANY,
        preset="paper",
        searcher="monte-carlo",
    )
    assert kept.best_known.members == (39,)


class Slow(Guest):
    """Never ends by itself, and calls the monitor all the time."""

    calls = 0

    def search(self, problem, monitor, rng):
        while monitor.prove(0.0):
            type(self).calls += 1
            time.sleep(0.001)


class SlowAndDeaf(Slow):
    def search(self, problem, monitor, rng):
        while True:
            monitor.prove(0.0)


class ReadsTheClock(Slow):
    def search(self, problem, monitor, rng):
        while monitor.seconds_left > 0.0:
            time.sleep(0.001)


class Evaluates(Slow):
    def search(self, problem, monitor, rng):
        while True:
            problem.losses(rng.random((50, len(problem.pool))) < 0.5)


@pytest.mark.parametrize("guest", [Slow, SlowAndDeaf, ReadsTheClock, Evaluates])
def test_a_slow_guest_has_a_deadline(guest, builtins):
    """Without one, this test would not end."""
    assert find(add_searchers(builtins, guest=guest, other=guest)).members == find(builtins).members


def test_the_deadline_is_in_proportion_to_the_search():
    rule = MaxStep(limit=5)
    assert [limit_guests("quick", rule, seconds) for seconds in (0.01, 0.7, 60.0)] == [0.1, 0.7, 2.0]
    assert limit_guests("prove", TimeLimit(seconds=1.0), 5.0) == math.inf
    assert limit_guests("quick", TimeLimit(seconds=1.0) | Stagnation(steps=9), 1.0) == pytest.approx(0.15)


def test_the_quickest_guest_is_asked_first_and_those_that_declare_nothing_last(builtins, small_pool):
    def declare(seconds):
        return type("Declared", (Guest,), {"proof_seconds": seconds})

    catalog = add_searchers(
        builtins, z=declare(0.1), b=declare(5), a=declare("soon"), c=Guest, d=declare(0.1), e=declare(math.nan)
    )
    problem = Problem(small_pool, WrongShare(), Additive(), 8.0)
    assert [entry.name for entry in list_guests(problem, catalog)] == ["d", "z", "b", "a", "c", "e"]


def test_after_a_proof_no_further_guest_is_asked(builtins):
    pool = paper_pool(14, 0)
    found = find(add_searchers(builtins, a=Solver, b=Raises), pool=pool)
    assert found.bounded_by == "searcher 'a' of haversack-a 1.2"


def test_the_strongest_bound_counts_whoever_is_asked_first(builtins):
    class Weak(Guest):
        proof_seconds = 1.0

        def search(self, problem, monitor, rng):
            assert monitor.loss_bound == -math.inf
            monitor.prove(1e-6)

    class Weaker(Weak):
        proof_seconds = 2.0

        def search(self, problem, monitor, rng):
            monitor.prove(1e-9)

    found = find(add_searchers(builtins, weak=Weak, weaker=Weaker, guest=Guest))
    assert found.bounded_by == NAME
    assert find(add_searchers(builtins, weak=Weak, weaker=Weaker)).error_bound == 1e-6


def test_what_a_guest_prints_goes_to_standard_error(builtins, capsys):
    class Prints(Guest):
        def search(self, problem, monitor, rng):
            print("hello")
            np.seterr(all="raise")

    before = np.geterr()
    find(add_searchers(builtins, guest=Prints))
    assert capsys.readouterr() == ("", "hello\n")
    assert np.geterr() == before


@attrs.define(slots=False)
class Fragile:
    """An energy whose table anybody can write to."""

    table: np.ndarray = attrs.field(factory=lambda: np.linspace(0.1, 0.9, 16))

    def losses(self, pool, sets):
        return 1.0 - sets @ self.table / 16

    def value(self, loss):
        return float(1.0 - loss * self.table[0] * 10)


class Mutates(Guest):
    def search(self, problem, monitor, rng):
        problem.energy.table[:] = 0.0
        problem.pool.metadata["vendor"] = ()
        with pytest.raises(ValueError, match="read-only"):
            monitor.best_set[:] = True
        with pytest.raises(ValueError, match="WRITEABLE"):
            monitor.best_set.setflags(write=True)
        assert not hasattr(monitor, "go_on")


def test_what_a_guest_changes_is_its_own(builtins):
    pool = paper_pool(16, 0)
    plain, found = (
        find(each, energy=Fragile(), pool=pool) for each in (builtins, add_searchers(builtins, guest=Mutates))
    )
    assert without_times(found) == without_times(plain)
    assert "vendor" not in pool.metadata


def test_a_problem_that_cannot_be_copied_is_shown_to_no_guest(builtins):
    class Locked(WrongShare):
        def __deepcopy__(self, memo):
            raise TypeError("cannot pickle a lock")

    assert find(add_searchers(builtins, guest=Raises), energy=Locked()).bound is None


def test_ctrl_c_while_a_guest_searches_keeps_the_answer(builtins):
    class Interrupted(Guest):
        def search(self, problem, monitor, rng):
            raise KeyboardInterrupt

    plain, found = find(builtins), find(add_searchers(builtins, guest=Interrupted))
    assert (found.members, found.interrupted) == (plain.members, True)
    assert found.stop_reason == "limit of 40 steps; then interrupted (Ctrl-C)"


def test_a_guest_that_the_run_names_is_not_asked_again(builtins, small_pool):
    problem = Problem(small_pool, WrongShare(), Additive(), 8.0)
    catalog = add_searchers(builtins, guest=Guest)
    assert [entry.name for entry in list_guests(problem, catalog, MonteCarlo())] == ["guest"]
    assert list_guests(problem, catalog, Guest()) == []
    assert list_guests(problem, catalog, InTurn([MonteCarlo(), Guest()])) == []


def test_the_result_names_a_searcher_of_a_plugin_that_bounds_its_own_answer(builtins):
    @attrs.frozen
    class Bounding(Solver):
        pass

    catalog = add_searchers(builtins, guest=Bounding)
    assert find(catalog, searcher="guest").bounded_by == NAME
    assert find(builtins, searcher=Bounding()).bounded_by == "searcher Bounding"
    assert find(catalog, searcher={"in-turn": ["guest", "monte-carlo"]}).bounded_by == NAME
    assert find(catalog, searcher="monte-carlo", energy=MajorityVote()).bounded_by is None
    assert name_foreign_prover(InTurn([Exact(), Annealing()]), catalog) is None


def test_where_built_in_provers_improve_the_bound_of_a_plugin_they_are_not_named(builtins):
    class Halves:
        def search(self, problem, monitor, rng):
            monitor.offer(np.eye(len(problem.pool), dtype=bool))
            monitor.prove(1e-9)

    found = find(builtins, searcher=Halves(), energy=MajorityVote(), certify="prove", pool=paper_pool(20, 0))
    assert (found.proven, found.bounded_by) == (True, None)
    assert (
        find(builtins, searcher=Halves(), energy=MajorityVote(), pool=paper_pool(20, 0)).bounded_by == "searcher Halves"
    )


def test_a_set_that_an_earlier_bound_does_not_allow_ends_that_bound(builtins):
    class Wrong:
        def search(self, problem, monitor, rng):
            monitor.offer(np.eye(len(problem.pool), dtype=bool)[3:4])
            monitor.prove(problem.losses(np.eye(len(problem.pool), dtype=bool)[3:4])[0] * 0.999)

    found = find(add_searchers(builtins, guest=Solver), searcher=Wrong())
    best = find_optimum(Problem(found.pool, WrongShare(), Additive(), BUDGET))[1]
    assert (found.error_bound, found.bounded_by, found.best_known.error) == (best, NAME, best)


def test_a_better_set_becomes_the_answer_whatever_was_proved():
    problem = Problem(Pool(accuracies=[0.9, 0.8], costs=[1, 1]), WrongShare(), Additive())
    monitor, known = (RunMonitor(problem, lambda progress: None) for _ in range(2))
    monitor.offer(np.array([[False, True]]))
    monitor.prove(0.15)
    known.offer(np.array([[True, False]]))
    take_better_set(monitor, known)
    assert (monitor.best_set.tolist(), monitor.loss_bound) == ([True, False], -math.inf)


def test_searchers_in_turn_are_searchers():
    first, second, third = Exact(), MonteCarlo(), Annealing()
    assert list(flatten_searcher(InTurn([first, InTurn([second, third])]))) == [first, second, third]
    assert list(flatten_searcher(None)) == []
