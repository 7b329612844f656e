"""The directive ``option-tables``: a section with a table of options for every implementation of one kind that ships.

Everything comes from the catalog and from the fields of the classes, so the page cannot fall behind the code.
"""

from __future__ import annotations

import inspect
import json
import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import nested_parse_with_titles

from haversack.hookspecs import PROJECT
from haversack.options import options_of, type_words
from haversack.plugins import load_catalog
from haversack.validators import Check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

    from haversack.options import Option
    from haversack.plugins import Entry


class OptionTables(SphinxDirective):
    """Lists the implementations of one kind: energy, searcher, stopping or cost. For reStructuredText pages."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        kind = self.arguments[0]
        # Sphinx cannot know which modules the catalog comes from, so the page is read at every build.
        self.env.note_reread()
        shipped = [
            entry
            for entry in load_catalog(third_parties=False).entries
            if entry.kind == kind and entry.source.distribution == PROJECT
        ]
        if not shipped:
            raise self.error(f"nothing of kind {kind!r} is registered")
        lines = [line for entry in shipped for line in _section(entry)]
        parent = nodes.section()
        parent.document = self.state.document
        nested_parse_with_titles(self.state, StringList(lines, source=f"options of {kind}"), parent)
        return parent.children


def _section(entry: Entry) -> Iterator[str]:
    title = f"``{entry.name}``"
    yield from (f".. _{entry.kind}-{entry.name}:", "", title, "~" * len(title), "")
    factory = entry.factory
    yield from (*_prose(inspect.getdoc(factory) or entry.summary), "")
    yield from (f"In Python: ``{factory.__module__.rpartition('.')[0]}.{factory.__qualname__}``.", "")
    options = options_of(factory)
    if not options:
        yield from ("It has no options.", "")
        return
    yield from (".. list-table::", "   :header-rows: 1", "   :widths: 14 26 14 46", "")
    for cells in (("option", "takes", "default", "meaning"), *map(_cells, options)):
        yield from (f"   {'*' if index == 0 else ' '} - {cell}" for index, cell in enumerate(cells))
    yield ""


def _cells(option: Option) -> tuple[str, str, str, str]:
    takes = " and ".join(check.wanted for check in _checks(option)) or type_words(option.type)
    return f"``{option.name}``", takes.replace("'", "``"), _default(option), option.doc


def _checks(option: Option) -> list[Check]:
    validator = option.field.validator if option.field is not None else None
    # attrs joins several validators of a field into one that holds them.
    several = getattr(validator, "_validators", (validator,))
    return [check for check in several if isinstance(check, Check)]


def _default(option: Option) -> str:
    if option.required:
        return "must be given"
    return "left out" if option.default is None else f"``{_shown(option.default)}``"


def _shown(default: Any) -> str:
    return json.dumps(default, default=str)


def _prose(docstring: str) -> list[str]:
    """Return what stands in a docstring before its first titled section."""
    text = re.split(r"^\S[^\n]*\n-{3,}$|^References\b", docstring, maxsplit=1, flags=re.MULTILINE)[0]
    return text.strip().splitlines()


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("option-tables", OptionTables)
    return {"parallel_read_safe": True}
