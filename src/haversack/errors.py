"""Exceptions: everything that haversack raises deliberately derives from one class."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class HaversackError(Exception):
    """A mistake in input, configuration or plugins, with a message for the person who can correct it."""


class ManyProblemsError(HaversackError, ValueError):
    """One problem, or several found in one pass.

    Parameters
    ----------
    problems
        One message, or several, each naming its place.

    Examples
    --------
    >>> ConfigError("budget: must be above 0").problems, ConfigError(["seed: missing", "budget: missing"]).problems
    (('budget: must be above 0',), ('seed: missing', 'budget: missing'))
    """

    def __init__(self, problems: str | Iterable[str]) -> None:
        self.problems = (problems,) if isinstance(problems, str) else tuple(problems)
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
    """A budget within which no set fits, or constraints that no set meets, or a target that no set reaches."""


class CapabilityError(HaversackError):
    """A part that needs a capability that another part does not have."""


class CertificateError(HaversackError):
    """A proof that cannot be written down for another program to check."""


class PartError(HaversackError):
    """A part that raised an exception before any set was found. The exception is its cause."""


class EnergyError(PartError):
    """An energy that violates its contract: losses of a wrong shape, or not numbers."""


class CostError(PartError):
    """A cost model that violates its contract: costs of a wrong shape, or not numbers."""


class ConstraintError(HaversackError):
    """A constraint that violates its contract: answers of a wrong shape, or an exception."""


class SearchError(HaversackError):
    """A search that ended without a feasible set."""


class SessionError(HaversackError, ValueError):
    """An answer that a session cannot take: by a member that it does not ask, a second one, or not a label."""
