"""Text of an explanation."""

from __future__ import annotations

from haversack.explanations.result import Alternative, BudgetStep, Explanation
from haversack.reports.explanation import summarise_explanation

ROW = Alternative("a", ("b", "c"), 0.8, 3.0, 0.1, proven=True, value_without=0.7, loss_without=0.2)
NOTHING = Alternative("b", (), None, None, None, proven=True)

TEXT = """\
without  value  loss  cost  rest alone loses  proved  best panel
----------------------------------------------------------------
a          0.8   0.1     3               0.2  yes     b, c
b            -     -     -                 -  yes     none is feasible

if this did not hold  value  loss  cost  binds  proved  best panel
------------------------------------------------------------------
size (least = 2)       0.95  -0.05     4  yes    yes     d
apart                     -      -     -  no     no      not compared

next useful budget  more  value  gain  per unit  proved  best panel
-------------------------------------------------------------------
                 7     2   0.96  0.06      0.03  yes     a, b, c
                 9     4   0.97  0.07         -  no      b, c, d"""


def test_there_is_a_table_for_each_question():
    binding = Alternative("size (least = 2)", ("d",), 0.95, 4.0, -0.05, proven=True)
    unknown = Alternative("apart", (), None, None, None, proven=False)
    steps = (
        BudgetStep(7.0, ("a", "b", "c"), 0.96, 2.0, 0.06, 0.03, proven=True),
        BudgetStep(9.0, ("b", "c", "d"), 0.97, 4.0, 0.07, None, proven=False),
    )
    explanation = Explanation(0.9, 4.0, 5.0, (ROW, NOTHING), (), (binding, unknown), steps, selections=4)
    text = summarise_explanation(explanation)
    assert text == str(explanation)
    assert [line.split() for line in text.splitlines() if set(line) != {"-"}] == [
        line.split() for line in TEXT.splitlines() if set(line) != {"-"}
    ]


def test_what_there_is_nothing_about_has_no_table():
    text = summarise_explanation(Explanation(0.9, 4.0, 5.0, (ROW,), (), (), (), selections=1))
    assert "binds" not in text
    assert "budget" not in text
