"""Files in the format of Billionnet and Soutif."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import HaversackError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    from haversack import FloatArray


class InstanceError(HaversackError, ValueError):
    """A file that holds no instance of the quadratic knapsack problem."""


@attrs.frozen(eq=False)
class Instance:
    """A quadratic knapsack.

    Parameters
    ----------
    name
        As the first line has it.
    profits
        Symmetric, of shape (members, members): what a member is worth by itself on the diagonal, and what each pair is
        worth beside it.
    weights
        Of shape (members,), above 0.
    capacity
        What the weights may add up to.
    """

    name: str
    profits: FloatArray
    weights: FloatArray
    capacity: float


def read_instance(path: str | PathLike[str]) -> Instance:
    """Read a file: name, number of members, linear profits, upper triangle, 0, capacity, weights, then comments.

    Blank lines do not count.

    Raises
    ------
    InstanceError
        Names the file and the line, what was expected and what came.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InstanceError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise InstanceError(f"{path}: is not text in UTF-8: {error}") from error
    reader = _Reader(path, ((number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()))
    name = reader.line("a name")[1].strip()
    members = reader.whole("the number of members, at least 1", 1)
    profits = np.zeros((members, members))
    np.fill_diagonal(profits, reader.numbers(members, "linear profits"))
    for member in range(members - 1):
        row = reader.numbers(members - member - 1, f"profits of member {member + 1} with those behind it")
        profits[member, member + 1 :] = profits[member + 1 :, member] = row
    kind = reader.whole("0, which stands for a capacity that may not be exceeded", 0)
    if kind != 0:
        raise reader.complaint("0, which stands for a capacity that may not be exceeded", str(kind))
    (capacity,) = reader.numbers(1, "capacity")
    if capacity <= 0:
        raise reader.complaint("a capacity above 0", f"{capacity:g}")
    weights = reader.numbers(members, "weights")
    if min(weights) <= 0:
        place = int(np.argmin(weights))
        raise reader.complaint("weights above 0", f"{weights[place]:g} for member {place + 1}")
    return Instance(name, profits, np.array(weights), float(capacity))


class _Reader:
    """Reads line by line and knows where it is."""

    def __init__(self, path: str | PathLike[str], lines: Iterator[tuple[int, str]]) -> None:
        self._path = path
        self._lines = lines
        self._number = 0

    def line(self, expected: str) -> tuple[int, str]:
        """Return the next line that is not blank."""
        self._number, text = next(self._lines, (-1, ""))
        if self._number < 0:
            raise InstanceError(f"{self._path}: the file ends where {expected} should stand")
        return self._number, text

    def numbers(self, count: int, what: str) -> list[float]:
        """Return the numbers of the next line."""
        expected = f"{count} {what}" if count != 1 else f"one number ({what})"
        _, text = self.line(expected)
        words = text.split()
        values = []
        for word in words:
            try:
                values.append(float(word))
            except ValueError as error:
                raise self.complaint(expected, repr(word)) from error
            if not math.isfinite(values[-1]):
                raise self.complaint(expected, repr(word))
        if len(values) != count:
            raise self.complaint(expected, f"{len(values)} numbers")
        return values

    def whole(self, expected: str, minimum: int) -> int:
        """Return the one whole number of the next line."""
        _, text = self.line(expected)
        try:
            value = int(text)
        except ValueError as error:
            raise self.complaint(expected, f"{text.strip()!r:.60}") from error
        if value < minimum:
            raise self.complaint(expected, str(value))
        return value

    def complaint(self, expected: str, got: str) -> InstanceError:
        return InstanceError(f"{self._path}: line {self._number}: expected {expected}, got {got}")
