"""What a certificate is about: a pool, its limits, and the claim."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from haversack_verify.fields import (
    MOST_MEMBERS,
    read_decimal,
    read_list,
    read_number,
    read_numbers,
    read_places,
    read_text,
    read_whole,
    take,
)
from haversack_verify.verdicts import Rejected, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

KINDS = ("majority", "counts", "votes")
_MOST_ROWS = 10_000
_LEAST_BOUND = Fraction(1, 10**400)  # Smaller ones would need more digits than are worth the time.


@dataclass(frozen=True)
class Row:
    """A sum over the members of a panel, with limits: None where there is none.

    All numbers are those of the file as exact fractions. The limits are those that haversack used, with its room for
    rounding.
    """

    name: str
    usage: tuple[float, ...]
    least: float | None
    most: float | None

    def allows(self, members: Iterable[int]) -> bool:
        """Return whether the sum keeps the limits, in exact arithmetic."""
        total = sum((Fraction(self.usage[member]) for member in members), Fraction(0))
        return (self.least is None or total >= self.least) and (self.most is None or total <= self.most)

    @property
    def only_limits(self) -> bool:
        """Whether every subset of a panel that keeps the row keeps it, too."""
        return (self.least is None or self.least <= 0.0) and min(self.usage) >= 0.0


@dataclass(frozen=True)
class Problem:
    """A pool with limits.

    `data` is the whole object of the file, for what only one kind of problem has. `accuracies` are empty and
    `tie_error`, the error of a tie, is 1 where the kind has none.
    """

    kind: str
    count: int
    names: tuple[str, ...]
    accuracies: tuple[float, ...]
    tie_error: float
    rows: tuple[Row, ...]
    inside: tuple[int, ...]
    outside: tuple[int, ...]
    data: Mapping[str, Any]

    @property
    def has_demands(self) -> bool:
        """Whether a panel may be allowed although one of its subsets is not."""
        return bool(self.inside) or not all(row.only_limits for row in self.rows)

    def require_allowed(self, members: tuple[int, ...]) -> None:
        """Raise `Rejected` unless a panel keeps all limits."""
        if not members:
            raise Rejected("panel: it has no members")
        for row in self.rows:
            if not row.allows(members):
                raise Rejected(f"panel: it does not keep the limits of row {row.name!r}")
        for member in self.inside:
            if member not in members:
                raise Rejected(f"panel: member {self.names[member]!r} is missing, and every panel must have it")
        for member in self.outside:
            if member in members:
                raise Rejected(f"panel: it has member {self.names[member]!r}, and no panel may have it")


@dataclass(frozen=True)
class Claim:
    """The panel, its error, and the bound: no allowed panel has an error below it."""

    members: tuple[int, ...]
    error: Fraction
    bound: Fraction


def read_problem(data: Any) -> Problem:
    """Read the problem of a certificate."""
    kind = read_text(take(data, "kind", "problem"), "problem.kind")
    if kind not in KINDS:
        raise Unreadable(f"problem.kind: expected one of {', '.join(KINDS)}, got {kind!r}")
    count = read_whole(take(data, "members", "problem"), "problem.members", 1, MOST_MEMBERS)
    names = data.get("names")
    if names is not None:
        names = [
            read_text(name, f"problem.names[{index}]")
            for index, name in enumerate(read_list(names, "problem.names", count, is_exact=True))
        ]
    accuracies: tuple[float, ...] = ()
    if kind != "votes":
        accuracies = read_numbers(take(data, "accuracies", "problem"), "problem.accuracies", count, 0.0, 1.0)
    rows = read_list(take(data, "rows", "problem"), "problem.rows", _MOST_ROWS)
    return Problem(
        kind=kind,
        count=count,
        names=tuple(names if names is not None else map(str, range(count))),
        accuracies=accuracies,
        tie_error=read_number(data.get("tie_error", 1.0), "problem.tie_error", 0.0, 1.0),
        rows=tuple(_read_row(row, f"problem.rows[{index}]", count) for index, row in enumerate(rows)),
        inside=read_places(data.get("inside", []), "problem.inside", count),
        outside=read_places(data.get("outside", []), "problem.outside", count),
        data=data,
    )


def read_claim(data: Any, count: int) -> Claim:
    """Read the claim of a certificate."""
    bound = read_decimal(take(data, "bound", "claim"), "claim.bound")
    if 0 < bound < _LEAST_BOUND:
        raise Unreadable("claim.bound: expected 0 or at least 1e-400")
    return Claim(
        members=read_places(take(data, "members", "claim"), "claim.members", count),
        error=read_decimal(take(data, "error", "claim"), "claim.error"),
        bound=bound,
    )


def _read_row(data: Any, place: str, count: int) -> Row:
    def read_limit(key: str) -> float | None:
        limit = take(data, key, place)
        return None if limit is None else read_number(limit, f"{place}.{key}")

    return Row(
        name=read_text(take(data, "name", place), f"{place}.name"),
        usage=read_numbers(take(data, "usage", place), f"{place}.usage", count),
        least=read_limit("least"),
        most=read_limit("most"),
    )
