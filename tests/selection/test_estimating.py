"""The accuracy to expect on new items, against plain Python and on data whose truth is known."""

from __future__ import annotations

import itertools
import math

import attrs
import numpy as np
import pytest

import haversack as hs
from haversack.energies import PluralityVote
from haversack.searchers import Enumerate
from haversack.selection import estimating
from haversack.statistics.resampling import draw_bootstrap

METHODS = ("bootstrap", "nested", "holdout")
BUDGET = 3.0


def crowd(members=8, items=40, seed=0, labels=3, **columns):
    """Members who are right with 0.6 and leave out a tenth of the items."""
    generator = np.random.default_rng(seed)
    truth = generator.integers(labels, size=items)
    right = generator.random((items, members)) < 0.6
    answers = np.where(right, truth[:, None], generator.integers(labels, size=(items, members)))
    answers[generator.random((items, members)) < 0.1] = -1
    return hs.Pool.from_votes(answers, truth, costs=np.ones(members), missing=-1, **columns)


def vote_right(answers, truth, panel):
    """Whether the right label alone has most votes of the panel."""
    votes = [answers[member] for member in panel if answers[member] >= 0]
    rest = [votes.count(label) for label in set(votes) - {truth}]
    return votes.count(truth) > max(rest, default=0)


def find_verdict(line, panel):
    """The only label with most votes of the panel, or None."""
    votes = [line[member] for member in panel if line[member] >= 0]
    best = [label for label in set(votes) if votes.count(label) == max(map(votes.count, votes))]
    return best[0] if len(best) == 1 else None


def slow_bootstrap(pool, seed, panel):
    """The .632+ estimate in plain Python, except for the draws: every panel tried on every sample."""
    votes = pool.votes
    answers, truth = votes.answers.tolist(), votes.truth.tolist()
    weights = [1.0] * len(truth) if votes.item_weights is None else votes.item_weights.tolist()
    rows = [
        (panel, [vote_right(line, right, panel) for line, right in zip(answers, truth, strict=True)])
        for size in (1, 2, 3)
        for panel in itertools.combinations(range(votes.members), size)
    ]

    def share(right, counts):
        return math.fsum(c * w * r for c, w, r in zip(counts, weights, right, strict=True)) / math.fsum(
            c * w for c, w in zip(counts, weights, strict=True)
        )

    shown = max(share(right, [1] * len(truth)) for _, right in rows)
    lows, highs = [], []
    streams = np.random.SeedSequence(seed).spawn(6)[-1]
    for draw in np.random.SeedSequence(streams.entropy, spawn_key=(*streams.spawn_key, 0)).spawn(25):
        sample = draw_bootstrap(len(truth), draw)
        counts = [0] * len(truth)
        for item, count in zip(sample.inside.tolist(), sample.counts.tolist(), strict=True):
            counts[item] = count
        best = max(share(right, counts) for _, right in rows)
        outside = [float(count == 0) for count in counts]
        # Which of several equally good panels is taken is the searcher's affair.
        values = [share(right, outside) for _, right in rows if share(right, counts) > best - 1e-12]
        lows.append(min(values))
        highs.append(max(values))
    verdicts, total = [find_verdict(line, panel) for line in answers], math.fsum(weights)
    chance = math.fsum(
        w * v / total**2
        for verdict, w in zip(verdicts, weights, strict=True)
        for right, v in zip(truth, weights, strict=True)
        if verdict == right
    )
    return tuple(weigh(shown, max(chance, math.fsum(each) / 25), chance) for each in (lows, highs))


def weigh(shown, outside, chance):
    rate = max(0.0, (shown - outside) / (shown - chance))
    weight = (1 - math.exp(-1)) / (1 - math.exp(-1) * rate)
    return (1 - weight) * shown + weight * outside


