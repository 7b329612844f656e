"""Other panels beside the chosen one."""

from __future__ import annotations

import attrs
import pytest

from conftest import OPTIC_DISC
from fakes import WrongShare
from haversack import Pool, select
from haversack.config.run_file import build_run
from haversack.pages.alternatives import evaluate_alternatives
from haversack.pages.alternatives_section import build_alternatives_section
from oracles import exact_error


def evaluate(chosen, builtins):
    config = build_run({**chosen.config, "pool": chosen.pool}, builtins, source="result")
    return evaluate_alternatives(chosen, config, builtins)


def test_values_are_those_of_enumeration(builtins):
    chosen = select(OPTIC_DISC, 150.0, seed=0, catalog=builtins)
    found = evaluate(chosen, builtins)
    assert found.everybody.cost == pytest.approx(OPTIC_DISC.costs.sum())
    panels = [tuple(each for each in chosen.members if each != member) for member in chosen.members]
    assert [panel.members for panel in found.without] == panels
    for panel in (found.everybody, *found.without):
        assert panel.error == pytest.approx(float(exact_error(OPTIC_DISC.accuracies[list(panel.members)])), rel=1e-12)
        assert panel.names == tuple(OPTIC_DISC.names[member] for member in panel.members)


def test_everybody_is_no_alternative_to_everybody(builtins):
    chosen = select(Pool(accuracies=[0.9, 0.9, 0.9]), seed=0, catalog=builtins)
    assert (evaluate(chosen, builtins).everybody, len(chosen.members)) == (None, 3)


def test_a_panel_of_one_loses_nobody(builtins):
    chosen = select(Pool(accuracies=[0.9, 0.6], costs=[1, 1]), 1.0, seed=0, catalog=builtins)
    assert evaluate(chosen, builtins).without == ()


def test_a_crowd_loses_its_workers_one_by_one(builtins):
    answers = [["b" if (item * member) % 7 == 1 else "a" for member in range(70)] for item in range(10)]
    pool = Pool.from_votes(answers, truth=["a"] * 10)
    everybody = [{"kind": "size", "least": 70}]
    chosen = select(pool, seed=0, estimate="none", certify="off", constraints=everybody, catalog=builtins)
    assert len(evaluate(chosen, builtins).without) == 70


@pytest.mark.parametrize(("energy", "known"), [("majority", 71), ("slow", 0)])
def test_large_panels_lose_members_where_losses_are_quick(builtins, energy, known):
    pool = Pool(accuracies=[0.8] * 71)
    chosen = select(pool, seed=0, certify="off", catalog=builtins)
    assert len(chosen.members) == 71
    config = build_run({"pool": pool}, builtins, source="result")
    if energy == "slow":
        config = attrs.evolve(config, energy=WrongShare())
    assert len(evaluate_alternatives(chosen, config, builtins).without) == known


def test_panels_that_break_a_condition_are_marked(builtins):
    pool = Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 3, 2, 1])
    bound = [{"kind": "size", "least": 3, "most": 3}]
    chosen = select(pool, 9.0, constraints=bound, seed=0, catalog=builtins)
    found = evaluate(chosen, builtins)
    assert found.disallowed == {found.everybody.members, *(panel.members for panel in found.without)}
    free = select(pool, 9.0, seed=0, catalog=builtins)
    assert evaluate(free, builtins).disallowed == frozenset()
    rows = build_alternatives_section(chosen, found, None).tables[0].rows
    assert [row[0].partition(", ")[2] for row in rows[-2:]] == ["not allowed, over the budget", "not allowed"]
