"""How it was done and what it showed, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack_paper.experiments.kaggle.competitions import AS_IS
from haversack_paper.experiments.kaggle.gathered import accuracy_text, counted, is_underflown
from haversack_paper.experiments.kaggle.voters import voters_needed
from haversack_paper.published import TABLE_3
from haversack_paper.report import percent, seconds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack_paper.experiments.kaggle.gathered import Study

_GUESS = 0.5


def text_of(studies: Sequence[Study], *, team_steps: int, pool_steps: int, draws: int) -> str:
    """Return some paragraphs, those without anything to tell left out."""
    paragraphs = [
        "The teams of a Kaggle competition are the members of a pool, their final scores, on the private leaderboard, "
        "the accuracies. There are no costs. The paper does not say how a score becomes an accuracy: a Gini "
        "coefficient of 0.29 or a log loss of 0.2 is none. So several readings stand side by side; *as is* is the "
        "paper's wording, what falls outside of [0, 1] is clipped, and a log loss as is turns the leaderboard upside "
        f"down. {' '.join(filter(None, (_at_hand(studies), _cut_off(studies))))}",
        f"Annealing runs until STOP, and once more to a limit of {team_steps:,} steps with all teams (one walk) and "
        f"{pool_steps:,} steps with smaller pools (64 walks). The label of the paper's table, `kaggle_m30`, hints at "
        f"pools of 30, so pools of some teams at random ({counted(draws, 'draw')} each) and of the most accurate teams "
        "are looked at as well. The optimum is proven, and checked by an independent scan of the most accurate 1, 2, "
        "3, ... members in logarithms.",
        " ".join(filter(None, (_scan(studies), _long_runs(studies)))),
        _too_weak(studies),
        " ".join(filter(None, (_too_good(studies), _underflow(studies)))),
        _which_size(studies),
    ]
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)


def _at_hand(studies: Sequence[Study]) -> str:
    own = {study.competition.row for study in studies if study.competition.row and not study.competition.stands_in}
    others = sorted({study.competition.title for study in studies if study.competition.row not in own})
    told = (
        f"Of the paper's {len(TABLE_3.rows)} leaderboards {len(own)} {'was' if len(own) == 1 else 'were'} at hand "
        f"({', '.join(sorted(own)) or 'none'})"
    )
    return f"{told}; beside {'it' if len(own) == 1 else 'them'}: {', '.join(others)}." if others else f"{told}."


def _cut_off(studies: Sequence[Study]) -> str:
    """Tell of leaderboards without their lower end: fewer teams than took part, or nobody as bad as a guess."""
    told = []
    for study in studies:
        if study.kind != "all" or study.reading is not AS_IS:
            continue
        known, worst = study.competition, study.pools[0]["worst_member"]
        if known.about_teams is not None and study.members < known.about_teams:
            told.append(f"that of {known.title} has {study.members:,} of about {known.about_teams:,} teams")
        elif known.metric == "AUC" and worst > _GUESS:
            told.append(f"that of {known.title} ends at an AUC of {worst:.3f}, above that of a guess, and looks cut")
    if not told:
        return ""
    return (
        f"A file with a leaderboard may lack the lower end: {'; '.join(told)}. A distribution that is fitted to it "
        "then lacks its lower tail, and the mean accuracy is too high."
    )


def _scan(studies: Sequence[Study]) -> str:
    pools = [pool for study in studies for pool in study.pools]
    if not pools:
        return ""
    same = sum(_agree(pool["optimum"], pool["scan"]) for pool in pools)
    slowest = max(pool["optimum"]["seconds"] for pool in pools)
    return (
        f"Scan and exact search agree in {same} of {counted(len(pools), 'pool')}. The exact search took "
        f"{seconds(slowest)} s at most: without costs the best set of a size is that of the most accurate members, so "
        "that looking at one set per size proves the optimum, and there is nothing to search for at random."
    )


def _agree(optimum: dict[str, float | None], scan: dict[str, float | None]) -> bool:
    one, other = optimum["log10_error"], scan["log10_error"]
    return one == other if one is None or other is None else abs(one - other) <= 1e-9 * max(1.0, abs(one))


def _too_weak(studies: Sequence[Study]) -> str:
    weak = [study for study in studies if study.kind == "all" and not study.good]
    if not weak:
        return ""
    told = "; ".join(
        f"{study.competition.title} {study.reading.label}: mean {study.mean_accuracy:.3f}, optimum "
        f"{study.accuracy('optimum')} with {counted(study.pools[0]['optimum']['size'], 'member')}, STOP "
        f"{percent(study.mean('stop', 'value'))}, and annealing stopped there has {study.accuracy('at_stop')}"
        for study in weak
    )
    return (
        f"Where the mean member is worse than a coin, a majority is worse than its members. The best set is tiny, and "
        f"STOP, the forecast for the whole pool, is next to 0 and reached by anything ({told})."
    )


def _too_good(studies: Sequence[Study]) -> str:
    good = [study for study in studies if study.kind == "all" and study.good]
    if not good:
        return ""
    worst = max((study.pools[0]["optimum"] for study in good), key=lambda told: told["error"])
    underflown = sum(study.pools[0]["optimum"]["error"] < 1e-307 for study in good)
    paper = TABLE_3.column("SA to MAXSTEP, %")
    beyond = sum(study.pools[0]["optimum"]["value"] > max(paper) / 100.0 for study in good)
    text = (
        "Where it is better, the majority of many independent voters is better still: in the worst case the optimum is "
        f"{accuracy_text(worst)}, and in {underflown} of {counted(len(good), 'case')} its error is 0 or too small for "
        f"the machine. The optimum of all teams is above the paper's largest number, {max(paper):g} %, in {beyond} of "
        f"{counted(len(good), 'case')}."
    )
    if beyond < len(good):
        return text
    return f"{text} A search that comes near it cannot give the paper's {min(paper):g} to {max(paper):g} %."


def _underflow(studies: Sequence[Study]) -> str:
    """Tell where annealing can see no improvement, since the error is 0 to the machine."""
    whole = [study for study in studies if study.kind == "all"]
    blind = [study for study in whole if is_underflown(study.pools[0]["at_limit"])]
    if not blind:
        return ""
    named = ", ".join(f"{study.competition.title} {study.reading.label}" for study in blind)
    return (
        f"In {len(blind)} of {counted(len(whole), 'whole leaderboard')} ({named}) annealing comes to sets whose error "
        "is *0 to the machine*, below about $10^{-323}$. From there on it sees no improvement any more: to it all such "
        "sets are equally good, so that it ends with the first that it met, and a STOP of 1 counts as reached. How far "
        "that is from the optimum says nothing about how well annealing searches."
    )


def _long_runs(studies: Sequence[Study]) -> str:
    """Tell how often the long run ends at the optimum; the paper does not say that it does."""
    told = []
    for kind, label in ("all", "all teams"), ("drawn", "smaller pools at random"), ("best", "the most accurate teams"):
        chosen = [study for study in studies if study.kind == kind]
        if chosen:
            told.append(f"{sum(s.found_best for s in chosen)} of {sum(len(s.pools) for s in chosen)} ({label})")
    return f"Pools in which the long run of annealing ends at the optimum: {', '.join(told)}." if told else ""


def _which_size(studies: Sequence[Study]) -> str:
    told: list[str] = []
    sizes: dict[str, set[int | None]] = {}
    for study in studies:
        row = study.competition.row
        if study.kind != "all" or not study.good or row is None or study.competition.stands_in:
            continue
        voters = voters_needed(study.mean_accuracy, TABLE_3.rows[row][0] / 100.0)
        sizes.setdefault(row, set()).add(voters)
        told.append(f"{voters} for {study.competition.title} ({study.reading.label})")
    if not told:
        return ""
    text = (
        "A pool of what size would give the paper's numbers by MAXSTEP? With members of the mean accuracy it would "
        f"have to be {', '.join(told)}."
    )
    return text if set.intersection(*sizes.values()) else f"{text} No size serves all of them."
