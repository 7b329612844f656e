"""Samples in the format that lm-evaluation-harness logs."""

from __future__ import annotations

import json

import pytest

from haversack import Pool, PoolError, read_log

DATE = "2025-01-02T03-04-05.678901"


def sample(number, target, responses, grade, *, name="none", metric="acc", **changes):
    record = {
        "doc_id": number,
        "doc": {"question": f"question {number}"},
        "target": target,
        "arguments": {"gen_args_0": {"arg_0": "prompt", "arg_1": "continuation"}},
        "resps": [responses],
        "filtered_resps": responses,
        "filter": name,
        "metrics": [metric],
        "doc_hash": f"hash{number}",
        "prompt_hash": "p",
        "target_hash": "t",
        metric: grade,
    }
    return record | changes


def choice(position):
    """Log-likelihoods of three options, as text, of which one is the likeliest."""
    return [[str(-1.0 if option == position else -5.0), "False"] for option in range(3)]


@pytest.fixture
def log(tmp_path):
    def write(model, records, *, task="arc", result=None):
        folder = tmp_path / "logs" / model
        folder.mkdir(parents=True, exist_ok=True)
        text = "".join(json.dumps(record) + "\n" for record in records)
        (folder / f"samples_{task}_{DATE}.jsonl").write_text(text, encoding="utf-8")
        if result is not None:
            (folder / f"results_{DATE}.json").write_text(
                json.dumps({"model_name": result, "results": {}}), encoding="utf-8"
            )
        return tmp_path / "logs"

    return write


def test_multiple_choices_are_answers_joined_on_the_hash_of_the_document(log):
    log("org__one", [sample(0, "2", choice(2), 1.0), sample(1, "0", choice(1), 0.0)], result="org/one")
    folder = log(
        "two", [sample(7, "0", choice(0), 1.0, doc_hash="hash1"), sample(8, "2", choice(0), 0.0, doc_hash="hash0")]
    )
    reading = read_log(folder)
    assert (reading.reader, reading.pool.names) == ("lm-eval", ("org/one", "two"))
    assert reading.pool == Pool.from_votes([["2", "0"], ["1", "0"]], ["2", "0"], names=["org/one", "two"])
    assert "1 file of the folder not read" in reading.notes[-1]


def test_texts_that_do_not_explain_the_metric_are_graded(log):
    one = [
        sample(0, "#### 18", ["18"], 1.0, metric="exact_match"),
        sample(1, "#### 3", ["4"], 0.0, metric="exact_match"),
    ]
    log("one", one)
    folder = log("two", [record | {"exact_match": 0} for record in one])
    pool = Pool.from_log(folder)
    assert (pool.votes.graded, pool.votes.accuracies.tolist()) == (True, [0.5, 0.0])
    by_text = Pool.from_log(
        folder, {"gsm/x": 1} | {"arc/hash0": "18", "arc/hash1": "3"}, columns={"answer": "response", "ignore": "grade"}
    )
    assert by_text.votes.accuracies.tolist() == [0.5, 0.5]


def test_documents_without_a_hash_are_joined_on_their_number_within_the_task(log):
    def strip(record):
        return {key: value for key, value in record.items() if key not in ("doc_hash", "metrics")}

    for model in ("one", "two"):
        for task in ("arc", "boolq"):
            folder = log(model, [strip(sample(0, "1", choice(1), 1.0))], task=task)
    assert len(Pool.from_log(folder).votes) == 2


def test_files_with_other_names_are_models_of_these_names(tmp_path):
    for model in ("one", "two"):
        (tmp_path / f"{model}.jsonl").write_text(json.dumps(sample(0, "1", choice(1), 1)) + "\n", encoding="utf-8")
    assert Pool.from_log(str(tmp_path / "*.jsonl")).names == ("one", "two")


