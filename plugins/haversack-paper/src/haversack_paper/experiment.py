"""What an experiment is: parts that can be computed one by one, and a report on their results."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import attrs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from haversack_paper.report import Report

Json = Any
"""What `json.dumps` takes and `json.loads` gives back: dicts, lists, strings, numbers, true, false and null."""

Scale = Literal["quick", "usual", "full"]
CostOfTraining = Literal["time", "flops"]


@attrs.frozen
class Sources:
    """What a user may give to all experiments alike.

    Parameters
    ----------
    data
        The folder with real data; none if it was not given.
    cost
        What the training of a classifier costs: measured seconds, or a count of operations, which repeats exactly.
    """

    data: Path | None = None
    cost: CostOfTraining = "time"


@attrs.frozen
class Part:
    """A piece of an experiment, computed in one go and kept on disk.

    Parameters
    ----------
    key
        Its name within the experiment, fit for a file name: letters, digits, ``.``, ``-`` and ``_``.
    arguments
        All that its result depends on, seeds and digests of data files included: a result on disk with the same
        arguments is taken as it is.
    needs
        Keys of parts whose results this one works on.
    """

    key: str = attrs.field(validator=attrs.validators.matches_re(r"[A-Za-z0-9._-]+"))
    arguments: Mapping[str, Json]
    needs: tuple[str, ...] = ()


class Experiment(ABC):
    """An experiment of the paper, as a value: a frozen attrs class whose fields say how large it is made.

    It goes to worker processes and is asked there for one part at a time, in any order. Results must not depend on the
    order or on the number of workers, but for measured times and what is made of them.
    """

    name: ClassVar[str]
    """How the command line calls it."""

    summary: ClassVar[str]
    """What it reproduces, in a line."""

    options: ClassVar[tuple[str, ...]] = ()
    """Which of `Sources` it looks at: ``"data"``, ``"cost"``."""

    @classmethod
    @abstractmethod
    def at_scale(cls, scale: Scale, sources: Sources) -> Self:
        """Return the experiment at one of three sizes.

        ``quick`` takes well under a minute on two cores, ``usual`` some minutes and has the paper's own sizes wherever
        that is possible, ``full`` has longer searches and more draws and may take hours.
        """

    @abstractmethod
    def parts(self) -> Sequence[Part]:
        """Return all parts, those that others need first."""

    def missing(self) -> Sequence[str]:
        """Tell what data is not there, with where to get it, one message each; its parts are left out of `parts`."""
        return ()

    @abstractmethod
    def run(self, part: Part, needed: Mapping[str, Json]) -> Json:
        """Compute a part.

        Parameters
        ----------
        part
            One of `parts`.
        needed
            The results of the parts that it needs, by key.
        """

    @abstractmethod
    def report(self, results: Mapping[str, Json]) -> Report:
        """Return what the results, by key of the part, show. Every part has one."""
