"""From the arguments of a run to its parts and its problem."""

from __future__ import annotations

import itertools
import math
import types

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import haversack.plugins.loading
from fakes import ListSearcher, WrongShare
from haversack import ConfigError, InfeasibleError, Pool, Registration, hookimpl, select
from haversack.cli import main
from haversack.config.run_file import build_run
from haversack.config.schema import build_run_schema
from haversack.plugins import Entry, Source, default_catalog, load_catalog
from oracles import exact_error

STEPS = {"kind": "max-step", "limit": 500}


def test_parts_are_names_dicts_or_objects(small_pool):
    answers = {
        select(
            small_pool, 8.0, energy="majority", cost=cost, searcher={"kind": "sherlock"}, stopping=rule, seed=0
        ).members
        for cost in ("additive", {"kind": "additive", "size": "mean"})
        for rule in (STEPS, lambda progress: "enough" if progress.steps >= 500 else None)
    }
    assert answers == {(0, 1, 2)}


def test_pools_without_costs_need_no_budget():
    chosen = select(Pool(accuracies=[0.9, 0.6, 0.55]), stopping=STEPS, seed=0)
    assert (chosen.members, chosen.cost, chosen.budget) == ((0,), 0.0, math.inf)


def test_costs_without_a_budget_are_told_but_limit_nothing(small_pool):
    chosen = select(small_pool, stopping=STEPS, seed=0)
    assert chosen.cost == small_pool.costs[list(chosen.members)].sum()


@pytest.mark.parametrize("budget", [0, -1.0, float("nan"), "8", True])
def test_a_budget_is_a_number_above_zero(small_pool, budget):
    with pytest.raises(ConfigError, match="budget: must be a number above 0, got"):
        select(small_pool, budget)


def test_a_budget_that_nothing_fits_in_is_told_with_the_cheapest(small_pool):
    with pytest.raises(InfeasibleError, match="no member fits in 0.5; the cheapest, 'dan', costs 1"):
        select(small_pool, 0.5)


def test_a_budget_without_costs_is_refused():
    with pytest.raises(ConfigError, match="budget: 3 was given, but the pool has no costs"):
        select(Pool(accuracies=[0.7]), 3)


@pytest.mark.parametrize("seed", [-1, 1.5, "x", True])
def test_a_seed_is_a_whole_number(small_pool, seed):
    with pytest.raises(ConfigError, match="seed: must be a whole number of at least 0 and below 2.128, got"):
        select(small_pool, 8.0, seed=seed)


def test_what_is_no_pool_is_refused():
    with pytest.raises(ConfigError, match=r"expected a haversack.Pool, got 'pool.csv'; Pool.from_csv reads a file"):
        select("pool.csv", 8.0)


def test_a_budget_under_a_model_without_costs_is_refused(small_pool):
    with pytest.raises(ConfigError, match="budget: 8 was given, but under this cost model nothing has a cost"):
        select(small_pool, 8.0, cost="none")


SEARCHERS = ["annealing", "exact", "greedy-backward", "greedy-forward", "monte-carlo", "sherlock", "sweep"]


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_members_that_cost_nothing_are_like_others(data):
    """Against enumeration; some or all costs are 0."""
    members = data.draw(st.integers(1, 7))
    accuracies = data.draw(st.lists(st.sampled_from([0.3, 0.55, 0.6, 0.75, 0.9]), min_size=members, max_size=members))
    costs = data.draw(st.lists(st.sampled_from([0.0, 0.0, 1.0, 2.5]), min_size=members, max_size=members))
    budget = data.draw(st.sampled_from([1e-300, 1.0, 3.0, 4.0]))
    assume(min(costs) <= budget)
    pool = Pool(accuracies=accuracies, costs=costs)
    feasible = [
        chosen
        for size in range(1, members + 1)
        for chosen in itertools.combinations(range(members), size)
        if sum(costs[member] for member in chosen) <= budget
    ]
    best = min(exact_error([accuracies[member] for member in chosen]) for chosen in feasible)
    for searcher in (None, "exact", "enumerate"):
        chosen = select(pool, budget, searcher=searcher, seed=0)
        assert chosen.error == pytest.approx(float(best), rel=1e-9)
        assert chosen.proven
    searcher = data.draw(st.sampled_from(SEARCHERS))
    chosen = select(pool, budget, searcher=searcher, stopping={"kind": "max-step", "limit": 50}, seed=0, certify="off")
    assert chosen.members in feasible
    assert chosen.error >= float(best) * (1 - 1e-9)


