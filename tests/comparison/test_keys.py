"""Keys of the runs of a comparison."""

from __future__ import annotations

import attrs
import pytest

from haversack.comparison.cases import Case
from haversack.comparison.contestants import Contestant
from haversack.comparison.keys import find_keys
from haversack.comparison.runs import CaseRun, CaseWork
from haversack.config.build import build_part
from haversack.constraints import Size

TASKS = [CaseRun("", None, 0), CaseRun("", 0, 0), CaseRun("", 0, 1), CaseRun("", 1, 0)]


@pytest.fixture
def work(small_pool, builtins):
    rule = build_part("stopping", {"kind": "max-step", "limit": 5}, builtins)
    parts = [build_part("searcher", name, builtins) for name in ("sweep", "annealing")]
    contestants = [Contestant(f"label {number}", "rule", part, rule) for number, part in enumerate(parts)]
    prover = build_part("searcher", "exact", builtins)
    return CaseWork(Case(pool=small_pool, name="a", budget=8.0), contestants, prover, rule, 0)


def test_every_run_has_its_key_whatever_it_is_called(work, builtins):
    keys = find_keys(work, TASKS, builtins)
    assert len(set(keys)) == 4
    renamed = attrs.evolve(
        work,
        case=attrs.evolve(work.case, name="b"),
        contestants=[attrs.evolve(each, searcher="x") for each in work.contestants],
    )
    assert find_keys(renamed, TASKS, builtins) == keys


@pytest.mark.parametrize(
    "change",
    [
        {"budget": 7.0},
        {"energy": {"kind": "majority"}},
        {"cost": {"kind": "additive", "size": "mean"}},
        {"constraints": (Size(most=3),)},
    ],
)
def test_another_case_has_other_keys(work, builtins, change):
    parts = {
        kind: build_part(kind, spec, builtins) if kind in ("energy", "cost") else spec for kind, spec in change.items()
    }
    other = attrs.evolve(work, case=attrs.evolve(work.case, **parts))
    assert not set(find_keys(other, TASKS, builtins)) & set(find_keys(work, TASKS, builtins))


def test_the_reference_has_another_key_with_another_prover(work, builtins):
    keys = [find_keys(each, TASKS, builtins) for each in (work, attrs.evolve(work, prover=None))]
    assert keys[0][0] != keys[1][0]
    assert keys[0][1:] == keys[1][1:]
