"""Pools from CSV files, and everything that can be wrong with the files."""

from __future__ import annotations

import csv

import pytest
from hypothesis import given

from haversack import Pool, PoolError
from strategies import pools


@pytest.fixture
def write(tmp_path):
    def written(text, name="pool.csv"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return written


def problems_of(make, *arguments, **keywords):
    with pytest.raises(PoolError) as caught:
        make(*arguments, **keywords)
    return caught.value.problems


def test_a_csv_is_read(write):
    pool = Pool.from_csv(write("name,accuracy,cost\nann,0.9,4\nbob,0.8,2.5\n"))
    assert pool == Pool(accuracies=[0.9, 0.8], costs=[4, 2.5], names=["ann", "bob"])


def test_the_path_may_be_text(write):
    assert len(Pool.from_csv(str(write("accuracy\n0.5\n")))) == 1


def test_columns_stand_in_any_order_and_case_and_with_spaces(write):
    pool = Pool.from_csv(write("COST, Accuracy ,Name\n 4 , 0.9 , ann \n2,0.8,bob\n"))
    assert pool == Pool(accuracies=[0.9, 0.8], costs=[4, 2], names=["ann", "bob"])


def test_further_columns_are_kept_as_text_under_their_own_name(write):
    pool = Pool.from_csv(write("name,Country,accuracy,2023\nann,no,0.9,5\nbob,se,0.8,\n"))
    assert pool.metadata == {"Country": ("no", "se"), "2023": ("5", "")}
    assert pool.costs is None


def test_a_byte_order_mark_is_passed_over(write):
    assert Pool.from_csv(write(b"\xef\xbb\xbfaccuracy,cost\n0.9,1\n")).accuracies.tolist() == [0.9]


def test_blank_lines_are_passed_over(write):
    pool = Pool.from_csv(write("\nname,accuracy\n\nann,0.9\n , \n,\nbob,0.8\n\n"))
    assert pool.names == ("ann", "bob")


def test_windows_line_ends_are_read(write):
    assert Pool.from_csv(write("name,accuracy\r\nann,0.9\r\n")).names == ("ann",)


def test_quoted_names_may_hold_commas_quotes_and_line_breaks(write):
    pool = Pool.from_csv(write('name,accuracy\n"Doe, Ann",0.9\n"the ""B""",0.8\n"two\nlines",0.7\n'))
    assert pool.names == ("Doe, Ann", 'the "B"', "two\nlines")


def test_members_are_numbered_without_a_column_of_names(write):
    assert Pool.from_csv(write("accuracy,cost\n0.9,1\n0.8,1\n")).names == ("member-0", "member-1")


@given(pool=pools())
def test_what_is_written_as_csv_is_read_as_the_same_pool(pool, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "round-trip.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["cost", "name", "accuracy"])
        writer.writerows(zip(pool.costs.tolist(), pool.names, pool.accuracies.tolist(), strict=True))
    assert Pool.from_csv(path) == pool


def test_a_file_without_accuracies_will_do_for_energies_that_ask_for_none(write):
    pool = Pool.from_csv(write("name,cost,p\nann,1,0.5\n"))
    assert (pool.accuracies, pool.costs.tolist()) == (None, [1.0])
    with pytest.raises(PoolError, match="no accuracies; its further columns are 'p', and the one it needs is call"):
        pool.require_accuracies()


# ------------------------------------------------------------------------------------------------- bad input


def test_a_missing_file_is_named(tmp_path):
    path = tmp_path / "nowhere.csv"
    assert problems_of(Pool.from_csv, path) == (f"{path}: cannot be read: No such file or directory",)


def test_a_directory_is_no_file(tmp_path):
    assert problems_of(Pool.from_csv, tmp_path) == (f"{tmp_path}: cannot be read: Is a directory",)


def test_a_file_that_may_not_be_read_is_named(write, monkeypatch):
    path = write("accuracy\n0.5\n")

    def refused(*_, **__):
        raise PermissionError(13, "Permission denied", str(path))

    # Whoever is root may read everything, so the refusal is made up.
    monkeypatch.setattr("pathlib.Path.open", refused)
    assert problems_of(Pool.from_csv, path) == (f"{path}: cannot be read: Permission denied",)


def test_a_path_that_cannot_be_one_is_reported():
    assert problems_of(Pool.from_csv, "a\0b.csv") == ("'a\\x00b.csv': cannot be read: embedded null byte",)


def test_another_encoding_is_reported(write):
    path = write("name,accuracy\nJosé,0.9\n".encode("latin-1"))
    (problem,) = problems_of(Pool.from_csv, path)
    assert problem.startswith(f"{path}: is not a CSV file in UTF-8: 'utf-8' codec can't decode byte 0xe9")


def test_a_quote_that_does_not_end_is_reported(write):
    path = write('name,accuracy\n"ann,0.9\n')
    assert problems_of(Pool.from_csv, path) == (f"{path}: is not a CSV file in UTF-8: unexpected end of data",)


@pytest.mark.parametrize("text", ["", "\n\n", " , ,\n", "\ufeff"])
def test_an_empty_file_is_reported(write, text):
    path = write(text)
    assert problems_of(Pool.from_csv, path) == (
        f"{path}: empty; expected a header with the columns name, accuracy, cost, then one row per member",
    )


def test_a_file_with_a_header_only_is_reported(write):
    path = write("name,accuracy,cost\n")
    assert problems_of(Pool.from_csv, path) == (f"{path}: has a header but no rows; expected one row per member",)


def test_a_missing_header_is_reported(write):
    path = write("ann,0.9,4\nbob,0.8,2\n")
    assert problems_of(Pool.from_csv, path) == (
        f"{path}: line 1: expected a header with the columns name, accuracy, cost, got data: 'ann,0.9,4'",
    )


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (
            "name,acuracy,cost",
            "no column 'accuracy'; found 'name', 'acuracy', 'cost'; did you mean 'accuracy' by 'acuracy'?",
        ),
        (
            "name,Accuracies",
            "no column 'accuracy'; found 'name', 'Accuracies'; did you mean 'accuracy' by 'accuracies'?",
        ),
        (
            "name,price",
            "no column 'accuracy'; found 'name', 'price'; a pool has a row per member, with its accuracy from 0 to 1 "
            "in a column of this name, and its price in a column 'cost'; a log of answers goes under 'votes', on the "
            "command line --votes",
        ),
        (
            "worker,answer",
            "no column 'accuracy'; found 'worker', 'answer'; recorded answers are not a pool: they go under 'votes', "
            "on the command line --votes",
        ),
        ("name,accuracy,costs", "unknown column 'costs'; did you mean 'cost'?"),
        ("name,accuracy,Coste", "unknown column 'Coste'; did you mean 'cost'?"),
        ("name,accuracy,Accuracy", "duplicate column 'accuracy'"),
        ("accuracy,note,note", "duplicate column 'note'"),
    ],
)
def test_a_bad_header_is_reported(write, header, message):
    path = write(f"{header}\nann,0.9,1\n")
    assert problems_of(Pool.from_csv, path) == (f"{path}: line 1: {message}",)


