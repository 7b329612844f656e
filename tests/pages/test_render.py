"""Pages from chapters."""

from __future__ import annotations

import sys
from html.parser import HTMLParser

import pytest

from haversack import HaversackError
from haversack.config.embedded import extract_json
from haversack.pages.model import Chapter, Column, Drawing, Section, Table, Tile
from haversack.pages.render import render_page
from hostile_names import HOSTILE

pytest.importorskip("jinja2")


class Reader(HTMLParser):
    """Elements and texts of a page."""

    def __init__(self):
        super().__init__()
        self.tags, self.texts = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.texts.append(data)


def read(page):
    reader = Reader()
    reader.feed(page)
    return reader


def make_chapter(text, kind="selection"):
    section = Section(
        text,
        paragraphs=[text],
        drawings=[Drawing("<svg></svg>", text)],
        tables=[Table([Column(text)], [[text]], caption=text, folded=folded, marked=[0]) for folded in (False, True)],
        facts=[(text, text)],
        code=text,
    )
    return Chapter(kind, text, text, [Tile(text, text, text)], [text], [section], {"names": [text]})


@pytest.mark.parametrize("text", HOSTILE)
def test_every_text_is_escaped_everywhere(text):
    expected = read(render_page([make_chapter("text")]))
    found = read(render_page([make_chapter(text)]))
    assert found.tags == expected.tags
    assert sum(text.replace("\x00", "") in each.replace("\x00", "") for each in found.texts) >= expected.texts.count(
        "text"
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_a_page_carries_its_results(text):
    pages = render_page([make_chapter(text), make_chapter("b", "frontier")])
    assert extract_json(pages, "x") == [{"names": [text]}, {"names": ["b"]}]


def test_a_page_asks_for_nothing_and_runs_nothing():
    tags = read(render_page([make_chapter("a"), make_chapter("b")])).tags
    scripts = [attributes for tag, attributes in tags if tag == "script"]
    assert {attributes["type"] for attributes in scripts} == {"application/json"}
    sources = [each for _, attributes in tags for key, each in attributes.items() if key in ("src", "href")]
    assert all(source.startswith(("#", "data:")) for source in sources)
    policy = next(attributes["content"] for _, attributes in tags if "http-equiv" in attributes)
    assert policy.startswith("default-src 'none';")


def test_several_results_have_a_list_that_leads_to_them():
    tags = read(render_page([make_chapter("a"), make_chapter("b")])).tags
    links = {attributes["href"][1:] for tag, attributes in tags if tag == "a"}
    assert links == {attributes["id"] for tag, attributes in tags if tag == "article"}


def test_without_jinja_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(HaversackError, match=r'^a report needs jinja2: pip install "haversack\[report\]"$'):
        render_page([make_chapter("a")])


@pytest.mark.parametrize("text", HOSTILE)
def test_cells_of_wide_tables_carry_the_titles_of_their_columns(text):
    table = Table([Column(text) for _ in range(6)], [["cell"] * 6])
    page = render_page([Chapter("selection", "title", "lead", sections=[Section("section", tables=[table])])])
    cells = [attributes for tag, attributes in read(page).tags if tag == "td"]
    assert [set(cell) for cell in cells] == [{"data-column"}] * 6
    assert cells[0]["data-column"].replace("\x00", "") == text.replace("\x00", "")