@pytest.mark.parametrize("weighted", [False, True])
def test_the_bootstrap_agrees_with_plain_python(weighted):
    weights = np.random.default_rng(1).uniform(0.5, 2.0, 40) if weighted else None
    pool = crowd(item_weights=weights)
    chosen = hs.select(pool, BUDGET, seed=5, estimate="bootstrap")
    expected = chosen.expected
    low, high = slow_bootstrap(pool, 5, chosen.members)
    assert low - 1e-9 <= expected.accuracy <= high + 1e-9
    assert high - low < 0.08
    assert expected.resamples == 25
    assert expected.shown == pytest.approx(hs.select(pool, BUDGET, seed=5, estimate="none").value)
    assert (expected.items == 40) is not weighted


@pytest.mark.parametrize("method", METHODS)
def test_workers_change_nothing_and_results_survive_json(method):
    pool = crowd()
    one, four = (hs.select(pool, BUDGET, seed=2, estimate=method, estimate_workers=n) for n in (1, 4))
    assert one.expected == four.expected
    assert hs.Selection.from_json(one.to_json()) == one
    assert one.config["estimate"] == method
    again = hs.run(one.config)
    assert (again.expected, again.members, again.value) == (one.expected, one.members, one.value)


def test_the_estimate_changes_no_answer_but_that_of_a_holdout():
    pool = crowd()
    plain = hs.select(pool, BUDGET, seed=2, estimate="none")
    assert plain.expected is None
    for method in ("auto", "bootstrap", "nested"):
        chosen = hs.select(pool, BUDGET, seed=2, estimate=method)
        assert (chosen.members, chosen.trace[-1].value) == (plain.members, plain.trace[-1].value)
    held = hs.select(pool, BUDGET, seed=2, estimate="holdout")
    assert held.pool == pool
    assert held.expected.items == 12
    votes = pool.votes
    row = np.isin(np.arange(8), held.members)[None, :]
    inside, outside = ((1 - PluralityVote().losses(part, row)[0]) for part in split_of(held, pool))
    assert held.value == pytest.approx(inside)
    assert held.expected.accuracy == pytest.approx(outside)
    assert len(votes) == 40


def split_of(selection, pool):
    seeds = np.random.SeedSequence(selection.seed).spawn(6)[-1]
    sample = estimating.draw_holdout(len(pool.votes), seeds)
    return pool.on_items(sample.inside), pool.on_items(sample.outside)


def test_where_the_choice_takes_little_advantage_the_recorded_items_are_right():
    pool = crowd(members=6)
    expected = hs.select(pool, BUDGET, seed=0).expected
    assert (expected.method, expected.resamples) == ("recorded", 0)
    assert expected.accuracy == expected.shown
    many = crowd(members=7, items=estimating.MANY_ITEMS)
    assert hs.select(many, BUDGET, seed=0).expected.method == "recorded"
    assert hs.select(pool, BUDGET, seed=0, estimate="bootstrap").expected.method == "bootstrap"


def test_rivals_are_estimated_on_the_same_items():
    chosen = hs.select(crowd(), BUDGET, seed=0)
    single, everybody = chosen.expected.best_single, chosen.expected.everybody
    assert single.names == chosen.best_single.names
    assert single.shown == pytest.approx(chosen.best_single.value)
    assert everybody.names == chosen.pool.names
    for rival in (single, everybody):
        assert rival.gain == pytest.approx(chosen.expected.accuracy - rival.accuracy)
        assert rival.gain_low <= rival.gain <= rival.gain_high
        assert rival.is_beaten == (rival.gain_low > 0)


@pytest.mark.slow
def test_members_who_know_nothing_are_found_out():
    """Chosen among thirty coins the best panel shows far more than the half that it is worth."""
    generator = np.random.default_rng(0)
    answers = generator.integers(2, size=(60, 30))
    pool = hs.Pool.from_votes(answers, generator.integers(2, size=60), costs=np.ones(30))
    searcher = {"kind": "annealing", "patience": 500}
    expected = hs.select(pool, 3.0, seed=0, searcher=searcher, certify="off").expected
    assert expected.shown > 0.65
    assert expected.low < 0.5 + 0.08
    assert expected.shown - expected.accuracy > 0.08


