"""What loky prints after an early end is silenced, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from haversack.execution.silencing import silence_taken_back_tasks, start_silent_trackers


@pytest.mark.parametrize(
    ("name", "error", "is_reported"),
    [
        ("ExecutorManagerThread", KeyError(43), False),
        ("ExecutorManagerThread", ValueError("wrong"), True),
        ("MainThread", KeyError(43), True),
    ],
)
def test_only_what_loky_takes_back_is_silent(monkeypatch, name, error, is_reported):
    reported = []
    monkeypatch.setattr(threading, "excepthook", reported.append)
    silence_taken_back_tasks()
    silence_taken_back_tasks()

    def fail():
        raise error

    thread = threading.Thread(target=fail, name=name)
    thread.start()
    thread.join()
    assert [args.exc_value for args in reported] == ([error] if is_reported else [])


LEAK = """
import os, sys
from joblib.externals.loky.backend import resource_tracker
if sys.argv[1] == "silent":
    from haversack.execution.silencing import start_silent_trackers
    start_silent_trackers()
resource_tracker.register("/gone-long-ago", "semlock")
print(os.environ.get("PYTHONWARNINGS"))
os._exit(0)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("way", "warns"), [("silent", False), ("usual", True)])
def test_the_process_that_removes_what_is_left_does_not_warn(way, warns):
    environment = {**os.environ, "PYTHONWARNINGS": "default::SyntaxWarning"}
    done = subprocess.run(
        [sys.executable, "-c", LEAK, way], capture_output=True, text=True, env=environment, timeout=60, check=True
    )
    assert done.stdout == "default::SyntaxWarning\n"
    assert ("UserWarning: resource_tracker" in done.stderr) == warns


def test_a_variable_that_was_not_set_is_not_set_afterwards(monkeypatch):
    monkeypatch.delenv("PYTHONWARNINGS", raising=False)
    start_silent_trackers()
    assert "PYTHONWARNINGS" not in os.environ
