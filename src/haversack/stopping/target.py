"""Stop at a target value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.stopping import StoppingRule
from haversack.validators import OptionError, finite, optional

if TYPE_CHECKING:
    from haversack.api.progress import Progress


@attrs.frozen
class Target(StoppingRule):
    """Stop when the best set reaches a target value.

    Parameters
    ----------
    value
        The target value.
    error
        The target as a loss, for values too close to 1 to be distinguished. Give either `value` or `error`.

    Examples
    --------
    >>> from haversack import Progress
    >>> Target(value=0.9)(Progress(best_loss=0.08, best_value=0.92))
    'target value 0.9 reached'
    """

    value: float | None = attrs.field(default=None, validator=optional(finite))
    error: float | None = attrs.field(default=None, validator=optional(finite))

    @error.validator
    def _check_exactly_one(self, _attribute: attrs.Attribute[Any], _value: float | None) -> None:
        if (self.value is None) == (self.error is None):
            raise OptionError("value", "or error must be given, and only one of them")

    def __call__(self, progress: Progress) -> str | None:
        """Fire at the target."""
        if self.error is not None:
            return f"target error {self.error:g} reached" if progress.best_loss <= self.error else None
        assert self.value is not None
        return f"target value {self.value:g} reached" if progress.best_value >= self.value else None
