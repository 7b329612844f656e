"""Trees are compared with the enumeration of all panels: every true claim is verified, and no false one."""

from __future__ import annotations

from fractions import Fraction

import pytest
from haversack_verify import ballot_tree
from haversack_verify.checking import check_document
from haversack_verify.verdicts import Rejected, Unreadable
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from certificate_cases import find, list_panels, list_places, make_document, replace, sign, tree_problems


def make_proof(problem, hint=0.5):
    return (
        {"right": [hint] * problem["items"], "wrong": [hint] * problem["items"]} if problem["kind"] == "votes" else {}
    )


@settings(deadline=None)
@given(tree_problems(), st.sampled_from([0.0, 0.3, 1.0]))
def test_what_is_true_is_verified(problem, hint):
    panels = list_panels(problem)
    assume(panels)
    least, members = panels[0]
    bound = least * (1 - Fraction(1, 10**12))
    verdict = check_document(make_document(problem, members, least, bound, **make_proof(problem, hint)))
    assert verdict.error == least
    assert verdict.bound <= least


@settings(deadline=None)
@given(tree_problems(), st.data())
def test_what_is_false_is_rejected(problem, data):
    """Another panel is claimed to be the best: the bound is above the smallest error and at most that of the panel."""
    panels = list_panels(problem)
    worse = [panel for panel in panels if panel[0] > panels[0][0] * (1 + Fraction(1, 10**9)) + Fraction(1, 10**30)]
    assume(worse)
    error, members = data.draw(st.sampled_from(worse))
    share = data.draw(st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 10**6)]))
    bound = panels[0][0] + (error - panels[0][0]) * share
    assume(bound > panels[0][0] * (1 + Fraction(1, 10**20)))
    hint = data.draw(st.floats(0.0, 1.0))
    with pytest.raises(Rejected, match=r"has an error below the bound"):
        check_document(make_document(problem, members, error, bound, **make_proof(problem, hint)))


@pytest.mark.parametrize("kind", ["majority", "counts", "votes"])
@settings(deadline=None)
@given(data=st.data())
def test_a_proof_of_another_problem_proves_nothing_false(kind, data):
    """The limit is raised, so that better panels are allowed: the proof of the problem before is not enough."""
    problem = data.draw(tree_problems(kinds=(kind,)))
    panels = list_panels(problem)
    assume(panels)
    wider = {**problem, "rows": [], "inside": [], "outside": []}
    allowed = list_panels(wider)
    least, members = panels[0]
    document = make_document(wider, members, least, least * (1 - Fraction(1, 10**12)), **make_proof(problem))
    if allowed[0][0] < least * (1 - Fraction(1, 10**12)):
        with pytest.raises(Rejected):
            check_document(document)
    else:
        check_document(document)


ROW = {"name": "size", "usage": [1.0, 1.0, 1.0], "least": None, "most": 2.0}


@pytest.mark.parametrize(("rows", "answers"), [([ROW] * 200, [[0], [1]]), ([ROW], [[0], [1], *[[]] * 900])])
def test_rows_and_answers_count_as_work(monkeypatch, rows, answers):
    """Each takes time at every node, whatever the number of items."""
    monkeypatch.setattr(ballot_tree, "MOST_WORK", 1_000)
    problem = {"kind": "votes", "members": 3, "rows": [ROW], "items": 2, "answers": [[[0], [1]]] * 3, "weights": []}
    claim = [(0,), Fraction(1, 2), Fraction(1, 2)]
    check_document(make_document({**problem, "ties": "wrong"}, *claim, right=[0.5] * 2, wrong=[0.5] * 2))
    larger = {**problem, "rows": rows, "answers": [answers] * 3, "ties": "wrong"}
    with pytest.raises(Rejected, match=r"^the tree has more than 0 nodes"):
        check_document(make_document(larger, *claim, right=[0.5] * 2, wrong=[0.5] * 2))


@pytest.mark.parametrize("weights", [0, None, "", {}, False])
def test_weights_of_items_are_a_list(weights):
    problem = {"kind": "votes", "members": 1, "rows": [], "items": 1, "answers": [[[0], []]], "weights": weights}
    with pytest.raises(Unreadable, match=r"^problem.weights: expected a list"):
        check_document(make_document({**problem, "ties": "wrong"}, (0,), Fraction(0), Fraction(0)))


numbers = st.one_of(st.integers(-3, 7), st.floats(-2.0, 8.0), st.sampled_from([0.1, 0.9, 1e-300, 1e300, 2**60]))
wrong_values = st.one_of(
    numbers,
    st.none(),
    st.booleans(),
    st.sampled_from(["", "0", "0.9", "1e9999", "-1", "NaN", "wrong", "coin", "majority", "counts", "votes", "tree"]),
    st.lists(numbers, max_size=3),
    st.lists(st.lists(st.integers(0, 3), max_size=2), max_size=3),
    st.dictionaries(st.sampled_from(["least", "most", "x"]), numbers, max_size=2),
)


@settings(deadline=None)
@given(tree_problems(most_members=5), st.data())
def test_a_change_is_rejected_or_leaves_a_true_claim(problem, data):
    """Anything in the file is changed and the digest made to fit: what is still verified holds by enumeration."""
    panels = list_panels(problem)
    assume(panels and panels[0][0] > 0)
    least, members = panels[0]
    bound = least * (1 - Fraction(1, 10**12))
    document = make_document(problem, members, least, bound, **make_proof(problem))
    parts = [key for key in ("problem", "claim", "proof") if document[key]]
    place = data.draw(st.sampled_from([each for key in parts for each in list_places(document[key], (key,))]))
    old = find(document, place)
    near = [st.floats(0.5, 2.0).map(lambda factor: old * factor)] if isinstance(old, float) else []
    changed = replace(document, place, data.draw(st.one_of(*near, wrong_values)))
    if isinstance(changed["problem"], dict) and isinstance(changed["claim"], dict):
        changed = sign(changed)
    try:
        verdict = check_document(changed)
    except (Rejected, Unreadable):
        return
    left = list_panels(changed["problem"])
    assert verdict.bound <= left[0][0]
    assert verdict.error == {members: error for error, members in left}[tuple(changed["claim"]["members"])]
