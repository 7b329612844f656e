"""The directives ``option-tables``, a section for every implementation of one kind that ships, and ``option-table``.

Everything comes from the catalog and from the fields of the classes, so the pages cannot fall behind the code. Both are
for reStructuredText; a Markdown page has them inside of ``eval-rst``.
"""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import nested_parse_with_titles

from haversack.config.options import list_options
from haversack.hookspecs import PROJECT
from haversack.plugins import load_catalog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

    from haversack.config.records import Option
    from haversack.plugins import Entry


class _FromCatalog(SphinxDirective):
    """Shared by both directives: find parts and parse the lines that describe them."""

    def shipped(self, kind: str) -> list[Entry]:
        # Sphinx cannot know which modules the catalog comes from, so the page is read at every build.
        self.env.note_reread()
        entries = load_catalog(third_parties=False).entries
        return [entry for entry in entries if entry.kind == kind and entry.source.distribution == PROJECT]

    def parsed(self, lines: list[str], source: str) -> list[nodes.Node]:
        parent = nodes.section()
        parent.document = self.state.document
        nested_parse_with_titles(self.state, StringList(lines, source=source), parent)
        return parent.children


class OptionTables(_FromCatalog):
    """Lists the implementations of one kind: energy, searcher, stopping or cost."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        kind = self.arguments[0]
        shipped = self.shipped(kind)
        if not shipped:
            raise self.error(f"nothing of kind {kind!r} is registered")
        pages = Path(self.env.srcdir) / "parts" / kind
        lines = [line for entry in shipped for line in _section(entry, has_page=(pages / f"{entry.name}.md").exists())]
        return self.parsed(lines, f"options of {kind}")


class OptionTable(_FromCatalog):
    """Shows the options of one implementation, named by kind and name, and its class."""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        kind, name = self.arguments
        found = [entry for entry in self.shipped(kind) if entry.name == name]
        if not found:
            raise self.error(f"no {kind} {name!r} is registered")
        return self.parsed([line for entry in found for line in _table(entry)], f"options of {kind} {name}")


def _section(entry: Entry, *, has_page: bool) -> Iterator[str]:
    title = f"``{entry.name}``"
    yield from (f".. _{entry.kind}-{entry.name}:", "", title, "~" * len(title), "")
    yield from (*_prose(inspect.getdoc(entry.factory) or entry.summary), "")
    if has_page:
        yield from (f"Formula, example and limits: :doc:`/parts/{entry.kind}/{entry.name}`.", "")
    yield from _table(entry)


def _table(entry: Entry) -> Iterator[str]:
    factory = entry.factory
    yield from (f"In Python: ``{factory.__module__.rpartition('.')[0]}.{factory.__qualname__}``.", "")
    options = list_options(factory)
    if not options:
        yield from ("It has no options.", "")
        return
    yield from (".. list-table::", "   :header-rows: 1", "   :widths: 14 26 14 46", "")
    for cells in (("option", "takes", "default", "meaning"), *map(_cells, options)):
        yield from (f"   {'*' if index == 0 else ' '} - {cell}" for index, cell in enumerate(cells))
    yield ""


def _cells(option: Option) -> tuple[str, str, str, str]:
    takes = " and ".join(check.wanted for check in option.checks) or option.type.words
    return f"``{option.name}``", takes.replace("'", "``"), _default(option), option.doc


def _default(option: Option) -> str:
    if option.is_required:
        return "must be given"
    return "left out" if option.default is None else f"``{_shown(option.default)}``"


def _shown(default: Any) -> str:
    return json.dumps(default, default=str)


def _prose(docstring: str) -> list[str]:
    """Return the part of a docstring before its first titled section."""
    text = re.split(r"^\S[^\n]*\n-{3,}$|^References\b", docstring, maxsplit=1, flags=re.MULTILINE)[0]
    return text.strip().splitlines()


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("option-tables", OptionTables)
    app.add_directive("option-table", OptionTable)
    return {"parallel_read_safe": True}
