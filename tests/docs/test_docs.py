"""The documentation shows only what happens: every example in it is run, every list in it compared with the code.

On a page, a fenced block of the kind

- ``pycon`` is run as a doctest; all blocks of a page share their names;
- ``console`` holds commands behind ``$`` and what they print; those of ``haversack`` are run, others are not;
- ``toml`` must be TOML and, where it is (a part of) a run file, one that haversack accepts.

In expected output ``...`` stands for any text: durations, and lists that grow with what is installed.
"""

from __future__ import annotations

import contextlib
import doctest
import importlib.util
import inspect
import io
import re
import shlex
import shutil
import tomllib
from pathlib import Path

import attrs
import pytest
from typer.main import get_command

import haversack
from haversack import capabilities, comparison, hookspecs
from haversack.cli import main
from haversack.cli.app import app
from haversack.config.pool_section import list_pool_keys
from haversack.config.run_file import RUN_KEYS, build_run
from haversack.kinds import PART_KINDS
from haversack.plugins import load_catalog

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(page for page in DOCS.glob("**/*.md") if "_build" not in page.parts),
]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
PLUGIN_SIGNS = {
    "haversack-example": "plugins/haversack-example/src",
    "haversack-paper": "$ haversack paper",
    "haversack-quadratic": "import haversack_quadratic",
    "haversack-sklearn": "from haversack_sklearn import",
    "haversack-verify": "$ haversack verify",
}
"""By what text one knows a page that uses a plugin of this repository."""
SLOW_PAGES = {
    "0007-anderson-darling-with-bootstrap.md",
    "choose-by-recorded-votes.md",
    "choose-scikit-learn-classifiers.md",
    "how-good-is-stop.md",
    "testing.md",
    "write-a-cost-model.md",
}
"""Pages whose examples take seconds."""
PAGES_TO_COME: set[tuple[str, str]] = set()
"""Parts without a page. A page makes the test fail until its part is taken off this list."""


@attrs.frozen
class Block:
    """A fenced block of a page."""

    language: str
    text: str
    line: int


def blocks(page, *languages):
    text = page.read_text(encoding="utf-8")
    fences = re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    found = [Block(m[1], m[2], text[: m.start()].count("\n") + 1) for m in fences]
    return [block for block in found if block.language in languages]


def pages_with(*languages):
    pages = [page for page in PAGES if blocks(page, *languages)]
    return [
        pytest.param(page, id=str(page.relative_to(ROOT)), marks=[pytest.mark.slow] * (page.name in SLOW_PAGES))
        for page in pages
    ]


def conversation(block):
    """Yield each command of a console block with what it is said to print."""
    for part in re.split(r"^\$ ", block.text.replace("\\\n", " "), flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output.strip()


def run_console(block):
    for command, expected in conversation(block):
        words = shlex.split(command)
        if words[0] != "haversack":
            continue
        # Both streams as a terminal shows them, what was understood of a log before the result.
        printed = io.StringIO()
        with (
            contextlib.redirect_stdout(printed),
            contextlib.redirect_stderr(printed),
            pytest.raises(SystemExit) as end,
        ):
            main(words[1:])
        # Only the first runs in a process set up for long enough to say so.
        output = re.sub(r" after \S+ s of set-up", "", printed.getvalue().strip())
        assert end.value.code == (2 if expected.startswith("error:") else 0), output
        if expected and not doctest.OutputChecker().check_output(expected, output, FLAGS):
            pytest.fail(f"line {block.line}: {command}\nshown:\n{expected}\nprinted:\n{output}")


def run_python(block, names, page):
    test = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line)
    complaints = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=complaints.append, clear_globs=False)
    names.update(test.globs)
    assert not complaints, "".join(complaints)


def catalog_for(page):
    """All parts there are; skips if the page uses a plugin of this repository that is not installed."""
    catalog = load_catalog()
    for plugin, sign in PLUGIN_SIGNS.items():
        # By its module, as not every plugin offers parts.
        is_installed = importlib.util.find_spec(plugin.replace("-", "_")) is not None
        if sign in page.read_text(encoding="utf-8") and not is_installed:
            pytest.skip(f"{plugin} is not installed; `make test` installs it")
    return catalog


@pytest.fixture
def workplace(tmp_path, monkeypatch):
    """A directory in which the tutorial's files lie where readers find them."""
    shutil.copytree(DOCS / "tutorial", tmp_path / "docs" / "tutorial")
    (tmp_path / "build").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", pages_with("pycon", "console"))
@pytest.mark.slow
def test_examples_print_what_the_page_shows(page, workplace):
    catalog_for(page)
    names = {}
    for block in blocks(page, "pycon", "console"):
        if block.language == "pycon":
            run_python(block, names, page)
        else:
            run_console(block)


