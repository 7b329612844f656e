"""`haversack run`: run files, settings, and results that are repeated."""

from __future__ import annotations

import io
import json

import pytest

from conftest import ROOT
from haversack.cli.output import exit_interrupted
from haversack.config.embedded import embed_json

TUTORIAL = ROOT / "docs" / "tutorial" / "run.toml"
LIMITED = ("--stopping", "max-step", "--set", "stopping.limit=300")


def test_run_follows_a_run_file(answer):
    out = answer("run", "run.toml")
    assert "\n  cost         8 of 8\n" in out
    assert ", seed 1\n" in out


def test_run_finds_the_pool_beside_the_run_file(answer, tmp_path_factory, monkeypatch, folder):
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert "3 of 4" in answer("run", folder / "run.toml")


def test_the_tutorials_run_works(answer):
    plain = json.loads(answer("run", TUTORIAL, "--json"))
    assert plain["cost"] <= plain["budget"] == 40.0
    assert plain["proven"]
    paper = json.loads(answer("run", TUTORIAL, "--preset", "paper", "--json"))
    assert paper["plan"]["max_steps"] > 0
    assert plain["error"] <= paper["error"] <= paper["plan"]["error_threshold"]


def test_settings_change_the_run(answer):
    words = ("--set", "stopping.limit=7", "--set", "budget=4", "--set", "searcher.kind=monte-carlo", "--set", "seed=9")
    plain = json.loads(answer("run", "run.toml", "--json", *words))
    assert (plain["config"]["stopping"]["kind"], plain["config"]["stopping"]["limit"]) == ("max-step", 7)
    assert plain["config"]["searcher"]["kind"] == "monte-carlo"
    assert (plain["budget"], plain["seed"]) == (4.0, 9)
    assert plain["stop_reason"].startswith("limit of 7 steps")


def test_budget_seed_and_certify_have_options(answer):
    words = ("--budget", "4", "--seed", "9", "--certify", "off", "--set", "searcher.kind=monte-carlo")
    plain = json.loads(answer("run", "run.toml", "--json", *words))
    assert (plain["budget"], plain["seed"], plain["bound"]) == (4.0, 9, None)
    assert json.loads(answer("run", "run.toml", "--json"))["budget"] == 8.0


def test_estimates_have_options(answer, call, folder):
    lines = [f"q{item},{item % 2},{item % 3 % 2},{item % 5 % 2},{item % 2}" for item in range(30)]
    (folder / "answers.csv").write_text("\n".join(["question,ann,bob,cat,truth", *lines]))
    words = (
        "--votes",
        "answers.csv",
        "--seed",
        "1",
        "--estimate",
        "nested",
        "--estimate-workers",
        "2",
        "--out",
        "a.json",
    )
    text = call("select", *words)[1]
    assert text.partition("result\n")[2].split()[:4] == ["expected", "on", "new", "items"]
    again = json.loads(answer("run", "a.json", "--json"))
    assert again["expected"] == json.loads((folder / "a.json").read_text())["expected"]
    assert again["expected"]["method"] == again["config"]["estimate"] == "nested"
    assert json.loads(answer("run", "a.json", "--json", "--estimate", "none"))["expected"] is None


def test_a_preset_replaces_searcher_and_stopping_rule(answer):
    plain = json.loads(answer("run", "run.toml", "--json", "--preset", "paper"))
    assert (plain["config"]["searcher"]["kind"], plain["config"]["stopping"]["kind"]) == ("sherlock", "paper")
    assert plain["plan"] is not None


def test_a_new_kind_drops_the_options_of_the_old_one(answer):
    plain = json.loads(
        answer("run", "run.toml", "--json", "--set", "stopping.steps=20", "--set", "stopping.kind=stagnation")
    )
    assert plain["config"]["stopping"] == {"kind": "stagnation", "steps": 20}


def test_out_writes_the_result_and_the_answer_is_still_printed(answer, folder):
    printed = answer("run", "run.toml", "--out", "result.json")
    assert "chosen" in printed
    assert json.loads((folder / "result.json").read_text())["names"] == ["ann", "bob", "cat"]


def test_out_holds_what_json_prints(answer, folder):
    printed = answer("run", "run.toml", "--json", "--out", "result.json")
    assert (folder / "result.json").read_text() == printed


