"""Exceptions: everything that haversack raises deliberately derives from one class."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class HaversackError(Exception):
    """A mistake in input, configuration or plugins, with a message for the person who can correct it."""


class ManyProblemsError(HaversackError, ValueError):
    """Several problems found in one pass.

    Parameters
    ----------
    problems
        One message per problem, each naming its place.
    """

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))

    def __reduce__(self) -> tuple[type[ManyProblemsError], tuple[tuple[str, ...]]]:
        # By default an exception is pickled with its text, which is not the argument of this one.
        return type(self), (self.problems,)


class PoolError(ManyProblemsError):
    """A pool that cannot be used: a value out of range, a missing column, no member at all."""


class ConfigError(ManyProblemsError):
    """A run description that is not valid."""


class PluginError(HaversackError):
    """A plugin that is broken, unknown, or clashes with another one."""


class InfeasibleError(HaversackError, ValueError):
    """A budget within which no set fits."""


class CapabilityError(HaversackError):
    """A part that needs a capability that another part does not have."""


class EnergyError(HaversackError):
    """An energy that violates its contract: losses of a wrong shape, or not numbers."""


class CostError(HaversackError):
    """A cost model that violates its contract: costs of a wrong shape, or not numbers."""


class SearchError(HaversackError):
    """A search that ended without a feasible set."""
