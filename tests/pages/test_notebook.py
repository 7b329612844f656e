"""A selection in a notebook."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser

import attrs

from haversack import Note
from hostile_names import HOSTILE
from policy_examples import make_policy


class Reader(HTMLParser):
    """Elements and text of a fragment."""

    def __init__(self):
        super().__init__()
        self.tags, self.ends, self.text = [], [], ""

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        self.ends.append(tag)

    def handle_data(self, data):
        self.text += data


def read(selection):
    reader = Reader()
    reader.feed(selection._repr_html_())
    return reader


def test_it_shows_verdict_and_members(chosen):
    found = read(chosen)
    assert found.text.startswith(f"{len(chosen.members)} of 5 members, ")
    assert sorted(tag for tag in found.tags if tag != "br") == sorted(found.ends)
    assert found.tags.count("tr") == 1 + len(chosen.members)


def test_names_and_warnings_are_escaped(selection):
    doubt = Note("warning", HOSTILE[0], is_warning=True)
    found = read(attrs.evolve(selection, names=HOSTILE[1:3], notes=(doubt,)))
    assert not {"script", "img", "svg"} & set(found.tags)
    assert HOSTILE[0] in found.text
    assert HOSTILE[1][:20] in found.text


def test_long_panels_are_cut(selection):
    members = tuple([0, 1, 2, 3] * 10)
    found = read(attrs.evolve(selection, members=members, names=tuple(selection.pool.names) * 10))
    assert found.text.endswith("and 20 more")


def test_it_needs_no_extra(chosen, monkeypatch):
    for name in [name for name in sys.modules if re.match(r"jinja2|matplotlib|haversack\.pages", name)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "jinja2", None)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert "Best possible?" in chosen._repr_html_()


def test_policies_are_shown_with_their_questions():
    text = make_policy()._repr_html_()
    assert text.startswith('<div class="haversack-policy"><p><strong>Right 85\u00a0% for 2.5 per item</strong></p>')
    assert "<strong>Warning</strong> votes: are few." in text
    assert "&lt;script&gt;</td>" in text
    assert text.count("<table") == 2
