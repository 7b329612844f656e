"""Ctrl-C while workers start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import pytest

from haversack.execution.interrupts import deferring_interrupts


def test_ctrl_c_comes_afterwards():
    reached = []

    def interrupt():
        with deferring_interrupts():
            # Not to the process: another thread may get that.
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)
            reached.append("the end")

    with pytest.raises(KeyboardInterrupt):
        interrupt()
    assert reached == ["the end"]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, set())


def test_processes_that_are_started_meanwhile_never_get_it():
    script = "import os, signal; os.kill(os.getpid(), signal.SIGINT); print('goes on')"
    with deferring_interrupts():
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "goes on\n", "")


def test_where_nothing_can_be_blocked_nothing_is(monkeypatch):
    monkeypatch.delattr(signal, "pthread_sigmask")
    with pytest.raises(KeyboardInterrupt), deferring_interrupts():
        os.kill(os.getpid(), signal.SIGINT)
