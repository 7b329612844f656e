"""Experiments at a scale, computed, reported and written to a folder."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

import attrs

from haversack.errors import ConfigError
from haversack_paper import experiments as known_experiments
from haversack_paper.runner import Outcome, run_tasks
from haversack_paper.store import Store, tasks_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from haversack_paper.experiment import Experiment, Scale, Sources
    from haversack_paper.store import Finished, Task


def chosen_experiments(names: Sequence[str], *, everything: bool) -> list[type[Experiment]]:
    """Return the experiments of these names, in the order of the paper and each once, or all of them.

    Raises
    ------
    ConfigError
        If a name is unknown, with the one that was probably meant; if there are no names, or names beside all.
    """
    known = known_experiments.all_experiments()
    if everything == bool(names):
        wanted = "either names of experiments or --all"
        raise ConfigError([f"expected {wanted}, got {'both' if names else 'neither'}; known: {', '.join(known)}"])
    problems = []
    for name in names:
        if name not in known:
            close = difflib.get_close_matches(name, known, n=1)
            suggestion = f" did you mean {close[0]!r}?" if close else ""
            problems.append(f"{name!r} is no experiment;{suggestion} known: {', '.join(known)}")
    if problems:
        raise ConfigError(problems)
    return [experiment for name, experiment in known.items() if everything or name in names]


@attrs.frozen
class Reproduction:
    """Some experiments, how large they are made, and where their results go.

    Parameters
    ----------
    experiments
        Which.
    scale
        How large.
    sources
        Data, and what training costs.
    out
        The folder for everything that is written.
    """

    experiments: Sequence[type[Experiment]]
    scale: Scale
    sources: Sources
    out: Path

    @property
    def store(self) -> Store:
        """Where results of parts are kept."""
        return Store(self.out)

    def tasks(self) -> list[Task]:
        """Return all that is to be computed."""
        return [task for experiment in self._made() for task in tasks_of(experiment)]

    def missing(self) -> list[str]:
        """Tell what data is not there."""
        return [f"{made.name}: {message}" for made in self._made() for message in made.missing()]

    def compute(
        self, tasks: Sequence[Task], *, workers: int, on_done: Callable[[Task, Finished], object] = lambda *_: None
    ) -> Outcome:
        """Compute the tasks, as `run_tasks` does."""
        return run_tasks(tasks, self.store, workers=workers, on_done=on_done)

    def write(self, outcome: Outcome) -> list[str]:
        """Write the reports of the experiments that are complete and return their names."""
        # Not at the top: it draws.
        from haversack_paper.files import write_report

        written = []
        for made in self._made():
            finished = outcome.of(made)
            if not finished or len(finished) < len(made.parts()):
                continue
            report = made.report({key: done.result for key, done in finished.items()})
            write_report(made.name, report, self._about(made, list(finished.values())), self.out)
            written.append(made.name)
        return written

    def _made(self) -> Iterator[Experiment]:
        return (experiment.at_scale(self.scale, self.sources) for experiment in self.experiments)

    def _about(self, made: Experiment, finished: Sequence[Finished]) -> dict[str, Any]:
        words = ["haversack paper run", made.name]
        if self.scale != "usual":
            words.append(f"--{self.scale}")
        if "data" in made.options:
            words.append("--data DIR")
        if "cost" in made.options and self.sources.cost != "time":
            words.append(f"--cost {self.sources.cost}")
        return {
            "summary": made.summary,
            "scale": self.scale,
            "command": " ".join(words),
            "parts": len(finished),
            "seconds": sum(done.seconds for done in finished),
        }
