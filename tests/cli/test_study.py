"""`haversack study`: run, status, export."""

from __future__ import annotations

import csv
import io
import json

import pytest

import haversack as hs

STUDY = 'pools = ["pool.csv"]\nbudgets = [2, 3, 8]\n'


@pytest.fixture(autouse=True)
def study_file(folder):
    (folder / "study.toml").write_text(STUDY)


def run(answer, *words):
    return answer("study", "study.toml", "--store", "store", "--jobs", "1", *words)


def test_a_study_is_run_shown_and_exported(answer, folder):
    shown = run(answer)
    assert shown.endswith("3 of 3 tasks are finished\n")
    assert answer("study", "status", "store") == shown
    assert answer("study", "run", "study.toml", "--store", "store") == shown
    lines = list(csv.DictReader(io.StringIO(answer("study", "export", "store"))))
    assert [(line["pool"], line["budget"], line["names"]) for line in lines] == [
        ("pool", "2.0", "bob"),
        ("pool", "3.0", "bob"),
        ("pool", "8.0", "ann;bob;cat"),
    ]
    assert answer("study", "export", "store", "--format", "jsonl", "--out", "rows.jsonl") == ""
    rows = [json.loads(line) for line in (folder / "rows.jsonl").read_text().splitlines()]
    assert rows == json.loads(answer("study", "status", "store", "--json"))["rows"]


def test_an_export_has_the_same_bytes_wherever_it_goes(answer, folder):
    odd = 'tab\t, "quoted"; \u202eright to left'
    study = {"pools": {odd: hs.Pool([0.9, 0.8])}}
    hs.study(study, store=folder / "store")
    for form in ("csv", "jsonl"):
        answer("study", "export", "store", "--format", form, "--out", "rows")
        assert answer("study", "export", "store", "--format", form) == (folder / "rows").read_text(encoding="utf-8")
    (line,) = csv.DictReader(io.StringIO(answer("study", "export", "store")))
    assert line["pool"] == odd


def test_parts_of_a_study_make_the_whole(answer):
    assert "2 of 3 tasks" in run(answer, "--part", "1/2")
    assert "3 of 3 tasks" in run(answer, "--part", "2/2")


def test_a_failed_task_ends_it_with_status_3_and_a_sentence(call, folder):
    (folder / "study.toml").write_text(STUDY + 'energies = ["votes", "majority"]\n')
    status, out, errors = call("study", "study.toml", "--store", "store", "--jobs", "1")
    assert status == 3
    assert errors.startswith("error: pool, votes, budget 2, seed 0: ")
    assert "6 of 6 tasks are finished, 3 failed" in out


def test_status_gives_the_reason_of_the_first_failure(call, answer, folder):
    (folder / "study.toml").write_text(STUDY + 'energies = ["votes", "majority"]\n')
    _, _, errors = call("study", "study.toml", "--store", "store", "--jobs", "1")
    shown = answer("study", "status", "store")
    assert shown.splitlines()[-1] == errors.splitlines()[0].replace("error", "first failure", 1)


def test_infeasible_tasks_are_outcomes(answer, folder):
    (folder / "study.toml").write_text('pools = ["pool.csv"]\nbudgets = [0.5, 8]\n')
    assert "2 of 2 tasks are finished, 1 without a set within the budget" in run(answer)


def test_ctrl_c_before_any_task_is_finished(call, monkeypatch):
    from haversack.studies import run as module

    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "run_task", interrupt)
    status, out, errors = call("study", "study.toml", "--store", "store", "--jobs", "1")
    assert (status, out, errors) == (130, "", "interrupted before any task was finished\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("study.toml", "--store", "store", "--part", "3/2"), "--part 3/2: expected I/N with I from 1 to N"),
        (("study.toml", "--store", "store", "--jobs", "two"), "jobs: must be a whole number of at least 1"),
        (("study.toml", "--store", "."), ".: holds other files and is not the store of a study"),
        (("status", "nothing"), "nothing: is not the store of a study; `haversack study` makes one"),
        (("export", "nothing", "--format", "xls"), "--format xls: must be one of csv, jsonl, parquet"),
        (("export", "nothing", "--format", "parquet"), "--format parquet: needs --out FILE"),
    ],
)
def test_mistakes_are_explained(call, words, message):
    status, _, errors = call("study", *words)
    assert status == 2
    assert errors.startswith(f"error: {message}")


def test_an_export_that_cannot_be_written_is_named(call, answer):
    run(answer)
    errors = call("study", "export", "store", "--out", "no/such/rows.csv")[2]
    assert errors == "error: --out no/such/rows.csv: cannot be written: No such file or directory\n"


def test_the_result_of_a_study_disables_what_the_study_did(answer, call, folder):
    (folder / "study.toml").write_text(f'{STUDY}disable = ["quadratic"]\n')
    (folder / "result.json").write_text(run(answer, "--json").replace('"quadratic"', '"quadratik"'))
    status, _, err = call("study", "result.json", "--store", "other", "--jobs", "1")
    assert (status, err.partition("; ")[0]) == (
        0,
        "warning: result.json: disable: no plugin 'quadratik' is installed",
    )
