"""The clock that stands still while kernels are compiled or loaded."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import clock
from haversack.clock import SetupClock


class FakeTime:
    """A clock that moves when it is told to."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def fake_time():
    return FakeTime()


def test_search_time_stands_still_during_setup(fake_time):
    measured = SetupClock(fake_time)
    start = measured.read_search_seconds()
    fake_time.now += 1.0
    measured.begin()
    fake_time.now += 5.0
    assert measured.read_search_seconds() - start == 1.0
    assert measured.read_setup_seconds() == 5.0
    measured.end()
    fake_time.now += 2.0
    assert measured.read_search_seconds() - start == 3.0
    assert measured.read_setup_seconds() == 5.0


def test_nested_setup_counts_once(fake_time):
    measured = SetupClock(fake_time)
    measured.begin()
    fake_time.now += 1.0
    measured.begin()
    fake_time.now += 1.0
    measured.end()
    fake_time.now += 1.0
    measured.end()
    fake_time.now += 1.0
    assert measured.read_setup_seconds() == 3.0


def test_setup_of_several_threads_counts_once(fake_time):
    measured = SetupClock(fake_time)
    measured.begin()
    fake_time.now += 1.0
    other = threading.Thread(target=measured.begin)
    other.start()
    other.join()
    fake_time.now += 1.0
    measured.end()
    fake_time.now += 1.0
    assert measured.read_setup_seconds() == 3.0  # The other thread still sets up.


def test_an_end_without_a_beginning_changes_nothing(fake_time):
    measured = SetupClock(fake_time)
    measured.end()
    measured.begin()
    fake_time.now += 1.0
    assert measured.read_setup_seconds() == 1.0


def test_setup_that_an_exception_left_open_can_be_ended(fake_time):
    measured = SetupClock(fake_time)
    measured.begin()
    measured.begin()
    fake_time.now += 1.0
    measured.end_all()
    fake_time.now += 1.0
    assert measured.read_setup_seconds() == 1.0


@given(st.lists(st.tuples(st.sampled_from(["begin", "end", "wait"]), st.floats(0.0, 10.0))))
def test_both_times_rise_and_add_up(events):
    fake_time = FakeTime()
    measured = SetupClock(fake_time)
    search = setup = 0.0
    start, depth = measured.read_search_seconds(), 0
    for event, seconds in events:
        if event == "begin":
            measured.begin()
            depth += 1
        elif event == "end":
            measured.end()
            depth = max(0, depth - 1)
        fake_time.now += seconds
        search, setup = search + (not depth) * seconds, setup + bool(depth) * seconds
        assert measured.read_search_seconds() - start == pytest.approx(search, abs=1e-9)
        assert measured.read_setup_seconds() == pytest.approx(setup, abs=1e-9)


def test_a_block_counts_as_setup_also_if_it_fails():
    before = clock.read_setup_seconds()
    with pytest.raises(ValueError, match="no"), clock.setting_up():
        raise ValueError("no")
    after = clock.read_setup_seconds()
    assert after > before
    assert clock.read_setup_seconds() == after
