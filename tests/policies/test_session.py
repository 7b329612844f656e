"""Sessions: whom to ask, when to stop, and the verdict."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from answer_models import LABELS, coin_models, compute_posterior, table_models
from haversack.errors import SessionError
from haversack.policies.answer_model import AnswerModel
from haversack.policies.branch import Branch
from haversack.policies.session import Session


def make_coins(size, accuracy=0.7):
    names = [f"m{place}" for place in range(size)]
    return AnswerModel(names=names, prices=[1.0] * size, accuracies=[accuracy] * size)


def run(session, answers):
    """Answer until the session ends; None is a member that fails."""
    while (name := session.next()) is not None:
        if answers[name] is None:
            session.skip(name)
        else:
            session.answer(name, answers[name])
    return session


def count_votes(answers):
    """The verdict of the whole panel by plurality."""
    ranked = Counter(label for label in answers if label is not None).most_common()
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]


@pytest.mark.parametrize(("size", "labels"), [(1, 3), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3)])
def test_curtailed_verdicts_are_those_of_the_full_panel(size, labels):
    """All answers of up to seven members, missing ones included: same verdict, and never a question too many."""
    model = make_coins(size)
    branch = Branch(model.names)
    for row in itertools.product((*range(labels), None), repeat=size):
        session = run(Session(branch, model), dict(zip(model.names, row, strict=True)))
        assert session.verdict == count_votes(row)
        asked = len(session.asked) + len(session.skipped)
        if 1 < asked < size <= 6:
            # One question less, and the rest could have changed the verdict.
            assert len({count_votes(row[: asked - 1] + tail) for tail in list_tails(size - asked + 1, labels)}) > 1


def list_tails(length, labels):
    return itertools.product((*range(labels + 1), None), repeat=length)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_curtailed_bayes_verdicts_are_those_of_the_full_panel(size):
    random = np.random.default_rng(size)
    for labels in (2, 3):
        shares = random.dirichlet(np.ones(labels), size=(size, labels)) * 0.98 + 0.02 / labels
        names = [f"m{place}" for place in range(size)]
        prior = np.log(random.dirichlet(np.ones(labels)))
        model = AnswerModel(names, [1.0] * size, tuple(range(labels)), prior, np.log(shares))
        branch = Branch(names, "bayes", "decided")
        for row in itertools.product((*range(labels), None), repeat=size):
            answers = dict(zip(names, row, strict=True))
            full = {place: label for place, label in enumerate(row) if label is not None}
            posterior = compute_posterior(model, full, tuple(range(labels)))
            expected = max(posterior, key=posterior.get) if full else None
            assert run(Session(branch, model), answers).verdict == expected


@given(table_models(), st.data())
def test_a_session_by_threshold_is_the_slow_reference(model, data):
    """Order, stop, verdict and cost; missing answers and unknown labels included."""
    threshold = data.draw(st.sampled_from([0.4, 0.6, 0.8, 0.95, 0.999]))
    order = data.draw(st.permutations(model.names))
    answers = {name: data.draw(st.sampled_from([*LABELS, None, "new"])) for name in order}
    session = run(Session(Branch(order, "bayes", "threshold", threshold), model), answers)
    heard, cost, asked = {}, 0.0, []
    for name in order:
        asked.append(name)
        if answers[name] is not None:
            cost += model.price(name)
        if answers[name] in LABELS:
            heard[model.names.index(name)] = answers[name]
        posterior = compute_posterior(model, heard, LABELS)
        if heard and max(posterior.values()) >= threshold:
            break
    assert {*session.asked, *session.skipped} == set(asked)
    assert session.cost == pytest.approx(cost)
    assert session.unknown_labels == tuple("new" for name in asked if answers[name] == "new")
    if not heard:
        assert (session.verdict, session.posterior) == (None, None)
    elif session.verdict is not None:
        assert session.posterior == pytest.approx(max(posterior.values()), rel=1e-6)
        assert session.posterior == pytest.approx(posterior[session.verdict], rel=1e-6)
    else:
        assert len(session.tied) > 1


@given(coin_models(label_count=2), st.data())
def test_adaptive_sessions_ask_the_member_with_most_information_per_price(model, data):
    answers = {name: data.draw(st.sampled_from(["x", "y"])) for name in model.names}
    session = Session(Branch(model.names, "bayes", "decided", adaptive=True), model)
    heard = {}
    while (name := session.next()) is not None:
        share = compute_posterior(model, heard, ("x", "y"))["x"]

        def rate(place, share=share):
            right = model.accuracies[place]
            first = share * right + (1 - share) * (1 - right)
            return (entropy(first) - entropy(right)) / model.prices[place]

        free = [place for place in range(len(model.names)) if place not in heard]
        place = model.names.index(name)
        assert rate(place) >= max(map(rate, free)) - 1e-7
        heard[place] = answers[name]
        session.answer(name, answers[name])


def entropy(share):
    return -sum(p * math.log(p) for p in (share, 1 - share) if p > 0)


@given(coin_models(), st.integers(1, 4), st.data())
def test_batches_ask_no_more_than_so_many_at_once_and_give_the_same_verdict(model, batch, data):
    answers = {name: data.draw(st.sampled_from(["x", "y", "z", None])) for name in model.names}
    session = Session(Branch(model.names), model, batch)
    while not session.done:
        started = session.ask()
        assert 1 <= len(session.pending) <= batch
        assert set(started) <= set(session.pending)
        name = data.draw(st.sampled_from(session.pending))
        session.skip(name) if answers[name] is None else session.answer(name, answers[name])
    assert session.verdict == count_votes(answers.values())
    assert session.ask() == []
    assert session.next() is None


def test_an_empty_session_has_no_verdict():
    session = Session(Branch(["m0", "m1"]), make_coins(2))
    assert (session.verdict, session.posterior, session.cost, session.asked) == (None, None, 0.0, ())
    assert session.tied == ()
    assert not session.done


def test_next_names_the_same_member_until_it_answers():
    session = Session(Branch(["m0", "m1"]), make_coins(2))
    assert [session.next(), session.next(), session.pending] == ["m0", "m0", ("m0",)]
    session.answer("m0", "x")
    assert session.next() == "m1"


def test_members_who_fail_are_passed_over():
    session = Session(Branch(["m0", "m1", "m2"]), make_coins(3))
    session.skip("m0")
    session.skip("m1", cost=0.25)
    assert (session.next(), session.skipped, session.cost) == ("m2", ("m0", "m1"), 0.25)
    session.answer("m2", "x")
    assert (session.next(), session.verdict, session.cost) == (None, "x", 1.25)


@pytest.mark.parametrize("nothing", [None, math.nan])
def test_no_answer_is_the_same_as_a_failure(nothing):
    session = Session(Branch(["m0", "m1"]), make_coins(2))
    session.answer("m0", nothing)
    assert (session.skipped, session.asked, session.cost) == (("m0",), (), 0.0)


def test_everybody_failing_ends_without_a_verdict():
    session = run(Session(Branch(["m0", "m1"]), make_coins(2)), {"m0": None, "m1": None})
    assert (session.done, session.verdict, session.cost) == (True, None, 0.0)


def test_answers_may_come_in_any_order():
    session = Session(Branch(["m0", "m1", "m2"]), make_coins(3))
    session.answer("m2", "x")
    assert session.next() == "m0"
    session.answer("m1", "x")
    assert (session.done, session.verdict, session.answers) == (True, "x", {"m2": "x", "m1": "x"})


def test_a_late_answer_counts_and_the_session_stays_ended():
    session = Session(Branch(["m0", "m1", "m2"], "bayes", "threshold", 0.65), make_coins(3), batch=2)
    assert session.ask() == ["m0", "m1"]
    session.answer("m0", "x")
    assert (session.done, session.next(), session.ask(), session.pending) == (True, None, [], ("m1",))
    session.answer("m1", "y")
    assert (session.done, session.cost, session.verdict, session.tied) == (True, 2.0, None, ("x", "y"))


def test_actual_costs_replace_mean_prices():
    session = Session(Branch(["m0", "m1"]), make_coins(2))
    session.answer("m0", "x", cost=0.1)
    session.answer("m1", "y")
    assert session.cost == 1.1


def test_costs_are_added_without_rounding():
    names = [f"m{place}" for place in range(11)]
    model = AnswerModel(names=names, prices=[0.1] * 11, accuracies=[0.7] * 11)
    session = Session(Branch(names), model)
    for name in names[:10]:
        session.answer(name, "x")
    assert session.cost == float(Fraction(0.1) * 10)


def test_labels_of_a_file_are_recognised_by_their_text():
    model = AnswerModel(["a"], [1], [1, 0], np.log([0.5, 0.5]), np.log([[[0.9, 0.1], [0.1, 0.9]]]))
    session = Session(Branch(["a"], "bayes", "decided"), model)
    session.answer("a", "1")
    assert (session.verdict, session.unknown_labels) == (1, ())


def test_scalars_of_numpy_become_plain_values():
    session = Session(Branch(["m0", "m1", "m2"]), make_coins(3))
    session.answer("m0", np.float32("nan"))
    session.answer("m1", np.bool_(True), cost=np.float32(0.5))
    assert session.skipped == ("m0",)
    assert session.verdict is True
    assert type(session.cost) is float


@pytest.mark.parametrize(
    ("member", "label", "message"),
    [
        ("m00", "x", r"session: 'm00' is not a member that it asks; did you mean 'm0'\?"),
        ("gpt", "x", "session: 'gpt' is not a member that it asks; it asks 'm0', 'm1', 'm2'"),
        (3, "x", "session: 3 is not a member that it asks"),
        ("m0", "x", "session: 'm0' has already answered; start a session for each item"),
        ("m1", "x", "session: 'm1' has already been skipped; start a session for each item"),
        ("m2", ["x"], r"session: the answer of 'm2' must be hashable, got \['x'\]"),
    ],
)
def test_answers_that_cannot_be_taken(member, label, message):
    session = Session(Branch(["m0", "m1", "m2"]), make_coins(3))
    session.answer("m0", "x")
    session.skip("m1")
    with pytest.raises(SessionError, match=message):
        session.answer(member, label)
    assert (session.answers, session.skipped, session.cost) == ({"m0": "x"}, ("m1",), 1.0)


def test_members_of_other_branches_are_not_asked():
    model = make_coins(12)
    with pytest.raises(
        SessionError, match="'x' is not a member that it asks; it asks 'm0', 'm1', 'm2', 'm3', 'm4', ..."
    ):
        Session(Branch(model.names), model).skip("x")


@pytest.mark.parametrize("cost", [-1.0, math.inf, math.nan, "free", True])
def test_costs_are_checked(cost):
    session = Session(Branch(["m0"]), make_coins(1))
    with pytest.raises(SessionError, match="session: cost: must be a finite number of at least 0, got"):
        session.answer("m0", "x", cost=cost)
    with pytest.raises(SessionError, match="session: cost: must be a finite number of at least 0, got"):
        session.skip("m0", cost=cost)
    assert session.asked == ()


@pytest.mark.parametrize("batch", [0, 1.5, True, "2"])
def test_batches_are_checked(batch):
    with pytest.raises(SessionError, match="batch: must be a whole number of at least 1, got"):
        Session(Branch(["m0"]), make_coins(1), batch)
