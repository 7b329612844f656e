"""The line that shows how a search is getting on."""

from __future__ import annotations

import io
import math
import os
import re
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import attrs
import pytest
from rich.console import Console

from haversack import Plan, Progress
from haversack.capabilities import Limits
from haversack.cli import progress as progress_module
from haversack.cli.progress import ProgressDisplay, format_progress
from haversack.clock import announce_compiling

PLAN = Plan(
    accuracy_mean=0.75,
    accuracy_variance=0.01,
    accuracy_fit="empirical",
    size=3,
    mean=0.84,
    variance=0.001,
    alpha=None,
    beta=None,
    rule="normal",
    threshold=0.95,
    max_steps=142_506,
    mean_error=0.16,
    error_threshold=0.05,
    size_rule="the mean cost",
)
SNAPSHOT = Progress(steps=1500, seconds=2.04, best_loss=0.02, best_value=0.98)


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    """A clock that is set by hand."""

    class Clock:
        now = 100.0

    monkeypatch.setattr(progress_module.time, "monotonic", lambda: Clock.now)
    return Clock


@pytest.fixture
def lines(monkeypatch):
    """What the display is told to show, in place of a spinner with a thread of its own."""
    shown = []

    class Status:
        def __init__(self, text, *, console):
            assert console.stderr
            shown.append("made")

        def start(self):
            shown.append("started")

        def update(self, text):
            shown.append(text)

        def stop(self):
            shown.append("stopped")

    monkeypatch.setattr("rich.status.Status", Status)
    return shown


@pytest.fixture
def terminal(monkeypatch):
    # Of the module only: pytest puts its own streams back into sys between the phases of a test.
    monkeypatch.setattr(progress_module, "sys", SimpleNamespace(stderr=Terminal()))


def test_a_line_tells_steps_best_and_time():
    assert format_progress(SNAPSHOT, None) == "1,500 steps, best 0.98, 2.0 s"


def test_a_line_tells_the_numbers_of_the_plan():
    assert format_progress(SNAPSHOT, PLAN) == "1,500 of 142,506 steps, best 0.98, STOP 0.95, 2.0 s"


def test_a_line_shows_the_limits_of_the_rule():
    assert format_progress(SNAPSHOT, None, Limits(seconds=60.0)) == "1,500 steps, best 0.98, 2.0 of 60 s"
    assert format_progress(SNAPSHOT, None, Limits(steps=9000)) == "1,500 of 9,000 steps, best 0.98, 2.0 s"
    assert format_progress(SNAPSHOT, PLAN, Limits(steps=9000)).startswith("1,500 of 9,000 steps, best 0.98, STOP")
    huge = attrs.evolve(PLAN, max_steps=10**400)
    assert format_progress(SNAPSHOT, huge, Limits()).startswith("1,500 of 1e+400 steps, best 0.98, STOP")


@pytest.mark.parametrize(
    ("loss", "bound", "gap"),
    [
        (0.02, 0.015, ", gap 25 %"),
        (0.02, 0.02, ", gap 0 %"),
        (0.0, 0.0, ", gap 0 %"),
        (-10.0, -12.5, ", gap 25 %"),
        (1e-20, 1e-21, ", gap 90 %"),
        (0.02, -math.inf, ""),
        (math.inf, 0.1, ""),
    ],
)
def test_a_line_shows_the_gap_where_a_bound_is_known(loss, bound, gap):
    snapshot = Progress(steps=3, seconds=1.0, best_loss=loss, best_value=1.0 - loss, loss_bound=bound)
    best, _, rest = format_progress(snapshot, None).partition(", best ")[2].rpartition(", ")
    assert rest == "1.0 s"
    assert best.partition(", gap")[0] == best.removesuffix(gap)
    assert best.endswith(gap)


def test_a_line_shows_values_near_one_by_their_complement():
    near = Progress(steps=3, seconds=0.0, best_loss=1e-20, best_value=1.0)
    plan = attrs.evolve(PLAN, threshold=1.0, error_threshold=1e-22, max_steps=10**40)
    assert format_progress(near, plan) == "3 of 1e+40 steps, best 1 (1 - 1e-20), STOP 1 (1 - 1e-22), 0.0 s"


def test_a_line_shows_a_value_that_is_no_probability_as_it_is():
    assert format_progress(Progress(steps=3, best_loss=-12.5, best_value=12.5), None) == "3 steps, best 12.5, 0.0 s"


def test_a_line_shows_how_far_the_estimate_is():
    snapshot = Progress(steps=10, best_loss=0.1, best_value=0.9, estimated=0.48)
    assert format_progress(snapshot, None) == "best 0.9, estimating its accuracy on new items: 48%"


