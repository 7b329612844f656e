"""New plugins: their names and their files. tests/plugins installs them and runs their tests."""

from __future__ import annotations

import ast
import tomllib

import pytest

from haversack import HaversackError
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
