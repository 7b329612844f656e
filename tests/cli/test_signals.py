"""SIGTERM within a command; `tests/test_interrupt.py` sends it to real processes."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from haversack.cli.signals import Termination, deferring_signals


def test_sigterm_raises_the_exception_of_ctrl_c_and_is_remembered():
    termination = Termination()
    with pytest.raises(KeyboardInterrupt), termination:
        os.kill(os.getpid(), signal.SIGTERM)
    assert termination.has_come
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    with termination:
        assert not termination.has_come


def test_a_second_sigterm_ends_the_process():
    termination = Termination()
    with termination:
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGTERM)
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_a_handler_of_somebody_else_stays():
    seen = []
    before = signal.signal(signal.SIGTERM, lambda *_: seen.append("theirs"))
    try:
        with Termination() as termination:
            os.kill(os.getpid(), signal.SIGTERM)
        assert (seen, termination.has_come) == (["theirs"], False)
    finally:
        signal.signal(signal.SIGTERM, before)


def test_other_threads_leave_signals_alone():
    handlers = []

    def enter():
        with Termination():
            handlers.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    assert handlers == [signal.SIG_DFL]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_is_to_be_whole_is_finished_first(number):
    reached = []

    def interrupt():
        with Termination(), deferring_signals():
            os.kill(os.getpid(), number)
            reached.append("the end")

    with pytest.raises(KeyboardInterrupt):
        interrupt()
    assert reached == ["the end"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


@pytest.mark.parametrize("call", range(4))
def test_a_signal_between_two_handlers_leaves_none_behind(monkeypatch, call):
    """Two handlers are replaced, and two are put back."""
    calls, replace = [], signal.signal

    def interrupt(*arguments):
        replaced = replace(*arguments)
        calls.append(arguments)
        if len(calls) == call + 1:
            raise KeyboardInterrupt
        return replaced

    with Termination():
        theirs = signal.getsignal(signal.SIGTERM)
        monkeypatch.setattr(signal, "signal", interrupt)
        with pytest.raises(KeyboardInterrupt), deferring_signals():
            pass
        monkeypatch.undo()
        assert signal.getsignal(signal.SIGTERM) == theirs
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_threads_defer_nothing():
    handlers = []

    def enter():
        with deferring_signals():
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    assert handlers == [signal.default_int_handler]
