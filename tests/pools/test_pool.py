"""Pools: from arrays, from CSV files, and everything that can be wrong with either."""

from __future__ import annotations

import csv
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import HaversackError, Pool, PoolError
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


# ------------------------------------------------------------------------------------------------- from arrays


def test_arrays_are_copied_and_cannot_be_written_to():
    accuracies, costs = np.array([0.9, 0.8]), np.array([1.0, 2.0])
    pool = Pool(accuracies=accuracies, costs=costs)
    accuracies[0] = costs[0] = 0.0
    assert pool.accuracies.tolist() == [0.9, 0.8]
    assert pool.costs.tolist() == [1.0, 2.0]
    for column in (pool.accuracies, pool.costs):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 0.5


def test_a_pool_cannot_be_changed(small_pool):
    with pytest.raises(AttributeError):
        small_pool.names = ("x",)


def test_whole_numbers_become_floats():
    pool = Pool(accuracies=[1, 0], costs=[3, 2])
    assert pool.accuracies.dtype == pool.costs.dtype == np.float64


def test_names_are_numbered_if_left_out():
    assert Pool(accuracies=[0.9, 0.8]).names == ("member-0", "member-1")
    assert Pool(accuracies=[0.9, 0.8], names=[]).names == ("member-0", "member-1")


def test_names_may_come_from_an_array_and_be_numbers():
    assert Pool(accuracies=[0.9, 0.8], names=np.array([7, 8])).names == ("7", "8")


def test_a_pool_without_costs_has_none():
    pool = Pool(accuracies=[0.9, 0.8])
    assert pool.costs is None
    assert "costs" not in pool.to_dict()


def test_a_pool_without_accuracies_has_none():
    pool = Pool(costs=[1, 2, 3])
    assert pool.accuracies is None
    assert len(pool) == 3
    assert "accuracies" not in pool.to_dict()


def test_a_pool_may_have_names_only():
    assert len(Pool(names=["ann", "bob"])) == 2


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ({"accuracies": [0.5]}, "Pool of 1 member with accuracies"),
        ({"accuracies": [0.5, 0.5], "costs": [1, 1]}, "Pool of 2 members with accuracies and costs"),
        ({"costs": [1, 1]}, "Pool of 2 members with costs"),
        ({"names": ["a", "b"]}, "Pool of 2 members"),
    ],
)
def test_the_repr_is_short(columns, told):
    assert repr(Pool(**columns)) == told


def test_the_bounds_of_the_range_are_accuracies_too():
    assert Pool(accuracies=[0.0, 1.0]).accuracies.tolist() == [0.0, 1.0]


def test_pools_with_equal_columns_are_equal():
    def make(**changes):
        return Pool(**{"accuracies": [0.9, 0.8], "costs": [1, 2], "names": ["ann", "bob"]} | changes)

    assert make() == make()
    assert make() != make(accuracies=[0.9, 0.7])
    assert make() != make(costs=[1, 3])
    assert make() != make(costs=None)
    assert make() != make(names=["a", "b"])
    assert make() != make(metadata={"country": ["x", "y"]})
    assert make(costs=None) == make(costs=None)


def test_a_pool_survives_pickling(small_pool):
    assert pickle.loads(pickle.dumps(small_pool)) == small_pool


def test_metadata_is_kept_as_it_is():
    pool = Pool(accuracies=[0.9, 0.8], metadata={"country": ["no", "se"], "year": [1, None]})
    assert pool.metadata == {"country": ("no", "se"), "year": (1, None)}


def test_metadata_from_an_array_becomes_plain_numbers():
    column = Pool(accuracies=[0.9, 0.8], metadata={"year": np.array([1, 2])}).metadata["year"]
    assert [type(entry) for entry in column] == [int, int]


def test_required_columns_are_returned(small_pool):
    assert small_pool.require_accuracies() is small_pool.accuracies
    assert small_pool.require_costs() is small_pool.costs


