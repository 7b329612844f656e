from __future__ import annotations

import ast
from pathlib import Path

import pytest

from haversack import kernels

FOLDER = Path(kernels.__file__).parent
PACKAGE = FOLDER.parent
SHARED = {
    "ballot_bound",
    "ballot_rows",
    "error_integral",
    "jit",
    "lagrangian_bounds",
    "randomness",
    "rank_bound",
    "resources",
    "tree_state",
    "vote_state",
    "vote_tails",
    "vote_words",
}
"""Modules that serve kernels only; others make their named tuples."""


def test_every_module_is_an_attribute():
    for file in FOLDER.glob("*.py"):
        if file.stem != "__init__":
            assert getattr(kernels, file.stem).__name__ == f"haversack.kernels.{file.stem}"


def test_an_unknown_module_is_an_unknown_attribute():
    with pytest.raises(AttributeError, match=r"module 'haversack\.kernels' has no attribute 'no_such_kernel'"):
        kernels.no_such_kernel  # noqa: B018


def test_kernels_have_the_name_of_a_module_that_calls_them():
    named_after = {file.stem for file in FOLDER.glob("*.py")} - SHARED - {"__init__"}
    callers = {
        file.stem
        for folder in ("searchers", "energies", "evaluation", "statistics", "costs", "policies")
        for file in PACKAGE.glob(f"{folder}/**/*.py")
        if f"kernels.{file.stem}" in file.read_text(encoding="utf-8")
    }
    assert sorted(named_after - callers) == []


@pytest.mark.slow
def test_type_checkers_see_the_modules_that_are_used():
    """The list of imports for type checkers is written by hand; a module that is missing there is not checked."""
    tree = ast.parse((FOLDER / "__init__.py").read_text(encoding="utf-8"))
    listed = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "haversack.kernels"
        for alias in node.names
    }
    used = {
        node.attr
        for file in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "kernels"
    }
    assert used - {"is_loaded"} == listed
