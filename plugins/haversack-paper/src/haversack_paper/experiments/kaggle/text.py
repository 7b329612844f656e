"""How it was done and what it showed, in words."""

from __future__ import annotations

import math

from haversack_paper.experiments.kaggle.competitions import AS_IS
from haversack_paper.experiments.kaggle.results import Study, is_underflown, log10_error, of_kind, write_ensemble
from haversack_paper.experiments.kaggle.voters import voters_needed
from haversack_paper.published import TABLE_3
from haversack_paper.report import count_of, percent, seconds


def text(studies: list[Study], *, team_steps: int, pool_steps: int, draws: int) -> str:
    """Return the paragraphs; those that have nothing to report are left out."""
    whole = of_kind(studies, "all")
    good = [study for study in whole if study.mean_accuracy > 0.5]
    weak = [study for study in whole if study.mean_accuracy <= 0.5]
    own = [study for study in good if study.competition.is_own]
    method = (
        "The teams of a Kaggle competition are the members of a pool, their final scores, on the private leaderboard, "
        "the accuracies. There are no costs. The paper does not say how a score becomes an accuracy: a Gini "
        "coefficient of 0.29 or a log loss of 0.2 is none. So several readings stand side by side; *as is* is the "
        "paper's wording, what falls outside of [0, 1] is clipped, and a log loss as is turns the leaderboard upside "
        "down."
    )
    runs = (
        f"Annealing runs until STOP, and once more to a limit of {team_steps:,} steps with all teams (one walk) and "
        f"{pool_steps:,} steps with smaller pools (64 walks). The label of the paper's table, `kaggle_m30`, hints at "
        f"pools of 30, so pools of some teams at random ({count_of(draws, 'draw')} each) and of the most accurate "
        "teams are looked at as well. The optimum is proven, and checked by an independent scan of the most accurate "
        "1, 2, 3, ... members in logarithms."
    )
    paragraphs = [
        [method, _available(studies), _cut_off(whole)],
        [runs],
        [_compare_with_optimum(studies)] if studies else [],
        [_too_weak(weak)] if weak else [],
        [_too_good(good) if good else "", _underflow(whole)],
        [_which_size(own)] if own else [],
    ]
    return "\n\n".join(" ".join(filter(None, sentences)) for sentences in paragraphs if any(sentences))


def _available(studies: list[Study]) -> str:
    own = sorted({study.competition.title for study in studies if study.competition.is_own})
    others = sorted({study.competition.title for study in studies if study.competition.row not in own})
    found = (
        f"Of the paper's {len(TABLE_3.rows)} leaderboards {len(own)} {'was' if len(own) == 1 else 'were'} at hand "
        f"({', '.join(own) or 'none'})"
    )
    return f"{found}; beside {'it' if len(own) == 1 else 'them'}: {', '.join(others)}." if others else f"{found}."


def _cut_off(whole: list[Study]) -> str:
    """Name leaderboards without their lower end: fewer teams than took part, or no team as bad as a guess."""
    cut = []
    for study in whole:
        if study.reading is not AS_IS:
            continue
        known, worst = study.competition, study.pools[0]["worst_member"]
        if known.about_teams is not None and study.members < known.about_teams:
            cut.append(f"that of {known.title} has {study.members:,} of about {known.about_teams:,} teams")
        elif known.metric == "AUC" and worst > 0.5:
            cut.append(f"that of {known.title} ends at an AUC of {worst:.3f}, above that of a guess, and looks cut")
    if not cut:
        return ""
    return (
        f"A file with a leaderboard may lack the lower end: {'; '.join(cut)}. A distribution that is fitted to it "
        "then lacks its lower tail, and the mean accuracy is too high."
    )


