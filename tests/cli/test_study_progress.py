"""The table that shows the progress of a study."""

from __future__ import annotations

import io
import os
import signal
import sys

import pytest
from rich.console import Console

from haversack.cli import study_progress
from haversack.cli.study_progress import StudyDisplay, format_study_progress
from haversack.studies.result import StudyResult
from haversack.studies.run import StudyProgress

RESULT = StudyResult([["a", "", "exact", "", "", "", 3.0, 0]], [None])


def make_progress(finished, computed, seconds, remaining=None):
    remaining = 2000 - finished if remaining is None else remaining
    return StudyProgress(finished, 2000, computed, remaining, seconds, lambda: RESULT)


@pytest.mark.parametrize(
    ("progress", "text"),
    [
        (make_progress(0, 0, 0.4), "0 of 2,000 tasks, 0 s"),
        (make_progress(1000, 1000, 7300.0), "1,000 of 2,000 tasks, 2 h 1 min, about 2 h 1 min left"),
        (make_progress(1500, 100, 61.0), "1,500 of 2,000 tasks, 1 min 1 s, about 5 min 5 s left"),
        # Other machines compute the other parts.
        (make_progress(1500, 100, 61.0, remaining=50), "1,500 of 2,000 tasks, 1 min 1 s, about 30 s left"),
    ],
)
def test_a_line_with_the_time_left(progress, text):
    assert format_study_progress(progress) == text


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_shows_table_and_line(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(study_progress, "_PATIENCE", -1.0)
    monkeypatch.setattr(study_progress, "_PERIOD", -1.0)
    with StudyDisplay(80) as display:
        display._last -= 10
        display(make_progress(10, 10, 5.0))
    assert "exact" in terminal.getvalue()
    assert "10 of 2,000 tasks, 5 s, about 16 min 35 s left" in terminal.getvalue()


def test_a_log_has_a_line_per_minute(capsys):
    with StudyDisplay(80) as display:
        display(make_progress(5, 5, 4.0))
        display._start -= 61
        display._last -= 61
        display(make_progress(10, 10, 5.0))
        display(make_progress(11, 11, 5.5))
    assert capsys.readouterr().err == "10 of 2,000 tasks, 5 s, about 16 min 35 s left\n"


@pytest.mark.parametrize("step", ["set_live", "push_render_hook", "show_cursor"])
def test_ctrl_c_while_the_table_appears_leaves_the_terminal_as_it_was(monkeypatch, step):
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(study_progress, "_PATIENCE", -1.0)
    before = getattr(Console, step)

    def interrupt(*arguments, **keywords):
        os.kill(os.getpid(), signal.SIGINT)
        return before(*arguments, **keywords)

    def show():
        with StudyDisplay(80) as display:
            display._last -= 10
            monkeypatch.setattr(Console, step, interrupt)
            try:
                display(make_progress(10, 10, 5.0))
            finally:
                monkeypatch.setattr(Console, step, before)

    with pytest.raises(KeyboardInterrupt):
        show()
    assert terminal.getvalue().rfind("\x1b[?25h") > terminal.getvalue().rfind("\x1b[?25l")
    assert sys.stderr is terminal


def test_a_pipe_shows_nothing(monkeypatch):
    pipe = io.StringIO()
    monkeypatch.setattr("sys.stderr", pipe)
    with StudyDisplay(80) as display:
        display._start -= 10
        display._last -= 10
        display(make_progress(10, 10, 5.0))
    assert pipe.getvalue() == ""