@pytest.mark.parametrize(
    ("estimate", "pool", "energy", "message"),
    [
        ("often", crowd(), None, "estimate: must be 'auto', 'bootstrap', 'nested', 'holdout' or 'none', got 'often'"),
        (3, crowd(), None, "estimate: must be 'auto', 'bootstrap', 'nested', 'holdout' or 'none', got 3"),
        (
            "nested",
            hs.Pool(accuracies=[0.9, 0.8]),
            None,
            "estimate: 'nested' needs recorded votes, and the pool has none; 'none' leaves it out",
        ),
        (
            "bootstrap",
            hs.Pool.from_votes([[1, 0], [0, 1]], [1, 1]),
            None,
            "estimate: 'bootstrap' needs at least 5 items, and the pool has votes on 2; 'none' leaves it out",
        ),
    ],
)
def test_what_cannot_be_estimated_is_reported(estimate, pool, energy, message):
    with pytest.raises(hs.ConfigError) as caught:
        hs.select(pool, estimate=estimate, energy=energy)
    assert str(caught.value) == message


@attrs.frozen
class Silent:
    """Says nothing about how a panel decides."""

    def losses(self, pool, sets):
        return 1.0 / (1.0 + sets.sum(axis=1))


def test_an_energy_must_say_how_a_panel_decides():
    assert hs.select(crowd(), BUDGET, energy=Silent(), seed=0).expected is None
    with pytest.raises(hs.ConfigError, match=r"'bootstrap' needs an energy that says how a panel decides, with fit_vo"):
        hs.select(crowd(), BUDGET, energy=Silent(), estimate="bootstrap")


@pytest.mark.parametrize("workers", [0, True, 1.5, "2", 10**6])
def test_workers_are_checked(workers):
    with pytest.raises(hs.ConfigError, match="estimate_workers: must be a whole number from 1 to 1,024, got"):
        hs.select(crowd(), BUDGET, estimate_workers=workers)


@attrs.frozen(eq=False)
class Interrupting:
    """Enumerates, and after a number of searches raises an exception instead."""

    searches: int
    error: BaseException
    done: list = attrs.field(factory=list)

    def search(self, problem, monitor, rng):
        self.done.append(1)
        if len(self.done) > self.searches:
            raise self.error
        return Enumerate().search(problem, monitor, rng)


@pytest.mark.parametrize(("searches", "resamples"), [(1, None), (10, None), (11, 10), (20, 19), (99, 25)])
def test_an_interrupted_estimate_keeps_the_selection(searches, resamples):
    chosen = hs.select(crowd(), BUDGET, seed=0, searcher=Interrupting(searches, KeyboardInterrupt()), certify="off")
    assert chosen.members == hs.select(crowd(), BUDGET, seed=0).members
    assert chosen.interrupted == (searches < 99)
    if searches < 99:
        assert chosen.stop_reason.endswith("; then interrupted (Ctrl-C) while the accuracy on new items was estimated")
    found = None if chosen.expected is None else chosen.expected.resamples
    assert found == resamples
    assert chosen.expected is None or chosen.expected.is_complete == (searches == 99)


def test_a_part_that_fails_in_the_estimate_keeps_the_selection():
    chosen = hs.select(crowd(), BUDGET, seed=0, searcher=Interrupting(5, ValueError("no luck")), certify="off")
    assert (chosen.failed, chosen.expected) == (True, None)
    assert "raised ValueError: no luck" in chosen.stop_reason
    assert chosen.members


def test_a_limit_on_time_ends_what_was_not_asked_for_by_name(monkeypatch):
    rule = {"kind": "time-limit", "seconds": 1e-9}
    quick = hs.select(crowd(), BUDGET, seed=0, stopping=rule, certify="off")
    assert quick.expected is None
    assert quick.notes[-1].text == ("not estimated within the limit on time; estimate='bootstrap' takes its own time")
    assert not quick.interrupted
    assert not quick.failed


def test_the_share_that_is_done_is_reported_after_the_search():
    shares = []
    hs.select(crowd(), BUDGET, seed=0, on_progress=lambda progress, _: shares.append(progress.estimated))
    first = shares.index(0.04)
    assert shares[:first] == [None] * first
    assert shares[first:] == pytest.approx(np.arange(1, 26) / 25)

    def complain(progress, _):
        if progress.estimated is not None:
            raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        hs.select(crowd(), BUDGET, seed=0, on_progress=complain)
