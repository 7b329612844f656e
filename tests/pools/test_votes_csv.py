"""Recorded votes from CSV files, long and wide."""

from __future__ import annotations

import pytest

from haversack import Pool, PoolError

LONG = "question,worker,answer\nq1,ann,yes\nq1,bob,no\nq2,bob,no\nq3,ann,\nq9,ann,yes\n"
TRUTH = "question,truth\nq1,yes\nq2,no\nq3,no\nq4,\n"
WIDE = "truth,ann,bob\nyes,yes,no\nno,,no\nno,,\n"


@pytest.fixture
def written(tmp_path):
    def write(**texts):
        for name, text in texts.items():
            (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
        return [tmp_path / f"{name}.csv" for name in texts]

    return write


def problem_of(*arguments, **keywords):
    with pytest.raises(PoolError) as caught:
        Pool.from_votes_csv(*arguments, **keywords)
    (problem,) = caught.value.problems
    return problem


def test_long_and_wide_files_hold_the_same(written):
    answers, truth, wide = written(answers=LONG, truth=TRUTH, wide=WIDE)
    pool = Pool.from_votes_csv(answers, truth)
    assert pool == Pool.from_votes_csv(wide)
    assert pool.names == ("ann", "bob")
    assert pool.votes.accuracies.tolist() == [1.0, 0.5]
    assert len(pool.votes) == 3


def test_other_words_for_the_columns_and_any_case(written):
    answers, truth = written(
        answers=LONG.replace("question,worker", "Item,MEMBER").replace("answer", "Answer"), truth=TRUTH
    )
    assert Pool.from_votes_csv(answers, truth).names == ("ann", "bob")


def test_a_wide_file_may_have_its_truth_in_another(written):
    wide, truth = written(wide="question,ann,bob\nq2,no,yes\nq1,yes,no\nq7,yes,yes\n", truth=TRUTH)
    pool = Pool.from_votes_csv(wide, truth)
    assert (pool.votes.accuracies.tolist(), len(pool.votes)) == ([1.0, 0.0], 2)


def test_names_choose_members_and_their_order(written):
    answers, truth = written(answers=LONG, truth=TRUTH)
    pool = Pool.from_votes_csv(answers, truth, names=["bob", "ann"], costs=[1.0, 2.0])
    assert (pool.names, pool.costs.tolist()) == (("bob", "ann"), [1.0, 2.0])
    assert pool.votes.accuracies.tolist() == [0.5, 1.0]
    assert Pool.from_votes_csv(answers, truth, names=["bob"]).votes.accuracies.tolist() == [0.5]


def test_costs_without_names_go_by_the_order_of_the_file(written):
    answers, truth = written(answers=LONG, truth=TRUTH)
    assert Pool.from_votes_csv(answers, truth, costs=[1.0, 2.0]).costs.tolist() == [1.0, 2.0]


@pytest.mark.parametrize(
    ("answers", "truth", "message"),
    [
        (LONG + "q1,bob,no\n", TRUTH, "answers.csv: line 7: 'bob' answers question 'q1' a second time"),
        (LONG + "q1,,no\n", TRUTH, "answers.csv: line 7: expected the name of a worker, the cell is empty"),
        (LONG + "q1,bob\n", TRUTH, "answers.csv: line 7: expected 3 cells like the header, got 2"),
        (LONG, "question,truth\nq8,yes\n", "answers.csv: no answer to any question with a right answer"),
        (LONG, "question,truth\nq1,\n", "truth.csv: no question has a right answer"),
        (LONG, "question,truth\nq1,a\nq1,b\n", "truth.csv: line 3: duplicate question 'q1'"),
        (LONG, "question,gold\nq1,a\n", "truth.csv: line 1: no column 'truth'; found 'question', 'gold'"),
        (LONG, "question,truth\n", "truth.csv: has a header but no rows; expected one row per question"),
        (LONG, "", "truth.csv: empty; expected a header with the columns question, truth, then one row per question"),
        ("", TRUTH, "answers.csv: empty; expected a header with the columns question, worker, answer, or a column per "
         "member, then one row per answer or question"),
        (LONG, None, "answers.csv: a file with a line per answer needs a second file with the right answers, columns "
         "question, truth"),
        ("ann,bob\n1,0\n", None, "answers.csv: line 1: expected the columns question, worker, answer, or a column per "
         "member and 'truth'; found 'ann', 'bob'"),
        ("ann,bob\n1,0\n", TRUTH, "answers.csv: line 1: no column 'question', which the right answers are found by"),
        (WIDE, TRUTH, "answers.csv: line 1: has a column 'truth', but a second file with the right answers was given "
         "too"),
        ("truth,ann,ann\n1,0,0\n", None, "answers.csv: line 1: duplicate column 'ann'"),
        ("truth,question\n1,0\n", None, "answers.csv: no column holds the answers of a member"),
        ("truth,ann\n,0\n", None, "answers.csv: no question has a right answer"),
    ],
)  # fmt: skip
def test_mistakes_are_reported_with_their_place(written, tmp_path, answers, truth, message):
    texts = {"answers": answers} | ({} if truth is None else {"truth": truth})
    assert problem_of(*written(**texts)) == f"{tmp_path}/{message}"


def test_members_of_the_pool_who_answer_nothing_are_reported(written, tmp_path):
    message = problem_of(*written(answers=LONG, truth=TRUTH), names=["ann", "eve"])
    assert message == f"{tmp_path}/answers.csv: no answer of 'eve', which is a member of the pool"


def test_a_missing_file_is_reported(tmp_path):
    assert problem_of(tmp_path / "none.csv") == f"{tmp_path}/none.csv: cannot be read: No such file or directory"


@pytest.mark.parametrize(
    ("name", "members", "items", "mean_answer"),
    [
        ("bluebird", 39, 108, 0.636),
        ("ducks240", 53, 240, 0.673),
        ("rte", 164, 800, 0.729),
        ("product", 176, 8315, 0.816),
    ],
)
def test_crowds_of_the_shared_data(shared_data, name, members, items, mean_answer):
    folder = shared_data / f"crowd_{name}"
    pool = Pool.from_votes_csv(folder / "answer.csv", folder / "truth.csv")
    assert (len(pool), len(pool.votes)) == (members, items)
    given = pool.votes.answered.sum(axis=0)
    assert (pool.votes.accuracies * given).sum() / given.sum() == pytest.approx(mean_answer, abs=6e-4)


def test_services_of_the_shared_data(shared_data):
    pool = Pool.from_votes_csv(shared_data / "frugalml_apis" / "ferplus.csv")
    assert (len(pool), len(pool.votes), len(pool.votes.labels)) == (4, 6358, 7)
