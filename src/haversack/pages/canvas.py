"""Figures as SVG inside of a page: in the colours and the font of the page, without names that others use."""

from __future__ import annotations

import io
import re
import warnings
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from haversack.errors import HaversackError
from haversack.pages.ticks import write_plain_ticks
from haversack.plots.canvas import COLOURS
from haversack.text import format_error

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

INK, PAPER, MUTED, LINE = "#010203", "#fdfcfb", "#717273", "#c1c2c3"
"""Stand for the colours of the page: text, background, less important text, thin lines."""
ACCENT, WARM = COLOURS[:2]

_VARIABLES = {
    INK: "--ink",
    "#000000": "--ink",
    PAPER: "--paper",
    "#ffffff": "--paper",
    MUTED: "--muted",
    LINE: "--line",
    **{colour: f"--series-{number}" for number, colour in enumerate(COLOURS)},
}
_STYLE: dict[str, Any] = {
    "axes.edgecolor": LINE,
    "axes.facecolor": "none",
    # Ticks are whole numbers of what they measure, not differences from a number in a corner.
    "axes.formatter.useoffset": False,
    "axes.labelcolor": MUTED,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.facecolor": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9.5,
    "legend.facecolor": PAPER,
    "legend.frameon": False,
    "lines.linewidth": 1.6,
    "savefig.facecolor": "none",
    "svg.fonttype": "none",
    "text.color": INK,
    # Names are texts, whatever they hold.
    "text.parse_math": False,
    "text.usetex": False,
    "xtick.color": LINE,
    "xtick.labelcolor": MUTED,
    "ytick.color": LINE,
    "ytick.labelcolor": MUTED,
}
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_WIDTH, _HEIGHT = 4.7, 3.3


def draw_svg(draw: Callable[[Axes], object], *, key: str, label: str, height: float = _HEIGHT) -> str:
    """Draw a figure and return it as an element of a page.

    Parameters
    ----------
    draw
        Draws on the axes that it is given. `INK`, `PAPER`, `MUTED` and `LINE` stand for colours of the page.
    key
        Begins all names in it: two figures of one page need different keys.
    label
        What it shows, for those who cannot see it.
    height
        In inches; the width is fixed, so that texts have the same size in all figures.

    Raises
    ------
    HaversackError
        If matplotlib is missing, or numbers are too large to be drawn.
    """
    require_matplotlib()
    import matplotlib as mpl
    from cycler import cycler
    from matplotlib.figure import Figure

    settings = {**_STYLE, "axes.prop_cycle": cycler(color=COLOURS), "svg.hashsalt": key}
    # The page has a font for every character; the one that the figure is measured with has not.
    with mpl.rc_context(settings), warnings.catch_warnings():  # type: ignore[arg-type]
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        # Numbers near the largest that there are; whether they can be drawn shows below.
        warnings.filterwarnings("ignore", message="overflow encountered")
        warnings.filterwarnings("ignore", message="Matplotlib currently does not support")
        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        axes = figure.add_subplot()
        written = io.BytesIO()
        try:
            draw(axes)
            write_plain_ticks(axes)
            figure.savefig(written, format="svg", metadata={"Date": None})
        except (ValueError, ArithmeticError) as error:
            raise HaversackError(f"the figure of {label!r:.80} cannot be drawn: {format_error(error)}") from error
    return _adapt(written.getvalue(), key, label)


def require_matplotlib() -> None:
    """Raise `HaversackError` if matplotlib is missing."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise HaversackError('a report needs matplotlib: pip install "haversack[report]"') from error


def _adapt(written: bytes, key: str, label: str) -> str:
    root = ElementTree.fromstring(written)
    for child in list(root):
        # Who made it; and a style for everything, which would be one for the whole page.
        if child.tag.endswith("}metadata") or any(each.tag.endswith("}style") for each in child):
            root.remove(child)
    referenced = {name for element in root.iter() for name in _list_references(element)}
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        element.text, element.tail = _drop_blank(element.text), None
        for attribute, text in list(element.attrib.items()):
            del element.attrib[attribute]
            name = attribute.rpartition("}")[2]
            if name == "id" and text not in referenced:
                continue
            element.set(name, _adapt_attribute(name, text, key))
    viewport = root.get("viewBox", "")
    root.attrib.clear()
    root.attrib.update({"viewBox": viewport, "class": "figure", "role": "img", "aria-label": label})
    return ElementTree.tostring(root, encoding="unicode")


def _drop_blank(text: str | None) -> str | None:
    """Return a text, or None in place of the space that only shows how elements are nested."""
    return None if text is None or not text.strip() else text


def _list_references(element: ElementTree.Element) -> list[str]:
    """Return the names that the attributes of an element refer to."""
    names = [name for text in element.attrib.values() for name in _REFERENCE.findall(text)]
    return names + [text[1:] for key, text in element.attrib.items() if key.endswith("href") and text.startswith("#")]


def _adapt_attribute(name: str, text: str, key: str) -> str:
    if name == "id":
        return f"{key}-{text}"
    if name == "href":
        return f"#{key}-{text[1:]}"
    if name in ("style", "fill", "stroke"):
        text = _COLOUR.sub(_name_variable, text)
    if name == "style":
        text = _leave_font(text)
    return _REFERENCE.sub(rf"url(#{key}-\1)", text)


def _name_variable(found: re.Match[str]) -> str:
    variable = _VARIABLES.get(found[0])
    return found[0] if variable is None else f"var({variable})"


def _leave_font(style: str) -> str:
    """Return a style without the family of its font, which is that of the page."""
    kept = []
    for declaration in style.split(";"):
        name, _, value = (part.strip() for part in declaration.partition(":"))
        if name == "font":
            # Old versions of matplotlib write weight, size and family as one.
            found = re.match(r"(?:(bold|\d00)\s+)?([\d.]+px)", value)
            weight = f"font-weight: {found[1]}; " if found and found[1] else ""
            declaration = f"{weight}font-size: {found[2]}" if found else ""
        if name != "font-family" and declaration.strip():
            kept.append(declaration.strip())
    return "; ".join(kept)
