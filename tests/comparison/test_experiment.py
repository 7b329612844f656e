from __future__ import annotations

import math
from itertools import combinations

import attrs
import numpy as np
import pytest
from hypothesis import given, settings

from fakes import Bonuses, ListSearcher, Profit, SlowestMember, WrongShare
from haversack import CapabilityError, ConfigError, InfeasibleError, compare, select
from haversack.comparison import Case, Reference, paper_cases
from haversack.energies import MajorityVote
from haversack.plugins import Entry, PluginWarning, Source
from strategies import pools_with_budget

STEPS = {"kind": "max-step", "limit": 50}


def best_error(pool, budget):
    """The smallest error of a majority that the budget buys, by looking at every set."""
    best = 1.0
    for size in range(1, len(pool) + 1):
        for members in combinations(range(len(pool)), size):
            if pool.costs[list(members)].sum() <= budget * (1 + 1e-12):
                row = np.zeros((1, len(pool)), dtype=bool)
                row[0, list(members)] = True
                best = min(best, float(MajorityVote().losses(pool, row)[0]))
    return best


@attrs.frozen
class Interrupting:
    """Offers one set, then the user presses Ctrl-C; in the first runs it does not."""

    calls: list
    spared: int

    def search(self, problem, monitor, rng):
        self.calls.append(1)
        monitor.offer(np.eye(len(problem.pool), dtype=bool)[-1:])
        if len(self.calls) > self.spared:
            raise KeyboardInterrupt


@attrs.frozen
class Doubtful:
    """Finds the first member, and proves that half of its error must stay."""

    def search(self, problem, monitor, rng):
        monitor.offer(np.eye(len(problem.pool), dtype=bool)[:1])
        monitor.prove(monitor.best_loss / 2)


def test_every_searcher_runs_on_every_pool_with_every_rule_and_seed(small_pool):
    outcome = compare(
        {"a": small_pool, "b": small_pool},
        ["sweep", "annealing"],
        budget=8,
        stopping=[STEPS, {"kind": "max-step", "limit": 20}],
        seeds=[4, 7],
    )
    message = [(row.pool, row.searcher, row.stopping, row.seed) for row in outcome.rows]
    rules = ("max-step:limit=50", "max-step:limit=20")
    assert message == [
        (pool, searcher, rule, seed)
        for pool in "ab"
        for searcher in ("sweep", "annealing")
        for rule in rules
        for seed in (4, 7)
    ]
    assert outcome.planned == 16
    assert not outcome.interrupted


@settings(max_examples=25)
@given(case=pools_with_budget(max_size=7))
@pytest.mark.slow
def test_the_reference_is_the_optimum_by_enumeration_and_nobody_beats_it(case):
    pool, budget = case
    outcome = compare(pool, ["sweep", "monte-carlo"], budget=budget, stopping=STEPS, seeds=1)
    for row in outcome.rows:
        assert row.reference.kind == "optimum"
        assert row.reference.error == pytest.approx(best_error(pool, budget), rel=1e-9, abs=1e-300)
        assert row.excess >= -1e-9
        assert row.reached == (row.excess <= 1e-9)


def test_a_searcher_that_always_returns_one_set_has_its_excess(small_pool):
    lone = ListSearcher(sets=((3,),), reason="that is all")
    (row,) = compare(small_pool, {"lone": lone}, budget=8, stopping=STEPS, seeds=1).rows
    best = best_error(small_pool, 8)
    assert (row.searcher, row.stop_reason, row.chosen) == ("lone", "that is all", 1)
    assert row.excess == pytest.approx(0.4 / best - 1)
    assert row.decades == pytest.approx(math.log10(0.4 / best))
    assert row.reached is False


def test_proven_optima_of_made_up_pools_are_the_known_ones():
    outcome = compare(paper_cases([30], 2), "sweep", stopping=STEPS, seeds=1)
    assert [row.reference.value for row in outcome.rows] == pytest.approx(
        [0.9963791691403641, 0.9934451869061925], rel=1e-13
    )