@pytest.mark.parametrize("page", pages_with("toml"))
def test_toml_is_valid_and_run_files_are_accepted(page):
    catalog = catalog_for(page)
    for block in blocks(page, "toml"):
        document = tomllib.loads(block.text)
        if document.keys() <= set(RUN_KEYS):
            pool = document.get("pool", {"accuracies": [0.8], "costs": [1.0]})
            where = "tutorial" if pool.keys() & {"path", "votes"} else "."
            build_run({**document, "pool": pool}, catalog, source=page.name, directory=DOCS / where)


def test_the_hooks_page_names_every_hook_with_its_arguments():
    page = (DOCS / "reference" / "hooks.md").read_text(encoding="utf-8")
    documented = {
        name: [word.strip() for word in arguments.split(",") if word.strip()]
        for name, arguments in re.findall(r"^## `(\w+)\((.*?)\)`$", page, re.MULTILINE)
    }
    hooks = {
        name: list(inspect.signature(member).parameters)
        for name, member in vars(hookspecs).items()
        if name.startswith("haversack_")
    }
    assert documented == hooks


def shipped_parts():
    catalog = load_catalog(third_parties=False)
    shipped = {(entry.kind, entry.name) for entry in catalog.entries if entry.source.distribution == hookspecs.PROJECT}
    return sorted(shipped - PAGES_TO_COME)


def test_every_part_that_ships_has_a_page_and_no_other_has():
    pages = {(page.parent.name, page.stem) for page in DOCS.glob("parts/*/*.md")}
    assert sorted(pages) == [(kind, name) for kind, name in shipped_parts() if kind in (*PART_KINDS, "constraint")]


def test_one_page_explains_every_preset_that_ships():
    text = (DOCS / "how-to" / "write-a-preset.md").read_text(encoding="utf-8")
    assert [name for kind, name in shipped_parts() if kind == "preset" and f"| `{name}` |" not in text] == []


@pytest.mark.parametrize("page", sorted(DOCS.glob("parts/*/*.md")), ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_the_page_of_a_part_has_what_all_of_them_have(page):
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert headings == ["Formula", "Options", "Example", "When to use it", "What it cannot do"]
    assert f"`{page.stem}`" in text.splitlines()[0]
    assert f".. option-table:: {page.parent.name} {page.stem}\n" in text
    assert blocks(page, "pycon")


@pytest.mark.parametrize("page", [ROOT / "README.md", DOCS / "parts" / "index.md"], ids=["README", "index"])
def test_lists_of_parts_name_every_part(page):
    text = page.read_text(encoding="utf-8")
    assert [(kind, name) for kind, name in shipped_parts() if f"[{name}]" not in text] == []


def test_the_command_line_page_shows_every_command():
    page = (DOCS / "reference" / "command-line.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"^```\{command-help\}(.*)$", page, re.MULTILINE))
    commands = set(commands_below(get_command(app), ""))
    for entry in load_catalog().of_kind("command"):
        commands.update(commands_below(get_command(entry.factory()), entry.name))
    assert {name.strip() for name in shown} == commands


def commands_below(command, name):
    yield name
    for word, inner in getattr(command, "commands", {}).items():
        yield from commands_below(inner, f"{name} {word}".strip())


def test_the_configuration_page_names_every_key_of_pools_and_parts():
    page = (DOCS / "reference" / "configuration.md").read_text(encoding="utf-8")
    keys = [*(f"pool.{key}" for key in list_pool_keys()), *(f"{part}.kind" for part in PART_KINDS)]
    assert [key for key in keys if f"`{key}`" not in page] == []


@pytest.mark.parametrize("page", [pytest.param(page, id=str(page.relative_to(ROOT))) for page in PAGES])
def test_links_between_files_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    local = [link for link in links if not re.match(r"[a-z]+:", link)]
    assert [link for link in local if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.rst")), ids=lambda page: page.name)
def test_examples_in_rst_pages_show_what_python_prints(page):
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def test_the_reference_has_every_public_name():
    pages = "".join(page.read_text(encoding="utf-8") for page in sorted((DOCS / "reference").rglob("*.rst")))
    described = set(re.findall(r"^\.\. auto\w+:: haversack\.([\w.]+)", pages, re.MULTILINE))
    described |= set(re.findall(r"``(?:haversack\.)?(\w+)``", pages))
    public = {
        *(set(haversack.__all__) - {"hookimpl"}),
        *(f"capabilities.{name}" for name in capabilities.__all__),
        *(f"comparison.{name}" for name in set(comparison.__all__) - {"compare"}),
    }
    assert sorted(public - described) == []


@pytest.mark.parametrize("page", [pytest.param(page, id=str(page.relative_to(ROOT))) for page in PAGES])
def test_files_of_the_repository_that_a_page_names_exist(page):
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"[`\s]((?:docs|plugins|src|tests|haversack)/[\w./-]+\.(?:csv|md|py|toml))(?=[`\s,.])", text)
    assert [name for name in named if not any((ROOT / place / name).exists() for place in ("", "src"))] == []
