"""What independence predicts beside what the votes show."""

from __future__ import annotations

import numpy as np
import pytest

from haversack import Pool, select
from haversack.energies import MajorityVote, PluralityVote
from haversack.energies.agreement import compute_independent_accuracy, compute_sampling_error, warn_of_sparse_votes

STEPS = {"kind": "max-step", "limit": 2_000}
GENERATOR = np.random.default_rng(0)


def crowd(items, members, *, copied):
    """Members who are right with 0.7, by themselves or all as the first one."""
    right = GENERATOR.random((items, members)) < 0.7
    if copied:
        right[:] = right[:, :1]
    return Pool.from_votes(right.astype(int), np.ones(items, dtype=int))


def test_independent_members_give_no_warning():
    pool = crowd(2_000, 7, copied=False)
    predicted, shown = PluralityVote().notes(pool, np.ones(7, dtype=bool))
    assert predicted.value == pytest.approx(1 - MajorityVote().losses(pool, np.ones((1, 7), dtype=bool))[0])
    assert shown.value == pytest.approx(predicted.value, abs=2 * compute_sampling_error(pool.votes, shown.value))
    assert not predicted.is_warning
    assert not shown.is_warning


def test_members_who_copy_each_other_give_one():
    pool = crowd(2_000, 7, copied=True)
    predicted, shown, warning = MajorityVote().notes(pool, np.ones(7, dtype=bool))
    assert predicted.value > 0.85
    assert shown.value == pytest.approx(pool.accuracies[0])
    assert warning.is_warning
    assert warning.text.endswith("standard errors below what independence predicts: members make the same mistakes")


def test_members_whose_mistakes_never_meet_are_better_than_independent():
    wrong = np.eye(3, dtype=int)[np.arange(900) % 3]
    *_, warning = PluralityVote().notes(Pool.from_votes(wrong, np.zeros(900)), np.ones(3, dtype=bool))
    assert "standard errors above what independence predicts: mistakes seldom meet" in warning.text


def test_members_that_did_not_answer_an_item_do_not_count():
    pool = Pool.from_votes([[1, None], [None, 1], [0, None], [1, 1]], [1, 1, 1, 1])
    both = np.ones(2, dtype=bool)
    first, second = pool.accuracies
    expected = (first + second + first + first * second) / 4
    assert compute_independent_accuracy(pool, pool.votes, both, "wrong") == pytest.approx(expected)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_the_sampling_error_is_never_0_and_falls_with_the_square_root_of_the_items(share):
    few, many = (Pool.from_votes(np.ones((items, 1)), np.ones(items)).votes for items in (1_000, 100_000))
    assert 0 < compute_sampling_error(many, share) < compute_sampling_error(few, share) / 9
    if share == 0.5:
        assert compute_sampling_error(few, share) == pytest.approx((0.25 / 1_004) ** 0.5)


def test_equal_weights_change_nothing():
    answers, truth = np.ones((50, 2)), np.ones(50)
    plain, weighted = (Pool.from_votes(answers, truth, item_weights=w).votes for w in (None, np.full(50, 3.0)))
    assert compute_sampling_error(plain, 0.8) == pytest.approx(compute_sampling_error(weighted, 0.8))


@pytest.mark.parametrize("energy", ["votes", "majority"])
def test_results_show_both_numbers(energy):
    chosen = select(crowd(500, 7, copied=True), energy=energy, stopping=STEPS, seed=0)
    titles = [note.title for note in chosen.notes]
    assert titles[:2] == ["if independent", "votes show"]
    assert [note["value"] for note in chosen.to_dict()["notes"]] == [note.value for note in chosen.notes]
    words = " ".join(chosen.summary().split())
    assert all(f" {note.title} {note.text} " in words for note in chosen.notes)
    shown = chosen.notes[0 if energy == "majority" else 1]
    assert shown.value == pytest.approx(chosen.value)


def test_pools_without_votes_have_no_notes(small_pool):
    assert select(small_pool, 5, stopping=STEPS, seed=0).notes == ()


def test_majority_warns_where_many_answers_are_missing():
    answers = np.where(GENERATOR.random((200, 7)) < 0.3, 1, -1)
    pool = Pool.from_votes(answers, np.ones(200, dtype=int), missing=-1)
    chosen = select(pool, energy="majority", seed=0, estimate="none")
    assert chosen.notes[-1].is_warning
    assert chosen.notes[-1].text.endswith(
        "% of the answers are recorded, and this energy assumes that every member answers every item; "
        "energy 'votes' counts the answers there are"
    )
    assert not any("recorded, and" in note.text for note in select(pool, seed=0, estimate="none").notes)
    assert warn_of_sparse_votes(crowd(50, 3, copied=False)) == ()


@pytest.mark.parametrize("energy", ["votes", "majority"])
def test_items_that_the_panel_has_not_answered_are_counted_in_a_warning(energy):
    answers = np.where(np.arange(200)[:, None] < [50, 20], 1, -1)
    pool = Pool.from_votes(answers, np.ones(200, dtype=int), missing=-1)
    texts = [note.text for note in select(pool, energy=energy, seed=0, estimate="none").notes if note.is_warning]
    assert any(text.startswith("75% of the recorded items have no answer of the panel, and count as") for text in texts)