def test_filters_and_metrics_are_chosen_by_options(log):
    records = [
        sample(0, "1", ["1"], 1.0, name="strict", metric="f1", metrics=["f1", "rouge"], rouge=0.0),
        sample(0, "1", ["2"], 0.0, name="loose", metric="f1", metrics=["f1", "rouge"], rouge=1.0),
    ]
    log("one", records)
    folder = log("two", records)
    file = folder / "one" / f"samples_arc_{DATE}.jsonl"

    def problem(**options):
        with pytest.raises(PoolError) as caught:
            read_log(folder, **options)
        return str(caught.value)

    assert (
        problem()
        == f"{file}: has lines of the filters 'strict' and 'loose'; choose one by format: lm-eval:filter=strict"
    )
    assert problem(format="lm-eval:filter=x") == f"{file}: no line of the filter 'x'; found 'strict', 'loose'"
    assert problem(format="lm-eval:filter=loose") == (
        f"{file}: expected one of the metrics acc and exact_match, found 'f1', 'rouge'; choose one by format: "
        "lm-eval:metric=NAME"
    )
    assert problem(format="lm-eval:filter=loose,metric=x") == f"{file}: no metric 'x'; found 'f1', 'rouge'"
    assert Pool.from_log(folder, format="lm-eval:filter=loose,metric=rouge").votes.accuracies.tolist() == [1.0, 1.0]
    assert Pool.from_log(
        folder, format={"kind": "lm-eval", "filter": "loose", "metric": "f1"}
    ).votes.accuracies.tolist() == [
        0.0,
        0.0,
    ]


def test_documents_that_differ_are_not_joined_on_their_number(tmp_path):
    """As versions before 0.4.3 name files, after model and task, without hashes."""
    for task in ("arc", "gsm8k"):
        record = sample(0, "2", choice(2), 1.0, doc={"question": task}, doc_hash=None)
        (tmp_path / f"model_{task}.jsonl").write_text(json.dumps([record]), encoding="utf-8")
    with pytest.raises(PoolError, match=r"model_gsm8k.jsonl: .*item '0' is another one than on .*'doc' differs"):
        read_log(tmp_path)


def test_equal_documents_of_a_file_are_several_items(log):
    """Benchmarks contain duplicates, which have one hash."""

    def records(last):
        return [sample(0, "1", choice(1), 1.0), sample(1, "1", choice(last), float(last == 1), doc_hash="hash0")]

    log("one", records(1))
    folder = log("two", records(2))
    assert Pool.from_log(folder).votes == Pool.from_votes([["1", "1"], ["1", "2"]], ["1", "1"]).votes
    folder = log("two", [*records(2), sample(0, "1", choice(2), 0.0)])
    with pytest.raises(PoolError, match=r"line 3: 'two' answers item 'arc/hash0' a second time, first on line 1$"):
        read_log(folder)


def test_samples_of_which_keys_were_left_out_are_read(tmp_path):
    for model, right in (("one", 1), ("two", 0)):
        text = "".join(
            json.dumps({"doc_hash": name, "filtered_resps": ["x"], "exact_match": right}) + "\n" for name in "ab"
        )
        (tmp_path / f"samples_{model}.jsonl").write_text(text, encoding="utf-8")
    reading = read_log(tmp_path)
    assert (reading.reader, reading.pool.names) == ("lm-eval", ("samples_one", "samples_two"))
    assert reading.pool.votes.accuracies.tolist() == [1.0, 0.0]


def test_a_format_that_is_named_leaves_out_the_other_files_of_a_folder(log):
    records = [sample(0, "1", ["1"], 1.0, name="strict"), sample(0, "1", ["2"], 0.0, name="loose")]
    log("one", records, result="org/one")
    reading = read_log(log("two", records, result="org/two"), format="lm-eval:filter=loose")
    assert reading.pool.names == ("org/one", "org/two")
    assert "2 files of the folder not read" in reading.notes[-1]


def test_several_responses_to_one_prompt_are_no_options(log):
    records = [sample(0, "0", [["1", "1"]], 1.0), sample(1, "1", [["0", "1"]], 0.0)]
    log("one", records)
    assert Pool.from_log(log("two", records)).votes.graded
