"""Whatever a plugin does to the process while it loads, the next one finds it as it was."""

from __future__ import annotations

import io
import locale
import os
import signal
import sys
import threading
import warnings

import numpy as np
import pytest

from haversack.plugins.isolation import isolating_plugin


def take(stream):
    setattr(sys, stream, io.StringIO())


CHANGES = {
    "stdout": (lambda: sys.stdout, lambda: take("stdout")),
    "stderr": (lambda: sys.stderr, lambda: take("stderr")),
    "no stdout": (lambda: sys.stdout, lambda: setattr(sys, "stdout", None)),
    "directory": (os.getcwd, lambda: os.chdir("/")),
    "filters": (lambda: list(warnings.filters), lambda: warnings.simplefilter("ignore")),
    "Ctrl-C": (lambda: signal.getsignal(signal.SIGINT), lambda: signal.signal(signal.SIGINT, print)),
    "termination": (lambda: signal.getsignal(signal.SIGTERM), lambda: signal.signal(signal.SIGTERM, print)),
    "locale": (lambda: locale.setlocale(locale.LC_ALL), lambda: locale.setlocale(locale.LC_ALL, "C.UTF-8")),
    "floating point": (np.geterr, lambda: np.seterr(all="raise")),
    "recursion": (sys.getrecursionlimit, lambda: sys.setrecursionlimit(sys.getrecursionlimit() + 100)),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("fails", [False, True])
def test_what_a_plugin_changes_is_put_back(change, fails, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    look, act = CHANGES[change]
    before = look()
    try:
        with isolating_plugin():
            act()
            changed = look()
            if fails:
                raise SystemExit
    except SystemExit:
        assert fails
    assert changed != before
    assert look() == before


def test_prints_go_to_standard_error_and_a_stream_of_the_plugin_is_flushed(capsys):
    flushed = []

    class Stream(io.StringIO):
        def flush(self):
            flushed.append(self.getvalue())
            raise OSError("full")

    with isolating_plugin():
        print("to error")
        sys.stdout = Stream()
        print("to its own")
    print("to output")
    assert flushed == ["to its own\n"]
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("to output\n", "to error\n")


def test_a_directory_that_was_removed_is_no_obstacle(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with isolating_plugin():
        print("loaded")


def test_threads_do_not_restore_the_streams_of_each_other():
    before = sys.stdout, sys.stderr
    first_is_in, second_starts = threading.Event(), threading.Event()

    def load_slowly():
        with isolating_plugin():
            first_is_in.set()
            second_starts.wait(timeout=10)
            threading.Event().wait(timeout=0.05)

    def load():
        first_is_in.wait(timeout=10)
        second_starts.set()
        with isolating_plugin():
            threading.Event().wait(timeout=0.1)

    threads = [threading.Thread(target=load_slowly), threading.Thread(target=load)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (sys.stdout, sys.stderr) == before


def test_plugins_load_in_a_thread_too(capsys):
    """Where no handler of a signal can be set."""

    def load():
        with isolating_plugin():
            print("loaded")

    thread = threading.Thread(target=load)
    thread.start()
    thread.join()
    assert capsys.readouterr().err == "loaded\n"
