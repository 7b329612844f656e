"""Figures, and how they are written to files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.errors import HaversackError
from haversack.files import replacing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = (".png", ".svg", ".pdf")
COLOURS = ("#4269d0", "#d9661f", "#3ca951", "#a463f2", "#9c6b4e", "#6cc5b0", "#ff8ab7", "#9498a0")

_STYLE: dict[str, Any] = {
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.size": 9.0,
    "legend.frameon": False,
    "savefig.dpi": 150,
    # The same plot gives the same file: no random names in it.
    "svg.hashsalt": "haversack",
}
_LINE_STYLES = ("-", "--", "-.", ":")
_LONGEST_LABEL = 40


def choose_line(number: int) -> tuple[str, str]:
    """Return colour and style of a line: after all colours come dashes.

    Examples
    --------
    >>> choose_line(0), choose_line(8), choose_line(17)
    (('#4269d0', '-'), ('#4269d0', '--'), ('#d9661f', '-.'))
    """
    return COLOURS[number % len(COLOURS)], _LINE_STYLES[number // len(COLOURS) % len(_LINE_STYLES)]


def shorten_label(label: str, longest: int = _LONGEST_LABEL) -> str:
    """Return a label that leaves room for the drawing.

    Examples
    --------
    >>> shorten_label("sweep"), shorten_label("a long name", 7), len(shorten_label("x" * 300))
    ('sweep', 'a long…', 40)
    """
    return label if len(label) <= longest else f"{label[: longest - 1]}…"


def new_figure(panels: int = 1) -> Figure:
    """Return a figure with room for `panels` panels, without pyplot's global state."""
    _require_matplotlib()
    from matplotlib.figure import Figure

    rows, columns = arrange_panels(panels)
    return Figure(
        figsize=(7.0 if columns == 1 else 4.4 * columns, 4.2 if rows == 1 else 3.4 * rows), layout="constrained"
    )


def arrange_panels(panels: int) -> tuple[int, int]:
    """Return the numbers of rows and columns for a number of panels, at most three side by side.

    Examples
    --------
    >>> arrange_panels(1), arrange_panels(2), arrange_panels(5)
    ((1, 1), (1, 2), (2, 3))
    """
    columns = min(panels, 3)
    return -(-panels // columns), columns


def save(path: Path, *draws: Callable[[Axes], object]) -> None:
    """Draw a figure, one panel per function, and write it to a file, whose ending chooses the format.

    Raises
    ------
    HaversackError
        If matplotlib is missing, the ending is unknown, or the file cannot be written.
    """
    check_format(path)
    import matplotlib as mpl
    from cycler import cycler

    with mpl.rc_context(_STYLE | {"axes.prop_cycle": cycler(color=COLOURS)}):  # type: ignore[arg-type]
        figure = new_figure(len(draws))
        rows, columns = arrange_panels(len(draws))
        for place, draw in enumerate(draws, start=1):
            draw(figure.add_subplot(rows, columns, place))
        undated = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix.lower(), {})
        try:
            with replacing(path) as unfinished:
                figure.savefig(unfinished, metadata=undated)
        except OSError as error:
            raise HaversackError(f"--plot {path}: cannot be written: {error.strerror or error}") from error


def check_format(path: Path) -> None:
    """Raise `HaversackError` if a plot cannot be written to a file of this name; worth doing before a long search."""
    if path.suffix.lower() not in FORMATS:
        raise HaversackError(f"--plot {path}: must end in one of {', '.join(FORMATS)}")
    _require_matplotlib()


def _require_matplotlib() -> None:
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise HaversackError('plots need matplotlib: pip install "haversack[plots]"') from error
