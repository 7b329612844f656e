"""The directive ``promises``: the checks of the conformance kit, from the kit itself."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class Promises(SphinxDirective):
    """Lists the promises that a module keeps under a name."""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        # Sphinx cannot know which modules the promises come from, so the page is read at every build.
        self.env.note_reread()
        module, name = self.arguments
        entries = [
            nodes.list_item(
                "",
                nodes.paragraph(
                    "", "", nodes.literal(text=promise.name), nodes.Text(f": {promise.words}."), classes=["promise"]
                ),
            )
            for promise in getattr(importlib.import_module(module), name)
        ]
        return [nodes.bullet_list("", *entries)]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("promises", Promises)
    return {"parallel_read_safe": True}
