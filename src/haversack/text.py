"""Numbers as text for people."""

from __future__ import annotations

import math

_SAFE_FLOAT_DIGITS = 300


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
