"""New plugins: their names and their files. tests/plugins installs them and runs their tests."""

from __future__ import annotations

import ast
import tomllib

import pytest

from haversack import HaversackError
from haversack.cli import main
from haversack.scaffold import Names, write_plugin

KINDS = ("energy", "searcher", "stopping", "cost")


@pytest.mark.parametrize(
    ("name", "part", "class_name"),
    [
        ("haversack-weakest-link", "weakest-link", "WeakestLink"),
        ("weakest-link", "weakest-link", "WeakestLink"),
        ("haversack-pool", "pool", "PoolEnergy"),
        ("haversack-none", "none", "NoneEnergy"),
    ],
)
def test_names_are_derived_from_the_distribution_and_shadow_nothing(name, part, class_name):
    names = Names.derive(name, "energy")
    assert (names.part, names.class_name) == (part, class_name)
    assert names.module == name.replace("-", "_")


@pytest.mark.parametrize("kind", KINDS)
def test_every_file_is_complete(kind, tmp_path, builtins):
    files = write_plugin("haversack-weakest-link", kind, tmp_path, builtins)
    root = tmp_path / "haversack-weakest-link"
    assert sorted(files) == sorted(file for file in root.rglob("*") if file.is_file())
    texts = {file.relative_to(root).as_posix(): file.read_text(encoding="utf-8") for file in files}
    assert not any("$part" in text or "${" in text for text in texts.values())
    project = tomllib.loads(texts["pyproject.toml"])["project"]
    assert project["entry-points"] == {"haversack": {"weakest-link": "haversack_weakest_link"}}
    module = ast.parse(texts["src/haversack_weakest_link/__init__.py"])
    assert "WeakestLink" in [node.name for node in module.body if isinstance(node, ast.ClassDef)]
    tests = ast.parse(texts["tests/test_weakest_link.py"])
    assert any(isinstance(node, ast.FunctionDef) and node.name.startswith("test_") for node in tests.body)


def test_a_name_that_is_taken_is_refused_and_nothing_written(tmp_path, builtins):
    with pytest.raises(HaversackError, match="^NAME: searcher 'sweep' is already offered by haversack .*; choose"):
        write_plugin("haversack-sweep", "searcher", tmp_path, builtins)
    assert list(tmp_path.iterdir()) == []


def run_new(capsys, *arguments):
    with pytest.raises(SystemExit) as end:
        main(["plugins", "new", *arguments, "--no-plugins"])
    return end.value.code, *capsys.readouterr()


@pytest.mark.parametrize("name", ["Weakest", "weakest_link", "haversack-", "haversack-3d", "../up", ""])
def test_a_name_that_is_no_distribution_name_is_refused(capsys, tmp_path, name):
    status, out, err = run_new(capsys, name, "--energy", "--into", str(tmp_path))
    assert (status, out) == (2, "")
    assert err == (
        "error: NAME: expected the name of a distribution, lower-case words joined by hyphens such as "
        f"'haversack-weakest-link', got {name!r}\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["haversack", "numpy", "import", "json"])
def test_a_name_of_something_else_is_refused(capsys, tmp_path, name):
    status, _, err = run_new(capsys, name, "--energy", "--into", str(tmp_path))
    assert status == 2
    assert err == f"error: NAME: {name!r} is taken by Python or by something that is installed\n"


def test_the_name_of_a_registered_part_is_refused(capsys, tmp_path):
    status, _, err = run_new(capsys, "haversack-majority", "--energy", "--into", str(tmp_path))
    assert status == 2
    assert err.startswith("error: NAME: energy 'majority' is already offered by haversack ")
    assert err.endswith("; choose another name\n")
    assert run_new(capsys, "haversack-majority", "--searcher", "--into", str(tmp_path))[0] == 0


@pytest.mark.parametrize(("flags", "shown"), [((), "none"), (("--energy", "--cost"), "--energy and --cost")])
def test_one_kind_is_needed(capsys, tmp_path, flags, shown):
    status, _, err = run_new(capsys, "haversack-new", *flags, "--into", str(tmp_path))
    assert status == 2
    assert err == f"error: plugins new: expected one of --energy, --searcher, --stopping, --cost, got {shown}\n"


def test_nothing_is_overwritten(capsys, tmp_path):
    (tmp_path / "haversack-new").mkdir()
    status, _, err = run_new(capsys, "haversack-new", "--energy", "--into", str(tmp_path))
    assert (status, err) == (2, f"error: {tmp_path / 'haversack-new'}: exists already; nothing was written\n")
    assert list((tmp_path / "haversack-new").iterdir()) == []


def test_a_place_that_cannot_be_written_to_is_reported(capsys, tmp_path):
    (tmp_path / "file").write_text("")
    status, _, err = run_new(capsys, "haversack-new", "--energy", "--into", str(tmp_path / "file"))
    assert status == 2
    assert "cannot be written: Not a directory" in err
