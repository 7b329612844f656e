"""Lines of a store: what was written is read, and nothing else."""

from __future__ import annotations

import contextlib
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import HaversackError
from haversack.execution.lines import list_files, read_lines, write_line

RECORDS = st.lists(st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), max_size=3), max_size=4)


@given(RECORDS, st.data())
def test_whatever_is_cut_off_the_whole_lines_are_read(records, data):
    lines = [write_line(record) for record in records]
    text = b"".join(lines)
    cut = data.draw(st.integers(0, len(text)))
    whole = sum(len(b"".join(lines[: index + 1])) <= cut for index in range(len(lines)))
    assert list(read_lines(text[:cut], "file")) == records[:whole]


@given(st.data())
def test_a_changed_byte_is_noticed(data):
    text = bytearray(write_line({"key": "abc", "value": 0.25}) + write_line({"key": "d"}))
    place = data.draw(st.integers(0, len(text) - 1))
    text[place] ^= 1 << data.draw(st.integers(0, 7))
    found = []
    # Unless the end of the file was changed: its last line is then cut.
    with contextlib.suppress(HaversackError):
        found = list(read_lines(bytes(text), "file"))
    assert found in ([], [{"key": "abc", "value": 0.25}])


def test_a_foreign_file_is_refused():
    with pytest.raises(
        HaversackError, match=r"^notes.log: line 1 is damaged or was not written by haversack; move the file elsewhere"
    ):
        list(read_lines(b"shopping list\n", "notes.log"))


@pytest.mark.parametrize("text", [b"[" * 100_000, b'["\xff"]', b"{", b"9" * 5_000])
def test_a_line_with_a_right_checksum_and_wrong_data_is_reported(text):
    line = b"%08x %b\n" % (zlib.crc32(text), text)
    with pytest.raises(HaversackError, match=r"^x.log: was not written by haversack: .*; delete it$"):
        list(read_lines(line, "x.log", remedy="delete it"))


def test_files_are_listed_by_their_names(tmp_path):
    for name in ("b.log", "a.log", "a.txt"):
        (tmp_path / name).touch()
    assert [file.name for file in list_files(tmp_path, ".log")] == ["a.log", "b.log"]
    assert list_files(tmp_path / "gone", ".log") == []


def test_what_cannot_be_listed_is_not_empty(tmp_path):
    (tmp_path / "results").touch()
    with pytest.raises(NotADirectoryError):
        list_files(tmp_path / "results", ".log")
