"""The verdict on a comparison: title, lead and numbers. Needs neither jinja2 nor matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.pages.model import Tile
from haversack.pages.wording import count_nouns, join_words, show_name
from haversack.reports.comparison import format_excess

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.comparison.ranking import ComparisonRanking, Contestant, GroupRanking
    from haversack.comparison.result import Comparison

_MOST_NAMED = 4


def write_comparison_title(comparison: Comparison, ranking: ComparisonRanking) -> str:
    """Return the verdict in one line."""
    title = f"{_count_contestants(ranking)} in {count_nouns(len(comparison.rows), 'run')}"
    return f"{title}: {_name_best(ranking)}" if ranking.leaders else title


def write_comparison_lead(ranking: ComparisonRanking) -> str:
    """Return the verdict in a sentence or two."""
    if not ranking.leaders:
        if not ranking.shared and ranking.cases:
            return "There is no winner: no case, each a pool, a budget and a seed, was run by all contestants."
        return "No run has an answer that can be measured against a reference."
    sentences = [_describe_agreement(ranking)] if ranking.agree else _describe_disagreement(ranking)
    if ranking.shared < ranking.cases:
        cases = f"{ranking.shared:,} of {count_nouns(ranking.cases, 'case')}, each a pool, a budget and a seed"
        sentences.append(f"The comparison covers what all contestants have run: {cases}.")
    return " ".join(sentences)


def list_comparison_tiles(comparison: Comparison, ranking: ComparisonRanking) -> list[Tile]:
    """Return the numbers of the verdict."""
    pools = count_nouns(len({row.pool for row in comparison.rows}), "pool")
    tiles = [
        Tile("Runs", f"{len(comparison.rows):,}", f"on {pools}"),
        Tile("Contestants", f"{len(ranking.contestants):,}", _count_contestants(ranking)),
    ]
    if ranking.leaders and ranking.agree:
        tiles.append(Tile("Best", _name(ranking, ranking.leaders[0]), f"excess {_format_excess(ranking)}", "good"))
    elif len(ranking.leaders) == 1:
        tiles.append(Tile("Best in most groups", _name(ranking, ranking.leaders[0]), _count_led(ranking)))
    return tiles


def _count_contestants(ranking: ComparisonRanking) -> str:
    """Return how many searchers there are, and how many stopping rules if there are several."""
    searchers, rules = ({each[place] for each in ranking.contestants} for place in (0, 1))
    searcher = count_nouns(len(searchers), "searcher")
    return searcher if len(rules) < 2 else f"{searcher} with {len(rules):,} stopping rules"


def _name_best(ranking: ComparisonRanking) -> str:
    name, count = _name(ranking, ranking.leaders[0]), len(ranking.leaders)
    if ranking.agree:
        return f"{name} is best" if count == 1 else f"{name} is the fastest of {count} equally good ones"
    return f"{name} is best in {_count_led(ranking)}" if count == 1 else "which is best depends on the pools"


def _describe_agreement(ranking: ComparisonRanking) -> str:
    """Return the verdict where somebody is the best in all groups."""
    best, count = ranking.leaders[0], len(ranking.leaders)
    name, excess = _name(ranking, best), _format_excess(ranking)
    share = ranking.reached[best]
    reached = "" if share is None else f"; {100.0 * share:.0f} % of its runs are as good as the reference"
    rivals = len(ranking.contestants)
    if count == 1:
        text = f"{name} has the smallest median excess, {excess}"
    elif count == rivals:
        both = "both" if rivals == 2 else f"all {rivals}"
        text = f"{both} {_get_noun(ranking)} have the same median excess, {excess}, and {name} is the fastest"
    else:
        text = (
            f"{count} of {rivals} {_get_noun(ranking)} have the smallest median excess, {excess}, "
            f"and {name} is the fastest of them"
        )
    groups = ranking.groups
    where = show_name(groups[0].group) if len(groups) == 1 else f"each of {len(groups):,} groups of pools"
    return f"In {where}, {text}{reached}."


def _describe_disagreement(ranking: ComparisonRanking) -> list[str]:
    """Return who is the best where, and how far behind the best is elsewhere."""
    if len(ranking.leaders) > 1:
        return [f"The smallest median excess: {_list_leaders(ranking, ranking.groups)}."]
    best = ranking.leaders[0]
    name = _name(ranking, best)
    others = [group for group in ranking.groups if best not in group.leaders]
    worst = format_excess(max(group.excess[best] for group in others))
    return [
        f"{name} has the smallest median excess in {_count_led(ranking)}, and one of up to {worst} elsewhere.",
        f"The best there: {_list_leaders(ranking, others)}.",
    ]


def _list_leaders(ranking: ComparisonRanking, groups: Sequence[GroupRanking]) -> str:
    """Return who leads in each of some groups."""
    listed = [
        f"{join_words((_name(ranking, each) for each in group.leaders), 2)} in {show_name(group.group)}"
        for group in groups
    ]
    more = [f"and others in {len(listed) - _MOST_NAMED:,} more"] if len(listed) > _MOST_NAMED else []
    return "; ".join([*listed[:_MOST_NAMED], *more])


def _count_led(ranking: ComparisonRanking) -> str:
    return f"{ranking.led:,} of {len(ranking.groups):,} groups of pools"


def _format_excess(ranking: ComparisonRanking) -> str:
    """Return the excess of the best, the largest of all groups."""
    largest = format_excess(max(group.excess[ranking.leaders[0]] for group in ranking.groups))
    return largest if len(ranking.groups) == 1 or largest == "0 %" else f"at most {largest}"


def _name(ranking: ComparisonRanking, contestant: Contestant) -> str:
    """Return a searcher, with its stopping rule where there are several."""
    rules = {stopping for _, stopping in ranking.contestants}
    return show_name(contestant[0] if len(rules) < 2 else ", ".join(contestant))


def _get_noun(ranking: ComparisonRanking) -> str:
    return "searchers" if len({stopping for _, stopping in ranking.contestants}) < 2 else "contestants"