def test_every_run_has_the_time_limit_beside_its_rule(small_pool):
    endless = {"kind": "max-step", "limit": 10**15}
    outcome = compare(small_pool, "annealing", budget=8, stopping=endless, seconds=0.01, seeds=1)
    assert outcome.rows[0].stop_reason == "limit of 0.01 seconds"
    assert outcome.rows[0].stopping == f"max-step:limit={10**15}"
    assert outcome.seconds == 0.01
    unlimited = compare(small_pool, "annealing", budget=8, stopping=STEPS, seconds=None, seeds=1)
    assert unlimited.seconds is None
    assert unlimited.rows[0].stop_reason == "limit of 50 steps"


def test_a_reference_that_is_not_done_in_time_leaves_a_bound(small_pool):
    (row,) = compare(small_pool, "sweep", budget=8, stopping=STEPS, seeds=1, reference=Doubtful()).rows
    assert row.reference == Reference("bound", pytest.approx(0.95), pytest.approx(0.05))
    assert row.excess == pytest.approx(row.error / 0.05 - 1)
    assert row.reached is None


def test_the_reference_has_its_own_time_limit(small_pool):
    (row,) = compare(
        small_pool, "sweep", budget=8, stopping=STEPS, seeds=1, reference="annealing", reference_seconds=0.01
    ).rows
    assert row.reference.kind == "best-found"


def test_where_the_reference_cannot_be_used_the_best_found_serves(small_pool):
    sets = {"good": ListSearcher(sets=((0,),)), "poor": ListSearcher(sets=((3,),))}
    outcome = compare(small_pool, sets, budget=8, energy=WrongShare(), stopping=STEPS, seeds=1)
    assert [row.reference for row in outcome.rows] == [Reference("best-found", 0.9, pytest.approx(0.1))] * 2
    assert [row.excess for row in outcome.rows] == pytest.approx([0.0, 3.0])
    assert [row.reached for row in outcome.rows] == [True, False]


def test_an_energy_that_is_no_probability_is_compared_by_value(small_pool):
    outcome = compare(small_pool, {"two": ListSearcher(sets=((0, 1),))}, energy=Profit(), stopping=STEPS, seeds=1)
    (row,) = outcome.rows
    assert (row.value, row.error, row.decades, row.stop) == (pytest.approx(1.7), None, None, None)
    assert "value" in outcome.summary().splitlines()[0]


def test_best_known_values_take_the_place_of_the_reference(small_pool):
    known = {"a": Reference("best-known", 3.4), "elsewhere": Reference("best-known", 1.0)}
    two = {"two": ListSearcher(sets=((0, 1),))}
    outcome = compare({"a": small_pool, "b": small_pool}, two, energy=Profit(), stopping=STEPS, best_known=known)
    assert outcome.rows[0].reference == known["a"]
    assert outcome.rows[0].excess == pytest.approx(0.5)
    assert outcome.rows[-1].reference.kind == "best-found"


def test_without_a_reference_what_the_runs_prove_counts(small_pool):
    outcome = compare(small_pool, ["sweep", "exact"], budget=8, stopping=STEPS, reference=None, seeds=1)
    assert {row.reference.kind for row in outcome.rows} == {"optimum"}
    only = compare(small_pool, "sweep", budget=8, stopping=STEPS, reference=None, seeds=1)
    assert only.rows[0].reference.kind == "best-found"


def test_a_case_brings_its_own_energy_and_costs(small_pool):
    case = Case(pool=small_pool, name="own", budget=2, energy={"kind": "majority", "ties": "coin"}, cost="parallel")
    (row,) = compare(case, "annealing", budget=99, energy="nonsense", stopping=STEPS, seeds=1).rows
    alone = select(
        small_pool,
        2,
        energy={"kind": "majority", "ties": "coin"},
        cost="parallel",
        searcher="annealing",
        stopping=STEPS,
        seed=0,
    )
    assert (row.budget, row.error) == (2, alone.error)


def test_searchers_left_out_are_all_that_can_be_used(small_pool, builtins):
    assert {row.searcher for row in compare(small_pool, budget=8, stopping=STEPS, seeds=1, catalog=builtins).rows} == {
        "annealing",
        "auto",
        "enumerate",
        "greedy-backward",
        "greedy-forward",
        "monte-carlo",
        "sherlock",
        "sweep",
    }
    cases = Case(pool=small_pool, name="a", budget=3, energy=WrongShare(), cost=SlowestMember())
    usable = {row.searcher for row in compare(cases, stopping=STEPS, seeds=1, catalog=builtins).rows}
    assert "annealing" in usable
    assert not usable & {"sherlock", "sweep", "exact"}


