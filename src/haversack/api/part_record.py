"""What a result records about the parts of its run."""

from __future__ import annotations

from typing import Any

import attrs

from haversack.hookspecs import PROJECT


@attrs.frozen
class PartRecord:
    """A part that was used in a run, and where it comes from.

    Parameters
    ----------
    name
        Its registered name; module and name of the class where it has none; the key of a composition, such as
        ``in-turn``.
    distribution, version
        The distribution that registers it; None where it has no registered name.
    parts
        The parts of a composition.
    """

    name: str
    distribution: str | None = None
    version: str | None = None
    parts: tuple[PartRecord, ...] = ()

    def __str__(self) -> str:
        if self.parts:
            return f"{self.name!r} of ({'; '.join(map(str, self.parts))})"
        if self.distribution is None:
            return self.name.rpartition(".")[2]
        return f"{self.name!r} of {self.distribution} {self.version}"

    @property
    def is_foreign(self) -> bool:
        """Whether it, or a part of it, is not one of haversack's own."""
        return any(part.is_foreign for part in self.parts) if self.parts else self.distribution != PROJECT

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold; `parts` is there only for a composition."""
        plain = {"name": self.name, "distribution": self.distribution, "version": self.version}
        return plain | {"parts": [part.to_dict() for part in self.parts]} if self.parts else plain
