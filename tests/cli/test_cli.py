"""The command line as a whole: errors, warnings, and exit statuses."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys

import pytest

BAD_INPUT = {
    "missing run file": (["run", "no.toml"], "no.toml: cannot be read: No such file or directory"),
    "run file is a folder": (["run", "."], ".: cannot be read: Is a directory"),
    "not TOML": (["run", "pool.csv"], "pool.csv: is not TOML: Expected '=' after a key"),
    "not JSON": (["run", "bad.json"], "bad.json: is not JSON: "),
    "no result": (["run", "empty.json"], "empty.json: expected a result of haversack with the key 'config'"),
    "unknown key": (["run", "run.toml", "--set", "bugdet=3"], "run.toml: bugdet: unknown key; did you mean 'budget'?"),
    "unknown option": (
        ["run", "run.toml", "--set", "stopping.limt=3"],
        "run.toml: stopping.limt: unknown key; did you mean 'limit'?",
    ),
    "unknown kind": (
        ["run", "run.toml", "--set", "searcher.kind=sherlok"],
        "run.toml: searcher.kind: 'sherlok' is not registered; did you mean 'sherlock'? known: ",
    ),
    "wrong type": (
        ["run", "run.toml", "--set", "seed=many"],
        "run.toml: seed: must be a whole number, got 'many'",
    ),
    "no assignment": (["run", "run.toml", "--set", "budget"], "--set budget: expected key=value, for example "),
    "missing pool": (["select", "no.csv"], "no.csv: cannot be read: No such file or directory"),
    "pool is a folder": (["select", "."], ".: cannot be read: Is a directory"),
    "empty pool": (["select", "empty.csv"], "empty.csv: empty; expected a header with the columns"),
    "missing header": (["select", "headless.csv"], "headless.csv: line 1: expected a header with the columns"),
    "bad accuracy": (["select", "bad.csv"], "bad.csv: line 2, row 1, accuracy: must lie in [0, 1], got 1.5"),
    "unknown energy": (
        ["select", "pool.csv", "--energy", "majorty"],
        "command line: energy.kind: 'majorty' is not registered; did you mean 'majority'? known: ",
    ),
    "required option": (
        ["select", "pool.csv", "--stopping", "gap"],
        "command line: stopping.share: missing; must be a number",
    ),
    "budget is no number": (
        ["select", "pool.csv", "--budget", "much"],
        "command line: budget: must be a number, got 'much'",
    ),
    "budget is negative": (
        ["select", "pool.csv", "--budget", "-3"],
        "command line: budget: must be a number above 0, got -3.0",
    ),
    "budget is NaN": (
        ["select", "pool.csv", "--budget", "nan"],
        "command line: budget: must be a number above 0, got nan",
    ),
    "budget is zero": (
        ["select", "pool.csv", "--budget", "0"],
        "command line: budget: must be a number above 0, got 0",
    ),
    "budget buys nothing": (
        ["select", "pool.csv", "--budget", "0.5"],
        "budget: no member fits in 0.5; the cheapest, 'dan', costs 1",
    ),
    "budget without costs": (
        ["select", "free.csv", "--budget", "3"],
        "budget: 3 was given, but the pool has no costs to spend it on",
    ),
    "costs that are not there": (
        ["select", "free.csv", "--cost", "additive", "--budget", "3"],
        "pool: this needs the cost of each member, and the pool has no costs; cost model 'none' needs none",
    ),
    "seed is negative": (
        ["select", "pool.csv", "--seed", "-1"],
        "command line: seed: must be a whole number of at least 0 and below 2^128, got -1",
    ),
    "seed is no number": (["select", "pool.csv", "--seed", "x"], "command line: seed: must be a whole number, got 'x'"),
    "plan of a missing file": (["plan", "no.toml"], "no.toml: cannot be read: No such file or directory"),
    "plan with a bad budget": (
        ["plan", "run.toml", "--budget", "x"],
        "command line: budget: must be a number, got 'x'",
    ),
    "plan of a bad pool": (["plan", "bad.csv"], "bad.csv: line 2, row 1, accuracy: must lie in [0, 1], got 1.5"),
    "unknown plugin": (["plugins", "show", "sherlok"], "'sherlok' is not registered; "),
}


@pytest.fixture
def bad_files(folder):
    (folder / "bad.json").write_text("{")
    (folder / "empty.json").write_text("{}")
    (folder / "empty.csv").write_text("")
    (folder / "headless.csv").write_text("ann,0.9,4\n")
    (folder / "bad.csv").write_text("accuracy\n1.5\n")


@pytest.mark.usefixtures("bad_files")
@pytest.mark.parametrize(("words", "message"), BAD_INPUT.values(), ids=BAD_INPUT)
def test_bad_input_is_told_in_one_sentence_with_status_two(call, words, message):
    status, out, err = call(*words)
    assert (status, out) == (2, "")
    assert err.startswith(f"error: {message}")
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.usefixtures("bad_files")
@pytest.mark.parametrize(("words", "message"), BAD_INPUT.values(), ids=BAD_INPUT)
def test_debug_shows_where_it_happened(call, words, message):
    status, out, err = call(*words, "--debug")
    assert (status, out) == (2, "")
    assert err.startswith("Traceback (most recent call last):\n")
    assert f"\nerror: {message}" in err


def test_several_mistakes_are_told_a_line_each(call):
    status, _, err = call("run", "run.toml", "--set", "budget=-1", "--set", "seed=-1", "--set", "energy.kind=xyz")
    assert status == 2
    assert [line.split(": ")[:3] for line in err.splitlines()] == [
        ["error", "run.toml", "budget"],
        ["error", "run.toml", "seed"],
        ["error", "run.toml", "energy.kind"],
    ]


def break_the_search(monkeypatch, error):
    def broken(*_, **__):
        raise error

    monkeypatch.setattr("haversack.cli.select.run_selection", broken)


def test_a_mistake_of_ours_has_status_one_and_advice(call, monkeypatch):
    break_the_search(monkeypatch, ZeroDivisionError("division by zero"))
    status, out, err = call("select", "pool.csv")
    assert (status, out) == (1, "")
    assert err == (
        "error: unexpected ZeroDivisionError: division by zero\n"
        "--debug shows where it happened; "
        "`--no-plugins` or HAVERSACK_NO_PLUGINS=1 runs without third-party plugins, `--disable NAME` without one\n"
    )


def test_debug_shows_where_a_mistake_of_ours_happened(call, monkeypatch):
    break_the_search(monkeypatch, ZeroDivisionError("division by zero"))
    status, _, err = call("--debug", "select", "pool.csv")
    assert status == 1
    assert err.startswith("Traceback (most recent call last):\n")
    assert "error: unexpected ZeroDivisionError" in err


def command(*words, **keywords):
    return subprocess.run(
        [sys.executable, "-c", "from haversack.cli import main; main()", *words],
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
        **keywords,
    )


def test_arguments_are_read_from_the_process_and_the_status_is_its_own(folder):
    done = command("select", "no.csv", cwd=folder, stdout=subprocess.PIPE)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: no.csv: cannot be read: No such file or directory\n"


@pytest.mark.parametrize("words", [["--version"], ["schema"]], ids=["less than a buffer", "more than a buffer"])
def test_a_reader_who_has_gone_is_no_reason_to_complain(words, monkeypatch):
    """As in ``haversack schema | head -1``: no traceback, not even the one that Python writes at exit."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = command(*words, stdout=writing)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


def test_running_the_package_runs_the_command_line(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["haversack", "--version"])
    with pytest.raises(SystemExit) as end:
        runpy.run_module("haversack", run_name="__main__")
    assert end.value.code in (0, None)
    assert capsys.readouterr().out.startswith("haversack ")


@pytest.mark.parametrize(
    ("words", "moved"),
    [
        (["select", "--disable", "a", "pool.csv"], ["--disable=a", "select", "pool.csv"]),
        (["select", "--disable=a,b", "--debug"], ["--disable=a,b", "--debug", "select"]),
        (["run", "--disable"], ["--disable=", "run"]),
        (["run", "--", "--disable", "a"], ["run", "--", "--disable", "a"]),
    ],
)
def test_global_options_may_stand_anywhere(words, moved):
    from haversack.cli import _move_flags_first

    assert _move_flags_first(words) == moved


def test_disable_without_a_name_is_a_mistake(call):
    status, _, err = call("plugins", "--disable")
    assert status == 2
    assert err == "error: --disable: expected the name of a plugin; `haversack plugins` lists them\n"
