"""One way of asking in order: whom, by which vote, and when to stop."""

from __future__ import annotations

from typing import Any, Literal

import attrs

from haversack.errors import ConfigError
from haversack.validators import Check, flag, fraction, one_of, optional

_share = Check(
    accepts=lambda value: value == 1.0 or fraction.accepts(value),
    wanted="a number above 0 and at most 1",
    schema={"exclusiveMinimum": 0, "maximum": 1},
)


# mypy knows what a field accepts from named functions only.
def _to_tuple(values: Any) -> tuple[Any, ...]:
    return tuple(values)


@attrs.frozen
class Branch:
    """An order of members and a stopping condition.

    Parameters
    ----------
    order
        Names of the members, the first one asked first.
    vote
        How the answers decide. ``plurality``: the most frequent answer, a tie has no verdict. ``bayes``: the label
        with the highest posterior probability.
    stop
        ``decided``: stop once the answers that are left cannot change the verdict. ``threshold``: stop once the
        posterior probability of the leading label is at least `threshold`; only with the Bayes vote. At least one
        member is asked, and nobody twice.
    threshold
        Above 0 and below 1; None with ``decided``.
    adaptive
        Whether the next member is the one with the largest expected information per price, given the answers so far,
        instead of the next one in the order.
    share
        Probability of this branch in a random mixture.

    Examples
    --------
    >>> Branch(["cheap", "strong"], vote="bayes", stop="threshold", threshold=0.95).condition
    'the posterior is at least 0.95'
    """

    order: tuple[str, ...] = attrs.field(converter=_to_tuple)
    vote: Literal["plurality", "bayes"] = attrs.field(default="plurality", validator=one_of("plurality", "bayes"))
    stop: Literal["decided", "threshold"] = attrs.field(default="decided", validator=one_of("decided", "threshold"))
    threshold: float | None = attrs.field(default=None, validator=optional(fraction))
    adaptive: bool = attrs.field(default=False, validator=flag)
    share: float = attrs.field(default=1.0, validator=_share)

    def __attrs_post_init__(self) -> None:
        if not self.order or len(set(self.order)) < len(self.order):
            raise ConfigError(f"branch: order: must be distinct names, at least one, got {list(self.order)}")
        if (self.threshold is None) == (self.stop == "threshold"):
            given = f"{self.threshold} with stop {self.stop!r}"
            raise ConfigError(f"branch: threshold: must be given with stop 'threshold' and only then, got {given}")
        if self.stop == "threshold" and self.vote != "bayes":
            raise ConfigError("branch: stop: 'threshold' needs vote 'bayes', got vote 'plurality'")

    @property
    def condition(self) -> str:
        """The stopping condition in words, to be read after "stop once"."""
        if self.stop == "decided":
            return "the remaining answers cannot change the verdict"
        return f"the posterior is at least {self.threshold:g}"

    @property
    def winner(self) -> str:
        """The answer that becomes the verdict, in words."""
        return "most frequent answer" if self.vote == "plurality" else "most probable answer"
