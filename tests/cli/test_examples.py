"""Examples in the help of commands work."""

from __future__ import annotations

import shlex
import shutil

import pytest

from conftest import ROOT
from haversack import Pool
from haversack.cli.examples import EXAMPLES

LINES = [(command, line) for command, lines in EXAMPLES.items() for line in lines]


@pytest.fixture
def example_files(folder, crowd):
    """The files that the examples name; a result is one that an example writes."""
    for name in ("pool.csv", "run.toml"):
        shutil.copy(ROOT / "docs" / "tutorial" / name, folder / name)
    names = Pool.from_csv(folder / "pool.csv").names
    (folder / "new.csv").write_text(f"item,{','.join(names)}\n1,{','.join('a' for _ in names)}\n")
    (folder / "study.toml").write_text('pools = ["pool.csv"]\nbudgets = [10, 30]\n')


@pytest.mark.usefixtures("example_files")
@pytest.mark.slow
def test_examples_work_one_after_the_other(call):
    for command, line in LINES:
        program, *words = shlex.split(line.partition(" > ")[0])
        assert program == "haversack"
        assert words[: len(command.split())] == command.split()
        status, out, err = call(*words)
        assert status == 0, f"{line}: {err}"
        assert out or "--out" in words, line


@pytest.mark.parametrize("command", EXAMPLES)
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_shows_them(answer, command, flag):
    out = answer(*command.split(), flag)
    assert out.startswith(f"Usage: haversack {command} ")
    assert "Examples:\n" in out
    assert all(f"    {line}\n" in out for line in EXAMPLES[command])


def test_every_command_has_examples(answer):
    commands = [line.split()[0] for line in answer("-h").partition("Commands:\n")[2].splitlines() if line[:3].strip()]
    assert sorted(commands) == sorted(command for command in EXAMPLES if " " not in command)
