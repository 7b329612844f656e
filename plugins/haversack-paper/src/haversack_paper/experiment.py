"""What an experiment is: parts that can be computed one by one, and a report on their results."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import attrs

from haversack_paper.report import Json, Results

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from haversack_paper.report import Report

__all__ = ["CostOfTraining", "Experiment", "Json", "Part", "Results", "Scale", "Sources"]

Scale = Literal["quick", "usual", "full"]
CostOfTraining = Literal["time", "flops"]


@attrs.frozen
class Sources:
    """What a user may give to all experiments alike: the folder with real data, and what training a classifier costs.

    The cost is a count of operations, which is the same on every machine, or the measured seconds.
    """

    data: Path | None = None
    cost: CostOfTraining = "flops"


@attrs.frozen
class Part:
    """A piece of an experiment, computed in one go and kept on disk.

    Parameters
    ----------
    key
        Its name within the experiment, fit for a file name: letters, digits, ``.``, ``-`` and ``_``.
    arguments
        Everything its result depends on, seeds and digests of data files included: a result on disk with the same
        arguments is reused.
    needs
        Keys of parts whose results this one works on.
    compute
        Function of a module that takes the arguments and returns the result; for the default `Experiment.run`.
    """

    key: str = attrs.field(validator=attrs.validators.matches_re(r"[A-Za-z0-9._-]+"))
    arguments: Mapping[str, Json]
    needs: tuple[str, ...] = ()
    compute: Callable[..., Json] | None = None


class Experiment(ABC):
    """An experiment of the paper, as a value: a frozen attrs class whose fields say how large it is made.

    It is sent to worker processes, which compute one part at a time, in any order. Results must not depend on the order
    or on the number of workers, except for measured times and what is made of them.
    """

    name: ClassVar[str]
    """Its name on the command line."""

    summary: ClassVar[str]
    """What it reproduces, in a line."""

    options: ClassVar[tuple[str, ...]] = ()
    """Which of `Sources` it uses: ``"data"``, ``"cost"``."""

    scales: ClassVar[Mapping[Scale, Mapping[str, Any]]] = {}
    """Fields that differ from their defaults, by scale; for the default `at_scale`."""

    @classmethod
    def at_scale(cls, scale: Scale, sources: Sources) -> Self:  # noqa: ARG003 - for experiments that need data
        """Return the experiment at one of three sizes.

        ``quick`` takes well under a minute on two cores, ``usual`` some minutes and has the paper's own sizes wherever
        that is possible, ``full`` has longer searches and more draws and may take hours.
        """
        return cls(**cls.scales.get(scale, {}))

    @abstractmethod
    def parts(self) -> Sequence[Part]:
        """Return all parts, those that others need first."""

    def missing(self) -> Sequence[str]:
        """Return which data is missing and where to get it, one message each; its parts are left out of `parts`."""
        return ()

    def digest_data(self) -> Mapping[str, str]:
        """Return the SHA-256 of the content of each data set that it reads, by title; nothing about where it lies."""
        return {}

    def run(self, part: Part, needed: Results) -> Json:  # noqa: ARG002 - for parts that need others
        """Compute one of `parts` from the results of those that it needs, by key."""
        assert part.compute is not None
        return part.compute(**part.arguments)

    @abstractmethod
    def report(self, results: Results) -> Report:
        """Return what the results show: one for each part, by key and in the order of `parts`."""