@pytest.mark.parametrize("flag", [(), ("--json",)])
def test_where_the_result_cannot_be_written_the_answer_is_printed_all_the_same(call, flag):
    status, out, err = call("run", "run.toml", "--out", "no/such/folder/result.json", *flag)
    assert status == 2
    assert err == "error: --out no/such/folder/result.json: cannot be written: No such file or directory\n"
    assert json.loads(out)["members"] == [0, 1, 2] if flag else "3 of 4" in out


def test_a_result_can_be_run_again_with_the_same_answer(answer, folder, without_seconds):
    answer("run", TUTORIAL, "--preset", "paper", "--seed", "11", "--out", "first.json")
    first = json.loads(answer("run", "first.json", "--json", "--out", "second.json"))
    second = json.loads(answer("run", "second.json", "--json"))
    original = json.loads((folder / "first.json").read_text())
    assert without_seconds(original) == without_seconds(first) == without_seconds(second)
    assert original["seed"] == 11
    assert len(original["trace"]) >= 1


def test_a_drawn_seed_is_told_and_repeats_the_run(answer, without_seconds):
    first = json.loads(answer("select", "pool.csv", "--budget", 5, "--json", "--out", "first.json", *LIMITED))
    assert 0 <= first["seed"] < 2**53
    assert without_seconds(json.loads(answer("run", "first.json", "--json"))) == without_seconds(first)


def test_a_result_without_costs_can_be_run_again(answer, without_seconds):
    first = json.loads(answer("select", "free.csv", "--json", "--out", "first.json", *LIMITED))
    assert without_seconds(json.loads(answer("run", "first.json", "--json"))) == without_seconds(first)


def test_a_result_can_be_run_again_with_other_settings(answer):
    answer("run", "run.toml", "--out", "first.json")
    plain = json.loads(answer("run", "first.json", "--json", "--set", "budget=2"))
    assert (plain["budget"], plain["names"]) == (2.0, ["bob"])


WATCHED = '\n[[observers]]\nkind = "jsonl"\npath = "runs.jsonl"\n'


def list_events(file):
    return [json.loads(line)["event"] for line in file.read_text(encoding="utf-8").splitlines()]


def test_observers_of_a_run_file_write_beside_it_and_are_not_recorded(answer, folder, tmp_path_factory, monkeypatch):
    with (folder / "run.toml").open("a") as file:
        file.write(WATCHED)
    alone = json.loads(answer("run", folder / "run.toml", "--json"))
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    plain = json.loads(answer("run", folder / "run.toml", "--json"))
    assert list_events(folder / "runs.jsonl").count("ended") == 2
    assert plain["config"] == alone["config"]
    assert "observers" not in plain["config"]


def test_an_observer_of_the_command_line_replaces_one_of_its_kind_and_writes_where_the_command_is_called(
    answer, folder, tmp_path_factory, monkeypatch
):
    with (folder / "run.toml").open("a") as file:
        file.write(WATCHED)
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    monkeypatch.chdir(elsewhere)
    answer("run", folder / "run.toml", "--observer", "jsonl:path=own.jsonl,members=false")
    assert list_events(elsewhere / "own.jsonl")[-1] == "ended"
    assert not (folder / "runs.jsonl").exists()


def test_a_mistake_in_an_observer_of_a_run_file_names_its_place(call, folder):
    with (folder / "run.toml").open("a") as file:
        file.write(WATCHED.replace("jsonl", "josnl", 1))
    status, _, errors = call("run", "run.toml")
    assert status == 2
    assert errors.startswith("error: run.toml: observers[0].kind: 'josnl' is not registered; did you mean 'jsonl'?")


def test_a_frontier_takes_a_run_file_with_observers_and_does_not_use_them(answer, folder):
    with (folder / "run.toml").open("a") as file:
        file.write(WATCHED)
    answer("frontier", "run.toml")
    assert not (folder / "runs.jsonl").exists()


def break_budget(folder):
    (folder / "poor.toml").write_text((folder / "run.toml").read_text().replace("budget = 8.0", "budget = 0.5"))


def test_several_files_are_followed_one_after_the_other(answer, folder):
    (folder / "second.toml").write_text((folder / "run.toml").read_text().replace("budget = 8.0", "budget = 3.0"))
    lines = [json.loads(line) for line in answer("run", "run.toml", "second.toml", "--jsonl").splitlines()]
    assert [(line["source"], line["budget"]) for line in lines] == [("run.toml", 8.0), ("second.toml", 3.0)]
    text = answer("run", "run.toml", "second.toml")
    assert text.startswith("run.toml:\n")
    assert "\nsecond.toml:\n" in text


