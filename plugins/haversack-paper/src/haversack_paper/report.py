"""What an experiment has to show: claims of the paper and what became of them, tables, figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import attrs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from matplotlib.axes import Axes

Verdict = Literal["agrees", "differs", "cannot be checked"]


def _needs_reason(claim: Claim, _: object, reason: str) -> None:
    if claim.verdict != "agrees" and not reason:
        raise ValueError(f"{claim.where}: the verdict {claim.verdict!r} needs a reason")


@attrs.frozen
class Claim:
    """One statement of the paper, and what we found.

    Parameters
    ----------
    where
        Where the paper says it, e.g. ``Table 2``.
    statement
        What it says, in our words, Markdown.
    paper
        The paper's number or finding.
    ours
        Our number or finding, computed from the results.
    verdict
        What became of it.
    because
        Why it differs or cannot be checked; may be left out where it agrees.
    """

    where: str
    statement: str
    paper: str
    ours: str
    verdict: Verdict
    because: str = attrs.field(default="", validator=_needs_reason)


@attrs.frozen
class Column:
    """A column of a table.

    Parameters
    ----------
    key
        Which value of a row it shows; the head of the column in the CSV file.
    head
        Its head on the page; the key if left out.
    shown
        How a value is written on the page.
    """

    key: str
    head: str = attrs.field()
    shown: Callable[[Any], str] = str

    @head.default
    def _same(self) -> str:
        return self.key


@attrs.frozen
class Table:
    """A table: a CSV file with all digits, and a few digits of it on the page.

    Parameters
    ----------
    name
        Of the CSV file, without ending.
    caption
        What it shows, Markdown.
    columns
        What the page shows of each row. The CSV file has these and all other keys of the rows.
    rows
        Dicts with the same keys; a value that is None is an empty cell.
    on_page
        Whether the page shows it; else the CSV file alone is written.
    """

    name: str
    caption: str
    columns: Sequence[Column]
    rows: Sequence[Mapping[str, Any]]
    on_page: bool = True


@attrs.frozen
class Figure:
    """A figure, drawn with matplotlib when it is written.

    Parameters
    ----------
    name
        Of the files, without ending.
    caption
        What it shows, Markdown.
    draws
        One function for each panel.
    """

    name: str
    caption: str
    draws: Sequence[Callable[[Axes], object]]


@attrs.frozen
class Report:
    """What an experiment has to show.

    Parameters
    ----------
    text
        How it was done and what it showed: Markdown paragraphs, with the sizes and limits that were used.
    claims
        Every claim of the paper that belongs to it.
    tables, figures
        In the order of the page.
    """

    text: str
    claims: Sequence[Claim]
    tables: Sequence[Table] = ()
    figures: Sequence[Figure] = ()


def percent(value: float | None) -> str:
    """Write a share as a percentage with two decimals, as the paper does, more where they are needed below 100 %.

    Examples
    --------
    >>> percent(0.9939), percent(0.99999852), percent(1.0), percent(None)
    ('99.39 %', '99.99985 %', '100 %', '')
    """
    if value is None:
        return ""
    if value == 1.0:
        return "100 %"
    digits = 2
    while digits < 12 and round(100.0 * value, digits) == 100.0:
        digits += 1
    # One more digit than the first that differs from 100: the size of the error, not only its power of ten.
    return f"{100.0 * value:.{digits if digits == 2 else digits + 1}f} %"


def counted(number: int, one: str, many: str = "") -> str:
    """Write a number of things.

    Examples
    --------
    >>> counted(1, "part"), counted(2_000, "part"), counted(0, "optimum", "optima")
    ('1 part', '2,000 parts', '0 optima')
    """
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def seconds(value: float | None) -> str:
    """Write a duration with two significant digits.

    Examples
    --------
    >>> seconds(0.00321), seconds(0.3), seconds(12.34), seconds(456.7), seconds(None)
    ('0.0032', '0.30', '12', '457', '')
    """
    if value is None:
        return ""
    if value >= 10.0:
        return f"{value:.0f}"
    return f"{value:#.2g}"