def test_a_searcher_that_cannot_be_built_is_left_out_with_a_warning(small_pool, builtins):
    class Refusing:
        def __init__(self):
            raise SystemExit("no licence")

        def search(self, problem, monitor, rng):
            raise AssertionError

    entry = Entry("searcher", "refusing", Refusing, "never works", Source("refusing", "haversack-refusing", "1.2"))
    catalog = attrs.evolve(builtins, entries=(*builtins.entries, entry))
    with pytest.warns(PluginWarning, match="'refusing' of haversack-refusing 1.2 failed .*left out: .*no licence"):
        found = compare(small_pool, budget=8, stopping=STEPS, seeds=1, catalog=catalog)
    assert "refusing" not in {row.searcher for row in found.rows}


def test_a_searcher_that_needs_options_is_not_taken_unasked(small_pool, builtins):
    @attrs.frozen
    class Picky:
        wish: int

        def search(self, problem, monitor, rng):
            pytest.fail("was not asked for")

    source = Source("picky", "picky", "1")
    picky = Entry("searcher", "picky", Picky, "wants to be told", source)
    others = [entry for entry in builtins.entries if entry.kind != "searcher" or entry.name == "exact"]
    catalog = attrs.evolve(builtins, entries=(*others, picky))
    with pytest.raises(CapabilityError, match="^searchers: none that is installed can be used on all of these pools"):
        compare(small_pool, budget=8, stopping=STEPS, catalog=catalog)


@pytest.mark.parametrize(("spared", "complete"), [(0, 0), (1, 0), (2, 0), (3, 1), (5, 3), (6, 4)])
def test_an_interrupt_keeps_what_is_complete(small_pool, spared, complete):
    """Two calls are the rehearsals on two pools; the third is the first run."""
    searcher = {"odd": Interrupting([], spared)}
    outcome = compare({"a": small_pool, "b": small_pool}, searcher, budget=8, stopping=STEPS, seeds=2)
    assert len(outcome.rows) == complete
    assert outcome.planned == 4
    assert outcome.interrupted == (complete < 4)
    assert all(row.reference.kind == "optimum" for row in outcome.rows)


def test_an_interrupted_reference_ends_everything(small_pool):
    outcome = compare(small_pool, "sweep", budget=8, stopping=STEPS, reference=Interrupting([], 0))
    assert (outcome.rows, outcome.planned) == ((), 3)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seeds": 0}, "seeds: must be a whole number of at least 1 and at most 1,000,000, or a list of seeds, got 0"),
        ({"seeds": "x"}, "seeds: must be a whole number of at least 1 and at most 1,000,000, or a list of seeds, got"),
        ({"seeds": []}, "seeds: each must be a whole number of at least 0 and below 2^128, got none"),
        ({"seeds": [1, -2]}, "seeds: each must be a whole number of at least 0 and below 2^128, got -2"),
        ({"seconds": 0}, "seconds: must be a finite number above 0, got 0"),
        ({"reference_seconds": "x"}, "reference seconds: must be a finite number above 0, got 'x'"),
        ({"searchers": "swep"}, "searchers[0].kind: 'swep' is not registered; did you mean 'sweep'?"),
        ({"stopping": "papr"}, "stopping[0].kind: 'papr' is not registered; did you mean 'paper'?"),
        ({"reference": "exct"}, "reference: searcher.kind: 'exct' is not registered; did you mean 'exact'?"),
        ({"energy": "majorty"}, "pool-0: energy.kind: 'majorty' is not registered; did you mean 'majority'?"),
        ({"cost": "aditive"}, "pool-0: cost.kind: 'aditive' is not registered; did you mean 'additive'?"),
        (
            {"best_known": {"b": Reference("best-known", 1.0)}},
            "best known: no value for pool-0; there are values for b",
        ),
    ],
)
def test_mistakes_are_told(small_pool, options, message):
    with pytest.raises(ConfigError) as caught:
        compare(small_pool, **({"searchers": "sweep", "budget": 8} | options))
    assert str(caught.value).startswith(message)


