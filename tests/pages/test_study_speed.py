"""Answers of a study against the time that they take."""

from __future__ import annotations

import attrs
import pytest

pytest.importorskip("matplotlib")

from haversack import Pool, study
from haversack.pages.study_speed import build_speed_sections
from haversack.studies.standings import rank_combinations


@pytest.fixture(scope="module")
def found(builtins):
    pool = Pool(accuracies=[0.9, 0.8, 0.7], costs=[4, 2, 2])
    return study(pools={"a": pool}, searchers=["exact", "greedy-forward"], budgets=[2, 8], catalog=builtins)


def draw(result):
    return build_speed_sections(rank_combinations(result.labels, result.records), "key")


def test_each_combination_is_a_point_with_its_name(found):
    seconds = {"exact": 0.25, "greedy-forward": 0.125}
    records = [
        {**record, "seconds": seconds[labels[2]]} for labels, record in zip(found.labels, found.records, strict=True)
    ]
    (section,) = draw(attrs.evolve(found, records=records))
    (drawing,) = section.drawings
    assert all(f">{name}</text>" in drawing.svg for name in (*seconds, "seconds, median", "right, median"))


def test_times_that_differ_much_have_a_logarithmic_axis(found):
    records = [{**record, "seconds": 100.0**number} for number, record in enumerate(found.records)]
    (section,) = draw(attrs.evolve(found, records=records))
    assert all(f">{tick}</text>" in section.drawings[0].svg for tick in ("100", "1000", "10000"))
    records = [{**record, "seconds": 0.0} for record in found.records]
    assert draw(attrs.evolve(found, records=records))


def test_nothing_is_drawn_where_nothing_can_be_compared(found):
    one = [labels[2] == "exact" for labels in found.labels]
    alone = attrs.evolve(
        found,
        labels=[labels for labels, is_kept in zip(found.labels, one, strict=True) if is_kept],
        records=[record for record, is_kept in zip(found.records, one, strict=True) if is_kept],
    )
    energies = attrs.evolve(found, labels=[(row[0], row[2], "", *row[3:]) for row in found.labels])
    # Each has answered another budget.
    apart = [
        record if (labels[2] == "exact") == (labels[6] == 2) else None
        for labels, record in zip(found.labels, found.records, strict=True)
    ]
    assert [draw(each) for each in (alone, energies, attrs.evolve(found, records=apart))] == [[], [], []]
