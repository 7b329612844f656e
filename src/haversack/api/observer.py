"""Watching runs: for loggers and trackers, which see everything and change nothing."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Protocol

import attrs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from haversack.api.certify import Certify
    from haversack.api.forecast import Plan
    from haversack.api.part_record import PartRecord
    from haversack.api.progress import Progress
    from haversack.api.selection import Selection
    from haversack.arrays import Sets
    from haversack.pools.pool import Pool


@attrs.frozen(kw_only=True)
class RunStart:
    """What is known when the search of a run begins.

    Parameters
    ----------
    pool
        The members to choose from.
    budget
        Limit on the cost of a set; infinite without one.
    seed
        Source of all randomness; drawn if the caller gave none.
    certify
        Effort spent on bounding the answer.
    preset
        Name of the preset that chose parts, or None.
    is_probability
        Whether a value is a probability, and the loss its complement, the error.
    plan
        What the stopping rule computed before the search, or None.
    parts
        By kind, ``energy``, ``searcher``, ``stopping`` and ``cost``, the name of each part and the distribution and
        version that it comes from.
    settings
        The run as a configuration without its pool, as in `Selection`; None where a part has no registered name.
    """

    pool: Pool
    budget: float
    seed: int
    certify: Certify
    preset: str | None = None
    is_probability: bool = True
    plan: Plan | None = None
    parts: Mapping[str, PartRecord] = attrs.field(factory=dict)
    settings: Mapping[str, Any] | None = attrs.field(default=None, repr=False)


class Watcher:
    """Watches one run. Derive from it and override what you need; every method does nothing by default.

    Calls come one after the other, in the thread of the run, and their time does not count as searching. What a method
    returns is ignored. A method that raises is reported once, and the watcher is not called again; KeyboardInterrupt
    passes, as Ctrl-C ends the run. What it prints goes to standard error.
    """

    def improved(self, progress: Progress, members: tuple[int, ...]) -> None:
        """Take a better set.

        Called for each improvement, in order, at the end of the batch that brought it.

        Parameters
        ----------
        progress
            As of the step of the improvement.
        members
            Indices of the members of the set, rising.
        """

    def bounded(self, progress: Progress) -> None:
        """Take a tighter bound: `progress.bound` as a value, `progress.loss_bound` as a loss, `progress.gap`.

        Called at the end of the batch that brought it, after the improvements of that batch.
        """

    def ended(self, selection: Selection) -> None:
        """Take the result. Called last, exactly once, unless `aborted` is."""

    def aborted(self, reason: str) -> None:
        """Take the reason why there is no result: an error, or Ctrl-C before the first set. Called last."""


class Observer(Protocol):
    """Watch runs.

    An observer holds options only, and the same observer may watch many runs, also at once: what it keeps of a run
    belongs into the watcher that it returns for that run.
    """

    @abstractmethod
    def watch(self, run: RunStart) -> Watcher | None:
        """Return a watcher for a run that is about to search, or None to leave it alone.

        Any object with some of the methods of `Watcher` will do. Modify nothing of `run`.
        """


class Audience(Protocol):
    """All who watch a run, as its monitor knows them."""

    def add_improvement(self, progress: Progress, row: Sets) -> None:
        """Take a better set, as of its step; to be reported at the end of the batch."""

    def hear(self, progress: Progress) -> None:
        """Report what has changed by the end of a batch."""
