"""Ctrl-C and SIGTERM, sent to a real process: the best set found so far is the answer."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time

import pytest

pty = pytest.importorskip("pty", reason="needs a terminal to watch the progress on")

pytestmark = pytest.mark.slow

PATIENCE = 60.0

POOL = "name,accuracy,cost\n" + "".join(f"m{i},{0.55 + 0.01 * i:.2f},{1 + i % 5}\n" for i in range(30))

PLUGIN = """
import sys, time
import attrs
from haversack import Registration, hookimpl


@attrs.frozen
class Coin:
    '''Ignores signals, budgets and stopping rules.'''

    def search(self, problem, monitor, rng):
        while True:
            monitor.offer(rng.random((1, len(problem.pool))) < 0.2)


@attrs.frozen
class Thinker:
    '''Never offers a set.'''

    def search(self, problem, monitor, rng):
        sys.stderr.write("thinking\\n")  # in one piece: the signal may come between two
        sys.stderr.flush()
        time.sleep(600)


@hookimpl
def haversack_searchers():
    yield Registration("coin", Coin, "flip a coin for every member")
    yield Registration("thinker", Thinker, "think")
"""


@pytest.fixture
def folder(tmp_path):
    """A pool, and a folder in which a third party is installed."""
    (tmp_path / "pool.csv").write_text(POOL)
    (tmp_path / "third_party.py").write_text(PLUGIN)
    information = tmp_path / "third_party-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: third-party\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[haversack]\nthird = third_party\n")
    return tmp_path


SELECT = ("select", "pool.csv", "--budget", "20", "--seed", "0")


def run_and_interrupt(folder, *arguments, when, command=SELECT, number=signal.SIGINT):
    """Run the command with a terminal for stderr, send a signal once `when` is seen there; status, stdout, stderr."""
    terminal, its_end = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "haversack", *command, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "TERM": "xterm", "COLUMNS": "200", "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=its_end,
        text=True,
        # A shell that runs the tests in the background has its children ignore the signal.
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    )
    os.close(its_end)
    seen, sent, deadline = "", False, time.monotonic() + PATIENCE
    try:
        while time.monotonic() < deadline:
            if not select.select([terminal], [], [], 0.05)[0]:
                continue
            try:
                piece = os.read(terminal, 4096)
            except OSError:  # On Linux: the other end is closed.
                break
            if not piece:
                break
            seen += piece.decode()
            if when in seen and not sent:
                process.send_signal(number)
                sent = True
        assert sent, f"never saw {when!r}, only {seen!r}"
        output, _ = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
        os.close(terminal)
    return process.returncode, output, seen


@pytest.mark.parametrize("searcher", ["sherlock", "monte-carlo", "coin"])
def test_ctrl_c_gives_the_best_set_so_far_as_json(folder, searcher):
    """`coin` comes from a third party that does not handle signals."""
    status, output, seen = run_and_interrupt(
        folder,
        *("--searcher", searcher, "--set", "stopping.kind=max-step", "--set", f"stopping.limit={10**15}", "--json"),
        when="steps, best",
    )
    assert (status, "Traceback" in seen) == (4, False), seen
    chosen = json.loads(output)
    assert chosen["stop_reason"] == "interrupted (Ctrl-C)"
    assert chosen["members"]
    assert 0 < chosen["cost"] <= 20
    assert chosen["trace"][-1]["value"] == chosen["value"] > 0.5
    assert chosen["trace"][-1]["step"] <= chosen["steps"] < 10**15
    assert chosen["config"]["searcher"]["kind"] == searcher


def test_ctrl_c_gives_the_best_set_so_far_as_text(folder):
    status, output, _ = run_and_interrupt(
        folder, "--searcher", "sherlock", "--stopping", f"max-step:limit={10**15}", when="steps, best"
    )
    assert status == 4
    assert "interrupted (Ctrl-C)" in output
    assert "members" in output


def test_a_step_limit_beyond_64_bits_does_not_overflow(folder):
    status, output, _ = run_and_interrupt(
        folder,
        *("--searcher", "sherlock", "--stopping", f"max-step:limit={10**20}", "--json"),
        when="steps, best",
    )
    assert status == 4
    assert json.loads(output)["config"]["stopping"]["limit"] == 10**20


def test_ctrl_c_before_any_set_was_found_ends_with_one_line_and_status_130(folder):
    status, output, seen = run_and_interrupt(folder, "--searcher", "thinker", when="thinking")
    assert (status, output) == (130, "")
    assert seen.split("\r\n") == ["thinking", "interrupted before any set was found", ""]


def test_sigterm_prints_and_writes_the_best_set_so_far_and_exits_with_143(folder):
    status, output, seen = run_and_interrupt(
        folder,
        *("--searcher", "sherlock", "--stopping", f"max-step:limit={10**15}", "--json", "--out", "found.json"),
        when="steps, best",
        number=signal.SIGTERM,
    )
    assert (status, "Traceback" in seen) == (143, False), seen
    chosen = json.loads(output)
    assert (chosen["stop_reason"], chosen["interrupted"]) == ("terminated (SIGTERM)", True)
    assert json.loads((folder / "found.json").read_text()) == chosen


def test_sigterm_before_any_set_was_found_exits_with_143(folder):
    status, output, seen = run_and_interrupt(folder, "--searcher", "thinker", when="thinking", number=signal.SIGTERM)
    assert (status, output) == (143, "")
    assert seen.split("\r\n") == ["thinking", "interrupted before any set was found", ""]


COMPARE = ("compare", "pool.csv", "--budget", "20")
ENDLESS = ("--stopping", f"max-step:limit={10**15}", "--seconds", "inf", "--seeds", "1")


def test_ctrl_c_shows_the_runs_of_a_comparison_that_are_complete(folder):
    status, output, seen = run_and_interrupt(
        folder,
        *("--searchers", "sweep,annealing", *ENDLESS),
        when="1 of 2 runs; pool: annealing: ",
        command=COMPARE,
    )
    assert (status, "Traceback" in seen) == (4, False), seen
    assert "sweep" in output
    assert "annealing" not in output
    assert output.endswith("interrupted: 1 of 2 runs are complete, and only these are shown\n")


def test_ctrl_c_before_any_run_is_complete_ends_with_one_line_and_status_130(folder):
    status, output, seen = run_and_interrupt(
        folder,
        *("--searchers", "annealing", *ENDLESS),
        when="0 of 1 runs; pool: annealing: ",
        command=COMPARE,
    )
    assert (status, output) == (130, "")
    assert "interrupted before any run was complete" in seen
    assert "Traceback" not in seen


def test_ctrl_c_gives_the_frontier_so_far(folder):
    status, output, seen = run_and_interrupt(
        folder,
        *("--searcher", "coin", "--stopping", "max-step", "--set", f"stopping.limit={10**15}", "--json"),
        when=" points, ",
        command=("frontier", "pool.csv", "--budgets", "20,40"),
    )
    assert (status, "Traceback" in seen) == (4, False), seen
    found = json.loads(output)
    assert found["stop_reason"] == "interrupted (Ctrl-C)"
    assert (found["budgets"], found["whole"]) == ([], False)
    assert found["points"][-1]["value"] > 0.5
    assert "budget 20 of 90, " in seen
