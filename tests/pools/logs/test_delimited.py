"""Text with a line per row and cells between delimiters."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from haversack import PoolError
from haversack.pools.logs.delimited import parse_delimited, read_header

cells = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=5)


@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=8), st.sampled_from(",\t;|"))
@example([("", " ")], ",")
def test_what_was_written_is_read(rows, delimiter):
    rows = [("x", ""), *rows]
    written = io.StringIO(newline="")
    csv.writer(written, delimiter=delimiter).writerows([("one", "two"), *rows])
    table = parse_delimited("f", written.getvalue())
    expected = [row for row in rows if "".join(row).strip()]
    # An apostrophe before a formula is our own escape; it is taken away again.
    read = list(zip(table.columns["one"], table.columns["two"], strict=True))
    assert len(read) == len(expected)
    assert all(a in (b, b[1:]) for got, row in zip(read, expected, strict=True) for a, b in zip(got, row, strict=True))


def test_lines_are_counted_where_cells_span_lines_and_lines_are_blank():
    table = parse_delimited("f", 'a,b\n"x\ny",1\n\n , \nz,2\n')
    assert (table.columns, list(table.places)) == ({"a": ["x\ny", "z"], "b": ["1", "2"]}, [3, 6])


def test_an_index_without_a_name_and_a_delimiter_at_the_end_are_no_columns():
    assert list(parse_delimited("f", ",a,b,\n0,1,2,\n").columns) == ["a", "b"]
    assert read_header('"a') == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n", "f: has a header but no rows; expected one row per answer or item"),
        ("a,,b\n1,2,3\n", "f: line 1: column 2 has no name"),
        ("a,a\n1,2\n", "f: line 1: duplicate column 'a'"),
        ("a,b\n1,2\n1\n", "f: line 3: expected 2 cells like the header, got 1"),
        ('a,b\n1,"2', "f: is not a CSV file in UTF-8: unexpected end of data"),
    ],
)
def test_mistakes_are_reported(text, message):
    with pytest.raises(PoolError) as caught:
        parse_delimited("f", text)
    assert str(caught.value) == message


def test_cells_may_be_longer_than_python_expects():
    limit = csv.field_size_limit()
    assert parse_delimited("f", f"a,b\n{'x' * (limit + 1)},1\n").columns["b"] == ["1"]
    assert csv.field_size_limit() == limit
