"""What an experiment reports: claims of the paper with verdicts, tables, figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import attrs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.axes import Axes

Json = Any
"""What `json.dumps` takes and `json.loads` gives back: dicts, lists, strings, numbers, true, false and null."""

Results = Mapping[str, Json]
"""Results of the parts of an experiment, by key."""

Verdict = Literal["agrees", "differs", "cannot be checked"]


def _needs_reason(claim: Claim, _: object, reason: str) -> None:
    if claim.verdict != "agrees" and not reason:
        raise ValueError(f"{claim.where}: the verdict {claim.verdict!r} needs a reason")


@attrs.frozen
class Rule:
    """How verdicts are reached: a short name, the same for all claims so judged, and when a claim agrees."""

    name: str
    text: str


@attrs.frozen
class Claim:
    """One statement of the paper, in our words and Markdown, and what we found.

    `paper` and `ours` are numbers or findings, `because` is why it differs or cannot be checked; it may be left out
    where it agrees. `rule` is how the verdict was reached.
    """

    where: str
    statement: str
    paper: str
    ours: str
    verdict: Verdict
    because: str = attrs.field(default="", validator=_needs_reason)
    rule: Rule = attrs.field(kw_only=True)


def judge(
    where: str,
    statement: str,
    paper: str,
    ours: str,
    agrees: bool | None,
    *,
    rule: Rule,
    otherwise: str,
    note: str = "",
) -> Claim:
    """Return a claim with its verdict.

    `agrees` is None if our results do not decide; `otherwise` is why it differs or is undecided, `note` a remark if it
    agrees.

    Examples
    --------
    >>> equal = Rule("equal", "The numbers are equal.")
    >>> judge("Table 0", "one is one", "1", "1", True, rule=equal, otherwise="arithmetic is broken").verdict
    'agrees'
    >>> judge("Table 0", "one is two", "2", "1", False, rule=equal, otherwise="of a slip").because
    'of a slip'
    """
    verdict: Verdict = "cannot be checked" if agrees is None else "agrees" if agrees else "differs"
    return Claim(where, statement, paper, ours, verdict, note if agrees else otherwise, rule=rule)


def _as_writer(shown: Callable[[Any], str] | str) -> Callable[[Any], str]:
    return f"{{:{shown}}}".format if isinstance(shown, str) else shown


@attrs.frozen
class Column:
    """A column of a table.

    `key` says which value of a row it shows and is its head in the CSV file, `head` is that on the page, and `shown`
    writes a value there: a function, or a format such as ``.2f``.
    """

    key: str
    head: str = attrs.field(default=attrs.Factory(lambda column: column.key, takes_self=True))
    shown: Callable[[Any], str] = attrs.field(default=str, converter=_as_writer)


@attrs.frozen
class Table:
    """A table: a CSV file with all digits and, unless it is not `on_page`, a few digits of it on the page.

    The page shows `columns`; the CSV file has all keys of the rows. A value that is None is an empty cell.
    """

    name: str
    caption: str
    columns: Sequence[Column]
    rows: Sequence[Mapping[str, Any]]
    on_page: bool = True


@attrs.frozen
class Figure:
    """A figure, drawn with matplotlib when it is written: one function for each panel."""

    name: str
    caption: str
    draws: Sequence[Callable[[Axes], object]]


@attrs.frozen
class Report:
    """What an experiment reports: how it was done (Markdown paragraphs), the claims, and what the page shows."""

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


def count_of(number: int, one: str, many: str = "") -> str:
    """Write a number of things.

    Examples
    --------
    >>> count_of(1, "part"), count_of(2_000, "part"), count_of(0, "optimum", "optima")
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
    return f"{value:.0f}" if value >= 10.0 else f"{value:#.2g}"


def span(values: Sequence[float], shown: str = "") -> str:
    """Write the smallest and the largest of some values in a format such as ``.2f``.

    Examples
    --------
    >>> span([0.5, 0.25, 1.0], ".2f"), span([3, 3])
    ('0.25 to 1.00', '3 to 3')
    """
    return f"{min(values):{shown}} to {max(values):{shown}}"
