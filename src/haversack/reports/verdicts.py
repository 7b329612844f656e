"""Verdicts of a panel on new items, as text and as data."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import attrs

from haversack.reports.csv_files import write_csv
from haversack.reports.tables import DEFAULT_WIDTH, TextColumn, write_section, write_table
from haversack.statistics.wilson import compute_wilson_interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.api.verdict import Verdict

_MOST_ITEMS = 20


@attrs.frozen
class Decisions:
    """What a panel decided on a number of items.

    Parameters
    ----------
    items, verdicts
        What each item is called, and the verdict on it.
    truth
        The right answers, None where one is not known; None if there are none at all.
    """

    items: Sequence[Any]
    verdicts: Sequence[Verdict]
    truth: Sequence[Any] | None = None
    interrupted: bool = False
    failed: bool = False

    @property
    def accuracy(self) -> tuple[float, int] | None:
        """The share of right verdicts and the number of items whose right answer is known; None if there are none.

        An undecided item counts as wrong.
        """
        pairs = zip(self.verdicts, self.truth or (), strict=False)
        # A file knows texts only.
        hits = [verdict.label is not None and str(verdict.label) == str(right) for verdict, right in pairs if right]
        return (sum(hits) / len(hits), len(hits)) if hits else None

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        plain: dict[str, Any] = {"items": [{**row, "tied": list(row["tied"])} for row in self._list_rows()]}
        if self.accuracy is not None:
            share, count = self.accuracy
            low, high = compute_wilson_interval(share, count)
            plain["accuracy"] = {"share": share, "low": low, "high": high, "items": count}
        return plain

    def to_json(self) -> str:
        """Return plain values as JSON."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False, default=str)

    def to_csv(self) -> str:
        """Return one line per item."""
        rows = [{**row, "tied": " ".join(map(str, row["tied"]))} for row in self._list_rows()]
        return write_csv(["item", "verdict", "answered", "tied", *self._extra_titles()], rows)

    def summarise(self, *, width: int = DEFAULT_WIDTH) -> str:
        """Return the first verdicts, how many there are, and how many are right where that is known."""
        rows = self._list_rows()[:_MOST_ITEMS]
        titles = ["item", "verdict", "answered", *self._extra_titles()]
        columns = [
            TextColumn(title, [_format(row[title]) for row in rows], rank, right=title in ("answered", "posterior"))
            for rank, title in enumerate(titles, start=1)
        ]
        hidden = len(self.verdicts) - len(rows)
        table = write_table(columns, width=width, footer=[f"... and {hidden:,} more"] if hidden > 0 else [])
        return f"{table}\n\n{write_section('verdicts', self._describe(), width=width)}"

    def _describe(self) -> list[tuple[str, str]]:
        ties = sum(bool(verdict.tied) for verdict in self.verdicts)
        silent = sum(verdict.answered == 0 for verdict in self.verdicts)
        count = len(self.verdicts)
        lines = [("items", f"{count:,}"), ("decided", f"{count - ties - silent:,}")]
        lines += [("tied", f"{ties:,}")] if ties else []
        lines += [("unanswered", f"{silent:,}")] if silent else []
        if self.accuracy is not None:
            share, known = self.accuracy
            low, high = compute_wilson_interval(share, known)
            undecided = "; undecided items count as wrong" if ties or silent else ""
            lines.append(("accuracy", f"{share:.4g} ({low:.3g} to {high:.3g}) on {known:,} items{undecided}"))
        return lines

    def _extra_titles(self) -> list[str]:
        return ["posterior"] if any(verdict.posterior is not None for verdict in self.verdicts) else []

    def _list_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "item": item,
                "verdict": verdict.label,
                "answered": verdict.answered,
                "tied": verdict.tied,
                "posterior": verdict.posterior,
            }
            for item, verdict in zip(self.items, self.verdicts, strict=True)
        ]


def _format(cell: Any) -> str:
    return "-" if cell is None else f"{cell:.4g}" if isinstance(cell, float) else str(cell)
