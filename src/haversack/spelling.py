"""Suggestions for misspelt names."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def find_closest(name: str, known: Iterable[str], *, cutoff: float = 0.6) -> str | None:
    """Return the known name that is most similar, or None if none is at least `cutoff` similar, from 0 to 1.

    Examples
    --------
    >>> find_closest("sherlok", ["annealing", "sherlock"]), find_closest("xyz", ["annealing", "sherlock"])
    ('sherlock', None)
    """
    return next(iter(difflib.get_close_matches(name, list(known), n=1, cutoff=cutoff)), None)


def suggest(name: str, known: Iterable[str]) -> str:
    """Return the question for the end of an error message; the empty string if no known name is similar.

    Examples
    --------
    >>> suggest("sherlok", ["annealing", "sherlock"])
    "did you mean 'sherlock'?"
    """
    closest = find_closest(name, known)
    return "" if closest is None else f"did you mean {closest!r}?"


def list_known(name: str, known: Iterable[str]) -> str:
    """Return the known names for the end of an error message, after the closest match if there is one.

    Examples
    --------
    >>> list_known("sherlok", ["annealing", "sherlock"])
    "did you mean 'sherlock'? known: annealing, sherlock"
    """
    known = list(known)
    return f"{suggest(name, known)} known: {', '.join(known)}".lstrip()


def explain_unknown_key(where: str, key: object, known: Iterable[str]) -> str:
    """Return the message for a key that is none of the known ones, with the closest match or all of them.

    Examples
    --------
    >>> explain_unknown_key("run.toml: bugdet", "bugdet", ["budget", "seed"])
    "run.toml: bugdet: unknown key; did you mean 'budget'?"
    """
    known = sorted(known)
    everything = f"known: {', '.join(known) or 'none'}"
    return f"{where}: unknown key; {suggest(str(key), known) or everything}"
