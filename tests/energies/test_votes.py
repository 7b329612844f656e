from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import CapabilityError, Pool, PoolError, RecordedVotes, make_plan, select
from haversack.energies import PluralityVote
from strategies import batches, vote_tables_with_truth

STEPS = {"kind": "max-step", "limit": 5_000}


def counted_error(answers, truth, row, ties, weights=None):
    """The error by counting, item by item, in fractions."""
    weights = [1] * len(truth) if weights is None else weights
    wrong = Fraction(0)
    for given_answers, right, weight in zip(answers, truth, weights, strict=True):
        counts = Counter(answer for answer, inside in zip(given_answers, row, strict=True) if inside and answer)
        top = [label for label, count in counts.items() if count == max(counts.values())]
        chance = Fraction(right in top, len(top)) if ties == "coin" and top else Fraction(top == [right])
        wrong += (1 - chance) * Fraction(weight)
    return float(wrong / sum(map(Fraction, weights)))


def pool_of(answers, truth, **keywords):
    """A pool also where somebody answered nothing."""
    votes = RecordedVotes.of(answers, truth, **keywords)
    return Pool(accuracies=np.full(votes.members, 0.5), votes=votes)


@given(data=st.data(), case=vote_tables_with_truth(), ties=st.sampled_from(["wrong", "coin"]), weighted=st.booleans())
def test_losses_equal_counting(data, case, ties, weighted):
    answers, truth = case
    weights = [1 + item % 3 for item in range(len(truth))] if weighted else None
    pool = pool_of(answers, truth, item_weights=weights)
    sets = data.draw(batches(len(pool)))
    expected = [counted_error(answers, truth, row, ties, weights) for row in sets]
    assert PluralityVote(ties).losses(pool, sets) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("ties", ["wrong", "coin"])
@pytest.mark.parametrize("weights", [None, [0.1, 0.2, 0.7]])
def test_the_empty_set_is_always_wrong(ties, weights):
    pool = Pool.from_votes([[1, 0], [0, 1], [1, None]], [1, 1, 1], item_weights=weights)
    assert PluralityVote(ties).losses(pool, np.zeros((1, 2), dtype=bool)).tolist() == [1.0]


@given(data=st.data(), case=vote_tables_with_truth(), ties=st.sampled_from(["wrong", "coin"]), weighted=st.booleans())
@pytest.mark.slow
def test_walks_have_exactly_the_losses_of_where_they_are(data, case, ties, weighted):
    answers, truth = case
    weights = [0.1 + item % 3 for item in range(len(truth))] if weighted else None
    pool, energy = pool_of(answers, truth, item_weights=weights), PluralityVote(ties)
    sets = data.draw(batches(len(pool), max_rows=4).filter(len))
    walks = energy.walks(pool, sets)
    sets = sets.copy()
    for _ in range(data.draw(st.integers(1, 5))):
        rows = np.array(data.draw(st.lists(st.integers(0, len(sets) - 1), min_size=1, unique=True)))
        lengths = np.array(data.draw(st.lists(st.integers(0, len(pool)), min_size=len(rows), max_size=len(rows))))
        flips = np.array([data.draw(st.permutations(range(len(pool)))) for _ in rows])
        proposed = sets[rows]
        for target, members, length in zip(proposed, flips, lengths, strict=True):
            target[members[:length]] ^= True
        assert walks.losses(rows, flips, lengths).tolist() == energy.losses(pool, proposed).tolist()
        walks.flip(rows, flips, lengths)
        sets[rows] = proposed
    stay = np.arange(len(sets)), np.zeros((len(sets), 0), dtype=int), np.zeros(len(sets), dtype=int)
    assert walks.losses(*stay).tolist() == energy.losses(pool, sets).tolist()


@given(data=st.data(), case=vote_tables_with_truth())
def test_prefix_losses_equal_losses(data, case):
    pool = pool_of(*case)
    order = np.array(data.draw(st.permutations(range(len(pool)))))
    length = data.draw(st.integers(0, len(pool)))
    prefixes = PluralityVote().prefix_losses(pool, order[None, :], np.array([length]))[0]
    for place in range(len(pool)):
        row = np.isin(np.arange(len(pool)), order[: place + 1])[None, :]
        assert prefixes[place] == (PluralityVote().losses(pool, row)[0] if place < length else np.inf)


def test_copies_vote_alike():
    pool = Pool.from_votes([[1, 0], [0, 1], [1, 1]], [1, 1, 1])
    members, copies = np.array([0, 0, 0, 1]), np.array([0, 1, 8, 3])
    assert PluralityVote().copies_losses(pool, members, copies) == pytest.approx([1.0, 1 / 3, 1 / 3, 1 / 3])


def test_two_out_of_three_is_a_plurality_of_many_answers():
    """Five members, four different answers: two right votes prevail, which are no majority."""
    pool = Pool.from_votes([["x", "x", "a", "b", "c"]], ["x"])
    assert PluralityVote().losses(pool, np.ones((1, 5), dtype=bool)).tolist() == [0.0]


CROWD = np.random.default_rng(5)
QUESTIONS, VOTERS = 60, 12
TRUTH = CROWD.integers(0, 3, QUESTIONS)
ANSWERS = np.where(CROWD.random((QUESTIONS, VOTERS)) < 0.6, TRUTH[:, None], CROWD.integers(0, 3, (QUESTIONS, VOTERS)))
POOL = Pool.from_votes(ANSWERS, TRUTH, costs=CROWD.integers(1, 9, VOTERS))


