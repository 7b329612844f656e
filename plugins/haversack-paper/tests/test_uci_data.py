"""The five UCI sets are read from any of their layouts, and split without leaks."""

from __future__ import annotations

import gzip
from pathlib import Path

import attrs
import numpy as np
import pytest
from haversack_paper.experiments.uci.datasets import DATA_SETS, LEAST_ROWS
from haversack_paper.experiments.uci.rows import DataError, Rows
from haversack_paper.experiments.uci.training import split_rows

SHARED = Path(__file__).parents[4] / "shared" / "data"

MAGIC_LINE = ",".join(["28.7967"] * 10)
ARFF_HEAD = "@RELATION EEG_DATA\n\n@ATTRIBUTE AF3 NUMERIC\n@ATTRIBUTE eyeDetection {0,1}\n\n@DATA\n"


def written(folder, name, text):
    """Write a file, compressed if its name says so."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return path


def read(key, data, least_rows=1):
    return attrs.evolve(DATA_SETS[key], least_rows=least_rows).read(data)


@pytest.mark.parametrize(
    ("key", "folder", "name", "text", "features", "groups"),
    [
        ("magic", "magic+gamma+telescope", "magic04.data", f"{MAGIC_LINE},h\n{MAGIC_LINE},g\n", 10, 2),
        ("spambase", ".", "spambase.data.gz", f"{'0.5,' * 57}0\n{'1,' * 57}1\n", 57, 2),
        ("higgs", "higgs", "HIGGS.csv.gz", f"0.0e+00{',0.5' * 28}\n1.000000000000000000e+00{',2' * 28}\n", 28, 2),
        ("higgs", ".", "higgs_20000.csv", f"label{',x' * 28}\n0{',0.5' * 28}\n1{',2' * 28}\n", 28, 2),
        ("higgs", ".", "higgs_20000.csv", f"0{',0.5' * 28}\n1{',2' * 28}\n", 28, 2),
        ("eeg", "eeg+eye+state", "EEG Eye State.arff", f"{ARFF_HEAD}{'43.1,' * 14}0\r\n{'42.0,' * 14}1\r\n", 14, 2),
        ("musk", "musk", "clean2.data", f"MUSK-j1,j1_1{',7' * 166},0.\nMUSK-j1,j1_2{',8' * 166},1.\n", 166, 1),
        ("musk", "musk2", "musk2.csv.gz", f"0,5{',7' * 166}\n1,5{',8' * 166}\n", 166, 1),
    ],
)
def test_every_layout_is_understood(tmp_path, key, folder, name, text, features, groups):
    written(tmp_path / folder, name, text)
    rows = read(key, tmp_path)
    assert rows.features.shape == (2, features)
    assert rows.labels.tolist() == [False, True]
    assert len(set(rows.groups.tolist())) == groups


@pytest.mark.slow
def test_only_the_first_20000_rows_of_higgs_are_read(tmp_path):
    line = f"{',0.25' * 28}\n"
    written(tmp_path, "HIGGS.csv", f"0{line}1{line}" * 10_000 + "what comes behind is not looked at\n")
    assert len(read("higgs", tmp_path)) == 20_000


def test_the_digest_is_that_of_the_rows_whether_compressed_or_not(tmp_path):
    text = f"{MAGIC_LINE},h\n{MAGIC_LINE},g\n{MAGIC_LINE},h\n"
    written(tmp_path / "a", "magic04.data", text)
    written(tmp_path / "b", "magic04.data.gz", text)
    written(tmp_path / "c", "magic04.data", text.replace("h", "g", 1))
    plain, packed, other = (read("magic", tmp_path / name).digest for name in "abc")
    assert plain == packed
    assert plain != other


@pytest.mark.parametrize(
    ("key", "name", "text", "message"),
    [
        ("magic", "magic04.data", f"{MAGIC_LINE},g\n1,2,g\n", "magic04.data: line 2: expected 11 values, got 3"),
        ("magic", "magic04.data", f"{MAGIC_LINE},x\n", "line 1: expected the label h or g, got 'x'"),
        ("spambase", "spambase.data", f"{'0,' * 57}2\n", "line 1: expected the label 0 or 1, got '2'"),
        ("spambase", "spambase.data", f"{'0,' * 56}a,1\n", "line 1, value 57: expected a number, got 'a'"),
        ("spambase", "spambase.data", f"{'0,' * 56}nan,1\n", "line 1, value 57: expected a number, got 'nan'"),
        ("spambase", "spambase.data", f"{'0,' * 56}1e308,1\n", "value 57: expected a number from -1e+30 to 1e+30, got"),
        ("spambase", "spambase.data", f"{'0,' * 56}-inf,1\n", "from -1e+30 to 1e+30, got '-inf'"),
        ("spambase", "spambase.data", "\n", "spambase.data: expected rows of 58 values, got none"),
        ("eeg", "EEG Eye State.arff", f"{'1,' * 14}0\n", "expected a line @DATA"),
        (
            "magic",
            "magic04.data",
            f"{MAGIC_LINE},g\n" * 3,
            "magic04.data: expected rows of both classes, h and g, got 3 of class g and none of class h; "
            "the whole set has 19,020 rows",
        ),
    ],
)
def test_a_bad_file_is_told_with_place_what_was_expected_and_what_came(tmp_path, key, name, text, message):
    written(tmp_path, name, text)
    with pytest.raises(DataError) as caught:
        read(key, tmp_path)
    assert message in str(caught.value)


def test_a_file_that_is_no_text_or_not_compressed_is_told(tmp_path):
    (tmp_path / "magic04.data").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(DataError, match="magic04.data: is not text in UTF-8"):
        read("magic", tmp_path)
    (tmp_path / "spambase.data.gz").write_bytes(b"plain")
    with pytest.raises(DataError, match="spambase.data.gz: cannot be read"):
        read("spambase", tmp_path)


def test_outliers_as_eeg_has_them_are_values(tmp_path):
    written(tmp_path, "EEG Eye State.arff", f"{ARFF_HEAD}{'715897,' * 14}0\n{'-1e30,' * 14}1\n")
    assert read("eeg", tmp_path).features.max() == 715_897


def test_a_file_cut_short_is_told(tmp_path):
    pair = f"{MAGIC_LINE},h\n{MAGIC_LINE},g\n"
    path = written(tmp_path, "magic04.data", pair * (LEAST_ROWS // 2 - 1))
    with pytest.raises(DataError) as caught:
        DATA_SETS["magic"].read(tmp_path)
    assert str(caught.value) == f"{path}: expected 500 rows at least, got 498; the whole set has 19,020 rows"
    written(tmp_path, "magic04.data", pair * (LEAST_ROWS // 2))
    assert len(DATA_SETS["magic"].read(tmp_path)) == LEAST_ROWS


@pytest.mark.parametrize("cut", [False, True])
def test_a_damaged_archive_is_told(tmp_path, cut):
    rng = np.random.default_rng(0)
    text = "".join(f"{','.join(map(str, rng.random(10)))},{'gh'[number % 2]}\n" for number in range(600))
    path = written(tmp_path, "magic04.data.gz", text)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] + (b"" if cut else b"\xff" * 200 + whole[len(whole) // 2 + 200 :]))
    with pytest.raises(DataError, match=r"magic04.data.gz: (cannot be read|is not text|line \d+)"):
        read("magic", tmp_path)


def test_deflate_data_that_makes_no_sense_are_told(tmp_path):
    whole = gzip.compress(f"{MAGIC_LINE},h\n".encode())
    (tmp_path / "magic04.data.gz").write_bytes(whole[:10] + b"\xff" * 20 + whole[-8:])
    with pytest.raises(DataError, match="magic04.data.gz: cannot be read: Error -3 while decompressing"):
        read("magic", tmp_path)


def test_a_missing_set_is_told_with_its_file_and_where_to_get_it(tmp_path):
    musk = DATA_SETS["musk"]
    assert musk.find(tmp_path) is None
    assert musk.find(None) is None

    def expected(data):
        with pytest.raises(DataError) as caught:
            musk.read(data)
        return str(caught.value)

    assert "clean2.data or musk2.csv" in expected(tmp_path)
    assert str(tmp_path) in expected(tmp_path)
    assert "the UCI Machine Learning Repository, data set 75, 'Musk (Version 2)'" in expected(tmp_path)
    assert "no folder was given, use --data DIR" in expected(None)
    (tmp_path / "clean2.data.Z").touch()
    assert "unpack" in expected(tmp_path)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the real data is not beside the repository")
@pytest.mark.parametrize(
    ("key", "of_class_1", "groups"),
    [
        ("magic", 12_332, 19_020),
        ("spambase", 1_813, 4_601),
        ("higgs", 10_561, 20_000),
        ("eeg", 6_723, 14_980),
        ("musk", 1_017, 102),
    ],
)
@pytest.mark.slow
def test_the_real_sets_have_the_published_rows_and_classes(key, of_class_1, groups):
    rows = read(key, SHARED, LEAST_ROWS)
    assert len(rows) == DATA_SETS[key].size
    assert rows.labels.sum() == of_class_1
    assert rows.groups.max() + 1 == groups


def some_rows(count=1_000, of=40, seed=0):
    """Return rows of `of` things, about a third of them of class 1, all rows of a thing of the same class."""
    rng = np.random.default_rng(seed)
    groups = np.sort(rng.integers(of, size=count))
    return Rows(rng.normal(size=(count, 2)), (rng.random(of) < 0.33)[groups], groups, "none")


@pytest.mark.parametrize("kind", ["rows", "blocks", "groups"])
def test_a_split_puts_each_row_in_one_part_and_depends_on_the_seed_alone(kind):
    rows = some_rows()
    split = split_rows(rows, kind, 1)
    parts = (split.training, split.selection, split.test)
    assert sorted(np.concatenate(parts).tolist()) == list(range(len(rows)))
    again, other = split_rows(rows, kind, 1), split_rows(rows, kind, 2)
    assert np.array_equal(again.test, split.test)
    assert not np.array_equal(other.test, split.test)


def test_rows_are_split_in_shares_with_both_classes_alike():
    rows = some_rows()
    split = split_rows(rows, "rows", 1)
    for part, share in ((split.training, 0.5), (split.selection, 0.25), (split.test, 0.25)):
        assert len(part) == pytest.approx(share * len(rows), abs=2)
        assert rows.labels[part].mean() == pytest.approx(rows.labels.mean(), abs=0.01)


def test_identical_rows_stay_in_one_part():
    """Else a test row may be known by heart, as nearly one in eleven of Spambase would be."""
    rows = some_rows()
    copied = Rows(np.round(rows.features[np.arange(1_000) // 3 * 2], 1), rows.labels, rows.groups, "none")
    split = split_rows(copied, "rows", 1)
    homes = [{row.tobytes() for row in copied.features[part]} for part in (split.training, split.selection, split.test)]
    assert not homes[0] & homes[1]
    assert not homes[0] & homes[2]
    assert not homes[1] & homes[2]
    assert len(split.test) == pytest.approx(250, abs=10)


def test_rows_of_one_molecule_stay_in_one_part():
    rows = some_rows()
    split = split_rows(rows, "groups", 1)
    homes = [set(rows.groups[part].tolist()) for part in (split.training, split.selection, split.test)]
    assert not homes[0] & homes[1]
    assert not homes[0] & homes[2]
    assert not homes[1] & homes[2]
    for part in (split.training, split.selection, split.test):
        assert rows.labels[part].mean() == pytest.approx(rows.labels.mean(), abs=0.1)


def test_blocks_are_stretches_of_the_file():
    split = split_rows(some_rows(), "blocks", 1)
    stretches = 1 + (np.diff(split.test) > 1).sum()
    assert stretches <= 10
    assert len(split.test) > 100
