"""Figures inside of pages."""

from __future__ import annotations

import re
import sys
from xml.etree import ElementTree

import pytest

from haversack import HaversackError

pytest.importorskip("matplotlib")

from conftest import ROOT
from haversack.pages.canvas import ACCENT, INK, draw_svg
from hostile_names import HOSTILE


def draw(axes):
    axes.plot([1, 10, 100], [1, 2, 3], "o-", color=ACCENT, label='$x^2$ id="q" url(#z)')
    axes.set_xscale("log")
    axes.fill_between([1, 10], [1, 1], [2, 2], color="black", alpha=0.3)
    for row, name in enumerate(HOSTILE[:5]):
        axes.text(1, row, name, color=INK)
    axes.legend()


@pytest.fixture(scope="module")
def drawn():
    return draw_svg(draw, key="one", label='what "it" <shows>')


def test_it_is_xml_whose_texts_are_what_was_drawn(drawn):
    root = ElementTree.fromstring(drawn)
    texts = [element.text for element in root.iter("text")]
    assert set(HOSTILE[:5]) < set(texts)
    assert '$x^2$ id="q" url(#z)' in texts
    assert {"1", "10", "100"} < set(texts)
    assert root.get("aria-label") == 'what "it" <shows>'
    assert {element.tag for element in root.iter()} <= {"svg", "g", "path", "use", "defs", "clipPath", "rect", "text"}


def test_names_begin_with_the_key_and_references_lead_somewhere(drawn):
    root = ElementTree.fromstring(drawn)
    names = [element.get("id") for element in root.iter() if element.get("id")]
    used = {element.get("href")[1:] for element in root.iter("use")}
    used |= {found for element in root.iter() for found in re.findall(r"url\(#(.+?)\)", element.get("clip-path", ""))}
    assert used
    assert sorted(used) == sorted(set(names)) == sorted(names)
    assert all(name.startswith("one-") for name in names)


def test_colours_and_fonts_are_those_of_the_page(drawn):
    root = ElementTree.fromstring(drawn)
    styles = " ".join(element.get("style", "") for element in root.iter())
    assert re.findall("#[0-9a-f]{6}", styles) == []
    assert "font-family" not in styles
    variables = set(re.findall(r"var\((--[\w-]+)\)", styles))
    assert {"--ink", "--muted", "--line", "--series-0"} <= variables
    css = (ROOT / "src/haversack/pages/templates/style.css").read_text(encoding="utf-8")
    assert [name for name in variables if f"{name}: #" not in css] == []


def test_bold_text_stays_bold():
    bold = draw_svg(lambda axes: axes.text(0, 0, "here", fontweight="bold"), key="a", label="")
    (style,) = [element.get("style") for element in ElementTree.fromstring(bold).iter("text") if element.text == "here"]
    assert re.search(r"font-weight: (bold|700)", style)
    assert re.search(r"font-size: [\d.]+px", style)


def test_the_same_figure_is_the_same_text(drawn):
    assert draw_svg(draw, key="one", label='what "it" <shows>') == drawn


def test_characters_that_no_font_has_are_drawn_without_a_warning():
    assert "名前" in draw_svg(lambda axes: axes.text(0, 0, "名前 हिन्दी"), key="a", label="")


def test_the_style_of_the_caller_is_left_alone():
    import matplotlib as mpl

    before = dict(mpl.rcParams)
    draw_svg(draw, key="a", label="")
    assert dict(mpl.rcParams) == before


def test_without_matplotlib_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(HaversackError, match=r'^a report needs matplotlib: pip install "haversack\[report\]"$'):
        draw_svg(draw, key="a", label="")


def test_numbers_that_cannot_be_drawn_are_reported():
    def draw(axes):
        axes.set_xscale("log")
        axes.plot([1e300, 1e308], [1.0, 2.0])
        raise OverflowError("too large")

    with pytest.raises(HaversackError, match=r"^the figure of 'costs' cannot be drawn: OverflowError: too large$"):
        draw_svg(draw, key="k", label="costs")


def test_ticks_are_whole_numbers_however_little_they_differ():
    svg = draw_svg(lambda axes: axes.plot([1, 2], [99.910, 99.915]), key="key", label="label")
    assert ">99.912</text>" in svg
    assert "+9.99" not in svg
