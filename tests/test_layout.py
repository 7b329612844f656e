"""The tree is what CONTRIBUTING says it is, and the code that composes parts does not know their names."""

from __future__ import annotations

import ast
import graphlib
import re
from collections import Counter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "haversack"
TESTS = ROOT / "tests"

CROSS_CUTTING = {
    "docs": "every page of the documentation",
    "paper": "numbers that the paper prints, through the public names",
    "plugins": "real distributions, good and broken, in an environment of their own",
    "testing": "the conformance kit, tried on parts that break one promise each",
    "test_failing_plugins.py": "parts that fail in mid-run, in a process of its own",
    "test_interrupt.py": "Ctrl-C, sent to a process",
    "test_study_crashes.py": "studies whose processes are killed",
    "test_expensive_energies.py": "every searcher with an energy that takes long",
    "test_random_constraints.py": "searchers, frontiers and targets under random constraints",
    "test_read_only_sets.py": "every searcher with parts that would write to sets",
    "test_time_limits.py": "every searcher with every energy and cost model",
    "test_layout.py": "this module",
    "test_release.py": "version, changelog fragments and source distribution",
    "test_startup.py": "what `import haversack` and light commands import",
    "test_wrong_arguments.py": "arguments of wrong types to all public functions",
}
"""Tests that mirror no module, with what they test."""

TESTED_ELSEWHERE = {
    "testing": "tests/testing tries the kit on parts that break one promise each",
    "__main__.py": "tests/cli/test_cli.py runs it",
}
"""Modules and packages without a test module of their own, with the place of their tests."""

COMPOSING = (
    "comparison",
    "config",
    "execution",
    "frontiers",
    "monitor.py",
    "pages",
    "plugins",
    "reports",
    "selection",
    "studies",
)
DEFAULTS = "selection/defaults.py"


def list_modules(*below):
    """Modules of the package, as paths relative to it."""
    places = [SOURCE / name for name in below] or [SOURCE]
    files = [file for place in places for file in ([place] if place.is_file() else place.rglob("*.py"))]
    return sorted(file.relative_to(SOURCE).as_posix() for file in files)


def parse(module):
    return ast.parse((SOURCE / module).read_text(encoding="utf-8"))


def is_docstring(statement):
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str | type(...))
    )


def is_hook(function):
    return any("hook" in ast.unparse(decorator) for decorator in function.decorator_list)


