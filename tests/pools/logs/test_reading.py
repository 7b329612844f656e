"""A log that has been read."""

from __future__ import annotations

from haversack import LogReading, Pool


def test_the_text_is_what_was_understood():
    reading = LogReading(Pool(accuracies=[0.5]), "table", ("one", "two"))
    assert (str(reading), repr(reading)) == ("one\ntwo", "LogReading by 'table': one")
