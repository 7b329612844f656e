"""Where pictures are drawn, and how they become files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.errors import HaversackError

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
    # The same picture gives the same file: no random names in it.
    "svg.hashsalt": "haversack",
}


def new_figure() -> Figure:
    """Return a figure that belongs to nobody else."""
    _require_matplotlib()
    from matplotlib.figure import Figure

    return Figure(figsize=(7.0, 4.2), layout="constrained")


def save(path: Path, draw: Callable[[Axes], object]) -> None:
    """Draw a picture and write it to a file, whose ending says of which kind."""
    check_format(path)
    import matplotlib as mpl

    with mpl.rc_context(_STYLE):  # type: ignore[arg-type]
        figure = new_figure()
        draw(figure.subplots())
        undated = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix.lower(), {})
        try:
            figure.savefig(path, metadata=undated)
        except OSError as error:
            raise HaversackError(f"--plot {path}: cannot be written: {error.strerror or error}") from error


def check_format(path: Path) -> None:
    """Complain of an ending that is none of ours; worth doing before a long search."""
    if path.suffix.lower() not in FORMATS:
        raise HaversackError(f"--plot {path}: must end in one of {', '.join(FORMATS)}")
    _require_matplotlib()


def _require_matplotlib() -> None:
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise HaversackError('pictures need matplotlib: pip install "haversack[plots]"') from error
