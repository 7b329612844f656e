"""`haversack plugins new`: what it writes is installed, listed, and passes its tests and our own checks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from haversack.cli import main

ROOT = Path(__file__).parents[2]
NEW = {
    "energy": "haversack-anybody",
    "searcher": "haversack-coin-tosses",
    "stopping": "standstill",
    "cost": "haversack-entrance-fee",
}
PARTS = {"energy": "anybody", "searcher": "coin-tosses", "stopping": "standstill", "cost": "entrance-fee"}


@pytest.fixture(scope="module")
def written(fresh_environment, tmp_path_factory):
    """A plugin of each kind, written and installed in one fresh environment."""
    folder = tmp_path_factory.mktemp("plugins")
    for kind, name in NEW.items():
        done = fresh_environment.haversack("plugins", "new", name, f"--{kind}", "--into", str(folder))
        assert (done.returncode, done.stderr) == (0, "")
        assert f"next: pip install -e '{folder / name}[test]' && pytest {folder / name}" in done.stdout
    fresh_environment.install(*(folder / name for name in NEW.values()))
    return folder


@pytest.mark.slow
def test_they_are_listed(fresh_environment, written):
    rows = json.loads(fresh_environment.haversack("plugins", "--json").stdout)
    ours = {
        row["kind"]: (row["name"], row["version"], row["status"]) for row in rows if row["distribution"] in NEW.values()
    }
    assert ours == {kind: (name, "0.1.0", "ok") for kind, name in PARTS.items()}


@pytest.mark.slow
@pytest.mark.parametrize("kind", NEW)
def test_they_pass_their_tests_as_written(fresh_environment, written, kind):
    done = fresh_environment.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", cwd=written / NEW[kind])
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.parametrize("kind", NEW)
def test_they_read_like_the_rest_of_the_house(written, kind):
    """The same linter, formatter and type checker find nothing."""
    ruff, settings = [sys.executable, "-m", "ruff"], ["--config", str(ROOT / "pyproject.toml"), "--no-cache"]
    for command in (
        [*ruff, "check", *settings, "src"],
        [*ruff, "check", *settings, "--ignore", "D,ARG,RUF043", "tests"],
        [*ruff, "format", "--check", *settings],
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={written / 'cache'}", "src"],
    ):
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=300, cwd=written / NEW[kind]
        )
        assert done.returncode == 0, done.stdout + done.stderr


def ran(capsys, *arguments):
    with pytest.raises(SystemExit) as end:
        main(["plugins", "new", *arguments, "--no-plugins"])
    return end.value.code, *capsys.readouterr()


@pytest.mark.parametrize("name", ["Weakest", "weakest_link", "haversack-", "haversack-3d", "../up", ""])
def test_a_name_that_is_none_is_refused(capsys, tmp_path, name):
    status, out, err = ran(capsys, name, "--energy", "--into", str(tmp_path))
    assert (status, out) == (2, "")
    assert err == (
        "error: NAME: expected the name of a distribution, lower-case words joined by hyphens such as "
        f"'haversack-weakest-link', got {name!r}\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["haversack", "numpy", "import", "json"])
def test_a_name_of_something_else_is_refused(capsys, tmp_path, name):
    status, _, err = ran(capsys, name, "--energy", "--into", str(tmp_path))
    assert status == 2
    assert err == f"error: NAME: {name!r} is taken by Python or by something that is installed\n"


def test_a_part_that_there_is_already_is_refused(capsys, tmp_path):
    status, _, err = ran(capsys, "haversack-majority", "--energy", "--into", str(tmp_path))
    assert status == 2
    assert err.startswith("error: NAME: energy 'majority' is already offered by haversack ")
    assert err.endswith("; choose another name\n")
    assert ran(capsys, "haversack-majority", "--searcher", "--into", str(tmp_path))[0] == 0


@pytest.mark.parametrize(("flags", "told"), [((), "none"), (("--energy", "--cost"), "--energy and --cost")])
def test_one_kind_is_needed(capsys, tmp_path, flags, told):
    status, _, err = ran(capsys, "haversack-new", *flags, "--into", str(tmp_path))
    assert status == 2
    assert err == f"error: plugins new: expected one of --energy, --searcher, --stopping, --cost, got {told}\n"


def test_nothing_is_overwritten(capsys, tmp_path):
    (tmp_path / "haversack-new").mkdir()
    status, _, err = ran(capsys, "haversack-new", "--energy", "--into", str(tmp_path))
    assert (status, err) == (2, f"error: {tmp_path / 'haversack-new'}: exists already; nothing was written\n")
    assert list((tmp_path / "haversack-new").iterdir()) == []


def test_a_place_that_cannot_be_written_to_is_told(capsys, tmp_path):
    (tmp_path / "file").write_text("")
    status, _, err = ran(capsys, "haversack-new", "--energy", "--into", str(tmp_path / "file"))
    assert status == 2
    assert "cannot be written: Not a directory" in err


@pytest.mark.parametrize(
    ("name", "expected"), [("haversack-pool", "class PoolEnergy:"), ("haversack-none", "NoneEnergy")]
)
def test_a_class_is_not_called_what_its_module_imports(capsys, tmp_path, name, expected):
    assert ran(capsys, name, "--energy", "--into", str(tmp_path))[0] == 0
    (module,) = tmp_path.glob("*/src/*/__init__.py")
    assert expected in module.read_text(encoding="utf-8")
