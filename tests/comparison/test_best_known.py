"""Best known values from a file."""

from __future__ import annotations

import pytest

from haversack import ConfigError
from haversack.comparison import Reference, read_best_known


def test_best_known_values_are_read(tmp_path):
    file = tmp_path / "known.csv"
    file.write_text("\ufeffName, Value ,source\na,12.5,thesis\nb, 7 ,\n")
    assert read_best_known(file) == {"a": Reference("best-known", 12.5), "b": Reference("best-known", 7.0)}


def test_other_words_for_the_columns_of_best_known_values_are_understood(tmp_path):
    file = tmp_path / "known.csv"
    file.write_text("instance,best_known\na,12.5\n")
    assert read_best_known(file) == {"a": Reference("best-known", 12.5)}


def test_best_known_errors_keep_their_precision(tmp_path):
    file = tmp_path / "known.csv"
    file.write_text("pool,value,error\na,1.0,1e-20\n")
    assert read_best_known(file) == {"a": Reference("best-known", 1.0, 1e-20)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "line 1: expected the columns pool and value (or error), found nothing"),
        (b"pool,profit\na,1\n", "line 1: expected the columns pool and value (or error), found pool, profit"),
        (b"pool,value\na,much\n", "line 2, value: must be a finite number, got 'much'"),
        (b"pool,value\na\n", "line 2, value: must be a finite number, got ''"),
        (b"pool,error\na,nan\n", "line 2, error: must be a finite number, got 'nan'"),
        (b"pool,value\na,1\na,2\n", "line 3, pool: duplicate name 'a'"),
        (b"pool,value\n\xff,2\n", "is not a CSV file in UTF-8: "),
    ],
)
def test_a_file_that_cannot_be_used_is_told(tmp_path, text, message):
    file = tmp_path / "known.csv"
    file.write_bytes(text)
    with pytest.raises(ConfigError) as caught:
        read_best_known(file)
    assert str(caught.value).startswith(f"{file}: {message}")


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(ConfigError, match="no.csv: cannot be read: No such file or directory"):
        read_best_known(tmp_path / "no.csv")
