"""Where a result comes from."""

from __future__ import annotations

import json

import attrs
import pytest

import haversack as hs
from haversack.comparison import Case
from haversack.execution.digests import digest_columns
from haversack.pages.provenance_section import (
    build_frontier_provenance,
    build_joint_provenance,
    build_provenance_section,
)
from haversack.pages.wording import show_name
from hostile_names import HOSTILE


def test_parts_seed_and_configuration_are_shown(chosen):
    section = build_provenance_section(chosen)
    facts = dict(section.facts)
    assert facts["seed"] == "0"
    assert facts["energy"].startswith("'majority' of haversack ")
    assert facts["digest of the pool"] == f"SHA-256 {digest_columns(chosen.pool.to_dict())}"
    assert '"kind": "majority"' in section.code
    assert "accuracies" not in section.code


@pytest.mark.parametrize(("steps", "text"), [(1, "1 step in 0.5 s"), (2, "2 steps in 0.5 s")])
def test_steps_are_counted(selection, steps, text):
    section = build_provenance_section(attrs.evolve(selection, steps=steps, seconds=0.5))
    assert dict(section.facts)["search"] == text


def test_a_run_that_cannot_be_repeated_says_so(selection):
    section = build_provenance_section(attrs.evolve(selection, settings=None))
    (sentence,) = section.paragraphs
    assert sentence == (
        "A part of this run has no registered name, or an option that plain data cannot express, so it cannot be "
        "repeated from a file."
    )
    assert section.code == ""


class Nameless:
    """A searcher that no plugin registers."""

    def search(self, problem, monitor, rng):
        monitor.offer([[False] * (len(problem.pool) - 1) + [True]])


def test_a_frontier_shows_its_pool_and_configuration(small_pool, builtins):
    document = hs.frontier(small_pool, budgets=[3.0, 8.0], catalog=builtins).to_dict()
    section = build_frontier_provenance(document, [("stopped", "done")])
    assert dict(section.facts) == {
        "stopped": "done",
        "pool": "4 members",
        "digest of the pool": f"SHA-256 {digest_columns(small_pool.to_dict())}",
    }
    assert "repeats it" in section.paragraphs[0]
    code = json.loads(section.code)
    assert (code["budgets"], code["energy"]["kind"], "pool" in code) == ([3.0, 8.0], "majority", False)


def test_a_frontier_by_a_part_without_a_name_shows_its_pool(small_pool, builtins):
    document = hs.frontier(small_pool, budgets=[3.0], searcher=Nameless(), catalog=builtins).to_dict()
    section = build_frontier_provenance(document, [])
    assert dict(section.facts)["digest of the pool"] == f"SHA-256 {digest_columns(small_pool.to_dict())}"
    assert section.paragraphs[0].startswith("A part of this search has no registered name, or an option that")
    assert section.code == ""


def test_a_frontier_of_an_early_version_says_what_is_missing():
    (sentence,) = build_frontier_provenance({"points": []}, []).paragraphs
    assert sentence.startswith("This search does not record its configuration")


def test_pools_of_a_comparison_are_listed_with_their_settings_and_digests(small_pool, builtins):
    cases = [Case(pool=small_pool, name=HOSTILE[0], budget=5.0), Case(pool=small_pool, name="free", cost="none")]
    compared = hs.compare(cases, ["sweep", "exact"], seeds=1, catalog=builtins)
    section = build_joint_provenance("comparison", [], compared.config, compared.versions, key="cases")
    (table,) = section.tables
    digest = digest_columns(small_pool.to_dict())
    assert table.rows == [
        [show_name(HOSTILE[0]), "4", '{"budget": 5.0}', digest],
        ["free", "4", '{"cost": {"kind": "none"}}', digest],
    ]
    assert [column.title for column in table.columns] == ["pool", "members", "own settings", "SHA-256"]
    assert dict(section.facts)["haversack"] == hs.__version__
    assert json.loads(section.code).keys() == compared.config.keys() - {"cases"}


def test_many_pools_are_folded_and_cut(small_pool):
    config = {"pools": [{"name": str(number), "pool": small_pool.to_dict()} for number in range(300)]}
    (table,) = build_joint_provenance("study", [], config, {}, key="pools").tables
    assert (len(table.rows), table.folded) == (200, True)
    assert table.caption == "300 pools, with a digest of each: the first 200 of 300"
    assert [column.title for column in table.columns] == ["pool", "members", "SHA-256"]


@pytest.mark.parametrize(
    ("config", "facts", "sentence"),
    [
        (None, {}, "This study does not record its configuration"),
        (None, {"is_too_large": True}, "The pools of this study are too large for a page"),
        ({"pools": []}, {"is_too_large": True}, "The pools of this study are too large for a page"),
        ({"pools": []}, {"has_unnamed": True}, "A part of this study has no registered name"),
    ],
)
def test_what_cannot_be_repeated_says_why(config, facts, sentence):
    section = build_joint_provenance("study", [], config, {}, key="pools", **facts)
    assert section.paragraphs[0].startswith(sentence)


def test_hostile_settings_and_versions_are_shown_without_harm(small_pool):
    long, hidden = "x" * 1000, "1.0\u202e"
    config = {"pools": [{"name": "a", "pool": small_pool.to_dict(), "preset": long}]}
    section = build_joint_provenance("study", [], config, {"third-party": hidden}, key="pools")
    assert dict(section.facts)["third-party"] == show_name(hidden) != hidden
    assert len(section.tables[0].rows[0][2]) == 200