def test_a_file_without_accuracies_will_do_for_energies_that_ask_for_none(write):
    pool = Pool.from_csv(write("name,cost,p\nann,1,0.5\n"))
    assert (pool.accuracies, pool.costs.tolist()) == (None, [1.0])
    with pytest.raises(PoolError, match="no accuracies; its further columns are 'p', and 'accuracy' would be underst"):
        pool.require_accuracies()


def test_missing_columns_are_told_when_they_are_required():
    with pytest.raises(PoolError, match=r"^pool: this needs the accuracy of each member, and the pool has no accurac"):
        Pool(costs=[1]).require_accuracies()
    with pytest.raises(PoolError, match=r"the pool has no costs; cost model 'none' needs none"):
        Pool(accuracies=[0.5]).require_costs()


@given(pools(), st.booleans())
def test_to_dict_makes_the_same_pool_again(pool, with_metadata):
    if with_metadata:
        pool = Pool(**pool.to_dict(), metadata={"note": [f"n{index}" for index in range(len(pool))]})
    assert Pool(**pool.to_dict()) == pool


def test_to_dict_holds_plain_values(small_pool):
    columns = Pool(**small_pool.to_dict(), metadata={"country": ["a", "b", "c", "d"]}).to_dict()
    assert columns == {
        "names": ["ann", "bob", "cat", "dan"],
        "accuracies": [0.9, 0.8, 0.7, 0.6],
        "costs": [4.0, 2.0, 2.0, 1.0],
        "metadata": {"country": ["a", "b", "c", "d"]},
    }
    assert type(columns["accuracies"][0]) is float


# --------------------------------------------------------------------------------------- from arrays: bad input


def test_a_pool_error_is_a_value_error_and_one_of_ours():
    assert issubclass(PoolError, ValueError)
    assert issubclass(PoolError, HaversackError)


@pytest.mark.parametrize("columns", [{}, {"accuracies": []}, {"accuracies": [], "costs": []}, {"names": []}])
def test_an_empty_pool_is_refused(columns):
    assert problems_of(Pool, **columns) == ("pool: empty; expected at least one member",)


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ({"accuracies": "abc"}, "pool: accuracies: expected a list of numbers, got 'abc'"),
        ({"accuracies": [0.5, "high"]}, "pool: accuracies: expected a list of numbers, got [0.5, 'high']"),
        ({"costs": [[1], [2, 3]]}, "pool: costs: expected a list of numbers, got [[1], [2, 3]]"),
        ({"costs": object}, "pool: costs: expected a list of numbers, got <class 'object'>"),
        ({"accuracies": 0.5}, "pool: accuracies: expected one number per member, got an array of shape ()"),
        ({"costs": [[1, 2]]}, "pool: costs: expected one number per member, got an array of shape (1, 2)"),
        ({"names": "abc"}, "pool: names: expected a list with one entry per member, got 'abc'"),
        ({"names": 3}, "pool: names: expected a list with one entry per member, got 3"),
        ({"metadata": ["x"]}, "pool: metadata: expected columns by name, got ['x']"),
        ({"metadata": {"x": "abc"}}, "pool: metadata.x: expected a list with one entry per member, got 'abc'"),
    ],
)
def test_a_column_of_a_wrong_kind_is_named(columns, told):
    assert problems_of(Pool, **columns) == (told,)


def test_a_cost_too_large_for_a_float_is_refused():
    (problem,) = problems_of(Pool, costs=[10**400])
    assert problem.startswith("pool: costs: expected a list of numbers, got [1000")


def test_columns_of_different_lengths_are_named():
    problems = problems_of(Pool, accuracies=[0.5, 0.6], costs=[1], names=["a", "b", "c"], metadata={"x": [1, 2, 3, 4]})
    assert problems == (
        "pool: every column needs one entry per member, but accuracies has 2, costs has 1, names has 3, "
        "metadata.x has 4",
    )


