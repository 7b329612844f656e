"""Which layout a log has."""

from __future__ import annotations

import pytest

from haversack import LogTable, PoolError
from haversack.pools.logs.layouts import find_layout


def layout_of(header, assigned=None, *, has_truth=False, cells=(1, 1), roles=None, **options):
    table = LogTable("f", {name: list(cells) for name in header.split()}, roles=roles or {})
    return find_layout(table, assigned or {}, has_truth=has_truth, **options)[1]


@pytest.mark.parametrize(
    ("header", "has_truth", "expected"),
    [
        ("item model answer price truth", False, ("answer", "truth", None, "price")),
        ("task worker label", True, ("label", None, None, None)),
        ("id judge score target", False, ("score", "target", None, None)),
        ("id judge score", False, (None, None, "score", None)),
        ("id judge score answer", False, (None, None, "score", None)),
        ("id judge verdict score gold usd", False, ("verdict", "gold", None, "usd")),
        ("sample grader passed", False, (None, None, "passed", None)),
        ("sample grader passed expected", False, (None, None, "passed", None)),
    ],
)
def test_columns_are_known_by_their_names(header, has_truth, expected):
    layout = layout_of(header, has_truth=has_truth)
    assert (layout.answer, layout.truth, layout.correct, layout.price) == expected


def test_the_user_has_the_last_word():
    layout = layout_of("item model answer label truth", {"answer": ("label",)})
    assert (layout.answer, layout.ignored) == ("label", ("answer",))
    assert layout_of("item model answer correct truth", {"correct": ("correct",)}).correct == "correct"
    assert layout_of("a b model answer truth", {"item": ("a", "b")}).item == ("a", "b")
    assert layout_of("item model answer", is_graded=True).correct == "answer"
    assert layout_of("item foo answer truth", {"member": ("foo",)}).noun == "member"
    assert layout_of("item worker_id answer truth").noun == "worker"


def test_roles_of_a_reader_can_be_changed():
    roles = {"item": "i", "member": "m", "correct": "c", "answer": "a", "truth": "t"}
    assert layout_of("i m c a t", roles=roles).answer == "a"
    assert layout_of("i m c a t", {"correct": ("c",)}, roles=roles).truth is None
    assert layout_of("i m c a t", {"ignore": ("t",)}, has_truth=True, roles=roles).truth is None
    assert layout_of("i m c a t", {"answer": ("a",)}, has_truth=True, roles={"item": "i", "member": "m"}).answer == "a"


@pytest.mark.parametrize(
    ("header", "options", "message"),
    [
        ("model answer truth", {}, "f: no column for the item: expected one of question, item, task"),
        ("item answer truth", {}, "f: column 'answer' looks like a line per answer, but no column says whose answer"),
        ("item model truth", {}, "f: no column for the answer: expected one of answer, label"),
        ("item model answer", {}, "f: no right answers: expected a column truth"),
        ("item model answer truth", {"has_truth": True}, "f: has a column 'truth' with right answers, but others"),
        ("i", {"roles": {"item": "i"}}, "f: no column for the member; name it by columns: member=COLUMN"),
        ("i", {"roles": {"item": "i", "member": "i", "answer": "i"}}, "f: no right answers"),
        ("i", {"roles": {"item": "i", "truth": "i"}, "has_truth": True}, "f: has a column 'i' with right answers"),
    ],
)
def test_what_fits_no_layout_is_refused(header, options, message):
    with pytest.raises(PoolError) as caught:
        layout_of(header, **options)
    assert str(caught.value).startswith(message)


def test_two_columns_that_differ_are_refused_by_name():
    table = LogTable("f", {"item": [1, 1], "model": ["a", "b"], "answer": [1, 2], "label": [2, 1], "truth": [1, 1]})
    with pytest.raises(
        PoolError, match="'answer' and 'label' may both hold the answer; choose by columns: answer=answer"
    ):
        find_layout(table, {}, has_truth=False)


def test_a_line_per_answer_and_a_column_per_member_are_two_layouts():
    columns = {"item": [1, 1], "model": ["a", "b"], "answer": ["x", "y"], "truth": ["x", "x"]}
    table = LogTable("f", columns | {"a": ["x", "x"], "b": ["y", "y"], "note": ["", ""]})
    message = "f: fits two layouts, .* 'a', 'b'; choose by columns: ignore=a,ignore=b or member=a,member=b$"
    with pytest.raises(PoolError, match=message):
        find_layout(table, {}, has_truth=False)
    assert find_layout(table, {"ignore": ("a", "b")}, has_truth=False)[1].member == "model"
