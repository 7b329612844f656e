"""New plugins: their names and their files. tests/plugins installs them and runs their tests."""

from __future__ import annotations

import ast
import tomllib

import pytest

from haversack import HaversackError
from haversack.cli import main
from haversack.kinds import HOOKS
from haversack.scaffold import Names, write_plugin
from haversack.scaffold.offers import OFFERS

KINDS = tuple(OFFERS)


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
    names = Names.derive(name)
    assert (names.part, names.name_classes(["energy"])) == (part, {"energy": class_name})
    assert names.module == name.replace("-", "_")


def test_several_classes_have_their_kind_in_their_names():
    names = Names.derive("haversack-weakest-link").name_classes(["energy", "cost"])
    assert names == {"energy": "WeakestLinkEnergy", "cost": "WeakestLinkCost"}


@pytest.mark.parametrize("kinds", [*((kind,) for kind in KINDS), ("searcher", "command"), KINDS], ids="-".join)
def test_every_file_is_complete(kinds, tmp_path, builtins):
    files = write_plugin("haversack-weakest-link", kinds, tmp_path, builtins)
    root = tmp_path / "haversack-weakest-link"
    assert sorted(files) == sorted(file for file in root.rglob("*") if file.is_file())
    texts = {file.relative_to(root).as_posix(): file.read_text(encoding="utf-8") for file in files}
    assert not any("$part" in text or "${" in text for text in texts.values())
    project = tomllib.loads(texts["pyproject.toml"])["project"]
    assert project["entry-points"] == {"haversack": {"weakest-link": "haversack_weakest_link"}}
    assert ("typer>=0.20" in project["dependencies"]) == ("command" in kinds)
    hooks = {
        node.name
        for node in ast.parse(texts["src/haversack_weakest_link/__init__.py"]).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("haversack_")
    }
    assert hooks == {HOOKS[kind] for kind in kinds}
    for kind in kinds:
        ast.parse(texts[f"src/haversack_weakest_link/{kind}.py"])
        tests = ast.parse(texts[f"tests/test_{kind}.py"])
        assert any(isinstance(node, ast.FunctionDef) and node.name.startswith("test_") for node in tests.body)


def test_the_readme_names_what_there_is_and_no_address(tmp_path, builtins):
    write_plugin("haversack-weakest-link", ["energy"], tmp_path, builtins)
    write_plugin("haversack-regatta", ["cost", "command"], tmp_path, builtins)
    one = (tmp_path / "haversack-weakest-link" / "README.md").read_text(encoding="utf-8")
    two = (tmp_path / "haversack-regatta" / "README.md").read_text(encoding="utf-8")
    assert "An energy for haversack, registered as `weakest-link`." in one
    assert "A cost model and a command for haversack, each registered as `regatta`." in two
    assert "- `src/haversack_regatta/cost.py`: the class `RegattaCost`, whose fields are its options.\n" in two
    assert "- `src/haversack_regatta/command.py`: the command `haversack regatta`, a Typer app.\n" in two
    assert "://" not in one + two


def test_a_name_that_is_taken_is_refused_and_nothing_written(tmp_path, builtins):
    with pytest.raises(HaversackError, match="^NAME: searcher 'sweep' is already offered by haversack .*; choose"):
        write_plugin("haversack-sweep", ["energy", "searcher"], tmp_path, builtins)
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


def test_the_name_of_a_command_of_haversack_is_refused(capsys, tmp_path):
    status, _, err = run_new(capsys, "haversack-select", "--command", "--into", str(tmp_path))
    assert (status, err) == (
        2,
        "error: NAME: command 'select' is already offered by haversack itself; choose another name\n",
    )
    assert run_new(capsys, "haversack-select", "--energy", "--into", str(tmp_path))[0] == 0


def test_at_least_one_kind_is_needed(capsys, tmp_path):
    status, _, err = run_new(capsys, "haversack-new", "--into", str(tmp_path))
    assert status == 2
    kinds = ", ".join(f"--{kind}" for kind in KINDS)
    assert err == f"error: plugins new: expected at least one of {kinds}\n"


def test_kinds_may_be_named(capsys, tmp_path):
    assert run_new(capsys, "haversack-a", "--kind", "constraint", "--kind", "cost", "--into", str(tmp_path))[0] == 0
    assert run_new(capsys, "haversack-b", "--constraint", "--cost", "--into", str(tmp_path))[0] == 0
    a, b = (
        sorted(path.name for path in (tmp_path / name).rglob("*.py") if path.name != "__init__.py")
        for name in ("haversack-a", "haversack-b")
    )
    assert a == b == ["constraint.py", "cost.py", "test_constraint.py", "test_cost.py"]
    status, _, err = run_new(capsys, "haversack-c", "--kind", "constrain", "--into", str(tmp_path))
    assert status == 2
    assert err.startswith("error: plugins new: --kind: no such kind 'constrain'; did you mean 'constraint'?")


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
