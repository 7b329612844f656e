"""What makes a pool unusable, told place by place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from haversack.arrays import FloatArray

_SHOWN_PROBLEMS = 20


def find_value_problems(
    accuracies: FloatArray | None,
    costs: FloatArray | None,
    names: Sequence[str],
    place: Callable[[str, int], str],
) -> list[str]:
    """Tell every value that is out of range and every name that stands twice.

    Parameters
    ----------
    accuracies, costs, names
        The columns of the pool; a missing one is None.
    place
        Where the value of a column (``"accuracy"``, ``"cost"``, ``"name"``) at an index stands, in the user's terms.
    """
    problems = []
    if accuracies is not None:
        # Written so that NaN fails too.
        for index in np.flatnonzero(~((accuracies >= 0) & (accuracies <= 1))).tolist():
            problems.append(f"{place('accuracy', index)}: must lie in [0, 1], got {accuracies[index]}")
    if costs is not None:
        for index in np.flatnonzero(~((costs > 0) & (costs < np.inf))).tolist():
            problems.append(f"{place('cost', index)}: must be a finite number above 0, got {costs[index]}")
    first: dict[str, int] = {}
    for index, name in enumerate(names):
        if not name:
            problems.append(f"{place('name', index)}: must not be empty")
        elif name in first:
            problems.append(
                f"{place('name', index)}: {name!r} stands already in row {first[name] + 1}; names must differ"
            )
        first.setdefault(name, index)
    return problems


def limit_problems(problems: list[str]) -> list[str]:
    """Keep the first twenty problems and count the rest: a thousand lines help nobody."""
    if len(problems) <= _SHOWN_PROBLEMS:
        return problems
    return [
        *problems[:_SHOWN_PROBLEMS],
        f"... and {len(problems) - _SHOWN_PROBLEMS} more problems of this kind",
    ]
