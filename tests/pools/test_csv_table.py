"""CSV files as a header and numbered lines."""

from __future__ import annotations

import pytest

from haversack import PoolError
from haversack.pools.csv_table import CsvTable, read_lines


@pytest.fixture
def read(tmp_path):
    def read_text(text, **keywords):
        path = tmp_path / "table.csv"
        path.write_text(text, encoding="utf-8")
        return CsvTable.read(path, header="a, b", row="thing", **{"rename": str.lower} | keywords)

    return read_text


def problems_of(function, *arguments, **keywords):
    with pytest.raises(PoolError) as caught:
        function(*arguments, **keywords)
    return [problem.rpartition("table.csv: ")[2] for problem in caught.value.problems]


def test_a_table_has_a_renamed_header_and_numbered_lines(read, tmp_path):
    table = read(" A ,b\n\n1, 2 \n3,4\n")
    assert table == CsvTable(str(tmp_path / "table.csv"), ["a", "b"], [(3, ["1", " 2 "]), (4, ["3", "4"])])
    assert table.column("b") == ["2", "4"]
    assert table.quote_header() == "'a', 'b'"


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", ["empty; expected a header with the columns a, b, then one row per thing"]),
        ("a,b\n", ["has a header but no rows; expected one row per thing"]),
        ("a,b,A\n1,2,3\n", ["line 1: duplicate column 'a'"]),
        (
            "a,b\n1\n2,3\n\n4,5,6\n",
            ["line 2: expected 2 cells like the header, got 1", "line 5: expected 2 cells like the header, got 3"],
        ),
    ],
)
def test_what_is_no_table_is_reported(read, text, problems):
    assert problems_of(read, text) == problems


def test_many_lines_of_a_wrong_length_are_counted(read):
    problems = problems_of(read, "a,b\n" + "1\n" * 25)
    assert (len(problems), problems[-1]) == (7, "... and 19 more problems of this kind")


def test_the_header_is_checked_before_anything_else(read):
    def refuse(table):
        raise PoolError([f"{table.path}: {table.header}"])

    assert problems_of(read, "a,a\n1\n", check_header=refuse) == ["['a', 'a']"]


def test_lines_keep_their_numbers_behind_quoted_line_breaks(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text('a\n"1\n2"\n3\n', encoding="utf-8")
    assert read_lines(path, "column a") == [(1, ["a"]), (3, ["1\n2"]), (4, ["3"])]
