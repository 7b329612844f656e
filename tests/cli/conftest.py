"""A folder to call commands in, and how to call them."""

from __future__ import annotations

import pytest

from haversack.cli import main
from haversack.plugins import default_catalog

POOL = "name,accuracy,cost\nann,0.9,4\nbob,0.8,2\ncat,0.7,2\ndan,0.6,1\n"
RUN = """\
budget = 8.0
seed = 1
[pool]
path = "pool.csv"
[stopping]
kind = "max-step"
limit = 300
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with pools and a run file, in which the command is called."""
    (tmp_path / "pool.csv").write_text(POOL)
    (tmp_path / "free.csv").write_text("name,accuracy\nann,0.9\nbob,0.8\ncat,0.7\n")
    (tmp_path / "run.toml").write_text(RUN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HAVERSACK_NO_PLUGINS", "1")
    yield tmp_path
    # Functions that were called here have loaded it without plugins, for the whole process.
    default_catalog.cache_clear()


@pytest.fixture
def crowd(folder):
    """Answers of four members to three questions."""
    (folder / "answers.csv").write_text("question,ann,bob,cat,dan\n1,a,a,b,b\n2,a,b,a,b\n3,b,a,a,b\n")
    (folder / "truth.csv").write_text("question,truth\n1,a\n2,a\n3,a\n")


@pytest.fixture
def call(folder, capsys):
    """Call the command; returns status, standard output and standard error."""

    def call_main(*words):
        with pytest.raises(SystemExit) as caught:
            main([str(word) for word in words])
        printed = capsys.readouterr()
        return caught.value.code or 0, printed.out, printed.err

    return call_main


@pytest.fixture
def answer(call):
    """Call the command, which must work without a word on standard error; returns what it printed."""

    def call_successfully(*words):
        status, out, err = call(*words)
        assert (status, err) == (0, "")
        return out

    return call_successfully


@pytest.fixture
def without_seconds():
    """Drop the durations of a result, which no two runs share."""

    def drop(result):
        trace = [{key: value for key, value in row.items() if key != "seconds"} for row in result["trace"]]
        durations = ("seconds", "setup_seconds")
        return {key: value for key, value in result.items() if key not in durations} | {"trace": trace}

    return drop