def _compare_with_optimum(studies: list[Study]) -> str:
    """Describe the proof, and count how often the long run ends at the optimum; the paper does not say that it does."""
    pools = [pool for study in studies for pool in study.pools]
    errors = [(log10_error(pool["optimum"]), log10_error(pool["scan"])) for pool in pools]
    same = sum(math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9) for one, other in errors)
    slowest = max(pool["optimum"]["seconds"] for pool in pools)
    labels = {"all": "all teams", "drawn": "smaller pools at random", "best": "the most accurate teams"}
    counts = [
        f"{sum(study.optimal for study in some)} of {sum(len(study.pools) for study in some)} ({label})"
        for kind, label in labels.items()
        if (some := [study for study in studies if study.kind == kind])
    ]
    return (
        f"Scan and exact search agree in {same} of {count_of(len(pools), 'pool')}. The exact search took "
        f"{seconds(slowest)} s at most: without costs the best set of a size is that of the most accurate members, so "
        "that looking at one set per size proves the optimum, and there is nothing to search for at random. Pools in "
        f"which the long run of annealing ends at the optimum: {', '.join(counts)}."
    )


def _too_weak(weak: list[Study]) -> str:
    listed = "; ".join(
        f"{study.competition.title} {study.reading.label}: mean {study.mean_accuracy:.3f}, optimum "
        f"{study.accuracy('optimum')} with {count_of(study.pools[0]['optimum']['size'], 'member')}, STOP "
        f"{percent(study.mean('stop', 'value'))}, and annealing stopped there has {study.accuracy('at_stop')}"
        for study in weak
    )
    return (
        f"Where the mean member is worse than a coin, a majority is worse than its members. The best set is tiny, and "
        f"STOP, the forecast for the whole pool, is next to 0 and reached by anything ({listed})."
    )


def _too_good(good: list[Study]) -> str:
    optima = [study.pools[0]["optimum"] for study in good]
    worst = max(optima, key=lambda optimum: optimum["error"])
    underflown = sum(optimum["error"] < 1e-307 for optimum in optima)
    paper = TABLE_3.column("SA to MAXSTEP, %")
    beyond = sum(optimum["value"] > max(paper) / 100.0 for optimum in optima)
    cases = count_of(len(good), "case")
    found = (
        "Where it is better, the majority of many independent voters is better still: in the worst case the optimum is "
        f"{write_ensemble(worst)}, and in {underflown} of {cases} its error is 0 or too small for the machine. The "
        f"optimum of all teams is above the paper's largest number, {max(paper):g} %, in {beyond} of {cases}."
    )
    if beyond < len(good):
        return found
    return f"{found} A search that comes near it cannot give the paper's {min(paper):g} to {max(paper):g} %."


def _underflow(whole: list[Study]) -> str:
    """Name the leaderboards on which annealing can see no improvement, since the error is 0 to the machine."""
    blind = [study for study in whole if is_underflown(study.pools[0]["at_limit"])]
    if not blind:
        return ""
    named = ", ".join(f"{study.competition.title} {study.reading.label}" for study in blind)
    return (
        f"In {len(blind)} of {count_of(len(whole), 'whole leaderboard')} ({named}) annealing comes to sets whose error "
        "is *0 to the machine*, below about $10^{-323}$. From there on it sees no improvement any more: to it all such "
        "sets are equally good, so that it ends with the first that it met, and a STOP of 1 counts as reached. How far "
        "that is from the optimum says nothing about how well annealing searches."
    )


def _which_size(studies: list[Study]) -> str:
    listed = []
    sizes: dict[str, set[int | None]] = {}
    for study in studies:
        title = study.competition.title
        voters = voters_needed(study.mean_accuracy, TABLE_3.rows[title][0] / 100.0)
        sizes.setdefault(title, set()).add(voters)
        listed.append(f"{voters} for {title} ({study.reading.label})")
    found = (
        "A pool of what size would give the paper's numbers by MAXSTEP? With members of the mean accuracy it would "
        f"have to be {', '.join(listed)}."
    )
    return found if set.intersection(*sizes.values()) else f"{found} No size serves all of them."
