"""Panels selected on samples of the items and valued on the rest."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.execution.dispatch import run_tasks
from haversack.execution.workers import WorkerPool
from haversack.selection.reselection import Unfinished
from haversack.statistics.optimism import Measured, compute_chance_accuracy
from haversack.statistics.verdicts import find_verdicts, judge_items

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from haversack.api.vote import FitsVote
    from haversack.arrays import FloatArray, IntArray
    from haversack.pools.pool import Pool
    from haversack.pools.votes import RecordedVotes
    from haversack.selection.reselection import Ending, Reselection
    from haversack.statistics.resampling import Sample


@attrs.frozen(eq=False)
class Trials:
    """Selects a panel and the best single member on a sample, and values them and the whole pool on other items.

    Parameters
    ----------
    pool
        The pool, with all items.
    energy
        Says how a panel decides.
    reselection
        Selects on a sample.
    """

    pool: Pool
    energy: FitsVote
    reselection: Reselection

    @property
    def votes(self) -> RecordedVotes:
        """The recorded votes."""
        return self.pool.require_votes()

    @property
    def weights(self) -> FloatArray:
        """The weight of each item."""
        return np.ones(len(self.votes)) if self.votes.item_weights is None else self.votes.item_weights

    def measure(self, part: Pool, items: IntArray, panels: Sequence[Sequence[int] | None]) -> Measured:
        """Return how right panels are on some items, everybody last, by votes fitted to a part of the items."""
        rows = [self._judge(part, items, panel) for panel in (*panels, range(len(self.pool)))]
        return Measured.of(np.array(rows), self.weights[items])

    def _judge(self, part: Pool, items: IntArray, members: Sequence[int] | None) -> FloatArray:
        if members is None:
            return np.full(len(items), np.nan)
        vote = self.energy.fit_vote(part, members)
        answers = self.votes.answers[np.ix_(items, np.array(members, dtype=np.intp))]
        return judge_items(vote, answers, self.votes.truth[items])

    def find_chances(self, panels: Sequence[Sequence[int] | None]) -> FloatArray:
        """Return the accuracy that the verdicts of each panel would have by chance, everybody last.

        Where answers are known as right or wrong only, there are no other verdicts to compare with: then that of a mean
        member, which is what a panel chosen at random begins with.
        """
        votes = self.votes
        if votes.graded:
            return np.full(len(panels) + 1, np.nanmean(votes.accuracies))
        return np.array([self._find_chance(panel) for panel in (*panels, range(len(self.pool)))])

    def _find_chance(self, members: Sequence[int] | None) -> float:
        if members is None:
            return np.nan
        votes = self.votes
        vote = self.energy.fit_vote(self.pool, members)
        verdicts = find_verdicts(vote, votes.answers[:, np.array(members, dtype=np.intp)])
        return compute_chance_accuracy(verdicts, votes.truth, len(votes.labels), self.weights)

    def run(self, sample: Sample, seeds: np.random.SeedSequence, ending: Ending) -> Measured:
        """Select on a sample and value on the rest."""
        part = self.pool.on_items(sample.inside, sample.weigh(self.weights))
        panels = self.reselection.choose(part, seeds, ending)
        return self.measure(part, sample.outside, panels)


@attrs.frozen(eq=False)
class TrialsDone:
    """What trials came to.

    Parameters
    ----------
    done
        The trials that were finished, in order; all after the first that was not are left out.
    is_interrupted
        Whether Ctrl-C ended them.
    """

    done: list[Measured]
    is_interrupted: bool = False


def run_trials(
    trials: Trials,
    samples: Sequence[Sample],
    seeds: np.random.SeedSequence,
    ending: Ending,
    workers: int,
    on_share: Callable[[float], None] = lambda _: None,
) -> TrialsDone:
    """Run a trial for each sample, each with its own stream, in one thread or several; report the share done."""
    tasks = [
        (sample, np.random.SeedSequence(seeds.entropy, spawn_key=(*seeds.spawn_key, 2, number)))
        for number, sample in enumerate(samples)
    ]

    def run(task: tuple[Sample, np.random.SeedSequence], _: None) -> Measured:
        try:
            return trials.run(*task, ending)
        except BaseException:
            # Those that are under way end at their next report.
            ending.event.set()
            raise

    found: dict[int, Measured] = {}
    is_interrupted = False
    pool = WorkerPool(workers, "threading")
    try:
        for number, measured in run_tasks(run, [(task, "") for task in tasks], {"": None}, pool):
            found[number] = measured
            on_share(len(found) / len(tasks))
    except Unfinished:
        pass
    except KeyboardInterrupt:
        ending.event.set()
        is_interrupted = True
    done = itertools.takewhile(found.__contains__, range(len(tasks)))
    return TrialsDone([found[number] for number in done], is_interrupted)