@pytest.mark.parametrize("mark", [";", "\t", "|"])
def test_cells_may_be_separated_as_spreadsheets_do(write, mark):
    pool = Pool.from_csv(write("name,accuracy,cost\nann,0.9,1\n".replace(",", mark)))
    assert (pool.names, pool.accuracies.tolist(), pool.costs.tolist()) == (("ann",), [0.9], [1.0])


def test_a_column_like_cost_is_fine_beside_a_column_cost(write):
    assert Pool.from_csv(write("accuracy,cost,costs\n0.9,1,x\n")).metadata == {"costs": ("x",)}


def test_rows_with_missing_or_further_cells_are_all_reported(write):
    path = write("name,accuracy,cost\nann,0.9\n\nbob,0.8,1\ncat,0.7,1,9\n")
    assert problems_of(Pool.from_csv, path) == (
        f"{path}: line 2: expected 3 cells like the header, got 2",
        f"{path}: line 5: expected 3 cells like the header, got 4",
    )


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("1.01", "must lie in [0, 1], got 1.01"),
        ("-0.2", "must lie in [0, 1], got -0.2"),
        ("nan", "must lie in [0, 1], got nan"),
        ("inf", "must lie in [0, 1], got inf"),
        ("", "must be a number, the cell is empty"),
        ("  ", "must be a number, the cell is empty"),
        ("high", "must be a number, got 'high'"),
        ('"0,9"', "must be a number, got '0,9'; write 0.9"),
    ],
)
def test_a_bad_accuracy_is_named_by_line_row_and_column(write, cell, message):
    path = write(f"name,accuracy,cost\nann,0.9,1\nbob,{cell},1\n")
    assert problems_of(Pool.from_csv, path) == (f"{path}: line 3, row 2, accuracy: {message}",)


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("-1", "must be a finite number of at least 0, got -1.0"),
        ("nan", "must be a finite number of at least 0, got nan"),
        ("inf", "must be a finite number of at least 0, got inf"),
        ("1e999", "must be a finite number of at least 0, got inf"),
        ("", "must be a number, the cell is empty"),
        ("cheap", "must be a number, got 'cheap'"),
    ],
)
def test_a_bad_cost_is_named_by_line_row_and_column(write, cell, message):
    path = write(f"name,accuracy,cost\n\nann,0.9,{cell}\nbob,0.8,1\n")
    assert problems_of(Pool.from_csv, path) == (f"{path}: line 3, row 1, cost: {message}",)


def test_names_that_are_duplicates_or_missing_are_named_by_their_own_lines(write):
    """An empty name must not shift the line that is reported for the names after it."""
    path = write("name,accuracy\nann,0.9\n,0.8\nbob,0.7\nann,0.6\n")
    assert problems_of(Pool.from_csv, path) == (
        f"{path}: line 3, row 2, name: must not be empty",
        f"{path}: line 5, row 4, name: must be unique, but 'ann' is already used in row 1",
    )


def test_all_problems_of_a_file_are_reported_at_once(write):
    path = write("name,accuracy,cost\nann,high,-1\nann,2,\n,0.5,1\n")
    problems = [problem.removeprefix(f"{path}: ").split(":")[0] for problem in problems_of(Pool.from_csv, path)]
    assert sorted(problems) == [
        "line 2, row 1, accuracy",
        "line 2, row 1, cost",
        "line 3, row 2, accuracy",
        "line 3, row 2, cost",
        "line 3, row 2, name",
        "line 4, row 3, name",
    ]


@pytest.mark.parametrize("row", ["2", "0.5,1"])
def test_more_than_six_problems_of_a_file_are_counted(write, row):
    problems = problems_of(Pool.from_csv, write("accuracy\n" + f"{row}\n" * 30))
    assert len(problems) == 7
    assert problems[-1] == "... and 24 more problems of this kind"


def test_the_cause_is_kept(tmp_path):
    with pytest.raises(PoolError) as caught:
        Pool.from_csv(tmp_path / "nowhere.csv")
    assert isinstance(caught.value.__cause__, FileNotFoundError)
