"""The heat map of shared mistakes."""

from __future__ import annotations

import attrs
import pytest

pytest.importorskip("matplotlib")

from haversack import Pool
from haversack.pages.mistakes_section import build_mistakes_section


def build(selection, answers, members, names=None):
    pool = Pool.from_votes(answers, truth=["a"] * len(answers), names=names)
    return build_mistakes_section(attrs.evolve(selection, pool=pool, members=members), "key")


def test_the_worst_pair_is_named(selection):
    answers = [["b", "b", "a"]] * 10 + [["a", "a", "b"]] * 2 + [["a", "a", "a"]] * 8
    section = build(selection, answers, (0, 1, 2), ["ann", "bob", "cat"])
    assert section.paragraphs == [
        "ann and bob are wrong together on 50\u00a0% of the items, 2.0 times as often as the 25\u00a0% of independent "
        "members."
    ]
    # Three alone, three pairs.
    assert section.drawings[0].svg.count("<text ") == 6 + 3 + 3


def test_members_who_share_no_mistake_are_praised(selection):
    section = build(selection, [["b", "a"], ["a", "b"]], (0, 1))
    assert section.paragraphs[0].startswith("No two members are wrong together more often than")


def test_pairs_without_a_common_item_have_a_dash(selection):
    section = build(selection, [["b", None], [None, "b"], ["a", None], [None, "a"]], (0, 1))
    assert ">–</text>" in section.drawings[0].svg


def test_of_a_large_panel_those_with_the_most_mistakes_are_shown(selection):
    answers = [["b" if item <= member else "a" for member in range(20)] for item in range(20)]
    section = build(selection, answers, tuple(range(20)))
    assert section.paragraphs[1] == "The 14 members with the most mistakes are shown."
    assert "member-19  14" in section.drawings[0].svg


def test_without_votes_or_pairs_there_is_none(selection):
    assert build_mistakes_section(selection, "key") is None
    assert build(selection, [["a", "b"]], (0,)) is None
