"""The columns of a log by role."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Mapping

_ROLES = ("member", "answer", "truth", "correct", "price", "latency")


@attrs.frozen(kw_only=True)
class Layout:
    """The columns of a log with a line per answer, by role; None for a role that no column has.

    Parameters
    ----------
    item
        The columns that together name the item.
    member, answer, truth, correct, price, latency
        A column each. There is an answer, or whether the answer was correct.
    ignored
        The columns without a role.
    noun
        What a member is called.
    shape
        How the log was laid out.
    origins
        The columns of the log by role, where it was laid out otherwise.
    """

    item: tuple[str, ...]
    member: str
    answer: str | None = None
    truth: str | None = None
    correct: str | None = None
    price: str | None = None
    latency: str | None = None
    ignored: tuple[str, ...] = ()
    noun: str = "member"
    shape: str = "a line per answer"
    origins: Mapping[str, str] | None = None

    def list_origins(self) -> dict[str, str]:
        """Return the columns of the log by role, as it was laid out."""
        if self.origins is not None:
            return dict(self.origins)
        roles = {role: getattr(self, role) for role in _ROLES}
        return {"item": " and ".join(self.item), **{role: name for role, name in roles.items() if name is not None}}
