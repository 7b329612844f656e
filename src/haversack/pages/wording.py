"""Numbers and names as a reader of a page expects them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack.text import escape_controls

if TYPE_CHECKING:
    from collections.abc import Iterable

_LONGEST_NAME = 60
_LONGEST_NAME_OF_SEVERAL = 40
_LONGEST_UNBROKEN = 24
_MOST_DECIMALS = 6
_MOST_WORDS = 20
_PER_CENT = "\u00a0%"
"""With a space at which no line is broken."""


def format_share(value: float, error: float | None = None) -> str:
    r"""Return a share in per cent, with two digits of what it lacks to be whole.

    Parameters
    ----------
    value
        The share, from 0 to 1.
    error
        1 - value with full relative precision, if known.

    Examples
    --------
    >>> format_share(0.97), format_share(0.9743), format_share(0.99998), format_share(1.0, 1e-20), format_share(1.0)
    ('97\xa0%', '97.4\xa0%', '99.998\xa0%', 'over 99.9999\xa0%', '100\xa0%')
    """
    lacking = 1.0 - value if error is None else error
    if lacking <= 0.0:
        return f"100{_PER_CENT}"
    decimals = max(1, 1 - math.floor(math.log10(100.0 * lacking)))
    if decimals > _MOST_DECIMALS:
        return f"over 99.9999{_PER_CENT}"
    return f"{_trim(f'{100.0 * (1.0 - lacking):.{decimals}f}')}{_PER_CENT}"


def format_small_share(share: float) -> str:
    r"""Return a share, such as that of wrong decisions, in per cent with two digits.

    Examples
    --------
    >>> format_small_share(0.0307), format_small_share(0.25), format_small_share(2e-9), format_small_share(0.0)
    ('3.1\xa0%', '25\xa0%', '2e-07\xa0%', '0\xa0%')
    """
    return f"{100.0 * share:.2g}{_PER_CENT}" if share < 0.995 else f"100{_PER_CENT}"


def format_number(number: float) -> str:
    """Return a cost or a value.

    Examples
    --------
    >>> format_number(9.5), format_number(12345.678), format_number(1e-9), format_number(float("inf"))
    ('9.5', '12,346', '1e-09', 'no limit')
    """
    if math.isinf(number):
        return "no limit"
    if number and not 1e-4 <= abs(number) < 1e12:
        return f"{number:.4g}"
    decimals = max(0, 5 - len(str(int(abs(number))))) if abs(number) < 1e5 else 1
    return _trim(f"{number:,.{decimals}f}") if number == 0.0 or abs(number) >= 1.0 else f"{number:.4g}"


def format_times(ratio: float) -> str:
    """Return how many times something is as large.

    Examples
    --------
    >>> format_times(1.234), format_times(27.31), format_times(3.2e9)
    ('1.2 times', '27 times', 'more than a million times')
    """
    if ratio > 1e6:
        return "more than a million times"
    return f"{ratio:.1f} times" if ratio < 10.0 else f"{ratio:,.0f} times"


def show_name(name: str, longest: int = _LONGEST_NAME) -> str:
    r"""Return a name without characters that reorder or hide what is shown, its beginning if it is long.

    Examples
    --------
    >>> show_name("a\nb"), show_name("x" * 100, 5)
    ('a\\nb', 'xxxx…')
    """
    text = escape_controls(name[: 4 * _LONGEST_NAME])
    if not text.strip():
        text = f"“{text}”"
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def are_long(cells: Iterable[str]) -> bool:
    """Return whether some of the cells of a column are so long that they have to be broken anywhere.

    Examples
    --------
    >>> are_long(["sweep", "max-step:limit=60000"]), are_long(["sweep", "x" * 60])
    (False, True)
    """
    return any(len(cell) > _LONGEST_UNBROKEN for cell in cells)


def join_words(words: Iterable[object], most: int = _MOST_WORDS) -> str:
    """Return the first of some words, each once, and how many more there are.

    Examples
    --------
    >>> join_words("abcab"), join_words([1, 2, 3], most=2)
    ('a, b, c', '1, 2, and 1 more')
    """
    listed = [show_name(str(word)) for word in dict.fromkeys(words)]
    more = [f"and {len(listed) - most:,} more"] if len(listed) > most else []
    return ", ".join([*listed[:most], *more])


def join_names(names: Iterable[str], longest: int = _LONGEST_NAME) -> str:
    """Return the first of some names, whole unless they are very long, and how many more there are.

    Parameters
    ----------
    names
        The names.
    longest
        How many characters the names take at most, beside how many more there are.

    Examples
    --------
    >>> join_names(["ann", "bob"]), join_names(["ann", "bob", "christine"], 12)
    ('ann, bob', 'ann, bob, and 1 more')
    >>> join_names(["x" * 300, "bob"])
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…, bob'
    """
    listed = list(names)
    longest_name = longest if len(listed) == 1 else min(longest, _LONGEST_NAME_OF_SEVERAL)
    shown: list[str] = []
    for name in listed:
        longer = [*shown, show_name(name, longest_name)]
        if shown and len(", ".join(longer)) > longest:
            break
        shown = longer
    more = [f"and {len(listed) - len(shown):,} more"] if len(shown) < len(listed) else []
    return ", ".join([*shown, *more])


def count_nouns(count: int, noun: str) -> str:
    """Return a number of things; the noun is in the singular.

    Examples
    --------
    >>> count_nouns(1, "answer"), count_nouns(1200, "answer")
    ('1 answer', '1,200 answers')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def count_members(count: int) -> str:
    """Return a number of members.

    Examples
    --------
    >>> count_members(1), count_members(1200)
    ('1 member', '1,200 members')
    """
    return count_nouns(count, "member")


def _trim(text: str) -> str:
    """Return a number without zeros at the end of its decimals."""
    return text.rstrip("0").rstrip(".") if "." in text else text
