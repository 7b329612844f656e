"""What is expected on new items."""

from __future__ import annotations

from types import SimpleNamespace

import attrs
import pytest

pytest.importorskip("matplotlib")

from haversack import Panel, Selection
from haversack.pages.expectation_section import build_expectation_section
from haversack.pages.verdict import build_tiles, write_lead, write_title

SINGLE = SimpleNamespace(names=("ann",), accuracy=0.86, low=0.8, high=0.91, shown=0.9)
EXPECTED = SimpleNamespace(
    accuracy=0.93, low=0.9, high=0.95, method="bootstrap", resamples=200, shown=0.97, best_single=SINGLE, everybody=None
)


@attrs.frozen
class EstimatedSelection(Selection):
    """A selection that carries an estimate, whatever its class."""

    expected: object = None


@pytest.fixture
def estimated(selection):
    fields = {field.name: getattr(selection, field.name) for field in attrs.fields(Selection)}
    return EstimatedSelection(**fields | {"expected": EXPECTED, "best_single": Panel((1,), ("bob",), 0.8, 0.2, 2.0)})


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


def test_the_verdict_is_what_is_expected(estimated):
    assert write_lead(estimated) == (
        "Choose ann and cat. The best single member, ann, is expected to be right on 86\u00a0% of new items."
    )
    assert "right 93\u00a0%" in write_title(estimated)
    (tile,) = [tile for tile in build_tiles(estimated) if tile.title == "Right"]
    assert tile.detail == "on new items, 90\u00a0% to 95\u00a0%; 90.2\u00a0% on recorded ones"
