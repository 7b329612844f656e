"""What a reader is given."""

from __future__ import annotations

import gzip

import pytest

from haversack import LogSource, PoolError


def test_a_source_is_seen_as_text_header_document_and_table(tmp_path):
    file = tmp_path / "log.json"
    file.write_text('[{"a": 1, "b": 2}]', encoding="utf-8-sig")
    source = LogSource.of(file)
    assert (source.header, source.document, source.table.columns) == (
        ("a", "b"),
        [{"a": 1, "b": 2}],
        {"a": [1], "b": [2]},
    )
    assert source.describe() == "'a', 'b'"
    file.write_text("[3]", encoding="utf-8")
    assert LogSource.of(file).describe() == "'[3]'"
    file.write_text("a\tb\n1\t2\n", encoding="utf-8")
    assert (LogSource.of(file).document, LogSource.of(file).table.columns) == (None, {"a": ["1"], "b": ["2"]})


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("log.csv", b"\xff\xfe\x00", "is not text in UTF-8: "),
        ("log.csv", b" \n", "empty; expected a log of answers"),
        ("log.csv.gz", b"a,b", "is not a gzip file: "),
        ("log.csv.gz", gzip.compress(b"a,b" * 100, mtime=0)[:-12], "is not a gzip file: "),
    ],
)
def test_files_that_are_no_text_are_refused(tmp_path, name, data, message):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(PoolError) as caught:
        _ = LogSource.of(tmp_path / name).header
    assert str(caught.value).startswith(f"{tmp_path / name}: {message}")


def test_missing_files_are_refused(tmp_path):
    with pytest.raises(PoolError, match="none.csv: cannot be read: No such file or directory"):
        _ = LogSource.of(tmp_path / "none.csv").text
    with pytest.raises(PoolError, match="cannot be read: embedded null byte"):
        _ = LogSource.of("a\0b").text
