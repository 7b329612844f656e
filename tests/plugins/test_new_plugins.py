"""What `haversack plugins new` writes is installed, listed, and passes its tests and the checks of this repository."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KINDS = ("energy", "searcher", "stopping", "cost", "constraint", "observer", "reader", "preset", "command")
NEW = {
    "haversack-anybody": ("energy",),
    "haversack-coin-tosses": ("searcher",),
    "standstill": ("stopping",),
    "haversack-entrance-fee": ("cost",),
    "haversack-likely-right": ("constraint",),
    "haversack-run-log": ("observer",),
    "haversack-bars": ("reader",),
    "haversack-quick-walk": ("preset",),
    "haversack-headcount": ("command",),
    "haversack-regatta": KINDS,
}


@pytest.fixture(scope="module")
def written(fresh_environment, tmp_path_factory):
    """A plugin of each kind, and one of all kinds, written and installed in one fresh environment."""
    folder = tmp_path_factory.mktemp("plugins")
    for name, kinds in NEW.items():
        flags = [f"--{kind}" for kind in kinds]
        done = fresh_environment.haversack("plugins", "new", name, *flags, "--into", str(folder))
        assert (done.returncode, done.stderr) == (0, "")
        assert f"next: pip install -e '{folder / name}[test]' && pytest {folder / name}" in done.stdout
    fresh_environment.install(*(folder / name for name in NEW))
    return folder


@pytest.mark.slow
def test_they_are_listed(fresh_environment, written):
    rows = json.loads(fresh_environment.haversack("plugins", "--json").stdout)
    ours = {
        (row["distribution"], row["kind"]): (row["name"], row["version"], row["status"])
        for row in rows
        if row["distribution"] in NEW
    }
    assert ours == {
        (name, kind): (name.removeprefix("haversack-"), "0.1.0", "ok") for name, kinds in NEW.items() for kind in kinds
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", NEW)
def test_they_pass_their_tests_as_written(fresh_environment, written, name):
    done = fresh_environment.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", cwd=written / name)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout.splitlines()[-1]


def run_tool(*command, cwd):
    command = [sys.executable, "-m", *command]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", NEW)
def test_the_linter_of_this_repository_finds_nothing_in_them(written, name):
    """In the folder of each: what ruff takes for a module of the project depends on it."""
    settings = ["--config", str(ROOT / "pyproject.toml"), "--no-cache"]
    folder = written / name
    run_tool("ruff", "check", *settings, "src", cwd=folder)
    run_tool("ruff", "check", *settings, "--ignore", "D,ARG,RUF043", "tests", cwd=folder)
    run_tool("ruff", "format", "--check", *settings, cwd=folder)


@pytest.mark.slow
def test_the_type_checker_finds_nothing_in_them(written):
    sources = [f"{name}/src" for name in NEW]
    run_tool("mypy", "--strict", "--config-file=", "--cache-dir=cache", *sources, cwd=written)
