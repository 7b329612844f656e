"""Parts in a word of the command line: ``KIND``, or ``KIND:key=value,key=value``.

KIND may be a qualified name, ``distribution:name``.
"""

from __future__ import annotations

import re
from typing import Any

from haversack.config.overrides import apply_overrides
from haversack.errors import ConfigError

_OPENING, _CLOSING, _QUOTES = "[{", "]}", "\"'"


def parse_part(text: str, option: str) -> dict[str, Any]:
    """Return the section of a run file that a word stands for.

    Values are parsed as those of ``--set``: as TOML and, if that fails, as plain text, or as a list of words in
    brackets. A comma separates options unless it is inside brackets or quotes.

    Parameters
    ----------
    text
        The word.
    option
        The option of the command that takes it, for messages.

    Raises
    ------
    ConfigError
        If the word is not of that form.

    Examples
    --------
    >>> parse_part("annealing:cooling=0.9,moves=[1, 2]", "--searcher")
    {'kind': 'annealing', 'cooling': 0.9, 'moves': [1, 2]}
    >>> parse_part("haversack-coin:coin:chance=0.5", "--searcher")
    {'kind': 'haversack-coin:coin', 'chance': 0.5}
    """
    kind, tail = split_name(text)
    assignments = [] if tail is None else _split(tail)
    if not kind or "=" in kind or "," in kind:
        raise ConfigError(f"{option} {text}: expected KIND or KIND:key=value,key=value")
    keys = [assignment.partition("=")[0].strip() for assignment in assignments]
    for key, assignment in zip(keys, assignments, strict=True):
        if not key or "=" not in assignment:
            found = f"{option} {text}: expected key=value after the colon, got {assignment.strip()!r}"
            raise ConfigError(found + _suggest_list(assignments, assignment))
        if key == "kind" or keys.count(key) > 1:
            raise ConfigError(f"{option} {text}: {key!r} is given twice")
    return apply_overrides({"kind": kind}, assignments, option=f"{option} {kind}:")


def _suggest_list(assignments: list[str], wrong: str) -> str:
    """Return how to write a list, for a word that follows a value."""
    place = assignments.index(wrong)
    is_list = place and "=" in assignments[place - 1] and wrong.strip()
    return (
        f"; a list is written {assignments[place - 1].strip().replace('=', '=[', 1)},{wrong.strip()}]"
        if is_list
        else ""
    )


def split_name(text: str) -> tuple[str, str | None]:
    """Return the name of a part, and its options as text; None if there is no colon for them.

    Two words before any ``=`` are a qualified name.

    Examples
    --------
    >>> split_name("gap:share=0.1"), split_name("haversack-coin:coin:chance=0.5"), split_name("haversack-coin:coin")
    (('gap', 'share=0.1'), ('haversack-coin:coin', 'chance=0.5'), ('haversack-coin:coin', None))
    """
    first, colon, tail = text.strip().partition(":")
    name, further, rest = tail.partition(":")
    # Names begin with a letter; a number after the colon is a value without its key.
    if name.strip()[:1].isalpha() and not set("=,") & set(first + name):
        return f"{first.strip()}:{name.strip()}", rest if further else None
    return first.strip(), tail if colon else None


def split_parts(text: str) -> list[str]:
    """Return the words of a list of parts: a comma followed by ``key=value`` continues the part before it.

    Examples
    --------
    >>> split_parts("sherlock,annealing:cooling=0.9,moves=5,exact")
    ['sherlock', 'annealing:cooling=0.9,moves=5', 'exact']
    """
    parts: list[str] = []
    for piece in _split(text):
        if parts and ":" in parts[-1] and re.match(r"[^:\s]+\s*=", piece.strip()):
            parts[-1] += f",{piece}"
        else:
            parts.append(piece.strip())
    return parts


def _split(text: str) -> list[str]:
    """Return the pieces between commas that are neither in brackets nor in quotes."""
    pieces, depth, quote, before = [""], 0, "", ""
    for character in text:
        if quote:
            quote = "" if character == quote else quote
        # A quote inside a bare word, as in it's, is text.
        elif character in _QUOTES and (depth or before in ("", "=", ",")):
            quote = character
        elif character in _OPENING:
            depth += 1
        elif character in _CLOSING:
            depth -= 1
        if character == "," and not quote and depth <= 0:
            pieces.append("")
        else:
            pieces[-1] += character
        if not character.isspace():
            before = character
    return pieces
