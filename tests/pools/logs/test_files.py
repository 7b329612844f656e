"""The files of a log."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from haversack import PoolError
from haversack.pools.logs.files import find_sources, is_several


def test_files_patterns_folders_lists_and_frames_are_sources(tmp_path):
    (tmp_path / "deep").mkdir()
    for name in ("b.csv", "a.jsonl", "deep/c.tsv.gz", "note.txt"):
        (tmp_path / name).touch()
    found = find_sources(tmp_path)
    assert [source.path.name for source in found.sources] == ["a.jsonl", "b.csv", "c.tsv.gz"]
    assert found.optional
    assert len(find_sources(str(tmp_path / "*.csv")).sources) == 1
    assert not find_sources(tmp_path / "b.csv").optional
    several = find_sources([tmp_path / "b.csv", pd.DataFrame({"a": [1]})])
    assert [source.name for source in several.sources] == [str(tmp_path / "b.csv"), "frame"]
    assert several.name == f"{tmp_path / 'b.csv'} and 1 more"


def test_a_file_may_have_the_name_of_a_pattern(tmp_path):
    (tmp_path / "a[1].csv").touch()
    assert not is_several(tmp_path / "a[1].csv")
    assert not is_several("a\0b")


@pytest.mark.parametrize("value", [3, None, [], {}])
def test_other_values_are_refused(value):
    with pytest.raises(
        PoolError, match=r"^log: expected the name of a file, a folder, several of them or a frame, got"
    ):
        find_sources(value)


def test_empty_folders_and_patterns_are_reported(tmp_path):
    with pytest.raises(PoolError, match=r"the folder has no file that ends in one of \.csv, \.tsv"):
        find_sources(tmp_path)
    with pytest.raises(PoolError, match=r"x\*: no file matches this pattern$"):
        find_sources(tmp_path / "x*")


def test_a_folder_with_something_unreadable_is_reported(tmp_path, monkeypatch):
    (tmp_path / "a.csv").write_text("")

    def refuse(path):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "is_file", refuse)
    with pytest.raises(PoolError, match=r"a\.csv: cannot be read: Permission denied$"):
        find_sources(tmp_path)
