"""The members of a pool, as a figure and tables."""

from __future__ import annotations

import numpy as np
import pytest

from haversack import Pool, select
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
