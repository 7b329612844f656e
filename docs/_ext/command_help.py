"""The directive ``command-help``: what a command prints when asked for help, taken from the command itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective
from typer.testing import CliRunner

from haversack.cli.app import app as commands

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_WIDTH = 90


class CommandHelp(SphinxDirective):
    """Shows ``haversack <arguments> --help``."""

    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        # Sphinx cannot know which modules the help comes from, so the page is read at every build.
        self.env.note_reread()
        words = [*(self.arguments[0].split() if self.arguments else ()), "--help"]
        result = CliRunner().invoke(commands, words, prog_name="haversack", terminal_width=_WIDTH, color=False)
        if result.exit_code != 0:
            raise self.error(f"haversack {' '.join(words)} failed: {result.output}")
        text = result.output.strip()
        return [nodes.literal_block(text, text, language="text")]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("command-help", CommandHelp)
    return {"parallel_read_safe": True}