@pytest.mark.parametrize("cost", ["additive", "parallel", {"kind": "vector", "budgets": {"cost": 3.0}}])
def test_a_pool_of_free_members_takes_a_budget(cost):
    pool = Pool(accuracies=[0.9, 0.8, 0.7], costs=[0, 0, 0])
    chosen = select(pool, None if isinstance(cost, dict) else 3.0, cost=cost, seed=0)
    assert (chosen.members, chosen.cost) == ((0, 1, 2), 0.0)


def test_the_papers_rule_plans_for_a_pool_of_free_members():
    chosen = select(Pool(accuracies=[0.9, 0.8, 0.7], costs=[0, 0, 0]), 3.0, preset="paper", seed=0)
    assert chosen.plan.size == 3
    assert chosen.members


@attrs.frozen
class Thrifty:
    """A preset of a third party."""

    def choose_parts(self, pool, given):
        return {"searcher": "greedy-forward", "stopping": {"kind": "max-step", "limit": 3}, "energy": WrongShare()}


@attrs.frozen
class Misspelt:
    def choose_parts(self, pool, given):
        return {"searchers": "exact", "budget": 3}


@attrs.frozen
class Wrong:
    def choose_parts(self, pool, given):
        return {"searcher": {"kind": "annealing", "coling": 0.9}}


def add_preset(catalog, name, factory):
    entry = Entry("preset", name, factory, "a preset", Source("presets", "elsewhere", "1.0"))
    return attrs.evolve(catalog, entries=(*catalog.entries, entry))


@pytest.fixture
def thrifty(builtins):
    return add_preset(builtins, "thrifty", Thrifty)


def test_plugins_offer_presets(small_pool, monkeypatch):
    """Through the hook, as an installed distribution does."""

    @attrs.frozen
    class Point:
        name: str = "presets"
        dist: object = types.SimpleNamespace(name="elsewhere", version="1.0", requires=None)

        def load(self):
            plugin = types.ModuleType("presets")
            plugin.haversack_presets = hookimpl(lambda: [Registration("thrifty", Thrifty, "greedy")])
            return plugin

    installed = haversack.plugins.loading.entry_points
    monkeypatch.setattr(haversack.plugins.loading, "entry_points", lambda *, group: (*installed(group=group), Point()))
    catalog = load_catalog(third_parties=True)
    assert "thrifty" in catalog.names("preset")
    chosen = select(small_pool, 8, preset="thrifty", energy="majority", catalog=catalog)
    assert (chosen.config["preset"], chosen.config["searcher"]["kind"]) == ("thrifty", "greedy-forward")


def test_a_preset_chooses_the_parts_that_are_left_out(small_pool, thrifty):
    chosen = select(small_pool, 8, preset="thrifty", catalog=thrifty, certify="off")
    assert (chosen.preset, chosen.members, chosen.config) == ("thrifty", (0,), None)
    given = select(small_pool, 8, preset="thrifty", catalog=thrifty, energy="majority", searcher="exact", certify="off")
    assert (given.config["searcher"]["kind"], given.config["energy"]["kind"]) == ("exact", "majority")
    assert (given.config["stopping"]["kind"], given.config["preset"]) == ("max-step", "thrifty")


