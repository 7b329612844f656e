"""A file without an option is a log if it looks like one."""

from __future__ import annotations

import pytest

from haversack.pools.logs.recognising import is_log, is_pool

LOG = "item,model,answer,price,truth\n1,a,x,1,x\n1,b,y,2,x\n2,a,y,1,y\n2,b,y,2,y\n"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("log.csv", LOG, True),
        ("log.csv", "truth,a,b\n1,1,1\n", True),
        ("log.csv", "item,model,label,cost\n", True),
        ("pool.csv", "name,accuracy,cost\n", False),
        ("pool.csv", "accuracy,model,task,score\n", False),
        ("log.csv", "id,gpt:resolved,gpt:usd\n", True),
        ("truth.csv", "question,truth\n", False),
        ("pool.csv", "", False),
        ("log.jsonl", "", True),
        ("out.json", '{"results": {}}', True),
        ("out.json", "{}", False),
    ],
)
def test_a_file_is_a_log_if_its_columns_say_so(tmp_path, name, text, expected):
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert is_log(tmp_path / name) is expected


def test_a_folder_is_a_log_if_there_are_files_in_it_that_only_logs_are(tmp_path):
    (tmp_path / "pool.csv").write_text("name,accuracy\na,0.5\n")
    assert not is_log(tmp_path)
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "samples_task.jsonl").write_text("{}\n")
    assert is_log(tmp_path)


def test_a_folder_of_logs_is_a_log_and_one_of_pools_is_not(tmp_path):
    for name, text in (("logs", "item,model,answer\n1,a,x\n"), ("pools", "name,accuracy,cost\na,0.9,1\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "one.csv").write_text(text)
    assert is_log(tmp_path / "logs")
    assert not is_log(tmp_path / "pools")


@pytest.mark.parametrize(("text", "expected"), [("name,Accuracy,cost\n", True), ("item,model,answer\n", False)])
def test_a_header_that_names_accuracies_is_that_of_a_pool(tmp_path, text, expected):
    (tmp_path / "file.csv").write_text(text)
    assert is_pool(tmp_path / "file.csv") is expected
    assert not is_pool(tmp_path / "missing.csv")