@pytest.mark.parametrize(
    ("value", "shown"), [(-0.1, "-0.1"), (1.5, "1.5"), (float("nan"), "nan"), (float("inf"), "inf"), (None, "nan")]
)
def test_an_accuracy_outside_of_the_range_is_named(value, shown):
    problems = problems_of(Pool, accuracies=[0.5, value], names=["ann", "bob"])
    assert problems == (f"pool: accuracies[1] (row 2, 'bob'): must lie in [0, 1], got {shown}",)


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0, "0.0"), (-2, "-2.0"), (float("nan"), "nan"), (float("inf"), "inf"), (-float("inf"), "-inf"), (None, "nan")],
)
def test_a_cost_that_is_not_positive_and_finite_is_named(value, shown):
    problems = problems_of(Pool, accuracies=[0.5, 0.5], costs=[value, 1])
    assert problems == (f"pool: costs[0] (row 1, 'member-0'): must be a finite number above 0, got {shown}",)


def test_a_name_that_stands_twice_is_named_with_both_rows():
    problems = problems_of(Pool, accuracies=[0.5] * 3, names=["ann", "bob", "ann"])
    assert problems == ("pool: names[2] (row 3, 'ann'): 'ann' stands already in row 1; names must differ",)


def test_an_empty_name_is_refused():
    assert problems_of(Pool, accuracies=[0.5] * 2, names=["ann", ""]) == (
        "pool: names[1] (row 2, ''): must not be empty",
    )


def test_all_problems_are_told_at_once():
    problems = problems_of(Pool, accuracies=[2.0, 0.5, -1.0], costs=[1, 0, 1], names=["a", "a", "b"])
    assert [problem.split(" ")[1] for problem in problems] == ["accuracies[0]", "accuracies[2]", "costs[1]", "names[1]"]


def test_twenty_problems_are_told_in_full():
    assert len(problems_of(Pool, accuracies=[2.0] * 20)) == 20


def test_more_than_twenty_problems_are_counted():
    problems = problems_of(Pool, accuracies=[2.0] * 23)
    assert len(problems) == 21
    assert problems[19].startswith("pool: accuracies[19]")
    assert problems[20] == "... and 3 more problems of this kind"


# ----------------------------------------------------------------------------------------------------- from CSV


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


# ------------------------------------------------------------------------------------------ from CSV: bad input


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


def test_a_path_that_cannot_be_one_is_told():
    assert problems_of(Pool.from_csv, "a\0b.csv") == ("'a\\x00b.csv': cannot be read: embedded null byte",)


def test_another_encoding_is_told(write):
    path = write("name,accuracy\nJosé,0.9\n".encode("latin-1"))
    (problem,) = problems_of(Pool.from_csv, path)
    assert problem.startswith(f"{path}: is not a CSV file in UTF-8: 'utf-8' codec can't decode byte 0xe9")


def test_a_quote_that_does_not_end_is_told(write):
    path = write('name,accuracy\n"ann,0.9\n')
    assert problems_of(Pool.from_csv, path) == (f"{path}: is not a CSV file in UTF-8: unexpected end of data",)


@pytest.mark.parametrize("text", ["", "\n\n", " , ,\n", "\ufeff"])
def test_an_empty_file_is_told(write, text):
    path = write(text)
    assert problems_of(Pool.from_csv, path) == (
        f"{path}: empty; expected a header with the columns name, accuracy, cost, then one row per member",
    )


def test_a_file_with_a_header_only_is_told(write):
    path = write("name,accuracy,cost\n")
    assert problems_of(Pool.from_csv, path) == (f"{path}: has a header but no rows; expected one row per member",)


