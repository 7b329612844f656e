"""A value that is good enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.stopping import StoppingRule
from haversack.validators import OptionError, finite, optional

if TYPE_CHECKING:
    from haversack.api.progress import Progress


@attrs.frozen
class Target(StoppingRule):
    """Stop when a value is reached.

    Parameters
    ----------
    value
        The value that is good enough.
    error
        The same as a loss, for targets so close to 1 that `value` could not tell them apart. One of the two is given.

    Examples
    --------
    >>> from haversack import Progress
    >>> Target(value=0.9)(Progress(best_loss=0.08, best_value=0.92))
    'target value 0.9 reached'
    """

    value: float | None = attrs.field(default=None, validator=optional(finite))
    error: float | None = attrs.field(default=None, validator=optional(finite))

    @error.validator
    def _exactly_one(self, _attribute: attrs.Attribute[Any], _value: float | None) -> None:
        if (self.value is None) == (self.error is None):
            raise OptionError("value", "or error must be given, and only one of them")

    def __call__(self, progress: Progress) -> str | None:
        """Fire at the target."""
        if self.error is not None:
            return f"target error {self.error:g} reached" if progress.best_loss <= self.error else None
        assert self.value is not None
        return f"target value {self.value:g} reached" if progress.best_value >= self.value else None
