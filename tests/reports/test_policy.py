"""Text of policies."""

from __future__ import annotations

import attrs

from haversack import Note
from haversack.api.expected import Expected
from haversack.policies.answer_model import AnswerModel
from haversack.policies.branch import Branch
from haversack.policies.findings import PolicyAlternative
from haversack.policies.policy import FIXED, Policy
from haversack.reports.policy import describe_alternative, describe_ends, summarise_policy

NAMES = [f"m{place}" for place in range(25)]
MODEL = AnswerModel(names=NAMES, prices=[1.5] * 25, accuracies=[0.7] * 25)
POLICY = Policy(
    [Branch(["m0", "m1"], "bayes", "threshold", 0.9, share=0.25), Branch(["m2"], share=0.75)],
    MODEL,
    0.8,
    2.0,
    expected=Expected(0.8, 0.7, 0.9, "bootstrap", 25, 120.0, 0.85),
    ends=(0.5, 0.5),
    budget=2.5,
    total_price=37.5,
    cost_low=1.5,
    cost_high=2.5,
    seed=3,
)


def test_branches_costs_and_ends_are_shown():
    text = summarise_policy(POLICY)
    assert (
        "25.0 % of the items: ask in this order; stop once the posterior is at least 0.9;\n"
        "take the most probable answer\n" in text
    )
    assert "accuracy   on new items 0.800 (0.700 to 0.900)" in text
    assert "mean cost  2 (1.5 to 2.5) per item; asking everybody costs 37.5" in text
    assert "budget     2.5 per item, on average" in text
    assert "items end  after 1 answer 50.0 %, after 2 50.0 %" in text
    assert str(POLICY) == text


def test_without_votes_the_assumption_is_named():
    policy = attrs.evolve(POLICY, expected=None, assumes_independence=True, budget=None, target=0.8, cost_low=None)
    text = summarise_policy(policy)
    assert "accuracy   0.8 if members err independently" in text
    assert "wanted     an accuracy of 0.8" in text
    assert "mean cost  2 per item" in text


def test_long_orders_are_cut():
    text = summarise_policy(Policy([Branch(NAMES, adaptive=False)], MODEL, 0.8, 2.0))
    assert "... and 5 more" in text
    assert "m19" in text
    assert "m20" not in text


def test_alternatives_and_notes_are_shown():
    fixed = PolicyAlternative(
        FIXED, (("m0", "m1"), ("m2",)), (0.4, 0.6), "plurality", 2.0, 0.7, 0.1, 0.6, 0.8, 0.05, 0.15
    )
    text = describe_alternative(fixed)
    assert text == (
        "m0, m1 (40 % of the items) or m2 (60 % of the items): 0.700 (0.600 to 0.800) for 2; "
        "the policy gains 0.100 (0.050 to 0.150)"
    )
    exact = attrs.evolve(fixed, panels=(("m0",),), shares=(1.0,), low=None, gain_low=None)
    assert describe_alternative(exact) == "m0: 0.700 for 2; the policy gains 0.100"
    large = attrs.evolve(exact, panels=(tuple(NAMES[:9]),))
    assert describe_alternative(large).startswith("m0, m1, m2, m3, m4, m5 and 3 more: 0.700")
    shown = summarise_policy(attrs.evolve(POLICY, alternatives=[fixed], notes=[Note("order", "as it is")]))
    assert "best fixed panel  m0, m1 (40 % of the items)" in shown
    assert "order  as it is" in shown


def test_many_ends_are_cut():
    assert describe_ends((0.04,) * 25).endswith(", and 5 more")
    assert describe_ends((0.25, 0.75), first=0) == "after 0 25.0 %, after 1 answer 75.0 %"