def best_by_enumeration(budget):
    sets = np.array(list(product([False, True], repeat=VOTERS)))
    sets = sets[sets @ POOL.costs <= budget]
    return PluralityVote().losses(POOL, sets).min()


@pytest.mark.slow
@pytest.mark.parametrize("searcher", ["annealing", "sherlock", "monte-carlo"])
def test_searchers_find_the_best_panel(searcher):
    found = select(POOL, 25, energy="votes", searcher=searcher, stopping={"kind": "max-step", "limit": 30_000}, seed=0)
    assert found.error == best_by_enumeration(25)


@pytest.mark.parametrize("searcher", ["greedy-forward", "greedy-backward"])
def test_greedy_searchers_find_a_panel(searcher):
    found = select(POOL, 25, energy="votes", searcher=searcher, stopping=STEPS, seed=0)
    assert best_by_enumeration(25) <= found.error <= 1 - POOL.accuracies[POOL.costs <= 25].min()


@pytest.mark.parametrize("searcher", ["exact", "sweep"])
def test_searchers_that_assume_independent_members_are_refused(searcher):
    with pytest.raises(CapabilityError, match="PluralityVote does not offer CountsVotes.*; searchers that work:"):
        select(POOL, 25, energy="votes", searcher=searcher)


def test_the_papers_rule_stops_by_moments_of_sampled_panels():
    plan = make_plan(POOL, 25, energy="votes", seed=0)
    sets = np.array(list(product([False, True], repeat=VOTERS)))
    sized = PluralityVote().losses(POOL, sets[sets.sum(axis=1) == plan.size])
    assert plan.mean_error == pytest.approx(sized.mean(), abs=4 * sized.std() / 64)
    assert plan.variance**0.5 == pytest.approx(sized.std(ddof=1), rel=0.1)
    found = select(POOL, 25, energy="votes", stopping="paper", seed=0)
    assert found.stop_reason.startswith(("STOP", "MAXSTEP"))


def test_panels_that_are_all_the_same_have_no_spread():
    """Without a budget everybody is expected to be bought, and there is only one such panel."""
    plan = make_plan(Pool(votes=POOL.votes, costs=np.ones(VOTERS)), 100.0, energy="votes", seed=0)
    everybody = PluralityVote().losses(POOL, np.ones((1, VOTERS), dtype=bool))[0]
    assert (plan.size, plan.variance) == (VOTERS, 0.0)
    assert plan.error_threshold == pytest.approx(everybody, rel=1e-12)


class Hidden:
    """The same without its capabilities."""

    def losses(self, pool, sets):
        return PluralityVote("coin").losses(pool, sets)


@pytest.mark.parametrize(
    "searcher", [{"kind": "annealing", "chains": 24, "workers": 2}, "greedy-forward", "greedy-backward"]
)
def test_answers_are_the_same_without_the_capabilities(searcher):
    energy = {"kind": "votes", "ties": "coin"}
    found = select(POOL, 30, energy=energy, searcher=searcher, stopping=STEPS, seed=3)
    hidden = select(POOL, 30, energy=Hidden(), searcher=searcher, stopping=STEPS, seed=3)
    assert found.members == hidden.members
    assert [(row.step, row.error) for row in found.trace] == [(row.step, row.error) for row in hidden.trace]


def test_a_result_can_be_repeated_from_its_own_file(tmp_path):
    from haversack.config.run_file import build_run, read_document
    from haversack.plugins import load_catalog

    found = select(POOL, 25, energy="votes", stopping=STEPS, seed=3)
    path = tmp_path / "result.json"
    path.write_text(found.to_json(), encoding="utf-8")
    run = build_run(read_document(path), load_catalog(), source="result.json")
    assert run.pool == POOL
    again = select(run.pool, run.budget, energy=run.energy, searcher=run.searcher, stopping=run.stopping, seed=run.seed)
    assert again.members == found.members


def test_a_pool_without_votes_is_refused():
    with pytest.raises(PoolError, match="^pool: this needs recorded votes, and the pool has none"):
        select(Pool(accuracies=[0.5, 0.6]), energy="votes", stopping=STEPS)


def test_ties_must_be_known():
    with pytest.raises(ValueError, match="^ties must be 'wrong' or 'coin', got 'split'"):
        PluralityVote("split")


@pytest.mark.parametrize(
    ("name", "vote"), [("bluebird", 0.759), ("ducks240", 0.688), ("rte", 0.897), ("product", 0.897)]
)
def test_whole_crowds_of_the_shared_data(shared_data, name, vote):
    """The plurality vote of everybody, ties shared, as the description of the data has it."""
    folder = shared_data / f"crowd_{name}"
    pool = Pool.from_votes_csv(folder / "answer.csv", folder / "truth.csv")
    everybody = np.ones((1, len(pool)), dtype=bool)
    assert 1 - PluralityVote("coin").losses(pool, everybody)[0] == pytest.approx(vote, abs=6e-4)


@pytest.mark.parametrize("members", [32_767, 32_768, 40_001])
@pytest.mark.slow
def test_votes_of_tens_of_thousands_of_members_are_counted(members):
    """More than 16 bits can count; two items with all answers right, and one with a wrong majority of one."""
    answers = np.ones((3, members), dtype=int)
    answers[2, : members // 2 + 1] = 0
    pool = Pool.from_votes(answers, [1, 1, 1])
    assert PluralityVote().losses(pool, np.ones((1, members), dtype=bool)).tolist() == [1 / 3]
