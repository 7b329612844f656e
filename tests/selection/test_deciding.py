from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from haversack import Pool, PoolError, Selection, Verdict, select
from haversack.energies import BayesVote
from haversack.selection import deciding
from haversack.statistics.verdicts import find_verdicts

NAMES = ["ann", "bob", "cat", "dan"]


def recorded(labels=("no", "yes"), items=60, **keywords):
    """Four members of whom the first three never err together; the last one is right on every other item."""
    truth = np.arange(items) // 2 % 2
    right = np.stack([np.arange(items) % 6 != place for place in range(3)] + [np.arange(items) % 2 == 1], axis=1)
    answers = np.where(right, truth[:, None], 1 - truth[:, None])
    table = np.array(labels, dtype=object)
    return Pool.from_votes(table[answers], table[truth], names=NAMES, **keywords)


@pytest.fixture(scope="module")
def chosen():
    found = select(recorded(), seed=1)
    assert found.names == ("ann", "bob", "cat")
    return found


def test_one_item_gets_a_label(chosen):
    assert chosen.decide({"ann": "yes", "bob": "no", "cat": "yes"}) == "yes"
    assert chosen.decide({"ann": "yes", "bob": "no"}) is None
    assert chosen.decide({"ann": None, "bob": float("nan")}) is None
    assert chosen.decide({}) is None
    assert chosen.decide({"ann": "yes", "bob": "no"}, details=True) == Verdict(None, ("no", "yes"), 2)
    assert chosen.decide({"ann": "no", "dan": "yes"}, details=True) == Verdict("no", (), 1)


def test_tables_of_every_kind_get_a_list(chosen, tmp_path):
    columns = {"ann": ["yes", "no", None], "bob": ["yes", "yes", None], "cat": ["no", None, None], "dan": ["no"] * 3}
    expected = ["yes", None, None]
    rows = [{name: column[item] for name, column in columns.items()} for item in range(3)]
    assert chosen.decide(columns) == expected
    assert chosen.decide(rows) == expected
    assert chosen.decide(iter(rows)) == expected
    assert chosen.decide(pd.DataFrame(columns)) == expected
    assert chosen.decide({name: np.array(column, dtype=object) for name, column in columns.items()}) == expected
    wide, long = tmp_path / "wide.csv", tmp_path / "long.csv"
    pd.DataFrame(columns).rename_axis("item").to_csv(wide)
    pd.DataFrame(columns).rename_axis("question").reset_index().melt(
        "question", var_name="judge", value_name="label"
    ).to_csv(long, index=False)
    assert chosen.decide(wide) == expected
    assert chosen.decide(str(long)) == expected
    assert chosen.decide([]) == []


def test_a_result_that_was_read_decides_as_the_one_that_was_written(tmp_path):
    found = select(recorded(labels=(0, 1)), energy="bayes", seed=1)
    (tmp_path / "result.json").write_text(found.to_json())
    read = Selection.from_json(Path(tmp_path / "result.json"))
    answers = found.pool.votes.answers[:, list(found.members)]
    columns = {name: answers[:, place].tolist() for place, name in enumerate(found.names)}
    vote = found.decide(columns, details=True)
    assert read.decide(columns, details=True) == vote
    codes = find_verdicts(BayesVote().fit_vote(found.pool, found.members), answers)
    assert [verdict.label for verdict in vote] == codes.tolist()
    assert all(0.5 <= verdict.posterior <= 1.0 for verdict in vote)


def test_texts_of_a_file_are_the_labels_of_the_pool():
    found = select(recorded(labels=(0, 1)), seed=1)
    assert found.decide({"ann": "1", "bob": "1", "cat": "0"}) == 1


def test_a_new_label_wins_a_plurality_and_says_nothing_to_bayes(chosen):
    new = {"ann": "maybe", "bob": "maybe", "cat": "no"}
    assert chosen.decide(new) == "maybe"
    assert chosen.decide(new, vote="bayes", details=True).answered == 1
    assert chosen.decide(new, vote="bayes") == "no"
    assert chosen.decide({"ann": "maybe"}, vote="bayes") is None


def test_majority_decides_without_recorded_votes():
    found = select(Pool(accuracies=[0.9, 0.8, 0.8], names=["a", "b", "c"]))
    assert found.decide({"a": 7, "b": 3, "c": 3}) == 3
    assert Selection.from_json(found.to_json()).decide({"a": None}) is None


def test_the_vote_of_the_run_decides():
    found = select(recorded(), vote="bayes", seed=1)
    assert found.decide({"ann": "yes"}, details=True).posterior is not None
    assert found.decide({"ann": "yes"}, vote="votes", details=True).posterior is None


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({"anne": "yes"}, "answers: 'anne': not among the members of the pool; did you mean 'ann'?"),
        ({"zoe": "yes"}, "answers: 'zoe': not among the members of the pool; the panel is 'ann', 'bob', 'cat'"),
        ([{"dan": "yes"}], "answers: no column of any member of the panel, which is 'ann', 'bob', 'cat'"),
        ({"ann": ["yes"], "bob": "no"}, "expected one answer of each member, or a list of answers of each, got both"),
        ({"ann": ["yes"], "bob": ["no", "no"]}, "expected as many answers of each member, got 1 of 'ann', 2 of 'bob'"),
        (7, "answers: expected a mapping from names of members to answers, a list of such mappings"),
        ({"ann": {"x": 1}}, "answers: an answer must be hashable, got {'x': 1}"),
    ],
)
def test_mistakes_are_named(chosen, answers, message):
    with pytest.raises(PoolError) as caught:
        chosen.decide(answers)
    assert message in str(caught.value)


def test_long_tables_are_decided_in_parts(chosen, monkeypatch):
    columns = {name: ["yes", "no", "no"] for name in ("ann", "bob", "cat")}
    monkeypatch.setattr(deciding, "_AT_ONCE", 1)
    assert chosen.decide(columns) == ["yes", "no", "no"]
