"""Conditions on the values of a pool, and the messages for values that do not meet them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy.typing as npt

    from haversack.arrays import FloatArray

_SHOWN_PROBLEMS = 6


@attrs.frozen
class Condition:
    """A condition on every number of an array.

    Parameters
    ----------
    words
        The condition, starting with "must".
    accepts
        The same condition: takes an array and returns for each number whether it is met; NaN never meets it.
    advise
        Takes the array and returns what to do, for the end of a message; the empty string if nothing can be said.
    """

    words: str
    accepts: Callable[[FloatArray], npt.NDArray[np.bool_]]
    advise: Callable[[FloatArray], str] = lambda _: ""

    def find_problems(self, values: FloatArray) -> Iterator[tuple[int, str]]:
        """Yield the index of each number that does not meet the condition, and a message."""
        for index in np.flatnonzero(~self.accepts(values)).tolist():
            yield index, f"{self.words}, got {values[index]}{self.advise(values)}"


def _advise_fractions(values: FloatArray) -> str:
    """Return the advice for a column most of which looks like percentages."""
    are_percentages = np.sum((values > 1) & (values <= 100)) > len(values) / 2
    return "; divide percentages by 100" if are_percentages else ""


IN_UNIT_INTERVAL = Condition("must lie in [0, 1]", lambda values: (values >= 0) & (values <= 1), _advise_fractions)
NOT_NEGATIVE = Condition("must be a finite number of at least 0", lambda values: (values >= 0) & (values < np.inf))
POSITIVE = Condition("must be a finite number above 0", lambda values: (values > 0) & (values < np.inf))


def find_name_problems(names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the index of each name that is empty or a duplicate, and a message."""
    first: dict[str, int] = {}
    for index, name in enumerate(names):
        if not name:
            yield index, "must not be empty"
        elif not _is_writable(name):
            yield index, f"must be text that UTF-8 can hold, got {name!r:.80}"
        elif name in first:
            yield index, f"must be unique, but {name!r} is already used in row {first[name] + 1}"
        first.setdefault(name, index)


def _is_writable(text: str) -> bool:
    """Return whether a text can be written to a file: without halves of surrogate pairs."""
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)


def limit_problems(problems: list[str]) -> list[str]:
    """Return the first six problems and a line that counts the others."""
    if len(problems) <= _SHOWN_PROBLEMS:
        return problems
    return [
        *problems[:_SHOWN_PROBLEMS],
        f"... and {len(problems) - _SHOWN_PROBLEMS} more problems of this kind",
    ]
