"""Text of replays."""

from __future__ import annotations

from haversack.policies.findings import CalibrationBin
from haversack.policies.replay import Replay
from haversack.reports.replay import summarise_replay

LABELS = tuple((f"label-{place}", 2) for place in range(7))
REPLAY = Replay(
    accuracy=0.8125,
    low=0.75,
    high=0.875,
    mean_cost=2.0,
    cost_low=1.5,
    cost_high=2.5,
    expected_accuracy=0.83,
    expected_cost=2.1,
    items=1200,
    undecided=0.125,
    ends=(0.1, 0.9),
    calibration=(CalibrationBin(0.9, 0.95, 1100, 0.93, 0.91),),
    missing_answers=1234,
    unknown_labels=LABELS,
    absent_members=("bob",),
    verdicts=(),
)


def test_everything_is_shown():
    text = summarise_replay(REPLAY)
    assert "items      1,200" in text
    assert "accuracy   0.8125 (0.750 to 0.875)" in text
    assert "0.83 was expected" in text
    assert "mean cost  2 (1.5 to 2.5) per item" in text
    assert "undecided  12.5 % of the items, which count as wrong" in text
    assert "missing    1,234 answers, which cost nothing" in text
    assert "absent     bob: no answers in this log" in text
    assert "14 answers that are no labels of the policy: label-0 (2)" in text
    assert "and 2 more" in text
    assert "0.90 to 0.95  1,100  0.930  0.910" in text
