"""When two answers are the same: said by the user, never guessed."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal, get_args

from haversack.errors import ConfigError
from haversack.spelling import list_known
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Callable

AnswerMode = Literal["exact", "strip", "casefold", "number", "graded"]
MODES: tuple[str, ...] = get_args(AnswerMode)
"""How answers are compared; graded ones are not, but say right or wrong themselves."""
GRADED: AnswerMode = "graded"

_EXACT_INTEGERS = 2**53


def find_normaliser(mode: object) -> Callable[[str], Any]:
    """Return the function that turns the text of an answer into what is compared.

    ``exact`` leaves the text as it is. ``strip`` removes white space at both ends. ``casefold`` does so and removes the
    difference between upper and lower case. ``number`` reads a finite number in decimal notation; equal numbers are
    equal answers. ``graded`` leaves the text as it is, too: it says right or wrong, by itself.

    Raises
    ------
    ConfigError
        For any other mode.

    Examples
    --------
    >>> [find_normaliser("number")(text) for text in ("1", "1.0", " 1", "1e-1")]
    [1, 1, 1, 0.1]
    """
    normalisers: dict[object, Callable[[str], Any]] = {
        "exact": lambda text: text,
        "strip": str.strip,
        "casefold": lambda text: text.strip().casefold(),
        "number": _read_number,
        GRADED: lambda text: text,
    }
    if not isinstance(mode, str) or mode not in normalisers:
        known = list_known(mode if isinstance(mode, str) else "", MODES)
        raise ConfigError(f"answers: expected how answers are compared, got {format_value(mode)}; {known}")
    return normalisers[mode]


def normalise_text(text: str, mode: str) -> Any:
    """Return what is compared of an answer that may be none of those expected: what is not a number stays as it is.

    Examples
    --------
    >>> normalise_text(" YES", "casefold"), normalise_text("1.0", "number"), normalise_text("many", "number")
    ('yes', 1, 'many')
    """
    try:
        return find_normaliser(mode)(text)
    except ValueError:
        return text


def _read_number(text: str) -> float:
    """Return the number; raise `ValueError` if there is none."""
    number = float(text)
    # Python also accepts 1_000, which people write as text.
    if not math.isfinite(number) or "_" in text:
        raise ValueError(text)
    return int(number) if number.is_integer() and abs(number) < _EXACT_INTEGERS else number
