"""Items that members left out."""

from __future__ import annotations

import attrs

from haversack import Panel, Pool, select
from haversack.pages.silence import compute_answered, describe_gaps, describe_silence

# Of ten items, ann answers all and is right on half; bob and cat are right on all of the three that they answer.
ANSWERS = [["a" if item < 5 else "b", "a" if item < 3 else None, "a" if item > 6 else None] for item in range(10)]


def choose(builtins, **words):
    pool = Pool.from_votes(ANSWERS, truth=["a"] * 10, names=["ann", "bob", "cat"], **words)
    return select(pool, seed=0, estimate="none", catalog=builtins)


def test_shares_are_those_of_the_items_and_their_weights(builtins):
    assert compute_answered(choose(builtins).pool).round(2).tolist() == [1.0, 0.3, 0.3]
    weighted = Pool.from_votes([["a", None], ["a", "b"]], truth=["a", "a"], item_weights=[3.0, 1.0])
    assert compute_answered(weighted).tolist() == [1.0, 0.25]


def test_without_gaps_there_is_nothing_to_say(voted, chosen):
    for selection in (voted, chosen):
        assert compute_answered(selection.pool) is None
        assert describe_gaps(selection) == []
        assert describe_silence(selection, selection.best_single) == []


def test_gaps_are_said(builtins):
    (sentence,) = describe_gaps(choose(builtins))
    assert "on average, a member answered 53" in sentence


def test_a_single_member_is_best_because_others_leave_out_items(builtins):
    selection = choose(builtins)
    assert selection.best_single.names == ("ann",)
    (sentence,) = describe_silence(selection, selection.best_single)
    assert sentence.startswith("Other members are more accurate on the items they answer")


def test_a_single_member_that_leaves_out_items_is_not_right_on_them(builtins):
    single = Panel((1,), ("bob",), 0.3, 0.7, 0.0)
    (sentence,) = describe_silence(choose(builtins), single)
    assert (
        sentence
        == "For a single member, a missing answer counts as wrong; this one answered 30\u00a0% of the recorded items."
    )


def test_an_energy_that_guesses_says_nothing(builtins):
    assert describe_silence(choose(builtins), Panel((1,), ("bob",), 0.5, 0.5, 0.0)) == []
    independent = attrs.evolve(choose(builtins), assumes_independence=True)
    assert describe_silence(independent, independent.best_single) == []
