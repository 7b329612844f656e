"""Parts of experiments with everything known in advance that their results depend on."""

from __future__ import annotations

import functools
from importlib.metadata import version
from typing import TYPE_CHECKING

import attrs

from haversack.execution.digests import digest_plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from haversack_paper.experiment import Experiment, Json, Part

_SOFTWARE = ("haversack", "haversack-paper", "numba", "numpy", "scikit-learn", "scipy")


@attrs.frozen
class Finished:
    """The result of a part, the seconds that it took, and where it was computed, as `describe_origin` has it."""

    result: Json
    seconds: float
    origin: Mapping[str, str] = attrs.field(factory=dict)


@attrs.frozen
class Task:
    """A part of an experiment with everything known in advance that its result depends on.

    Parameters
    ----------
    experiment, part
        What is to be computed.
    digest
        Of the arguments, those of all parts that it needs included, and of the versions of the software.
    """

    experiment: Experiment
    part: Part
    digest: str

    @property
    def name(self) -> tuple[str, str]:
        """Experiment and key of the part."""
        return self.experiment.name, self.part.key

    def find_key(self, needed: Mapping[str, Json]) -> str:
        """Return the key of its result, which also depends on the results that it works on, by key."""
        return digest_plain(
            {
                "part": self.part.key,
                "task": self.digest,
                "needed": {key: digest_plain(each) for key, each in needed.items()},
            }
        )


def tasks_of(experiment: Experiment) -> list[Task]:
    """Return the tasks of an experiment, in the order of its parts.

    Raises
    ------
    ValueError
        If a part needs one that does not come before it, or two have the same key.
    """
    digests: dict[str, str] = {}
    tasks = []
    for part in experiment.parts():
        where = f"{experiment.name}: part {part.key!r}"
        if part.key in digests:
            raise ValueError(f"{where}: there are two of that key")
        unknown = [key for key in part.needs if key not in digests]
        if unknown:
            raise ValueError(f"{where} needs {unknown[0]!r}, which does not come before it")
        digests[part.key] = digest_plain(
            {
                "experiment": experiment.name,
                "arguments": part.arguments,
                "needs": [digests[key] for key in part.needs],
                "versions": versions(),
            }
        )
        tasks.append(Task(experiment, part, digests[part.key]))
    return tasks


@functools.cache
def versions() -> Mapping[str, str]:
    """Return the versions of the software that makes the results."""
    return {name: version(name) for name in _SOFTWARE}
