"""Instance files in the format of Billionnet and Soutif."""

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


_INEQUALITY = "0, the code of a constraint with an upper limit"


class InstanceError(HaversackError, ValueError):
    """A file that is not a valid instance of the quadratic knapsack problem."""


@attrs.frozen(eq=False)
class Instance:
    """An instance of the quadratic knapsack problem.

    Parameters
    ----------
    name
        The first line of the file.
    profits
        Symmetric, of shape (members, members): profits of members on the diagonal, of pairs off the diagonal.
    weights
        Of shape (members,), above 0.
    capacity
        Largest sum of weights.
    """

    name: str
    profits: FloatArray
    weights: FloatArray
    capacity: float


def read_instance(path: str | PathLike[str]) -> Instance:
    """Read a file: name, number of members, linear profits, upper triangle, 0, capacity, weights, then comments.

    Blank lines are ignored.

    Raises
    ------
    InstanceError
        Names the file and the line, what was expected and what was found.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InstanceError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise InstanceError(f"{path}: is not text in UTF-8: {error}") from error
    except ValueError as error:  # A path with a null byte, for example.
        raise InstanceError(f"{str(path)!r}: cannot be read: {error}") from error
    reader = _Reader(path, ((number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()))
    name = reader.read_line("a name")[1].strip()
    members = reader.read_whole("the number of members, at least 1", 1)
    profits = np.zeros((members, members))
    np.fill_diagonal(profits, reader.read_numbers(members, "linear profits"))
    for member in range(members - 1):
        row = reader.read_numbers(members - member - 1, f"profits of member {member + 1} with later members")
        profits[member, member + 1 :] = profits[member + 1 :, member] = row
    kind = reader.read_whole(_INEQUALITY, 0)
    if kind != 0:
        raise reader.build_error(_INEQUALITY, str(kind))
    (capacity,) = reader.read_numbers(1, "capacity")
    if capacity <= 0:
        raise reader.build_error("a capacity above 0", f"{capacity:g}")
    weights = reader.read_numbers(members, "weights")
    if min(weights) <= 0:
        place = int(np.argmin(weights))
        raise reader.build_error("weights above 0", f"{weights[place]:g} for member {place + 1}")
    return Instance(name, profits, np.array(weights), float(capacity))


class _Reader:
    """Reads line by line and keeps the line number for messages."""

    def __init__(self, path: str | PathLike[str], lines: Iterator[tuple[int, str]]) -> None:
        self._path = path
        self._lines = lines
        self._number = 0

    def read_line(self, expected: str) -> tuple[int, str]:
        """Return the next line that is not blank."""
        self._number, text = next(self._lines, (-1, ""))
        if self._number < 0:
            raise InstanceError(f"{self._path}: expected {expected}, got the end of the file")
        return self._number, text

    def read_numbers(self, count: int, what: str) -> list[float]:
        """Return the numbers of the next line."""
        expected = f"{count} {what}" if count != 1 else f"one number ({what})"
        _, text = self.read_line(expected)
        words = text.split()
        values = []
        for word in words:
            try:
                values.append(float(word))
            except ValueError as error:
                raise self.build_error(expected, repr(word)) from error
            if not math.isfinite(values[-1]):
                raise self.build_error(expected, repr(word))
        if len(values) != count:
            raise self.build_error(expected, f"{len(values)} numbers")
        return values

    def read_whole(self, expected: str, minimum: int) -> int:
        """Return the one whole number of the next line."""
        _, text = self.read_line(expected)
        try:
            value = int(text)
        except ValueError as error:
            raise self.build_error(expected, f"{text.strip()!r:.60}") from error
        if value < minimum:
            raise self.build_error(expected, str(value))
        return value

    def build_error(self, expected: str, got: str) -> InstanceError:
        return InstanceError(f"{self._path}: line {self._number}: expected {expected}, got {got}")