def test_a_preset_sees_the_pool_and_the_parts_that_were_given(small_pool, builtins):
    seen = []

    class Watching:
        def choose_parts(self, pool, given):
            seen.append((pool, dict(given)))
            given.clear()
            return {}

    searcher = ListSearcher(((0,),))
    chosen = select(
        small_pool,
        8,
        preset="watching",
        searcher=searcher,
        certify="off",
        catalog=add_preset(builtins, "watching", Watching),
    )
    assert seen == [(small_pool, {"searcher": searcher})]
    assert chosen.members == (0,), "parts that were given stay"


def test_a_better_set_replaces_the_answer_of_a_preset_that_does_not_keep_it(small_pool, thrifty):
    chosen = select(small_pool, 8, preset="thrifty", energy="majority", searcher=ListSearcher(((3,),)), catalog=thrifty)
    assert (chosen.members, chosen.proven, chosen.best_known) == ((0, 1, 2), True, None)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("papr", "preset: 'papr' is not registered; did you mean 'paper'? known: paper, thrifty"),
        ("thrify", "preset: 'thrify' is not registered; did you mean 'thrifty'? known: paper, thrifty"),
        (3, "preset: expected a registered name, got 3"),
        (Thrifty(), "preset: expected a registered name, got Thrifty()"),
    ],
)
def test_an_unknown_preset_is_reported_with_a_suggestion(small_pool, thrifty, name, problem):
    with pytest.raises(ConfigError) as caught:
        select(small_pool, 8, preset=name, catalog=thrifty)
    assert str(caught.value) == problem


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("papr", "run.toml: preset: 'papr' is not registered; did you mean 'paper'? known: paper, thrifty"),
        (3, "run.toml: preset: must be text, got 3"),
        (["paper"], "run.toml: preset: must be text, got ['paper']"),
    ],
)
def test_an_unknown_preset_in_a_run_file_is_reported_with_the_file(small_pool, thrifty, name, problem):
    with pytest.raises(ConfigError) as caught:
        build_run({"pool": small_pool.to_dict(), "preset": name}, thrifty, source="run.toml")
    assert caught.value.problems == (problem,)


def test_an_unknown_preset_on_the_command_line_is_reported(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("HAVERSACK_NO_PLUGINS", "1")
    (tmp_path / "pool.csv").write_text("name,accuracy,cost\nann,0.9,4\nbob,0.8,2\n")
    with pytest.raises(SystemExit) as caught:
        main(["select", str(tmp_path / "pool.csv"), "--budget", "8", "--preset", "papr"])
    default_catalog.cache_clear()
    assert caught.value.code == 2
    assert "preset: 'papr' is not registered; did you mean 'paper'? known: paper" in capsys.readouterr().err


def test_wrong_keys_of_a_preset_are_all_reported(small_pool, builtins):
    with pytest.raises(ConfigError) as caught:
        select(small_pool, 8, preset="misspelt", catalog=add_preset(builtins, "misspelt", Misspelt))
    assert caught.value.problems == (
        "preset: searchers: unknown key; did you mean 'searcher'?",
        "preset: budget: unknown key; known: cost, energy, searcher, stopping",
    )


def test_wrong_options_of_a_preset_are_reported_with_their_place(small_pool, builtins):
    with pytest.raises(ConfigError, match=r"^preset: searcher\.coling: unknown key; did you mean 'cooling'\?"):
        select(small_pool, 8, preset="wrong", catalog=add_preset(builtins, "wrong", Wrong))


def test_the_schema_of_run_files_lists_the_presets(thrifty):
    names = build_run_schema(thrifty)["properties"]["preset"]["enum"]
    assert {"paper", "thrifty"} <= set(names)


def test_a_budget_without_costs_names_the_columns_that_are_not_costs():
    pool = Pool(accuracies=[0.8, 0.7], metadata={"Price": ["1", "2"]})
    with pytest.raises(ConfigError, match="to spend it on; expected a column 'cost' beside 'Price'"):
        select(pool, budget=1)
