"""The verdict on a policy."""

from __future__ import annotations

import attrs

from haversack.pages.policy_verdict import (
    build_policy_tiles,
    list_policy_warnings,
    list_questions,
    write_policy_lead,
    write_policy_title,
)
from haversack.policies.branch import Branch
from policy_examples import make_policy

POLICY = make_policy()


def test_title_and_lead_have_accuracy_and_cost():
    assert write_policy_title(POLICY) == "Right 85\u00a0% for 2.5 per item"
    lead = write_policy_lead(POLICY)
    assert lead.startswith("Up to 2 members are asked one after the other")
    assert lead.endswith("Asking everybody costs 6; this costs 41.7\u00a0% of it.")
    assert write_policy_lead(attrs.evolve(POLICY, total_price=None)).endswith("none that is not needed.")


def test_as_many_are_asked_as_the_longest_branch_has():
    """Not as many as both branches have together: each item takes one of them."""
    branches = [Branch(["cheap"], share=0.5), Branch(["<script>"], share=0.5)]
    lead = write_policy_lead(attrs.evolve(POLICY, branches=branches))
    assert lead.startswith("One member is asked about each item. Asking everybody")
    longer = [Branch(["cheap"], share=0.5), Branch(["<script>", "cheap"], share=0.5)]
    assert write_policy_lead(attrs.evolve(POLICY, branches=longer)).startswith("Up to 2 members are asked")


def test_tiles_have_the_numbers():
    tiles = build_policy_tiles(POLICY)
    assert [tile.title for tile in tiles] == [
        "Accuracy",
        "Mean cost",
        "One answer is enough",
        "Against the best fixed panel",
    ]
    assert [tile.text for tile in tiles] == ["85\u00a0%", "2.5", "60\u00a0%", "+5.0 points"]
    assert tiles[0].detail == "on new items; 80\u00a0% to 90\u00a0%"
    assert tiles[3].tone == "good"


def test_a_gain_that_may_be_none_is_doubtful():
    fixed = attrs.evolve(POLICY.best_fixed, gain_low=-0.01)
    assert build_policy_tiles(attrs.evolve(POLICY, alternatives=[fixed]))[-1].tone == "doubtful"


def test_independence_is_named():
    bare = attrs.evolve(POLICY, expected=None, assumes_independence=True, budget=None, ends=(), alternatives=())
    assert [tile.detail for tile in build_policy_tiles(bare)] == ["if members err independently", "on average"]


def test_warnings_are_those_of_notes_and_interruptions():
    assert list_policy_warnings(POLICY) == ["votes: are few."]
    assert list_policy_warnings(attrs.evolve(POLICY, interrupted=True))[1].startswith("The search was interrupted")


def test_questions_are_listed_in_order():
    table = list_questions(POLICY, POLICY.branches[1])
    assert table.rows == [["1", "cheap", "1"], ["2", "<script>", "5"]]
    share, _, asked = table.caption.partition(": ")
    assert share == "75\u00a0% of the items"
    assert asked == "they are asked in this order, until one answer is at least 90\u00a0% likely to be right"
    assert len(list_questions(POLICY, POLICY.branches[1], 1).rows) == 1
    assert [column.is_name for column in table.columns] == [False, True, False]
    adaptive = attrs.evolve(POLICY.branches[1], adaptive=True, share=1.0)
    assert list_questions(POLICY, adaptive).caption.startswith("the most informative per price is asked next, until")
