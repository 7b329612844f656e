"""The kit finds readers that break a promise."""

from __future__ import annotations

import pytest

from haversack.testing import BrokenPromise, check_reader


class TakesEverything:
    def recognises(self, source):
        return True

    def read(self, source):
        return source.table


class Trips(TakesEverything):
    def recognises(self, source):
        return source.header[7] == "x"


class SaysNothing(TakesEverything):
    def recognises(self, source):
        return None


@pytest.mark.parametrize(
    ("reader", "words"),
    [(TakesEverything, "it answered True"), (Trips, "it raised IndexError"), (SaysNothing, "it answered None")],
)
def test_a_broken_promise_is_named(reader, words):
    with pytest.raises(BrokenPromise, match=words):
        check_reader(reader)
