"""The members of a pool, as a figure and tables."""

from __future__ import annotations

import re

import numpy as np
import pytest

from haversack import Panel, Pool, select
from haversack.pages.members_section import build_members_section, list_members

pytest.importorskip("matplotlib")


def test_the_chosen_are_listed_first_and_the_others_folded_away(chosen):
    section = build_members_section(chosen, (), "key")
    first, second = section.tables
    assert [row[0] for row in first.rows] == list(chosen.names)
    assert sorted(row[0] for row in second.rows) == sorted(set(chosen.pool.names) - set(chosen.names))
    assert (first.folded, second.folded) == (False, True)
    assert [column.title for column in first.columns] == ["chosen", "accuracy", "cost"]
    assert len(section.drawings) == 1


def test_points_of_thousands_are_thinned_out(builtins):
    pool = Pool(accuracies=np.linspace(0.6, 0.9, 4000), costs=np.linspace(1.0, 90.0, 4000))
    chosen = select(pool, 5.0, seed=0, certify="off", catalog=builtins)
    section = build_members_section(chosen, (), "key")
    assert "are drawn." in section.drawings[0].caption
    assert section.drawings[0].svg.count("<use ") < 2000
    assert section.tables[1].caption == f"{4000 - len(chosen.members):,} members not chosen: the first 200 of " + (
        f"{4000 - len(chosen.members):,}"
    )


def test_without_costs_members_stand_by_rank(builtins):
    chosen = select(Pool(accuracies=[0.9, 0.8, 0.7]), seed=0, catalog=builtins)
    assert "rank by accuracy" in build_members_section(chosen, (), "key").drawings[0].svg


def test_a_column_says_what_the_panel_is_without_each(chosen):
    table = list_members(chosen, chosen.members, without=[chosen.best_single] * len(chosen.members))
    assert table.columns[-1].title == "panel without"
    assert {row[-1] for row in table.rows} == {"90\u00a0%"}


def test_recorded_votes_have_heads_that_say_which_share_it_is(voted):
    table = list_members(voted, voted.members, without=[voted.best_single] * len(voted.members))
    assert [column.title for column in table.columns] == [
        "chosen",
        "accuracy, estimated",
        "cost",
        "panel without: right on recorded items",
    ]


def test_answers_that_are_missing_have_a_column_and_a_sentence(builtins):
    answers = [["a", "a" if item % 2 else None, "a" if item % 4 else "b"] for item in range(20)]
    pool = Pool.from_votes(answers, truth=["a"] * 20, names=["ann", "bob", "cat"])
    section = build_members_section(select(pool, seed=0, estimate="none", catalog=builtins), (), "key")
    titles = [column.title for column in section.tables[0].columns]
    assert titles == ["chosen", "accuracy where it answered, estimated", "answered"]
    cells = {row[0]: row[2] for table in section.tables for row in table.rows}
    assert cells == {"ann": "100\u00a0%", "bob": "50\u00a0%", "cat": "100\u00a0%"}
    assert len(section.paragraphs) == 1
    assert "where it answered, estimated: filled" in section.drawings[0].caption
    assert section.drawings[0].caption.endswith("drawn towards the mean of all members.")


def test_accuracies_beside_votes_can_be_given(voted, builtins):
    given = np.linspace(0.6, 0.8, len(voted.pool))
    pool = Pool(accuracies=given, votes=voted.pool.votes, names=voted.pool.names, costs=voted.pool.costs)
    panel = select(pool, 9.0, seed=0, estimate="none", catalog=builtins)
    assert list_members(panel, panel.members).columns[1].title == "accuracy, as given"


def test_ranks_are_whole_numbers(builtins):
    alone = select(Pool(accuracies=[0.8]), seed=0, catalog=builtins)
    svg = build_members_section(alone, (), "key").drawings[0].svg
    assert ">1</text>" in svg
    assert not [text for text in re.findall(r">([\d.]+)</text>", svg) if "." in text]


@pytest.mark.parametrize("accuracy", [0.0, 1.0])
def test_no_accuracy_beyond_what_it_can_be_is_on_the_axis(accuracy, builtins):
    panel = select(Pool(accuracies=[accuracy] * 3, costs=[1, 2, 3]), 2.0, seed=0, catalog=builtins)
    svg = build_members_section(panel, (), "key").drawings[0].svg
    ticks = [float(text.replace("\u2212", "-")) for text in re.findall(r">([\u2212\d.]+)</text>", svg)]
    assert 100.0 * accuracy in ticks
    assert not [tick for tick in ticks if not 0.0 <= tick <= 100.0]


def test_panels_that_make_hardly_a_mistake_are_told_apart(chosen):
    """Otherwise every cell would be "over 99.9999 %"."""
    panels = [Panel(chosen.members, chosen.names, 1.0, error, 8.0) for error in (1e-12, 1e-40, 2e-5)]
    table = list_members(chosen, chosen.members, without=panels)
    assert table.columns[-1].title == "panel without: mistakes"
    assert [row[-1] for row in table.rows] == ["1e-10\u00a0%", "1e-38\u00a0%", "0.002\u00a0%"]


def test_a_cost_that_is_no_sum_is_explained(chosen, builtins):
    parallel = select(chosen.pool, 5.0, cost="parallel", seed=0, catalog=builtins)
    total = parallel.pool.costs[list(parallel.members)].sum()
    assert build_members_section(parallel, (), "key").paragraphs == [
        f"The costs of the members add up to {total:g}; by the cost model parallel the panel costs {parallel.cost:g}."
    ]
    assert build_members_section(chosen, (), "key").paragraphs == []
