"""What was understood of a log, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from haversack.pools.logs.collecting import CollectedVotes
    from haversack.pools.logs.layout import Layout

_SHOWN = 8


@attrs.frozen(kw_only=True)
class Facts:
    """What a reading found out beside the votes.

    Parameters
    ----------
    layout, collected
        The layout of the log, and its votes.
    missing
        Number of answers that members of the pool did not give to items of the pool.
    silent
        Members without any answer to an item with a right answer, who are left out.
    price
        The column that the costs come from, or None.
    skipped
        Files of a folder that are no logs.
    """

    layout: Layout
    collected: CollectedVotes
    members: int
    missing: int
    silent: tuple[str, ...] = ()
    price: str | None = None
    skipped: tuple[str, ...] = ()


def write_notes(name: str, facts: Facts) -> tuple[str, ...]:
    """Return the summary of a reading, then a sentence for everything that a user should check."""
    return tuple(f"{name}: {sentence}" for sentence in (_summarise(facts), *_list_sentences(facts)))


def _summarise(facts: Facts) -> str:
    parts = [
        _count(facts.members, facts.layout.noun),
        _count(len(facts.collected.votes), "item"),
        _count(facts.missing, "missing answer"),
    ]
    if facts.price is not None:
        parts.append(f"prices from column {facts.price}")
    return ", ".join(parts)


def _list_sentences(facts: Facts) -> Iterator[str]:
    layout, collected = facts.layout, facts.collected
    words = ", ".join(f"{role} = {column}" for role, column in layout.list_origins().items())
    ignored = f"; ignored: {_shorten(layout.ignored)}" if layout.ignored else ""
    yield f"read as {layout.shape}: {words}{ignored}"
    if facts.price is not None:
        yield "the cost of a member is its mean price per item, so the budget is a price per item"
    if layout.correct is not None:
        yield (
            "answers are graded right or wrong, and which wrong ones agree is not known: plurality of labels cannot be "
            "used, all wrong answers to an item count as one"
        )
    if collected.without_truth:
        yield f"{_count(collected.without_truth, 'answer')} to items without a right answer not used"
    if collected.unasked:
        yield f"{_count(collected.unasked, 'item')} with a right answer left out: the log has no line about them"
    if facts.silent:
        yield f"left out, without an answer to any item with a right answer: {_shorten(facts.silent)}"
    if collected.nearly_right:
        yield (
            f"{_count(collected.nearly_right, 'answer')} count as wrong, though only case or surrounding spaces differ "
            "from the right one; answers=casefold would count them as right"
        )
    if collected.same_number:
        yield (
            f"{_count(collected.same_number, 'answer')} count as wrong, though of the same number as the right one, "
            "such as 1.0 and 1; answers=number would count them as right"
        )
    if collected.contradicted is not None:
        column, count = collected.contradicted
        yield (
            f"column {column!r} is not used, and says otherwise than answers and right answers on "
            f"{_count(count, 'line')}; columns: correct={column} would use it in their place"
        )
    if collected.doubtful is not None:
        yield (
            f"{collected.doubtful!r} is taken for an answer like any other; if it means that there is none, leave "
            "these cells empty"
        )
    if facts.skipped:
        others = _count(len(facts.skipped), "file")
        yield f"{others} of the folder not read, as no reader knows them, such as {facts.skipped[0]}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _shorten(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"{', '.join(names[:_SHOWN])}{more}"
