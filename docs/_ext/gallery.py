"""The directive ``plot-code``: code that draws, shown beside what it draws when the page is built.

Its argument names the file, its content is Python that leaves the `Axes` to show in ``axes``. It is run from the root
of the repository; all blocks of a page share their names.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_STYLE = {"axes.spines.right": False, "axes.spines.top": False, "font.size": 9.0, "svg.hashsalt": "haversack"}


def draw(code: str, names: dict[str, Any], target: Path) -> None:
    """Run the code and write the figure of its `axes`."""
    with mpl.rc_context(_STYLE), contextlib.chdir(Path(__file__).parents[2]):
        exec(compile(code, target.name, "exec"), names)
        names["axes"].figure.savefig(target, format="svg", metadata={"Date": None})


class PlotCode(SphinxDirective):
    """Shows code and the figure that it draws."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()
        name, code = self.arguments[0], "\n".join(self.content)
        target = Path(self.env.srcdir) / "_build" / "plots" / f"gallery-{name}.svg"
        target.parent.mkdir(parents=True, exist_ok=True)
        names = self.env.temp_data.setdefault("gallery", {})
        try:
            draw(code, names, target)
        except Exception as error:
            raise self.error(f"{name}: {error!r}") from error
        image = nodes.image(uri=f"/_build/plots/{target.name}", alt=f"the plot {name}")
        return [nodes.literal_block(code, code, language="python"), image]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("plot-code", PlotCode)
    return {"parallel_read_safe": True}
