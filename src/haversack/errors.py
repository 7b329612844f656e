"""Everything haversack raises on purpose derives from one class."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class HaversackError(Exception):
    """A mistake in input, configuration or plugins, told in words for the person who can mend it."""


class ManyProblemsError(HaversackError, ValueError):
    """Several mistakes found in one pass, a sentence each.

    Parameters
    ----------
    problems
        One sentence per mistake, each naming its place.
    """

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))

    def __reduce__(self) -> tuple[type[ManyProblemsError], tuple[tuple[str, ...]]]:
        # An exception is pickled with the text that it shows; here that is not what it is made from.
        return type(self), (self.problems,)


class PoolError(ManyProblemsError):
    """A pool that cannot be used: a value out of range, a missing column, no member at all."""


class ConfigError(ManyProblemsError):
    """A run description that cannot be followed."""


class PluginError(HaversackError):
    """A plugin that is broken, unknown, or clashes with another one."""


class InfeasibleError(HaversackError, ValueError):
    """A budget that no set can keep."""


class CapabilityError(HaversackError):
    """A part that needs what another part does not offer."""


class EnergyError(HaversackError):
    """An energy that broke its contract: losses of a wrong shape, or not numbers."""


class CostError(HaversackError):
    """A cost model that broke its contract: costs of a wrong shape, or not numbers."""


class SearchError(HaversackError):
    """A search that ended without any feasible set."""
