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


def test_shares_of_the_items_that_both_answered_are_called_so(selection):
    """Two workers of a crowd may have few of its items in common."""
    section = build(selection, [["b", "b"]] * 2 + [["a", "a"]] * 2 + [["a", None]] * 16, (0, 1), ["ann", "bob"])
    assert section.paragraphs[0].startswith(
        "ann and bob are wrong together on 50\u00a0% of the items that both answered, "
    )
    assert section.drawings[0].caption.startswith("Per cent of the items that both answered on which both are wrong")


def test_of_a_large_panel_the_least_accurate_are_shown(selection):
    answers = [["b" if item <= member else "a" for member in range(20)] for item in range(20)]
    section = build(selection, answers, tuple(range(20)))
    assert section.paragraphs[1] == "The 14 least accurate members are shown."
    assert "member-19  14" in section.drawings[0].svg


def test_without_votes_or_pairs_there_is_none(selection):
    assert build_mistakes_section(selection, "key") is None
    assert build(selection, [["a", "b"]], (0,)) is None