def test_mistakes_in_any_case_are_told_before_the_first_run(small_pool):
    calls = []
    cases = [Case(pool=small_pool, name="fine", budget=8), Case(pool=small_pool, name="poor", budget=0.5)]
    with pytest.raises(InfeasibleError, match="^poor: budget: no member fits in 0.5; the cheapest, 'dan', costs 1$"):
        compare(cases, {"odd": Interrupting(calls, 99)})
    assert len(calls) == 1
    with pytest.raises(ConfigError, match="^poor: budget: must be a number above 0, got -1$"):
        compare([attrs.evolve(cases[1], budget=-1)], "sweep")


def test_a_searcher_that_cannot_be_used_is_told_with_the_pool(small_pool):
    with pytest.raises(CapabilityError, match="^pool-0: searcher 'sherlock' cannot be used here: "):
        compare(small_pool, "sherlock", energy=WrongShare(), stopping=STEPS)


def test_a_rule_that_cannot_be_used_is_told_with_the_pool(small_pool):
    with pytest.raises(CapabilityError, match="^pool-0: the stopping rule needs an energy that is a prob"):
        compare(small_pool, "annealing", energy=Profit(), stopping="paper")


def test_without_a_rule_runs_stop_as_those_of_select_do(small_pool):
    cases = [Case(pool=small_pool, name="a"), Case(pool=small_pool, name="b", energy=Profit())]
    assert {row.stopping for row in compare(cases, "greedy-forward", seeds=1).rows} == {"auto"}


class FileLimit(Bonuses):
    """A constraint on a sum of numbers, which it reads whenever it is asked."""

    def allows(self, pool, sets):
        return sets @ np.loadtxt(self.path) <= 5


class FileBound(Bonuses):
    """A searcher that finds the first member, and proves a bound that it reads."""

    def search(self, problem, monitor, rng):
        monitor.offer(np.eye(len(problem.pool), dtype=bool)[:1])
        monitor.prove(np.loadtxt(self.path)[0] / 100)


@pytest.mark.parametrize(
    "parts",
    [
        {"energy": {"kind": "bonuses", "path": "numbers.txt"}},
        {"energy": Bonuses("numbers.txt")},
        {"constraints": (FileLimit("numbers.txt"),)},
        {"reference": FileBound("numbers.txt")},
    ],
    ids=["energy of a dict", "energy", "constraint", "reference"],
)
def test_files_of_parts_are_found_whatever_the_working_directory_is_by_then(
    small_pool, builtins, tmp_path, monkeypatch, parts
):
    source = Source("x", "x", "1")
    readers = {"energy": Bonuses, "constraint": FileLimit, "searcher": FileBound}
    entries = [Entry(kind, "bonuses", factory, "", source) for kind, factory in readers.items()]
    catalog = attrs.evolve(builtins, entries=(*builtins.entries, *entries))
    for name, numbers in (("here", "1 2 3 4"), ("there", "9 9 9 9")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "numbers.txt").write_text(numbers)
    monkeypatch.chdir(tmp_path / "here")
    own = {key: part for key, part in parts.items() if key != "reference"}
    cases = [Case(pool=small_pool, name=name, budget=5.0, **own) for name in "ab"]
    arguments = {"stopping": STEPS, "seeds": 2, "reference": parts.get("reference"), "catalog": catalog}
    expected = [(row.value, row.reference) for row in compare(cases, "annealing", **arguments).rows]
    found = compare(cases, "annealing", **arguments, on_progress=lambda _: monkeypatch.chdir(tmp_path / "there"))
    assert [(row.value, row.reference) for row in found.rows] == expected
    if "reference" in parts:
        assert {reference.kind for _, reference in expected} == {"bound"}


def test_a_mistake_in_a_constraint_names_its_case(small_pool):
    case = Case(pool=small_pool, name="night", budget=8.0, constraints=({"kind": "sise"},))
    with pytest.raises(ConfigError, match=r"^night: constraints\[0\].kind: 'sise' is not registered; did you mean 'si"):
        compare(case, "sweep", stopping=STEPS)
