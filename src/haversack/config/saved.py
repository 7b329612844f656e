"""JSON that haversack wrote earlier, as text or in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.config.input_files import parse_json, read_text
from haversack.config.nesting import check_nesting
from haversack.errors import ConfigError
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike


def parse_saved(source: str | PathLike[str], kind: str) -> tuple[Any, str]:
    """Return plain values and the place to name in messages.

    Parameters
    ----------
    source
        The JSON itself; or, as a path that is no text, the file that holds it.
    kind
        What it should be, the place of a text: ``result``.

    Raises
    ------
    ConfigError
        If it is no JSON or the file cannot be read.
    """
    if not isinstance(source, str):
        return parse_json(read_text(source), str(source)), str(source)
    try:
        return parse_json(source, kind), kind
    except ConfigError as error:
        if "{" in source:
            raise
        raise ConfigError(f"{error}; to read a file, give a pathlib.Path") from error


def check_saved(document: Mapping[str, Any], latest: int, kind: str, place: str) -> None:
    """Refuse what a later version wrote, and what is nested too deeply to be read."""
    written = document.get("format", latest)
    if not isinstance(written, int) or written > latest:
        raise ConfigError(
            f"{place}: format: this haversack reads a {kind} up to format {latest}, got {format_value(written)}; "
            "a later version wrote it"
        )
    check_nesting(document, place)
