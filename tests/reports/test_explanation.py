"""Text of an explanation."""

from __future__ import annotations

from haversack.reports.explanation import summarise_explanation
from haversack.selection.explanation import Alternative, Explanation


def test_there_is_a_table_for_each_question():
    row = Alternative("a", ("b", "c"), 0.8, 3.0, 0.1, proven=True, value_without=0.7)
    nothing = Alternative("b", (), None, None, None, proven=True)
    explanation = Explanation(0.9, 4.0, 5.0, members=(row, nothing), others=(), constraints=(nothing,), budgets=())
    text = summarise_explanation(explanation)
    assert text == str(explanation)
    assert text.splitlines()[0].split() == [
        "without",
        "value",
        "loss",
        "cost",
        "rest",
        "alone",
        "proved",
        "best",
        "panel",
    ]
    assert text.splitlines()[2].split() == ["a", "0.8", "0.1", "3", "0.7", "yes", "b,", "c"]
    assert "none is feasible" in text
    assert "if this did not hold" in text
    assert "more budget" not in text
