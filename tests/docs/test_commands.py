"""Commands, options, keys, variables, exit statuses: those of the code are documented, those of the pages exist."""

from __future__ import annotations

import functools
import inspect
import re
from pathlib import Path
from typing import Annotated

import pytest
import typer
from typer.main import get_command

import haversack
from haversack.cli import exit_status
from haversack.cli.app import app
from haversack.config.docstrings import read_factory_docs
from haversack.config.options import list_options
from haversack.config.run_file import RUN_KEYS
from haversack.kinds import PART_KINDS
from haversack.plugins import load_catalog
from haversack.studies.study_file import STUDY_KEYS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(page for page in DOCS.rglob("*.md") if "_build" not in page.parts)]


def read(name):
    return (DOCS / name).read_text(encoding="utf-8")


@functools.cache
def commands():
    """The command line, with the commands of plugins that are installed."""
    root = get_command(app)
    plugins = {entry.name: get_command(entry.factory()) for entry in load_catalog().of_kind("command")}
    return root, {**root.commands, **plugins}


def walk(command, name=""):
    yield name, command
    for word, inner in getattr(command, "commands", {}).items():
        yield from walk(inner, f"{name} {word}")


def spellings(command):
    return {word for parameter in command.params for word in (*parameter.opts, *parameter.secondary_opts)}


def keeps_help_of_arguments():
    """Typer 0.20 with Click 8.5 loses it."""
    probe = typer.Typer()

    @probe.command()
    def greet(name: Annotated[str, typer.Argument(help="Whom.")]) -> None: ...

    return get_command(probe).params[0].help == "Whom."


def test_every_option_and_argument_has_a_help_text():
    root, named = commands()
    everything = [*walk(root), *(pair for name, command in named.items() for pair in walk(command, name))]
    parameters = [(name, each) for name, command in everything for each in command.params]
    if not keeps_help_of_arguments():
        parameters = [(name, each) for name, each in parameters if each.param_type_name == "option"]
    assert len(parameters) > 100
    assert [(name, each.name) for name, each in parameters if not each.help] == []


def test_every_option_of_a_part_has_a_description():
    parts = [entry for entry in load_catalog().entries if entry.kind != "command"]
    silent = [
        (each.kind, each.name, option.name) for each in parts for option in list_options(each.factory) if not option.doc
    ]
    assert silent == []


@pytest.mark.parametrize(
    "name", sorted(name for name in haversack.__all__ if inspect.isfunction(getattr(haversack, name)))
)
def test_every_parameter_of_a_public_function_has_a_description(name):
    function = getattr(haversack, name)
    # One refers to the parameters of another.
    named = re.search(r"Parameters are those of `(\w+)`", inspect.getdoc(function))
    docs = read_factory_docs(getattr(haversack, named[1]) if named else function)
    assert [word for word in inspect.signature(function).parameters if not docs.get(word)] == []


def find_mistakes(text):
    """Return what a command line in the text has that the commands do not know."""
    root, named = commands()
    words = [word.strip("'\",.;:") for word in text.split()[1:]]
    if not words or not (words[0] in named or words[0].startswith("-")):
        return []
    known = spellings(root) | {"-h", "--help"}
    for word in words:
        if word not in named:
            break
        known |= spellings(named[word])
        named = getattr(named[word], "commands", {})
    options = [word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)]
    return [option for option in options if option not in known]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_options_that_a_page_names_exist(page):
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    shown = re.findall(r"`(haversack [^`]*)`|^(?:\$ |srun )?(haversack .*)$", text, re.MULTILINE)
    used = [" ".join("".join(pair).split()) for pair in shown]
    assert {command: wrong for command in used if (wrong := find_mistakes(command))} == {}


@pytest.mark.parametrize("command", ["haversack select pool.csv --budgt 3", "haversack study status --frob store"])
def test_an_option_that_does_not_exist_is_found(command):
    assert len(find_mistakes(command)) == 1


def list_rows(page, title):
    """The names in the first column of the table of a section."""
    section = page.partition(title)[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return [name for row in rows for name in re.findall("`([^`]+)`", row)]


def test_the_configuration_page_has_every_key_of_a_run_file():
    page = read("reference/configuration.md")
    sections = {*PART_KINDS, "pool", "vote", "constraints", "observers"}
    assert sorted(list_rows(page, "## Top level")) == sorted(set(RUN_KEYS) - sections)
    assert [name for name in sorted(sections) if f"[{name}]" not in page] == []


def test_the_guide_to_studies_has_every_key_of_a_study_file():
    assert sorted(list_rows(read("how-to/run-a-study.md"), "## The study file")) == sorted(STUDY_KEYS)


def test_the_command_line_page_has_every_exit_status():
    page = read("reference/command-line.md").partition("## Exit status")[2].partition("\n## ")[0]
    shown = {int(status) for status in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)}
    used = {value for name, value in vars(exit_status).items() if name.isupper()}
    assert shown == used | {5}  # 5 is that of the checker, which imports nothing of haversack


def test_the_command_line_page_has_every_environment_variable():
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "plugins").glob("*/src/**/*.py")]
    texts = [path.read_text(encoding="utf-8") for path in sources]
    used = {name for text in texts for name in re.findall(r"""["'](HAVERSACK_[A-Z_]+)["']""", text)}
    shown = re.findall(r"^`(HAVERSACK_[A-Z_]+)`$", read("reference/command-line.md"), re.MULTILINE)
    assert used
    assert sorted(shown) == sorted(used)
