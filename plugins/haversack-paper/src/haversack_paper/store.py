"""Results of parts on disk: what an interrupted run has finished is not computed again."""

from __future__ import annotations

import functools
import hashlib
import json
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import attrs

from haversack.errors import HaversackError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from haversack_paper.experiment import Experiment, Json, Part

_SOFTWARE = ("haversack", "haversack-paper", "numba", "numpy", "scikit-learn", "scipy")


@attrs.frozen
class Finished:
    """The result of a part and the seconds that it took."""

    result: Json
    seconds: float

    @property
    def digest(self) -> str:
        """Of the result: other results, other digest."""
        return _digest(self.result)


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

    @property
    def file_name(self) -> str:
        """Where its result is kept: other arguments, other file, so that runs of different scales share a folder."""
        return f"{self.part.key}-{self.digest[:12]}.json"


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
        digests[part.key] = _digest(
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


@attrs.frozen
class Store:
    """Results in a folder.

    Parameters
    ----------
    folder
        One folder per experiment is made in it.
    """

    folder: Path

    def read(self, task: Task, needed: Mapping[str, str] | None = None) -> Finished | None:
        """Return what is there of a task.

        A file that cannot be read counts as nothing, and so does one that was made from other results.

        Parameters
        ----------
        task
            What is wanted.
        needed
            Digests of the results that it works on, by key.
        """
        try:
            document: dict[str, Any] = json.loads(self._path(task).read_text(encoding="utf-8"))
            if document["needed"] != (needed or {}):
                return None
            return Finished(document["result"], float(document["seconds"]))
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def keep(self, task: Task, finished: Finished, needed: Mapping[str, str] | None = None) -> None:
        """Write the result of a task: all of it or, if we are killed meanwhile, nothing."""
        document = {
            "experiment": task.experiment.name,
            "part": task.part.key,
            "arguments": task.part.arguments,
            "versions": versions(),
            "needed": needed or {},
            "seconds": finished.seconds,
            "result": finished.result,
        }
        write_whole(self._path(task), json.dumps(document, allow_nan=False, indent=1) + "\n")

    def forget(self, tasks: Sequence[Task]) -> None:
        """Remove what is there of some tasks."""
        for task in tasks:
            self._path(task).unlink(missing_ok=True)

    def _path(self, task: Task) -> Path:
        return self.folder / task.experiment.name / "parts" / task.file_name


def write_whole(path: Path, text: str, *, place: str = "--out") -> None:
    """Write a file that is never there by halves; a complaint begins with the place that the user has named."""
    unfinished = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    except OSError as error:
        raise HaversackError(f"{place}: {path}: cannot be written: {error.strerror or error}") from error


def _digest(document: Json) -> str:
    return hashlib.sha256(json.dumps(document, sort_keys=True, allow_nan=False).encode()).hexdigest()