def test_a_missing_header_is_told(write):
    path = write("ann,0.9,4\nbob,0.8,2\n")
    assert problems_of(Pool.from_csv, path) == (
        f"{path}: line 1: expected a header with the columns name, accuracy, cost, got data: 'ann,0.9,4'",
    )


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ("name,acuracy,cost", "no column 'accuracy'; found 'name', 'acuracy', 'cost'; is 'acuracy' meant?"),
        ("name,Accuracies", "no column 'accuracy'; found 'name', 'Accuracies'; is 'accuracies' meant?"),
        ("name,price", "no column 'accuracy'; found 'name', 'price'"),
        (
            "worker,answer",
            "no column 'accuracy'; found 'worker', 'answer'; recorded answers are no pool: they go under 'votes', on "
            "the command line --votes",
        ),
        ("name;accuracy;cost", "no column 'accuracy'; found 'name;accuracy;cost'; cells must be separated by commas"),
        ("name,accuracy,costs", "unknown column 'costs'; did you mean 'cost'?"),
        ("name,accuracy,Coste", "unknown column 'Coste'; did you mean 'cost'?"),
        ("name,accuracy,Accuracy", "column 'accuracy' stands twice"),
        ("accuracy,note,note", "column 'note' stands twice"),
    ],
)
def test_a_bad_header_is_told(write, header, told):
    path = write(f"{header}\nann,0.9,1\n")
    assert problems_of(Pool.from_csv, path) == (f"{path}: line 1: {told}",)


def test_a_column_like_cost_is_fine_beside_a_column_cost(write):
    assert Pool.from_csv(write("accuracy,cost,costs\n0.9,1,x\n")).metadata == {"costs": ("x",)}


def test_rows_with_missing_or_further_cells_are_all_told(write):
    path = write("name,accuracy,cost\nann,0.9\n\nbob,0.8,1\ncat,0.7,1,9\n")
    assert problems_of(Pool.from_csv, path) == (
        f"{path}: line 2, row 1, whole row: expected 3 cells like the header, got 2",
        f"{path}: line 5, row 3, whole row: expected 3 cells like the header, got 4",
    )


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("1.01", "must lie in [0, 1], got 1.01"),
        ("-0.2", "must lie in [0, 1], got -0.2"),
        ("nan", "must lie in [0, 1], got nan"),
        ("inf", "must lie in [0, 1], got inf"),
        ("", "must be a number, the cell is empty"),
        ("  ", "must be a number, the cell is empty"),
        ("high", "must be a number, got 'high'"),
        ('"0,9"', "must be a number, got '0,9'"),
    ],
)
def test_a_bad_accuracy_is_named_by_line_row_and_column(write, cell, told):
    path = write(f"name,accuracy,cost\nann,0.9,1\nbob,{cell},1\n")
    assert problems_of(Pool.from_csv, path) == (f"{path}: line 3, row 2, accuracy: {told}",)


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("0", "must be a finite number above 0, got 0.0"),
        ("-1", "must be a finite number above 0, got -1.0"),
        ("nan", "must be a finite number above 0, got nan"),
        ("inf", "must be a finite number above 0, got inf"),
        ("1e999", "must be a finite number above 0, got inf"),
        ("", "must be a number, the cell is empty"),
        ("cheap", "must be a number, got 'cheap'"),
    ],
)
def test_a_bad_cost_is_named_by_line_row_and_column(write, cell, told):
    path = write(f"name,accuracy,cost\n\nann,0.9,{cell}\nbob,0.8,1\n")
    assert problems_of(Pool.from_csv, path) == (f"{path}: line 3, row 1, cost: {told}",)


def test_names_that_stand_twice_or_are_missing_are_named_by_their_own_lines(write):
    """An empty name must not shift the line that is told for the names behind it."""
    path = write("name,accuracy\nann,0.9\n,0.8\nbob,0.7\nann,0.6\n")
    assert problems_of(Pool.from_csv, path) == (
        f"{path}: line 3, row 2, name: must not be empty",
        f"{path}: line 5, row 4, name: 'ann' stands already in row 1; names must differ",
    )


def test_all_problems_of_a_file_are_told_at_once(write):
    path = write("name,accuracy,cost\nann,high,0\nann,2,\n,0.5,1\n")
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
def test_more_than_twenty_problems_of_a_file_are_counted(write, row):
    problems = problems_of(Pool.from_csv, write("accuracy\n" + f"{row}\n" * 30))
    assert len(problems) == 21
    assert problems[-1] == "... and 10 more problems of this kind"


def test_the_cause_is_kept(tmp_path):
    with pytest.raises(PoolError) as caught:
        Pool.from_csv(tmp_path / "nowhere.csv")
    assert isinstance(caught.value.__cause__, FileNotFoundError)
