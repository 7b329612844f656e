"""Files are written whole, or an earlier one stays."""

from __future__ import annotations

import os
import threading

import pytest

from haversack.files import replacing, write_whole


def test_a_file_is_made_and_replaced_with_its_mode(tmp_path):
    path = tmp_path / "a.csv"
    write_whole(path, "one\n")
    path.chmod(0o640)
    write_whole(path, "two\n")
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("two\n", 0o640)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("there", ["old", None])
def test_what_goes_wrong_leaves_nothing_new(tmp_path, there):
    path = tmp_path / "a.svg"
    if there is not None:
        path.write_text(there)

    def write_half():
        with replacing(path) as unfinished:
            assert unfinished.suffix == ".svg"
            unfinished.write_text("half")
            raise OSError("disk full")

    with pytest.raises(OSError, match="full"):
        write_half()
    assert [file.read_text() for file in tmp_path.iterdir()] == ([] if there is None else [there])


def test_the_target_of_a_link_is_replaced(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.json").write_text("old")
    (tmp_path / "link.json").symlink_to("real/a.json")
    write_whole(tmp_path / "link.json", "new")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real" / "a.json").read_text() == "new"


def test_a_file_that_is_protected_is_not_replaced(tmp_path, monkeypatch):
    path = tmp_path / "a.csv"
    path.write_text("old")
    # Nothing is protected from root.
    monkeypatch.setattr(os, "access", lambda file, mode: (file, mode) != (path, os.W_OK))
    with pytest.raises(PermissionError, match=r"Permission denied: .*a\.csv"):
        write_whole(path, "new")
    assert [file.read_text() for file in tmp_path.iterdir()] == ["old"]


def test_links_in_a_circle_are_an_error_of_the_system(tmp_path):
    (tmp_path / "a.json").symlink_to("b.json")
    (tmp_path / "b.json").symlink_to("a.json")
    with pytest.raises(OSError, match=r"a\.json"):
        write_whole(tmp_path / "a.json", "new")


def test_a_pipe_is_written_to(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    found = []
    reader = threading.Thread(target=lambda: found.append((tmp_path / "pipe").read_text()))
    reader.start()
    write_whole(tmp_path / "pipe", "text")
    reader.join()
    assert found == ["text"]


def test_a_file_in_a_folder_that_takes_no_other_is_written_to(tmp_path, monkeypatch):
    path = tmp_path / "a.csv"
    path.write_text("old")

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(path), "touch", refuse)
    write_whole(path, "new")
    assert path.read_text() == "new"
    with pytest.raises(PermissionError):
        write_whole(tmp_path / "b.csv", "new")


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, "text")