def test_a_line_before_the_first_set_says_so():
    assert format_progress(Progress(steps=7, seconds=1.0), None) == "7 steps, best none yet, 1.0 s"


def test_the_display_is_silent_when_piped(clock, lines, monkeypatch):
    stderr = io.StringIO()
    monkeypatch.setattr(progress_module, "sys", SimpleNamespace(stderr=stderr))
    with ProgressDisplay() as display:
        clock.now += 60
        display(SNAPSHOT, PLAN)
    assert lines == []
    assert stderr.getvalue() == ""


@pytest.mark.usefixtures("terminal")
def test_the_display_is_silent_for_a_second(clock, lines):
    with ProgressDisplay() as display:
        clock.now += 0.99
        display(SNAPSHOT, PLAN)
    assert lines == []


@pytest.mark.usefixtures("terminal")
def test_the_display_shows_the_line_after_a_second_and_is_taken_away(clock, lines):
    with ProgressDisplay() as display:
        clock.now += 1.01
        display(SNAPSHOT, PLAN)
        assert lines == ["made", "started", format_progress(SNAPSHOT, PLAN)]
    assert lines[-1] == "stopped"


@pytest.mark.usefixtures("terminal")
def test_the_display_is_renewed_ten_times_a_second_at_most(clock, lines):
    with ProgressDisplay() as display:
        clock.now += 1.01
        for _ in range(1000):
            clock.now += 0.001
            display(SNAPSHOT, None)
    updates = [line for line in lines if "steps" in line]
    assert 9 <= len(updates) <= 11
    assert lines.count("made") == 1


@pytest.mark.usefixtures("terminal")
def test_the_display_is_taken_away_when_the_search_fails(clock, lines):
    def fail():
        with ProgressDisplay() as display:
            clock.now += 2
            display(SNAPSHOT, None)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert lines[-1] == "stopped"


@pytest.fixture
def long_run(tmp_path):
    pool = "accuracy,cost\n" + "".join(f"{0.55 + i / 100},{1 + i % 5}\n" for i in range(30))
    (tmp_path / "pool.csv").write_text(pool)
    words = ["select", str(tmp_path / "pool.csv"), "--budget", "20", "--seed", "0", "--searcher", "sherlock"]
    words += ["--stopping", "time-limit:seconds=2.5", "--certify", "off", "--no-plugins"]
    return [sys.executable, "-c", "from haversack.cli import main; main()", *words]


@pytest.mark.slow
def test_a_long_run_shows_its_progress_on_a_terminal_and_its_result_elsewhere(long_run):
    pty = pytest.importorskip("pty", reason="needs a terminal")
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "120"}
    with subprocess.Popen(long_run, stdout=subprocess.PIPE, stderr=theirs, env=environment) as process:
        os.close(theirs)
        shown = b""
        try:
            while chunk := os.read(ours, 4096):
                shown += chunk
        except OSError:  # How Linux says that the other end is closed.
            pass
        finally:
            os.close(ours)
        result = process.stdout.read().decode()
    assert process.returncode == 0
    assert re.search(r"[\d,]+ steps, best 0\.\d+.*, \d+\.\d of 2\.5 s", shown.decode())
    assert "limit of 2.5 seconds" in result
    assert " steps, best" not in result
    assert "\x1b" not in result


@pytest.mark.slow
def test_a_long_run_is_silent_when_piped(long_run):
    started = time.monotonic()
    done = subprocess.run(long_run, capture_output=True, text=True, timeout=60, check=False)
    assert time.monotonic() - started > 2.5
    assert (done.returncode, done.stderr) == (0, "")
    assert "limit of 2.5 seconds" in done.stdout


@pytest.mark.usefixtures("terminal")
def test_ctrl_c_while_the_line_appears_comes_afterwards(clock, monkeypatch):
    before = Console.push_render_hook

    def interrupt(*arguments):
        os.kill(os.getpid(), signal.SIGINT)
        before(*arguments)

    monkeypatch.setattr(Console, "push_render_hook", interrupt)

    def show():
        with ProgressDisplay() as display:
            clock.now += 1.01
            display(SNAPSHOT, None)

    with pytest.raises(KeyboardInterrupt):
        show()


def test_a_terminal_says_once_that_kernels_are_compiled(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with ProgressDisplay():
        announce_compiling()
        announce_compiling()
    announce_compiling()
    assert terminal.getvalue() == "compiling kernels (once) …\n"


def test_a_pipe_hears_nothing_of_the_compiler(monkeypatch):
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    with ProgressDisplay():
        announce_compiling()
    assert pipe.getvalue() == ""
