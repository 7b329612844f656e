"""Logs as people and tools have them become pools, and what was understood is said."""

from __future__ import annotations

import gzip
import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import haversack as hs
from haversack import LogTable, PluginError, Pool, PoolError, read_log
from haversack.plugins import Catalog, Entry, PluginWarning, Source

LONG = "question,worker,answer\nq1,ann,yes\nq1,bob,no\nq2,bob,no\nq3,ann,\nq9,ann,yes\n"
TRUTH = "question,truth\nq1,yes\nq2,no\nq3,no\nq4,\n"
WIDE = "truth,ann,bob\nyes,yes,no\nno,,no\nno,,\n"
PRICED = "item,model,answer,price,truth\nq1,a,x,1,x\nq1,b,y,2,x\nq2,a,x,3,y\nq2,b,y,,y\n"


@pytest.fixture
def written(tmp_path):
    def write(**texts):
        for name, text in texts.items():
            (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
        return [tmp_path / f"{name}.csv" for name in texts]

    return write


def problem_of(*arguments, **keywords):
    with pytest.raises(hs.ManyProblemsError) as caught:
        read_log(*arguments, **keywords)
    (problem,) = caught.value.problems
    return problem


@st.composite
def answer_tables(draw):
    items, members = draw(st.integers(2, 5)), draw(st.integers(2, 4))
    label = st.sampled_from(["yes", "no", "a b", "1"])
    table = draw(
        st.lists(st.lists(label | st.none(), min_size=members, max_size=members), min_size=items, max_size=items)
    )
    # Everybody answers the first item, rightly or not: then all are members, in the same order.
    table[0] = [draw(label) for _ in range(members)]
    # One answer is right: a log without any is refused.
    return table, [table[0][0], *draw(st.lists(label, min_size=items - 1, max_size=items - 1))]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(answer_tables())
def test_long_and_wide_forms_of_a_table_are_equal_to_the_table_itself(written, case):
    table, truth = case
    names = [f"m{member}" for member in range(len(table[0]))]
    cells = [[cell or "" for cell in row] for row in table]
    long = "id,model,label\n" + "".join(
        f"{item},{name},{cell}\n" for item, row in enumerate(cells) for name, cell in zip(names, row, strict=True)
    )
    inline = "id,model,label,gold\n" + "".join(
        f"{item},{name},{cell},{truth[item]}\n"
        for item, row in enumerate(cells)
        for name, cell in zip(names, row, strict=True)
    )
    wide = f"expected,{','.join(names)}\n" + "".join(
        f"{right},{','.join(row)}\n" for row, right in zip(cells, truth, strict=True)
    )
    right = "id,truth\n" + "".join(f"{item},{label}\n" for item, label in enumerate(truth))
    files = written(long=long, inline=inline, wide=wide, right=right)
    expected = Pool.from_votes(np.array(table, dtype=object), truth, names=names)
    members = {"columns": {"member": names}}
    assert Pool.from_log(files[0], files[3]) == expected
    assert Pool.from_log(files[1]) == expected
    assert Pool.from_log(files[2], **members) == expected
    frame = pd.DataFrame(table, columns=names)
    assert Pool.from_log(frame, truth, **members) == expected


def test_long_and_wide_files_hold_the_same(written):
    answers, truth, wide = written(answers=LONG, truth=TRUTH, wide=WIDE)
    pool = Pool.from_votes_csv(answers, truth)
    assert pool == Pool.from_votes_csv(wide)
    assert pool.names == ("ann", "bob")
    assert pool.votes.accuracies.tolist() == [1.0, 0.5]
    assert len(pool.votes) == 3


def test_what_was_understood_is_said(written):
    answers, truth, priced = written(answers=LONG, truth=TRUTH, priced=PRICED)
    reading = read_log(answers, truth)
    assert [note.removeprefix(f"{answers}: ") for note in reading.notes] == [
        "2 workers, 3 items, 3 missing answers",
        "read as a line per answer: item = question, member = worker, answer = answer",
        "1 answer to items without a right answer not used",
    ]
    assert str(reading) == "\n".join(reading.notes)
    assert repr(reading) == f"LogReading by 'table': {reading.notes[0]}"
    assert read_log(priced).notes[0] == f"{priced}: 2 models, 2 items, 0 missing answers, prices from column price"


def test_prices_become_costs_unless_others_are_given(written):
    (priced,) = written(priced=PRICED)
    assert Pool.from_log(priced).costs.tolist() == [2.0, 2.0]
    assert Pool.from_log(priced, costs={"b": 5, "a": 4, "c": 9}).costs.tolist() == [4.0, 5.0]
    assert Pool.from_log(priced, costs=[7, 8]).costs.tolist() == [7.0, 8.0]
    assert "prices from" not in read_log(priced, costs=[7, 8]).notes[0]


def test_latency_becomes_metadata(written):
    (file,) = written(log="id,judge,verdict,gold,latency_ms\n1,a,x,x,10\n1,b,x,x,\n2,a,x,y,30\n2,b,y,y,\n")
    latency = Pool.from_log(file).metadata["latency"]
    assert latency[0] == 20.0
    assert np.isnan(latency[1])


def test_grades_without_right_answers_are_answers_that_are_right_or_wrong(written):
    (file,) = written(log="task,model,score,answer\n1,a,1,x\n1,b,0,y\n2,a,true,x\n2,b,,y\n")
    reading = read_log(file)
    assert reading.pool.votes.graded
    assert reading.pool.votes.labels == ("right", "wrong")
    assert reading.pool.votes.accuracies.tolist() == [1.0, 0.0]
    assert any("plurality of labels cannot be used" in note for note in reading.notes)
    assert "ignored: answer" in reading.notes[1]


def test_a_table_of_grades_has_to_be_called_so(written):
    (file,) = written(log="id,a,b\n1,1,0\n2,0,1\n")
    assert "read them by answers=graded" in problem_of(file)
    assert Pool.from_log(file, answers="graded").votes.accuracies.tolist() == [0.5, 0.5]


def test_columns_of_members_may_have_roles_in_their_names(written):
    (file,) = written(
        log="instance_id,gpt:resolved,gpt:cost_usd,gpt:calls,opus:resolved,opus:cost_usd\n1,1,.5,3,0,2\n2,0,1.5,3,1,2\n"
    )
    pool = Pool.from_log(file)
    assert (pool.names, pool.costs.tolist(), pool.votes.accuracies.tolist()) == (
        ("gpt", "opus"),
        [1.0, 2.0],
        [0.5, 0.5],
    )


@pytest.mark.parametrize(
    ("mode", "accuracies"),
    [("exact", [0.0, 1 / 3]), ("strip", [1 / 3, 1 / 3]), ("casefold", [2 / 3, 1 / 3]), ("number", None)],
)
def test_when_answers_are_the_same_is_said_by_the_user(written, mode, accuracies):
    (file,) = written(log="id,model,answer,truth\n1,a, x ,x\n1,b,x,x\n2,a,Y,y\n2,b,z,y\n3,a,1.0,1\n3,b,2,1\n")
    if accuracies is None:
        assert problem_of(file, answers=mode) == f"{file}: line 2: truth: must be a number, got 'x'"
    else:
        assert Pool.from_log(file, answers=mode).votes.accuracies.tolist() == pytest.approx(accuracies)
        assert any("answers=casefold would" in note for note in read_log(file, answers=mode).notes) == (
            mode != "casefold"
        )


def test_equal_numbers_are_equal_answers(written):
    (file,) = written(log="id,model,answer,truth\n1,a, 1,1.0\n1,b,1e0,1.0\n2,a,.5,0.50\n2,b,3,0.50\n")
    pool = Pool.from_log(file, answers="number")
    assert (pool.votes.accuracies.tolist(), pool.votes.labels) == ([1.0, 0.5], (0.5, 1, 3))


def test_frames_of_crowd_kit_and_cleanlab_are_read():
    crowd = pd.DataFrame({"task": [1, 1, 2, 2], "worker": ["u", "v", "u", "v"], "label": ["a", "b", "b", "b"]})
    truth = pd.Series(["a", "b"], index=pd.Index([1, 2], name="task"), name="true_label")
    assert Pool.from_log(crowd, truth).votes.accuracies.tolist() == [1.0, 0.5]
    noisy = pd.DataFrame({"u": [0, 1, np.nan], "v": [1, 1, 0]}, index=["x", "y", "z"])
    pool = Pool.from_log(noisy, pd.Series([0, 1, 0], index=["x", "y", "z"]))
    assert (pool.names, pool.votes.accuracies.tolist()) == (("u", "v"), [1.0, 2 / 3])
    assert pool == Pool.from_log(noisy, [0, 1, 0])


class FakePolars:
    """What polars has in common with others: columns, and lists from them."""

    class Column(list):
        def to_list(self):
            return list(self)

    def __init__(self, columns):
        self.columns, self._data = list(columns), columns

    def __getitem__(self, name):
        return self.Column(self._data[name])


def test_frames_without_an_index_are_read_too():
    frame = FakePolars(
        {"item": [1, 1, 2, 2], "rater": ["a", "b", "a", "b"], "value": [1, None, 0, 1], "target": [1, 1, 1, 1]}
    )
    assert Pool.from_log(frame).votes.accuracies.tolist() == [0.5, 1.0]
    assert "columns item and truth" in problem_of(FakePolars({"item": [1], "rater": ["a"], "value": [1]}), truth=3)


def test_several_files_are_joined_and_name_their_members(tmp_path):
    for name, answers in (("gpt", "xy"), ("opus", "yy")):
        lines = [
            {"id": item, "answer": answer, "truth": right}
            for item, (answer, right) in enumerate(zip(answers, "xy", strict=True))
        ]
        text = "\n".join(map(json.dumps, lines)) + "\n"
        (tmp_path / f"{name}.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    expected = Pool.from_votes([["x", "y"], ["y", "y"]], ["x", "y"], names=["gpt", "opus"])
    assert Pool.from_log(tmp_path) == expected
    assert Pool.from_log(str(tmp_path / "*.gz")) == expected
    assert Pool.from_log([tmp_path / "gpt.jsonl.gz", tmp_path / "opus.jsonl.gz"]) == expected


def test_names_choose_members_and_their_order(written):
    answers, truth = written(answers=LONG, truth=TRUTH)
    pool = Pool.from_log(answers, truth, names=["bob", "ann"], costs=[1.0, 2.0])
    assert (pool.names, pool.votes.accuracies.tolist(), pool.costs.tolist()) == (("bob", "ann"), [0.5, 1.0], [1.0, 2.0])
    assert problem_of(answers, truth, names=["eve"]) == f"{answers}: no answer of 'eve', which is a member of the pool"


def test_members_without_a_judged_answer_are_left_out_and_named(written):
    answers, truth = written(answers=LONG + "q9,eve,yes\n", truth=TRUTH)
    reading = read_log(answers, truth)
    assert reading.pool.names == ("ann", "bob")
    assert reading.notes[-1].endswith("left out, without an answer to any item with a right answer: eve")


@pytest.mark.parametrize(
    ("answers", "truth", "message"),
    [
        (LONG + "q1,bob,no\n", TRUTH, "line 7: 'bob' answers item 'q1' a second time, first on line 3"),
        (LONG + "q1,,no\n", TRUTH, "line 7: expected the name of a worker in column 'worker', the cell is empty"),
        (LONG + ",bob,no\n", TRUTH, "line 7: expected an item in column 'question', the cell is empty"),
        (LONG + "q1,bob\n", TRUTH, "line 7: expected 3 cells like the header, got 2"),
        (LONG, "question,truth\nq8,yes\n", "no answer to any item with a right answer in {folder}/truth.csv"),
        ("", TRUTH, "empty; expected a log of answers, with a header or a record per line"),
        ("item,model,answer\n", TRUTH, "has a header but no rows; expected one row per answer or item"),
        (LONG, None, "no right answers: expected a column truth, target, gold, expected, a second file with them "
         "(truth), or a column correct, score or passed with 0 and 1; found 'question', 'worker', 'answer'"),
        ("ann,bob\n1,0\n", TRUTH, "no column for the item, which the right answers are found by: expected one of "
         "question, item, task, id, doc_id, case_id, pair_id; found 'ann', 'bob'"),
        (WIDE, TRUTH, "has a column 'truth' with right answers, but others were given too; leave one out, the column "
         "by columns: ignore=truth"),
        ("truth,ann,ann\n1,0,0\n", None, "line 1: duplicate column 'ann'"),
        ("truth,question\n1,0\n", None, "no reader recognises it; found 'truth', 'question'; expected columns "
         "such as item, model, answer and truth, or a log of another kind; there are readers "
         "inspect, lm-eval, promptfoo, table"),
        ("truth,ann\n,0\n", None, "no answer to any item with a right answer"),
        ("id,model,answer,truth\n1,a,x,x\n2,b,x,x\n3,a,y,y\n", None, "line 3: column 'id' is different on every line, "
         "'1' on line 2 and '2' here, though there are 2 models: it numbers lines, not items; name the column of the "
         "item by columns: item=COLUMN"),
        ("item,model,answer,truth\n1,a,x,x\n1,b,x,y\n", None, "line 3: truth: the right answer 'y' differs from 'x' "
         "for the same item on line 2"),
        ("item,truth,price,a\n1,x,3,x\n", None, "column 'price' looks like a line per answer, but no column says whose "
         "answer it is: expected one of worker, member, annotator, judge, model, rater, grader; found 'item', 'truth', "
         "'price', 'a'; columns: ignore=price leaves it out"),
        ("item,truth,platform,a\n1,x,web,x\n", None, "column 'platform' holds no right answer at all, for example "
         "'web'; if it is not a member, leave it out by columns: ignore=platform; otherwise name all members: "
         "member=platform,member=..."),
        ("id,model,correct\n1,a,0.5\n1,b,1\n", None, "line 2: correct: must be 0, 1, true or false where answers are "
         "graded, got '0.5'; which scores count as right is your choice: write 1 for them and 0 for others"),
        ("id,model,answer,truth,usd\n1,a,x,x,1\n1,b,x,x,\n", None, "no line of 'b' has a price in column 'usd'; give "
         "costs, or leave the prices out by columns: ignore=usd"),
    ],
)  # fmt: skip
def test_mistakes_are_reported_with_their_place(written, tmp_path, answers, truth, message):
    texts = {"answers": answers} | ({} if truth is None else {"truth": truth})
    assert problem_of(*written(**texts)) == f"{tmp_path}/answers.csv: {message.format(folder=tmp_path)}"


def test_a_line_twice_in_two_files_names_both(tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.csv").write_text("id,model,answer,truth\n1,m,x,x\n", encoding="utf-8")
    assert problem_of([tmp_path / "a.csv", tmp_path / "b.csv"]) == (
        f"{tmp_path}/b.csv: line 2: 'm' answers item '1' a second time, first on {tmp_path}/a.csv: line 2"
    )


class Shout:
    """A reader of one line in capitals."""

    def recognises(self, source):
        return source.text.isupper()

    def read(self, source):
        return LogTable(
            source.name, {"i": [1, 1], "w": ["a", "b"], "c": [1, 0]}, roles={"item": "i", "member": "w", "correct": "c"}
        )


def catalog_of(**readers):
    source = Source("shouting", "haversack-shouting", "1")
    return Catalog(tuple(Entry("reader", name, factory, "", source) for name, factory in readers.items()))


def test_a_reader_of_a_plugin_reads_what_it_recognises(written):
    (file,) = written(log="HELLO")
    reading = read_log(file, catalog=catalog_of(shout=Shout))
    assert (reading.reader, reading.pool.votes.accuracies.tolist()) == ("shout", [1.0, 0.0])
    assert problem_of(file, catalog=catalog_of(one=Shout, other=Shout)) == (
        f"{file}: readers 'one' and 'other' recognise it; choose by format"
    )
    assert read_log(file, format="other", catalog=catalog_of(one=Shout, other=Shout)).reader == "other"


@pytest.mark.parametrize(
    ("result", "message"),
    [
        (lambda: 3, "must return a LogTable, got 3"),
        (lambda: LogTable("f", {"a": [1]}, roles={"item": "b"}), "gives a role to 'b', which is no column"),
        (lambda: 1 // 0, "failed: ZeroDivisionError: integer division or modulo by zero"),
    ],
)
def test_a_reader_that_fails_is_named(written, result, message):
    (file,) = written(log="HELLO")
    failing = type("Failing", (Shout,), {"read": lambda self, source: result()})
    with pytest.raises(PluginError) as caught:
        read_log(file, catalog=catalog_of(failing=failing))
    assert str(caught.value).startswith(f"{file}: reader 'failing' {message}")


def test_a_reader_that_cannot_be_asked_does_not_keep_others_from_reading(written):
    (file,) = written(log="HELLO")
    blind = type("Blind", (Shout,), {"recognises": lambda self, source: 1 // 0})
    with pytest.warns(PluginWarning, match="reader 'blind' failed to look at .*log.csv: ZeroDivisionError"):
        assert read_log(file, catalog=catalog_of(blind=blind, shout=Shout)).reader == "shout"

    def needy(*, depth: int):
        return Shout()

    with pytest.warns(PluginWarning, match="reader 'needy' of haversack-shouting 1 .* was not asked: TypeError"):
        assert read_log(file, catalog=catalog_of(needy=needy, shout=Shout)).reader == "shout"


def test_a_folder_may_hold_other_files_but_not_only_those(tmp_path):
    (tmp_path / "note.json").write_text("{}", encoding="utf-8")
    assert problem_of(tmp_path) == (
        f"{tmp_path}: no reader knows any of the 1 files; there are readers inspect, lm-eval, promptfoo, table"
    )
    (tmp_path / "log.csv").write_text(PRICED, encoding="utf-8")
    assert read_log(tmp_path).notes[-1] == (
        f"{tmp_path}: 1 file of the folder not read, as no reader knows them, such as {tmp_path}/note.json"
    )


def test_a_list_of_right_answers_has_one_per_row():
    frame = pd.DataFrame({"a": [1, 2], "b": [1, 1]})
    assert problem_of(frame, [1]) == "truth: expected a right answer for each of the 2 rows of frame, got 1"
    assert problem_of(frame.assign(truth=1), [1, 2]) == "frame: has a column 'truth', but right answers were given too"
    assert problem_of(frame, format=3) == "format: expected the name of a reader, got 3"


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
    pool = Pool.from_log(folder / "answer.csv", folder / "truth.csv")
    assert (len(pool), len(pool.votes)) == (members, items)
    given = pool.votes.answered.sum(axis=0)
    assert (pool.votes.accuracies * given).sum() / given.sum() == pytest.approx(mean_answer, abs=6e-4)


def test_services_and_agents_of_the_shared_data(shared_data):
    pool = Pool.from_log(shared_data / "frugalml_apis" / "ferplus.csv")
    assert (len(pool), len(pool.votes), len(pool.votes.labels)) == (4, 6358, 7)
    agents = Pool.from_log(shared_data / "swebench_llm" / "verified500_mini_agent.csv")
    assert (agents.votes.accuracies * 500).round().tolist() == [325, 299, 324, 353]
    with pytest.raises(PoolError, match="answers=graded"):
        Pool.from_log(shared_data / "livecodebench_llm" / "codegen_2024-02-26.csv")


def test_a_score_that_may_be_a_grade_is_refused(written):
    header = "item,model,target,response,score\n"
    (numbers, words) = written(numbers=f"{header}1,a,1,1,1\n1,b,1,0,0\n2,a,0,0,1\n2,b,0,1,0\n",
                               words="item,model,target,score\n1,a,x,1\n1,b,x,0\n")  # fmt: skip
    assert "column 'score' may hold the answer or a grade of 'response'" in problem_of(numbers)
    assert "column 'score' may hold the answer or a grade; choose by columns: correct=score" in problem_of(words)
    graded = read_log(numbers, columns={"correct": "score"}).pool
    labelled = read_log(numbers, columns={"answer": "response"}).pool
    assert graded.votes.accuracies.tolist() == labelled.votes.accuracies.tolist() == [1.0, 0.0]


def test_what_programs_write_for_nothing_is_no_answer(written):
    (file,) = written(log="id,truth,a,b\n1,x,NaN,x\n2,y,y,<NA>\n3,nan,y,y\n")
    votes = read_log(file).pool.votes
    assert votes.answered.tolist() == [[False, True], [True, False]]


def test_what_may_be_no_answer_is_said(written):
    (file,) = written(log="id,truth,a,b\n1,x,NA,x\n2,y,y,y\n")
    assert "'NA' is taken for an answer like any other" in read_log(file).notes[-1]


def test_columns_that_count_rows_are_no_members(written):
    (file,) = written(log="Unnamed: 0,index,item,truth,a,b\n0,0,1,0,0,1\n1,1,2,1,1,1\n")
    reading = read_log(file)
    assert reading.pool.names == ("a", "b")
    assert "ignored: Unnamed: 0, index" in str(reading)


def test_numbers_may_be_written_differently_in_the_right_answers(written):
    (file,) = written(log="id,truth,a,b\n1,1.0,1,0\n2,0.0,0,0\n3,,1,1\n")
    assert read_log(file, answers="number").pool.votes.accuracies.tolist() == [1.0, 0.5]
    assert "answers=number would count them as right" in str(read_log(file))


def test_grades_that_say_otherwise_are_named(written):
    header = "item,model,answer,truth,correct\n"
    wrong, right = written(wrong=f"{header}1,a,x,x,0\n1,b,y,x,0\n", right=f"{header}1,a,x,x,true\n1,b,y,x,0\n")
    assert "column 'correct' is not used, and says otherwise" in str(read_log(wrong))
    assert "says otherwise" not in str(read_log(right))


def test_one_object_and_another_encoding_are_named(tmp_path):
    file = tmp_path / "log.json"
    file.write_text('{"item": [1], "model": ["a"], "answer": [1], "truth": [1]}')
    assert "one JSON object with the keys 'item', 'model'" in problem_of(file)
    file.write_bytes("item,model,answer,truth\n1,a,x,x\n".encode("utf-16-le"))
    assert "is not text in UTF-8 but, it seems, in UTF-16" in problem_of(file)


def test_two_right_answers_to_one_item_are_refused(written):
    (file,) = written(log="item,model,answer\n1,a,x\n2,a,y\n")
    truth = pd.Series(["x", "y", "x"], index=[1, 2, 2])
    assert "truth: duplicate item '2'" in problem_of(file, truth)


def test_columns_may_be_named_for_the_right_answers_only(written):
    log, truth = written(log="task,model,said\n1,a,x\n2,a,y\n", truth="number,right\n1,x\n2,x\n")
    columns = {"item": ["task", "number"], "answer": "said", "truth": "right"}
    assert read_log(log, truth, columns=columns).pool.votes.accuracies.tolist() == [0.5]
