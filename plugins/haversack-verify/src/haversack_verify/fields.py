"""Values out of JSON, checked: nothing in a file is trusted to have its type, its size or its range."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction
from typing import Any

from haversack_verify.verdicts import Unreadable

MOST_MEMBERS = 20_000
MOST_STEPS = 1_000_000
_DECIMAL = re.compile(r"[0-9]{1,400}(\.[0-9]{1,400})?([eE][+-]?[0-9]{1,3})?")


def take(table: Any, key: str, place: str) -> Any:
    """Return an entry of a JSON object."""
    if not isinstance(table, dict):
        raise Unreadable(f"{place}: expected an object, got {show(table)}")
    if key not in table:
        raise Unreadable(f"{place}.{key}: missing")
    return table[key]


def read_number(value: Any, place: str, least: float = float("-inf"), most: float = float("inf")) -> float:
    """Return a finite number within limits, exactly as the file has it."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Unreadable(f"{place}: expected a number, got {show(value)}")
    if not (abs(value) <= 2**53 if isinstance(value, int) else abs(value) < float("inf")):
        raise Unreadable(f"{place}: expected a finite number that binary64 represents, got {show(value)}")
    if not least <= value <= most:
        raise Unreadable(f"{place}: expected a number from {least:g} to {most:g}, got {show(value)}")
    return float(value)


def read_numbers(
    value: Any, place: str, count: int | None = None, least: float = float("-inf"), most: float = float("inf")
) -> tuple[float, ...]:
    """Return a list of numbers, `count` of them if given."""
    items = read_list(value, place, MOST_STEPS if count is None else count, is_exact=count is not None)
    return tuple(read_number(item, f"{place}[{index}]", least, most) for index, item in enumerate(items))


def read_list(value: Any, place: str, most: int, *, is_exact: bool = False) -> list[Any]:
    """Return a list of at most so many items, or of exactly so many."""
    if not isinstance(value, list):
        raise Unreadable(f"{place}: expected a list, got {show(value)}")
    if len(value) > most or (is_exact and len(value) != most):
        raise Unreadable(f"{place}: expected {'' if is_exact else 'at most '}{most} items, got {len(value)}")
    return value


def read_whole(value: Any, place: str, least: int, most: int) -> int:
    """Return a whole number within limits."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Unreadable(f"{place}: expected a whole number from {least} to {most}, got {show(value)}")
    return value


def read_text(value: Any, place: str, most: int = 1_000) -> str:
    """Return a text of at most so many characters."""
    if not isinstance(value, str) or len(value) > most:
        raise Unreadable(f"{place}: expected a text of at most {most} characters, got {show(value)}")
    return value


def read_places(value: Any, place: str, count: int) -> tuple[int, ...]:
    """Return places of members in the pool: whole numbers below `count`, rising."""
    items = read_list(value, place, count)
    found = tuple(read_whole(item, f"{place}[{index}]", 0, count - 1) for index, item in enumerate(items))
    if any(later <= earlier for earlier, later in itertools.pairwise(found)):
        raise Unreadable(f"{place}: expected rising places, each member once")
    return found


def read_decimal(value: Any, place: str) -> Fraction:
    """Return the exact value of a decimal text such as "1.0206e-07", from 0 to 1."""
    text = read_text(value, place)
    if not _DECIMAL.fullmatch(text) or Fraction(text) > 1:
        raise Unreadable(f"{place}: expected a decimal number up to 1 as text, such as '1.5e-07', got {show(value)}")
    return Fraction(text)


def show(value: Any) -> str:
    """Return what a message says of a value that was not expected."""
    kinds = {dict: "an object", list: "a list", type(None): "null"}
    if isinstance(value, int) and abs(value) > 10**30:
        return "a huge number"
    return kinds.get(type(value)) or f"{value!r:.60}"
