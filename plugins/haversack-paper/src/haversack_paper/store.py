"""Results of parts on disk: what an interrupted run has finished is not computed again."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import attrs

import haversack
import haversack_paper
from haversack.errors import HaversackError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from haversack_paper.experiment import Experiment, Json, Part


@attrs.frozen
class Finished:
    """The result of a part and the seconds that it took."""

    result: Json
    seconds: float


@attrs.frozen
class Task:
    """A part of an experiment with everything that its result depends on.

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
    def file_name(self) -> str:
        """Where its result is kept: other arguments, other file, so that nothing is ever overwritten."""
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
        if part.key in digests:
            raise ValueError(f"{experiment.name}: two parts have the key {part.key!r}")
        unknown = [key for key in part.needs if key not in digests]
        if unknown:
            raise ValueError(
                f"{experiment.name}: part {part.key!r} needs {unknown[0]!r}, which does not come before it"
            )
        depends_on = {
            "experiment": experiment.name,
            "arguments": part.arguments,
            "needs": [digests[key] for key in part.needs],
            "versions": versions(),
        }
        text = json.dumps(depends_on, sort_keys=True, allow_nan=False)
        digests[part.key] = hashlib.sha256(text.encode()).hexdigest()
        tasks.append(Task(experiment, part, digests[part.key]))
    return tasks


def versions() -> dict[str, str]:
    """Return the versions of the software that makes the results."""
    return {"haversack": haversack.__version__, "haversack-paper": haversack_paper.__version__}


@attrs.frozen
class Store:
    """Results in a folder.

    Parameters
    ----------
    folder
        One folder per experiment is made in it.
    """

    folder: Path

    def read(self, task: Task) -> Finished | None:
        """Return what is there of a task; a file that cannot be read counts as nothing."""
        try:
            document: dict[str, Any] = json.loads(self._path(task).read_text(encoding="utf-8"))
            return Finished(document["result"], float(document["seconds"]))
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def keep(self, task: Task, finished: Finished) -> None:
        """Write the result of a task: all of it or, if we are killed meanwhile, nothing."""
        document = {
            "experiment": task.experiment.name,
            "part": task.part.key,
            "arguments": task.part.arguments,
            "versions": versions(),
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


def write_whole(path: Path, text: str) -> None:
    """Write a file that is never there by halves."""
    unfinished = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    except OSError as error:
        raise HaversackError(f"--out: {path}: cannot be written: {error.strerror or error}") from error