def test_the_status_is_that_of_the_worst_file_and_the_others_are_followed(call, folder):
    break_budget(folder)
    status, out, errors = call("run", "poor.toml", "run.toml", "missing.toml", "--jsonl")
    first, second, third = map(json.loads, out.splitlines())
    assert status == 2
    assert (first["source"], second["names"]) == ("poor.toml", ["ann", "bob", "cat"])
    assert first["problems"][0].startswith("poor.toml: ")
    assert third == {"source": "missing.toml", "problems": ["missing.toml: cannot be read: No such file or directory"]}
    assert errors.splitlines()[-1] == "error: missing.toml: cannot be read: No such file or directory"


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("bad.toml", b"budget=", "is not TOML: "),
        ("bad.json", b"{", "is not JSON: "),
        ("bad.html", b"<p>", "expected a page that `haversack report` wrote, "),
        ("bytes.toml", b"\xff", "is not text in UTF-8: "),
        ("names.toml", b"disable = 3", "disable: "),
    ],
)
def test_a_file_that_cannot_be_parsed_does_not_stop_the_others(call, folder, name, content, problem):
    (folder / name).write_bytes(content)
    status, out, errors = call("run", "run.toml", name, "run.toml", "--jsonl")
    first, second, third = map(json.loads, out.splitlines())
    assert status == 2
    assert first["names"] == third["names"] == ["ann", "bob", "cat"]
    assert second["source"] == name
    assert second["problems"][0].startswith(f"{name}: {problem}")
    assert errors.startswith(f"error: {name}: {problem}")


def test_wrong_standard_input_does_not_stop_the_others(call, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("budget = = 3"))
    status, out, _ = call("run", "-", "run.toml", "--jsonl")
    first, second = map(json.loads, out.splitlines())
    assert (status, first["source"], second["names"]) == (2, "standard input", ["ann", "bob", "cat"])
    assert first["problems"][0].startswith("standard input: is not TOML: ")


@pytest.mark.parametrize("kind", ["toml", "json"])
def test_a_run_is_read_from_standard_input(answer, folder, monkeypatch, kind):
    text = (folder / "run.toml").read_text() if kind == "toml" else answer("run", "run.toml", "--json")
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    line = json.loads(answer("run", "-", "--jsonl", "--budget", "3"))
    assert (line["source"], line["budget"], line["seed"]) == ("standard input", 3.0, 1)


def test_a_report_is_read_from_standard_input(answer, folder, monkeypatch):
    answer("run", "run.toml", "--out", "result.json")
    answer("report", "result.json", "--out", "page.html", "--recorded-only")
    monkeypatch.setattr("sys.stdin", io.StringIO((folder / "page.html").read_text()))
    assert json.loads(answer("run", "-", "--json"))["names"] == ["ann", "bob", "cat"]


def test_standard_input_that_is_closed_or_wrong_is_named(call, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert call("run", "-")[2] == "error: standard input: cannot be read: it is closed\n"
    monkeypatch.setattr("sys.stdin", io.StringIO("budget = = 3"))
    assert call("run", "-")[2].startswith("error: standard input: is not TOML: ")
    monkeypatch.setattr("sys.stdin", io.StringIO("<p>"))
    assert call("run", "-")[2].startswith("error: standard input: expected a page that `haversack report` wrote, ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("run.toml", "--json", "--jsonl"), "--json and --jsonl: give one of them, not both"),
        (("run.toml", "run.toml", "--json"), "--json: prints one result; --jsonl prints those of several files"),
        (
            ("run.toml", "run.toml", "--out", "r.json"),
            "--out r.json: holds the result of one file; --jsonl prints those",
        ),
        (("-", "-"), "-: standard input can be read once, not several times"),
    ],
)
def test_options_that_do_not_go_together(call, words, message):
    status, _, errors = call("run", *words)
    assert status == 2
    assert errors.startswith(f"error: {message}")


def test_ctrl_c_ends_all_files(call, monkeypatch):
    from haversack.cli import run as module

    original, calls = module.select_and_report, []

    def interrupt(*arguments, **options):
        calls.append(options)
        if len(calls) in (2, 3):
            exit_interrupted("interrupted before any set was found")
        original(*arguments, **options)

    monkeypatch.setattr(module, "select_and_report", interrupt)
    status, out, _ = call("run", "run.toml", "run.toml", "run.toml", "--jsonl")
    assert (status, len(out.splitlines()), len(calls)) == (4, 1, 2)
    assert call("run", "run.toml", "run.toml", "--jsonl")[0] == 130


