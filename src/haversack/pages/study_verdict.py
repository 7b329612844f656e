"""The verdict on a study: title, lead and numbers. Needs neither jinja2 nor matplotlib."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any

from haversack.execution.store import FAILED
from haversack.pages.model import Tile
from haversack.pages.wording import count_nouns, format_number, format_share, join_words, show_name
from haversack.studies.standings import PARTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack.studies.standings import StudyRanking

Row = dict[str, Any]

_MOST_NAMED = 4
_TINY = 1e-6
_REASONS = {
    "energy": "measure how good a panel is in different ways",
    "cost_model": "count costs in different ways",
    "preset": "measure how good a panel is in different ways",
}


def write_study_title(ranking: StudyRanking, rows: Sequence[Row], planned: int) -> str:
    """Return the verdict in one line: also which combination of parts is the best, if there is one."""
    pools = count_nouns(len({row["pool"] for row in rows}), "pool")
    tasks = "" if len(rows) == planned else f"{len(rows):,} of "
    title = f"{tasks}{count_nouns(planned, 'selection')} from {pools}"
    answers = sum(row["value"] is not None for row in rows)
    missing = _count_missing(rows)
    if missing:
        return f"{title}: {answers:,} with an answer, {missing}"
    if len(ranking.leaders) != 1 or len(ranking.contestants) == 1:
        return title
    names = name_differences(ranking.contestants)
    return f"{title}: {show_name(names[ranking.contestants.index(ranking.leaders[0])])} is best"


def write_study_lead(ranking: StudyRanking, rows: Sequence[Row], planned: int) -> str:
    """Return the verdict in a sentence or two."""
    contestants = ranking.contestants
    if not contestants:
        return _explain_nothing(rows, planned)
    if len(ranking.standings) == 1:
        return _describe_answers(contestants[0])
    if len(contestants) == 1:
        only = contestants[0]
        others = count_nouns(len(ranking.standings) - 1, "other combination")
        has = "has" if len(ranking.standings) == 2 else "have"
        return f"Only {name_parts(only)} has answers; {others} of parts {has} none. {_describe_answers(only)}"
    return " ".join([*_name_winner(ranking), *_count_silent(ranking)])


def explain_measures(ranking: StudyRanking) -> list[str]:
    """Return why combinations of parts that measure answers differently cannot be ranked."""
    if not ranking.measures:
        return []
    kind = ranking.measures[0]
    names = dict.fromkeys(each[kind] or "the default" for each in ranking.contestants)
    return [f"The combinations of parts ({join_words(names, _MOST_NAMED)}) {_REASONS[kind]}, so they cannot be ranked."]


def list_study_tiles(ranking: StudyRanking, rows: Sequence[Row], planned: int) -> list[Tile]:
    """Return the numbers of the verdict."""
    answers = [row for row in rows if row["value"] is not None]
    tiles = [Tile("Finished", f"{len(rows):,}", "all tasks" if len(rows) == planned else f"of {planned:,} tasks")]
    missing = _count_missing(rows)
    if missing:
        tiles.append(Tile("Answers", f"{len(answers):,} of {len(rows):,}", missing))
    if answers:
        proved = sum(row["proven"] for row in answers)
        tone = "good" if proved == len(answers) else "plain"
        note = f"{proved:,} of {count_nouns(len(answers), 'answer')}"
        tiles.append(Tile("Proved best", format_share(proved / len(answers)), note, tone))  # type: ignore[arg-type]
        seconds = statistics.median(row["seconds"] for row in answers)
        tiles.append(Tile("Time", f"{seconds:.2g} s", "median of a search"))
    if ranking.leaders:
        best = ranking.leaders[0]
        tiles.append(Tile("Median answer", _format_median(best), f"by {name_parts(best)}"))
    return tiles


def name_parts(row: Mapping[str, Any]) -> str:
    """Return the parts of a row or of a standing."""
    return ", ".join(row[part] for part in PARTS if row[part]) or "the default"


def name_differences(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the names of the parts in which rows differ.

    Examples
    --------
    >>> same = {"energy": "votes", "stopping": "", "cost_model": "", "preset": ""}
    >>> name_differences([{**same, "searcher": "exact"}, {**same, "searcher": ""}])
    ['exact', 'default']
    """
    kinds = [kind for kind in PARTS if len({row[kind] for row in rows}) > 1]
    return [", ".join(row[kind] or "default" for kind in kinds) for row in rows]


