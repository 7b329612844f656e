"""What haversack wrote earlier: JSON, as text or in a file, or a report that carries it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from haversack.config.embedded import PAGES, extract_json
from haversack.config.input_files import parse_json, read_text
from haversack.config.nesting import check_nesting
from haversack.config.result_kinds import find_result_kind
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
        The JSON itself; or, as a path that is no text, the file that holds it, or a report on it.
    kind
        What it should be, the place of a text: ``result``, which is a selection, or ``policy``.

    Raises
    ------
    ConfigError
        If it is no JSON, the file cannot be read, or a report has several or none of that kind.
    """
    if not isinstance(source, str):
        text, place = read_text(source), str(source)
        is_page = Path(source).suffix.lower() in PAGES
        return _choose(extract_json(text, place), kind, place) if is_page else parse_json(text, place), place
    try:
        return parse_json(source, kind), kind
    except ConfigError as error:
        if "{" in source:
            raise
        raise ConfigError(f"{error}; to read a file, give a pathlib.Path") from error


def _choose(documents: list[Any], kind: str, place: str) -> Any:
    """Return the only result of a page, or the only one of a kind."""
    wanted = "selection" if kind == "result" else kind
    found = documents if len(documents) == 1 else [each for each in documents if find_result_kind(each) == wanted]
    if len(found) != 1:
        raise ConfigError(f"{place}: expected a report on one {wanted}, got one on {len(found)}; give its JSON instead")
    return found[0]


def check_saved(document: Mapping[str, Any], latest: int, kind: str, place: str) -> None:
    """Refuse what a later version wrote, and what is nested too deeply to be read."""
    written = document.get("format", latest)
    if not isinstance(written, int) or written > latest:
        raise ConfigError(
            f"{place}: format: this haversack reads a {kind} up to format {latest}, got {format_value(written)}; "
            "a later version wrote it"
        )
    check_nesting(document, place)
