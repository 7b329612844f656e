"""Whether answers can stand for the grades that a tool gave them."""

from __future__ import annotations

import pytest

from haversack.readers.agreement import explain_grades


@pytest.mark.parametrize(
    ("answers", "truth", "grades", "expected"),
    [
        (["a", "b"], ["a", "a"], [1, 0], True),
        (["a", "b", None], ["a", "a", "a"], [True, False, None], True),
        (["a", "b"], ["a", "a"], [1, 1], False),
        (["a"], ["a"], [0.5], False),
        ([None], ["a"], [0], False),
        (["a"], ["a"], [None], False),
    ],
)
def test_answers_explain_grades_only_if_they_do_so_everywhere(answers, truth, grades, expected):
    assert explain_grades(answers, truth, grades) is expected