def format_answer(value: float, error: float | None) -> str:
    """Return how good an answer is: in per cent where it is a probability."""
    return format_number(value) if error is None else format_share(value, error)


def format_answer_briefly(value: float, error: float | None) -> str:
    r"""Return the same for a table of searchers, in which the smallest errors are to be told apart.

    Examples
    --------
    >>> format_answer_briefly(0.9984, 0.0016), format_answer_briefly(1.0, 3.382e-8), format_answer_briefly(12.5, None)
    ('99.84\xa0%', '1 - 3.38e-08', '12.5')
    """
    return f"1 - {error:.3g}" if error is not None and 0.0 < error < _TINY else format_answer(value, error)


def _explain_nothing(rows: Sequence[Row], planned: int) -> str:
    """Return why there is no answer."""
    if len(rows) < planned or not rows:
        return "No task has an answer yet."
    if any(row["status"] == FAILED for row in rows):
        return f"No task has an answer: {_count_missing(rows)}."
    if all(row["budget"] is None for row in rows):
        return "No set of members meets the constraints, so no task has an answer."
    return "No set of members fits any of the budgets, so no task has an answer."


def _describe_answers(standing: Mapping[str, Any]) -> str:
    """Return what a combination of parts found, without others beside it."""
    value = _format_median(standing)
    if standing["answers"] == 1:
        return (
            f"The only answer is {value}; it is {'' if standing['proven'] else 'not '}proved to be the best possible."
        )
    return f"The median answer is {value}; {_count_proved(standing, 'the')}"


def _name_winner(ranking: StudyRanking) -> list[str]:
    """Return which combination is the best, or why there is no winner."""
    contestants, leaders = ranking.contestants, ranking.leaders
    if ranking.measures:
        return explain_measures(ranking)
    count = f"{len(contestants):,} combinations of parts"
    if not leaders:
        return [
            "There is no winner: no problem (a pool, a budget and a seed) was answered by all combinations of parts."
        ]
    best, value = leaders[0], _format_median(leaders[0])
    proved = _count_proved(best, "its")
    if len(leaders) == len(contestants):
        all_of_them = "Both" if len(leaders) == 2 else f"All {len(leaders):,}"
        verdict = (
            f"{all_of_them} combinations of parts have the same median answer, {value}, and {name_parts(best)} is the "
            f"fastest; {proved}"
        )
    else:
        quickly = " in the least time" if len(leaders) > 1 else ""
        verdict = (
            f"Of {count}, {name_parts(best)} has the best answers{quickly}: the median answer is {value}; {proved}"
        )
    if ranking.shared == ranking.problems:
        return [verdict]
    shared = f"{ranking.shared:,} of {count_nouns(ranking.problems, 'problem')}"
    return [
        verdict,
        f"The comparison covers the {shared} (a pool, a budget and a seed) that all of them answered.",
    ]


def _count_silent(ranking: StudyRanking) -> list[str]:
    """Return which combinations have no answer at all."""
    silent = [name_parts(each) for each in ranking.standings if not each["answers"]]
    if not silent:
        return []
    return [f"Without any answer: {join_words(silent, _MOST_NAMED)}."]


def _count_proved(standing: Mapping[str, Any], whose: str) -> str:
    share = format_share(standing["proven"] / standing["answers"])
    return f"{share} of {whose} answers are proved to be the best possible."


def _format_median(standing: Mapping[str, Any]) -> str:
    return format_answer(standing["shared_value"], standing["shared_error"])


def _count_missing(rows: Sequence[Row]) -> str:
    """Return how many finished tasks have no answer, by the reason; nothing if all have one."""
    missing = [row for row in rows if row["value"] is None]
    failed = sum(row["status"] == FAILED for row in missing)
    counts = {"infeasible": len(missing) - failed, "failed": failed}
    return ", ".join(f"{count:,} {reason}" for reason, count in counts.items() if count)
