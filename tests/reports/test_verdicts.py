from __future__ import annotations

import json

from haversack import Verdict
from haversack.reports.verdicts import Decisions

DECISIONS = Decisions(
    ["q1", "q2", "q3"], [Verdict("a", (), 3), Verdict(None, ("a", "b"), 2), Verdict(None)], ["a", "b", None]
)


def test_the_summary_counts_verdicts_and_right_ones():
    text = DECISIONS.summarise()
    assert "q1    a               3\n" in text
    assert "q2    -               2\n" in text
    assert "items       3\n" in text
    assert "decided     1\n" in text
    assert "tied        1\n" in text
    assert "unanswered  1\n" in text
    assert "accuracy    0.5 (0.0945 to 0.905) on 2 items; undecided items count as" in text


def test_files_hold_every_item():
    assert DECISIONS.to_csv() == "item,verdict,answered,tied\nq1,a,3,\nq2,,2,a b\nq3,,0,\n"
    plain = json.loads(DECISIONS.to_json())
    assert plain["items"][1] == {"item": "q2", "verdict": None, "answered": 2, "tied": ["a", "b"], "posterior": None}
    assert plain["accuracy"]["items"] == 2


def test_posteriors_are_shown_where_there_are_any():
    decisions = Decisions([1] * 25, [Verdict("a", (), 3, 0.91234)] * 25)
    assert "posterior" in decisions.to_csv()
    assert "0.9123" in decisions.summarise()
    assert "... and 5 more" in decisions.summarise()
    assert "accuracy" not in decisions.to_dict()