def has_behaviour(tree):
    """Whether there is a function whose body does something; hooks only list what tests/plugins tests."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and not is_hook(node)]
    return any(not all(map(is_docstring, function.body)) for function in functions)


def place_of_test(module):
    """The test of `a/b.py` is `a/test_b.py`; of `a/__init__.py`, `a/test_a.py`."""
    path = Path(module)
    name = path.parent.name if path.stem == "__init__" else path.stem
    return (path.parent / f"test_{name}.py").as_posix()


def top_names(paths):
    return {path.split("/")[0] for path in paths}


def test_contributing_lists_the_packages_and_modules_there_are():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    tree = re.search(r"^src/haversack/\n((?:  .*\n)+)", text, re.MULTILINE)[1]
    listed = [word for line in tree.splitlines() for word in re.match(r"  ((?:\S+(?:/|\.py) ?)*)", line)[1].split()]
    there = {name if name.endswith(".py") else f"{name}/" for name in top_names(list_modules())}
    assert sorted(listed) == sorted(there)


@pytest.mark.slow
def test_every_module_with_behaviour_has_its_test():
    excepted = {module for module in list_modules() if {module, *top_names([module])} & TESTED_ELSEWHERE.keys()}
    needed = {place_of_test(module) for module in list_modules() if has_behaviour(parse(module))}
    needed -= {place_of_test(module) for module in excepted}
    missing = {place for place in needed if not (TESTS / place).is_file()}
    assert sorted(missing) == []


def test_every_test_mirrors_a_module_or_is_excepted_with_a_reason():
    tests = {file.relative_to(TESTS).as_posix() for file in TESTS.rglob("test_*.py")}
    mirrored = {place_of_test(module) for module in list_modules()}
    stray = {test for test in tests - mirrored if not top_names([test]) & CROSS_CUTTING.keys()}
    assert sorted(stray) == []


@pytest.mark.parametrize(("place", "names"), [(TESTS, CROSS_CUTTING), (SOURCE, TESTED_ELSEWHERE)])
def test_exceptions_exist(place, names):
    assert [name for name in names if not (place / name).exists()] == []


ORDINARY_WORDS = {"additive", "beta", "exact", "gap", "majority", "none", "normal", "paper", "parallel", "spatial"} | {
    "inspect",
    "table",
    "target",
    "vector",
    "votes",
    "apart",
    "costs",
    "exclude",
    "include",
    "limit",
    "setup",
    "size",
    "tiers",
    "together",
}
"""Registered names that also occur in sentences: inside a longer text only in quotation marks or backticks."""

ORDINARY_USES = {
    ("comparison/experiment.py", "none"): "no seeds were given",
    ("config/input_files.py", "votes"): "a key of the table `pool`",
    ("config/log_reading.py", "exact"): "how answers are compared",
    ("config/pool_section.py", "costs"): "a key of the table `pool`",
    ("config/pool_section.py", "votes"): "a key of the table `pool`",
    ("comparison/runs.py", "none"): "no estimate is made",
    ("config/overrides.py", "monte-carlo"): "an example in a message",
    ("config/schema.py", "votes"): "a key of the table `pool`",
    ("frontiers/cheapest.py", "target"): "the title of a note",
    ("frontiers/one_budget.py", "none"): "no estimate is made",
    ("frontiers/point.py", "size"): "a column",
    ("frontiers/result.py", "gap"): "a column",
    ("frontiers/result.py", "size"): "a column",
    ("pages/canvas.py", "none"): "no colour",
    ("pages/study_budgets.py", "none"): "no colour",
    ("reports/comparison.py", "none"): "a number in words",
    ("reports/frontier.py", "none"): "a number in words",
    ("reports/frontier.py", "size"): "a column",
    ("reports/plan.py", "beta"): "the distribution that a plan fitted",
    ("selection/choosing.py", "none"): "no estimate is made",
    ("selection/compatibility.py", "none"): "a message lists no searchers",
    ("selection/estimating.py", "auto"): "a way to estimate",
    ("selection/estimating.py", "none"): "no estimate is made",
    ("selection/planning.py", "auto"): "how the accuracies are fitted",
    ("studies/axes.py", "costs"): "an axis of a study",
    ("studies/result.py", "gap"): "a column",
    ("studies/sources.py", "costs"): "an option of the generator of synthetic pools",
    ("studies/sources.py", "paper"): "the generator of synthetic pools",
    ("studies/study_file.py", "none"): "no seeds were given",
    ("studies/task_run.py", "gap"): "a column",
}
"""Where such a word means something other than the part, with its meaning."""


def names_in(text, registered):
    """Registered names that the text of a program mentions."""
    words = set(re.findall(r"[a-z]+(?:-[a-z]+)*", text))
    quoted = {mark[1:-1] for mark in re.findall(r"'[a-z-]+'|`[a-z-]+`", text)}
    return (words - ORDINARY_WORDS | quoted | {text, text.partition(":")[0]}) & registered


def mentions(tree, registered):
    """Names of parts among the string constants that are not docstrings."""
    docstrings = {id(node.value) for node in ast.walk(tree) if is_docstring(node)}
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return {name for node in constants if id(node) not in docstrings for name in names_in(node.value, registered)}


PRINTED_RESULTS = {
    ("api.selection", "certificates.making"),
    ("api.selection", "config.results"),
    ("api.selection", "pages.notebook"),
    ("api.selection", "reports.selection"),
    ("pools.pool", "config.log_reading"),
    ("api.selection", "selection.deciding"),
    ("comparison.result", "reports.comparison"),
    ("frontiers.result", "reports.frontier"),
    ("api.selection", "explanations.explain"),
    ("explanations.result", "reports.explanation"),
    ("studies.result", "reports.study"),
    ("policies.policy", "pages.notebook"),
    ("policies.policy", "policies.reading"),
    ("policies.policy", "policies.replay"),
    ("policies.policy", "reports.policy"),
    ("policies.replay", "reports.replay"),
}
"""Imports made inside methods of a result: it prints, reads, decides, certifies, and what does this knows it."""


def test_no_modules_import_each_other_for_types_either():
    graph = grimp.build_graph("haversack", cache_dir=None)
    short = {name: name.removeprefix("haversack.") for name in graph.modules}
    arrows = {
        short[name]: {short[other] for other in graph.find_modules_directly_imported_by(name)} for name in graph.modules
    }
    for importer, imported in PRINTED_RESULTS:
        arrows[importer].remove(imported)
    # Raises CycleError, which names the modules.
    assert len(list(graphlib.TopologicalSorter(arrows).static_order())) == len(graph.modules)


@pytest.mark.slow
def test_no_two_classes_have_one_name():
    found = Counter(
        node.name
        for module in list_modules()
        for node in ast.walk(parse(module))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, times in found.items() if times > 1] == []


@pytest.fixture(scope="module")
def registered(builtins):
    return {entry.name for entry in builtins.entries}


def test_code_that_composes_parts_does_not_name_them(registered):
    """A name there is a door that no plugin can use; defaults are the one exception."""
    found = {
        (module, name)
        for module in list_modules(*COMPOSING)
        if module != DEFAULTS
        for name in mentions(parse(module), registered)
    }
    assert sorted(found - ORDINARY_USES.keys()) == []


def test_ordinary_uses_are_still_there(registered):
    assert [(module, name) for module, name in ORDINARY_USES if name not in mentions(parse(module), registered)] == []
    assert sorted(ORDINARY_WORDS - registered) == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("kind == 'exact'", {"exact"}),
        ("ENDING = ('sweep', 'exact')", {"exact", "sweep"}),
        ("f'rules that work: max-step, {other}'", {"max-step"}),
        ('x = "as `exact` does"', {"exact"}),
        ("parse_spec('gap:share=0.1')", {"gap"}),
        ("f'searchers: {names or 3}; none given'", set()),
        ("x = 'an exact answer beside the paper'", set()),
        ("def f():\n    '''Try `exact`.'''", set()),
        ("limit: int = 3\n'''As in 'paper'.'''", set()),
    ],
)
def test_mentions_of_parts_are_recognised(code, expected, registered):
    assert mentions(ast.parse(code), registered) == expected
