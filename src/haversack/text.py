"""Numbers and values as text for people."""

from __future__ import annotations

import math
import unicodedata
from typing import Any

_SAFE_FLOAT_DIGITS = 300
_LONGEST_VALUE = 80
_LONGEST_ERROR = 300
# Control characters, invisible format characters, lone surrogates, separators of lines and of paragraphs.
_STEERING = ("Cc", "Cf", "Cs", "Zl", "Zp")
_JOINERS = "\u200c\u200d"  # Format characters inside words and emoji, which steer nothing.


def format_value(value: Any) -> str:
    """Return any value for an error message, its beginning if it is long; never fails.

    Examples
    --------
    >>> format_value("a"), format_value([0] * 1000)[-6:], format_value(10**5000)
    ("'a'", ', 0, 0', '1e+5000')
    """
    try:
        return f"{value!r:.{_LONGEST_VALUE}}"
    # Python refuses to write whole numbers of thousands of digits, and the values of others may raise anything.
    except Exception:
        if isinstance(value, int):
            return f"{'-' if value < 0 else ''}{format_count(abs(value))}"
        return f"an object of type {type(value).__name__}"


def format_error(error: BaseException) -> str:
    r"""Return the type and the message of an exception on one line, its beginning if it is long; never fails.

    Examples
    --------
    >>> format_error(ValueError("no\n  \x1b[31m data")), format_error(RuntimeError())
    ('ValueError: no \\x1b[31m data', 'RuntimeError')
    """
    try:
        # The validators of attrs append the field and more to the message.
        by_attrs = len(error.args) > 1 and hasattr(error.args[1], "validator")
        text = str(error.args[0] if by_attrs else error)
    # The exceptions of others may raise anything.
    except Exception:
        text = "its message cannot be shown"
    text = escape_controls(" ".join(text[: 2 * _LONGEST_ERROR].split()))
    if len(text) > _LONGEST_ERROR:
        text = f"{text[:_LONGEST_ERROR]}..."
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def escape_controls(text: str, *, keep: str = "") -> str:
    r"""Replace characters that would steer a terminal, or reorder what it shows, by their escape sequences.

    Parameters
    ----------
    text
        Any text.
    keep
        Characters to leave alone, such as line breaks.

    Examples
    --------
    >>> print(escape_controls("red \x1b[31m, two\nlines, café"))
    red \x1b[31m, two\nlines, café
    """
    if text.isprintable():
        return text
    return "".join(
        character.encode("unicode_escape").decode("ascii")
        if unicodedata.category(character) in _STEERING and character not in keep and character not in _JOINERS
        else character
        for character in text
    )


def format_probability(value: float, error: float | None) -> str:
    """Format a probability, with its complement where six digits would hide it.

    Examples
    --------
    >>> format_probability(0.98, 0.02), format_probability(1.0, 1e-20)
    ('0.98', '1 (1 - 1e-20)')
    """
    if error is None or not 0 < error < 1e-3:
        return f"{value:.6g}"
    return f"{value:.10g} (1 - {error:.4g})"


def format_briefly(value: float, error: float | None) -> str:
    """Format a probability for a column of a table: by its complement where six digits would hide it.

    Examples
    --------
    >>> format_briefly(0.98, 0.02), format_briefly(1.0, 1e-20), format_briefly(12.5, None)
    ('0.98', '1 - 1e-20', '12.5')
    """
    return f"{value:.6g}" if error is None or not 0 < error < 1e-4 else f"1 - {error:.4g}"


def format_count(count: int) -> str:
    """Format a whole number of any size.

    Examples
    --------
    >>> format_count(142506), format_count(10**400)
    ('142,506', '1e+400')
    """
    if count < 10**15:
        return f"{count:,}"
    if (count.bit_length() - 1) * math.log10(2) < _SAFE_FLOAT_DIGITS:
        return f"{float(count):.4g}"
    # The leading digits by a shift: a number of a million digits is not a float, and slow to print.
    shift = count.bit_length() - 64
    logarithm = math.log10(count >> shift) + shift * math.log10(2)
    mantissa, exponent = f"{10 ** (logarithm % 1):.4g}", int(logarithm)
    return f"1e+{exponent + 1}" if mantissa == "10" else f"{mantissa}e+{exponent}"
