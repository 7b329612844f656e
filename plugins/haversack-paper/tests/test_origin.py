"""Where results come from is on record: commit, software, machine, but no host name and no path."""

from __future__ import annotations

import platform
import subprocess

import pytest
from haversack_paper.origin import UNKNOWN, describe_origin, find_commit


@pytest.fixture
def file(tmp_path):
    """A file that a repository of its own tracks."""
    path = tmp_path / "module.py"
    path.write_text("1\n")
    for words in (
        ["init", "--quiet"],
        ["add", path.name],
        ["-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "--message", "one"],
    ):
        subprocess.run(["git", "-C", str(tmp_path), *words], check=True)
    return path


def test_the_commit_is_that_of_the_repository_that_tracks_the_code(file):
    assert len(find_commit(file)) == 40


def test_changes_that_are_not_committed_are_mentioned(file):
    file.write_text("2\n")
    assert find_commit(file).endswith(" with changes")


def test_code_that_no_repository_tracks_has_no_commit(file):
    """An installed copy may lie in a folder that a repository ignores."""
    other = file.with_name("installed.py")
    other.write_text("1\n")
    assert find_commit(other) == UNKNOWN


def test_without_git_the_commit_is_unknown(file, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert find_commit(file) == UNKNOWN


def test_software_and_machine_are_named_and_the_host_is_not():
    origin = describe_origin()
    assert origin["python"] == platform.python_version()
    assert "core" in origin["machine"]
    assert platform.node() not in origin["machine"].split(", ")