def test_ctrl_c_between_two_files_keeps_the_answers(call, monkeypatch):
    from haversack.cli import run as module

    original, calls = module.read_run_file, []

    def interrupt(*arguments, **options):
        calls.append(arguments)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return original(*arguments, **options)

    monkeypatch.setattr(module, "read_run_file", interrupt)
    status, out, _ = call("run", "run.toml", "run.toml", "run.toml", "--jsonl")
    assert (status, len(out.splitlines()), len(calls)) == (4, 1, 2)


def test_an_unexpected_error_in_one_file_does_not_stop_the_others(call, monkeypatch):
    from haversack.cli import run as module

    original, calls = module.read_run_file, []

    def fail(*arguments, **options):
        calls.append(arguments)
        if len(calls) % 2:
            raise MemoryError
        return original(*arguments, **options)

    monkeypatch.setattr(module, "read_run_file", fail)
    status, out, errors = call("run", "run.toml", "run.toml", "--jsonl")
    first, second = map(json.loads, out.splitlines())
    assert (status, errors) == (1, "error: run.toml: unexpected MemoryError; --debug shows where it happened\n")
    assert first == {"source": "run.toml", "problems": [errors.removeprefix("error: ").rstrip()]}
    assert second["names"] == ["ann", "bob", "cat"]
    status, out, errors = call("--debug", "run", "run.toml", "run.toml", "--jsonl")
    assert (status, out) == (1, "")
    assert errors.startswith("Traceback")


def test_a_full_standard_output_stops_all_files(call, monkeypatch):
    from haversack.cli import run as module
    from haversack.cli.streams import OutputError

    calls = []

    def fail(*_, **options):
        calls.append(options)
        raise OutputError("standard output: cannot be written: No space left on device")

    monkeypatch.setattr(module, "select_and_report", fail)
    expected = (2, "", "error: standard output: cannot be written: No space left on device\n")
    assert call("run", "run.toml", "run.toml", "--jsonl") == expected
    assert len(calls) == 1


def test_what_one_file_disables_is_there_for_the_others(call, folder):
    (folder / "less.toml").write_text('disable = ["nothing-of-that-name"]\n' + (folder / "run.toml").read_text())
    (folder / "wrong.toml").write_text('disable = ["haversack"]\n' + (folder / "run.toml").read_text())
    status, out, errors = call("run", "wrong.toml", "less.toml", "run.toml", "--jsonl")
    first, second, third = map(json.loads, out.splitlines())
    message = "wrong.toml: disable: 'haversack' is part of haversack itself, which cannot be disabled"
    assert (status, first["problems"]) == (2, [message])
    assert second["names"] == third["names"] == ["ann", "bob", "cat"]
    assert "warning: less.toml: disable: no plugin 'nothing-of-that-name' is installed; " in errors


def test_mistakes_name_standard_input_or_the_result_of_a_page(call, folder, monkeypatch):
    wrong = embed_json({"config": {"budgt": 3}})
    monkeypatch.setattr("sys.stdin", io.StringIO(wrong))
    assert call("run", "-")[2].startswith("error: standard input: budgt: unknown key; ")
    (folder / "page.html").write_text(wrong + wrong)
    assert [line.partition(" budgt")[0] for line in call("run", "page.html")[2].splitlines() if "budgt" in line] == [
        "error: page.html, result 1:",
        "error: page.html, result 2:",
    ]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_standard_input_is_utf_8_whatever_the_locale(answer, call, folder, monkeypatch, encoding):
    text = '[pool]\nnames = ["Zoë", "日本"]\naccuracies = [0.9, 0.8]\n'

    def give(content):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content), encoding, errors="surrogateescape"))

    # Some editors and shells put a byte order mark first.
    for content in (text.encode(), text.encode("utf-8-sig"), text.replace("\n", "\r\n").encode("utf-8-sig")):
        give(content)
        assert json.loads(answer("run", "-", "--json"))["names"] == ["Zoë"]
    give(text.encode("utf-16"))
    assert call("run", "-")[2].startswith("error: standard input: is not text in UTF-8: ")


def test_a_single_file_with_a_mistake_has_its_line_too(call, folder):
    break_budget(folder)
    status, out, errors = call("run", "poor.toml", "--jsonl")
    problem = "poor.toml: budget: no member fits in 0.5; the cheapest, 'dan', costs 1"
    assert (status, errors, json.loads(out)) == (
        2,
        f"error: {problem}\n",
        {"source": "poor.toml", "problems": [problem]},
    )
