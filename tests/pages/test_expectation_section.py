"""What is expected on new items."""

from __future__ import annotations

import attrs
import pytest

pytest.importorskip("matplotlib")

from haversack import Panel
from haversack.api.expected import Expected, Rival
from haversack.pages.expectation_section import build_expectation_section
from haversack.pages.verdict import build_tiles, write_lead, write_title

SINGLE = Rival(names=("ann",), accuracy=0.86, low=0.8, high=0.91, shown=0.9, gain=0.07, gain_low=0.03, gain_high=0.11)
EXPECTED = Expected(
    accuracy=0.93, low=0.9, high=0.95, method="bootstrap", resamples=200, items=400, shown=0.97, best_single=SINGLE
)


@pytest.fixture
def estimated(selection):
    return attrs.evolve(selection, expected=EXPECTED, best_single=Panel((1,), ("bob",), 0.8, 0.2, 2.0))


def test_a_result_without_an_estimate_has_no_such_section(selection):
    assert build_expectation_section(attrs.evolve(selection), "key") is None


def test_panel_and_rivals_stand_beside_each_other(estimated):
    section = build_expectation_section(estimated, "key")
    assert section.paragraphs[0].endswith("estimated by choosing again from resampled items:")
    assert section.tables[0].rows == [
        ["this panel", "93\u00a0%", "90 to 95\u00a0%", "97\u00a0%"],
        ["best single, ann", "86\u00a0%", "80 to 91\u00a0%", "90\u00a0%"],
    ]
    assert ">best single, ann</text>" in section.drawings[0].svg


def test_a_panel_of_everybody_is_listed_once(estimated):
    rival = attrs.evolve(SINGLE, names=())
    pool = estimated.pool
    names = []
    for members in (range(len(pool)), range(len(pool) - 1)):
        whole = attrs.evolve(
            estimated,
            members=tuple(members),
            names=tuple(pool.names[member] for member in members),
            expected=attrs.evolve(EXPECTED, everybody=rival),
        )
        names.append([row[0] for row in build_expectation_section(whole, "key").tables[0].rows])
    assert names == [["this panel", "best single, ann"], ["this panel", "best single, ann", "everybody"]]


def test_the_verdict_is_what_is_expected(estimated):
    assert write_lead(estimated) == (
        "Choose ann and cat. The best single member, ann, is expected to be right on 86\u00a0% of new items."
    )
    assert "right 93\u00a0%" in write_title(estimated)
    (tile,) = [tile for tile in build_tiles(estimated) if tile.title == "Right"]
    assert tile.detail == "on new items, 90\u00a0% to 95\u00a0%; 97\u00a0% on recorded ones"


def test_the_verdict_says_where_the_gain_is_not_certain(estimated):
    doubtful = attrs.evolve(SINGLE, gain_low=-0.01)
    assert write_lead(attrs.evolve(estimated, expected=attrs.evolve(EXPECTED, best_single=doubtful))).endswith(
        "of new items. The gain over bob alone is not certain: its interval includes 0."
    )


def test_heads_say_on_which_items(estimated):
    titles = [column.title for column in build_expectation_section(estimated, "key").tables[0].columns]
    assert titles == ["panel", "on new items", "95 % interval", "on recorded items"]


def test_what_rounding_leaves_of_a_mistake_is_none(estimated):
    perfect = attrs.evolve(estimated, expected=attrs.evolve(EXPECTED, accuracy=1.0 - 1e-15, high=1.0 - 1e-15))
    assert build_expectation_section(perfect, "key").tables[0].rows[0][1:3] == ["100\u00a0%", "90 to 100\u00a0%"]


def test_the_panel_is_not_compared_with_itself(estimated):
    alone = attrs.evolve(estimated, members=(1,), names=("bob",))
    section = build_expectation_section(alone, "key")
    assert [row[0] for row in section.tables[0].rows] == ["this panel"]
