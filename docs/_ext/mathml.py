"""The renderer ``mathml`` of formulas: MathML, made when the site is built, which browsers show without scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.util import logging

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

_logger = logging.getLogger(__name__)


def _convert(node: nodes.math | nodes.math_block, display: str) -> str:
    converted: str = convert(node.astext(), display=display)
    # The converter passes a command that it does not know on as text.
    if "\\" in converted:
        _logger.warning("a command of this formula is not known: %s", node.astext(), location=node)
    return converted


def _visit_inline(translator: HTML5Translator, node: nodes.math) -> None:
    translator.body.append(_convert(node, "inline"))
    raise nodes.SkipNode


def _visit_block(translator: HTML5Translator, node: nodes.math_block) -> None:
    translator.body.append(f'<div class="formula">{_convert(node, "block")}</div>\n')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_html_math_renderer("mathml", (_visit_inline, None), (_visit_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
