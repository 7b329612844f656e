"""What a page says about a policy."""

from __future__ import annotations

import json

import attrs
import pytest

pytest.importorskip("matplotlib")

import haversack as hs
from haversack.execution.digests import digest_columns
from haversack.pages.documents import recognise
from haversack.pages.policy_chapter import build_policy_chapter
from haversack.pages.report import write_report
from policy_examples import make_policy

POLICY = make_policy()


def test_there_is_a_section_for_each_question():
    chapter = build_policy_chapter(POLICY, "key")
    assert chapter.kind == "policy"
    assert [section.title for section in chapter.sections] == [
        "Whom to ask",
        "Cost and accuracy",
        "Where items end",
        "Calibration",
        "Provenance",
    ]
    asked, costs, ends, calibration, provenance = chapter.sections
    assert len(asked.tables) == 2
    assert [row[0] for row in costs.tables[0].rows] == ["best fixed panel", "best single member"]
    assert costs.tables[1].caption == "Frontier: 2 policies"
    assert ends.paragraphs == ["On average 1.40 answers are bought per item."]
    assert calibration.paragraphs[0] == (
        "Verdicts claim to be right 89\u00a0% of the time, and are 82\u00a0%. "
        "Members share mistakes, which posteriors do not know."
    )
    assert dict(provenance.facts)["seed"] == "3"
    assert dict(provenance.facts)["order"] == "as it is"


def test_provenance_has_versions_and_the_digest_of_the_pool():
    pool = hs.Pool([0.9, 0.8, 0.8], costs=[4, 1, 1], names=["strong", "a", "b"])
    found = build_policy_chapter(hs.policy(pool, budget=2.5, seed=0), "key")
    facts = dict(found.sections[-1].facts)
    assert facts["haversack"] == hs.__version__
    assert facts["digest of the pool"] == f"SHA-256 {digest_columns(pool.to_dict())}"
    assert facts["members"] == "3"


def test_what_is_not_known_is_left_out():
    bare = attrs.evolve(POLICY, ends=(), calibration=(), points=(), alternatives=(), branches=make_policy().branches)
    assert [section.title for section in build_policy_chapter(bare, "key").sections] == [
        "Whom to ask",
        "Cost and accuracy",
        "Provenance",
    ]


def test_a_page_carries_the_policy_and_escapes_names():
    pytest.importorskip("jinja2")
    document = recognise(json.loads(POLICY.to_json()), "policy.json")
    assert document.result == POLICY
    page = write_report([document], None)
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_members_of_another_panel_are_counted_where_they_are_not_all_named():
    names = tuple(f"worker {number}" for number in range(40))
    panel = attrs.evolve(POLICY.alternatives[0], panels=(names,))
    _, costs, *_ = build_policy_chapter(make_policy(alternatives=(panel,)), "key").sections
    assert costs.tables[0].rows[0][1].endswith("worker 18, and 21 more")
