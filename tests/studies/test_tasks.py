"""Tasks: every combination once, each with a key of all that it depends on."""

from __future__ import annotations

import attrs
import pytest

from haversack import Pool
from haversack.comparison import paper_pool
from haversack.studies.axes import LabelledParts
from haversack.studies.tasks import LABELS, StudyCase, list_tasks

NOTHING = LabelledParts(("",) * 5, {})
POOL = paper_pool(6, 0)


def keys(builtins, *, pool=POOL, settings=None, parts=NOTHING, budget=3.0, seeds=(1,), certify=None, catalog=None):
    case = StudyCase("name", pool, settings or {}, [budget])
    found = list_tasks([case], [parts], seeds, certify, catalog or builtins)
    return [task.key for task, _ in found.tasks]


def test_all_combinations_are_listed_pool_by_pool(builtins):
    parts = [LabelledParts(("", name, "", "", ""), {"searcher": {"kind": name}}) for name in ("exact", "sweep")]
    cases = [StudyCase("a", POOL, {}, [1.0, None]), StudyCase("b", paper_pool(5, 1), {}, [2.0])]
    found = list_tasks(cases, parts, [0, 5], None, builtins)
    assert len(LABELS) == len(found.rows[0])
    assert [(row[0], row[2], *row[-2:]) for row in found.rows] == [
        *[("a", name, budget, seed) for name in ("exact", "sweep") for budget in (1.0, None) for seed in (0, 5)],
        *[("b", name, 2.0, seed) for name in ("exact", "sweep") for seed in (0, 5)],
    ]
    assert len({task.key for task, _ in found.tasks}) == 12
    assert len(found.pools) == 2
    task, digest = found.tasks[0]
    assert task.settings == {"searcher": {"kind": "exact"}, "seed": 0, "budget": 1.0}
    assert found.pools[digest] is POOL


def test_equal_content_has_one_key_whatever_it_is_called(builtins):
    copy = Pool(accuracies=POOL.accuracies, costs=POOL.costs)
    assert keys(builtins) == keys(builtins, pool=copy, parts=LabelledParts(("x",) * 5, {}))


def test_a_default_that_is_written_out_has_the_key_of_one_that_is_not(builtins):
    assert keys(builtins, certify="quick") == keys(builtins)
    assert keys(builtins, settings={"certify": "off"}, certify="quick") == keys(builtins)


@pytest.mark.parametrize(
    "change",
    [
        {"pool": paper_pool(6, 1)},
        {"budget": 3.5},
        {"budget": None},
        {"seeds": (2,)},
        {"certify": "off"},
        {"settings": {"energy": {"kind": "majority", "ties": "coin"}}},
        {"parts": LabelledParts(("",) * 5, {"searcher": {"kind": "exact"}})},
    ],
)
def test_everything_that_a_result_depends_on_changes_the_key(builtins, change):
    assert keys(builtins, **change) != keys(builtins)


def test_another_version_changes_the_key(builtins):
    entries = [attrs.evolve(each, source=attrs.evolve(each.source, version="99")) for each in builtins.entries]
    assert keys(builtins, catalog=attrs.evolve(builtins, entries=tuple(entries))) != keys(builtins)


def test_without_seeds_that_of_the_run_file_is_used(builtins):
    assert keys(builtins, settings={"seed": 1}, seeds=None) == keys(builtins)
    assert keys(builtins, seeds=None) == keys(builtins, seeds=(0,))
