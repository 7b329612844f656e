"""Results inside of pages: JSON in the elements of a page that hold data."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

from haversack.config.input_files import parse_json
from haversack.errors import ConfigError

PAGES = (".html", ".htm")
"""Endings of files that are pages."""
_TYPE = "application/json"
_CLASS = "haversack-result"
# JSON may write any character by its number, and these mean something in a page.
_MEANINGFUL = {character: f"\\u{ord(character):04x}" for character in "<>&"}


def embed_json(document: Any) -> str:
    r"""Return an element of a page that holds plain values, whatever texts are among them.

    Examples
    --------
    >>> print(embed_json({"name": "</script><!--"}))
    <script type="application/json" class="haversack-result">{"name": "\u003c/script\u003e\u003c!--"}</script>
    """
    text = json.dumps(document, allow_nan=False)
    for character, escaped in _MEANINGFUL.items():
        text = text.replace(character, escaped)
    return f'<script type="{_TYPE}" class="{_CLASS}">{text}</script>'


def extract_json(page: str, place: str) -> list[Any]:
    """Return the values that a page holds, in its order.

    Parameters
    ----------
    page
        The text of the page.
    place
        Put before every message.

    Raises
    ------
    ConfigError
        If the page holds none, or one that is not JSON.

    Examples
    --------
    >>> extract_json(f"<p>A page.</p>{embed_json([1, '</script>'])}", "page.html")
    [[1, '</script>']]
    """
    reader = _Reader()
    reader.feed(page)
    reader.close()
    if not reader.texts:
        raise ConfigError(f"{place}: expected a page that `haversack report` wrote, got one without results in it")
    return [parse_json(text, place) for text in reader.texts]


class _Reader(HTMLParser):
    """Collects the text of the elements with results."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._is_inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_inside = tag == "script" and dict(attrs).get("class") == _CLASS
        if self._is_inside:
            self.texts.append("")

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self._is_inside = False

    def handle_data(self, data: str) -> None:
        # A long text comes in several pieces.
        if self._is_inside:
            self.texts[-1] += data
