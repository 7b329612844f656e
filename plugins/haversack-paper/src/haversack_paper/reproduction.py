"""Experiments at a scale, computed, reported and written to a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import attrs

from haversack.errors import ConfigError, HaversackError, ManyProblemsError
from haversack.spelling import list_known
from haversack_paper import experiments as known_experiments
from haversack_paper.computing import compute_tasks, open_store
from haversack_paper.experiment import Sources
from haversack_paper.tasks import tasks_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from haversack_paper.computing import Outcome
    from haversack_paper.experiment import Experiment, Scale
    from haversack_paper.tasks import Finished, Task


PARTS = "parts"
"""The folder of the results of parts."""
PLACE = "README.txt"
"""A file that says what the folder is; writing it first shows that the folder is writable."""


def choose_experiments(names: Sequence[str], *, everything: bool) -> list[type[Experiment]]:
    """Return the experiments of these names, in the order of the paper and each once, or all of them.

    Raises
    ------
    ConfigError
        If a name is unknown, with the closest match; if there are no names, or names beside all.
    """
    known = known_experiments.all_experiments()
    if everything == bool(names):
        wanted = "either names of experiments or --all"
        raise ConfigError([f"expected {wanted}, got {'both' if names else 'neither'}; known: {', '.join(known)}"])
    problems = [f"{name!r} is no experiment; {list_known(name, known)}" for name in names if name not in known]
    if problems:
        raise ConfigError(problems)
    return [experiment for name, experiment in known.items() if everything or name in names]


def problems_of(error: HaversackError) -> Sequence[str]:
    """Return the sentences of an error."""
    return error.problems if isinstance(error, ManyProblemsError) else (str(error),)


@attrs.frozen
class Reproduction:
    """Experiments that can be run, at a scale, with all tasks for them and the folder for everything that is written.

    `problems` says what cannot be done because data is missing or invalid, one sentence each.
    """

    experiments: Sequence[Experiment]
    tasks: Sequence[Task]
    problems: Sequence[str]
    scale: Scale
    sources: Sources
    out: Path

    @classmethod
    def plan(cls, kinds: Iterable[type[Experiment]], scale: Scale, sources: Sources, out: Path) -> Self:
        """Plan some experiments. One with invalid data does not keep the others from being run."""
        experiments, tasks, problems = [], [], []
        for kind in kinds:
            try:
                made = kind.at_scale(scale, sources)
                problems += [f"{kind.name}: {message}" for message in made.missing()]
                tasks += tasks_of(made)
                experiments.append(made)
            except HaversackError as error:
                problems += [f"{kind.name}: {problem}" for problem in problems_of(error)]
            except OSError as error:
                problems.append(f"{kind.name}: {error.filename}: cannot be read: {error.strerror}")
        return cls(experiments, tasks, problems, scale, sources, out)

    def compute(
        self, *, workers: int, fresh: bool = False, on_done: Callable[[Task, Finished], object] = lambda *_: None
    ) -> Outcome:
        """Compute the tasks, as `compute_tasks` does."""
        # Not at the top: it draws.
        from haversack_paper.files import write_whole

        # A folder that cannot be written is reported now, not when the first result is there.
        write_whole(self.out / PLACE, "What `haversack paper run` has computed and written.\n")
        store = open_store(self.out / PARTS)
        return compute_tasks(self.tasks, store, workers=workers, fresh=fresh, on_done=on_done)

    def write(self, outcome: Outcome) -> list[str]:
        """Write the reports of the experiments that are complete; return one sentence for each.

        The report of an earlier run is removed if a part of it failed now; if data is missing it stays if it has more.
        """
        # Not at the top: it draws.
        from haversack_paper.files import read_report, remove_report, write_report

        sentences = []
        for made in self.experiments:
            finished = outcome.of(made)
            if len(finished) < len(made.parts()):
                remove_report(made.name, self.out)
                continue
            there = read_report(made.name, self.out)
            if made.missing() and there is not None and there["parts"] > len(finished):
                sentences.append(f"{made.name}: the report of an earlier run stays, for it has more data")
            elif finished:
                report = made.report({key: done.result for key, done in finished.items()})
                write_report(made.name, report, self._about(made, list(finished.values())), self.out)
                sentences.append(f"{made.name}: written to {self.out / made.name}")
        return sentences

    def _about(self, made: Experiment, finished: Sequence[Finished]) -> dict[str, Any]:
        words = ["haversack paper run", made.name]
        if self.scale != "usual":
            words.append(f"--{self.scale}")
        if "data" in made.options:
            words.append("--data DIR")
        if "cost" in made.options and self.sources.cost != Sources().cost:
            words.append(f"--cost {self.sources.cost}")
        return {
            "summary": made.summary,
            "scale": self.scale,
            "command": " ".join(words),
            "parts": len(finished),
            "seconds": sum(done.seconds for done in finished),
            "data": dict(made.digest_data()),
            "origins": list({tuple(done.origin.items()): dict(done.origin) for done in finished}.values()),
        }
