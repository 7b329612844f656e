"""What a shell offers at the tab key, asked for as shells do."""

from __future__ import annotations

import subprocess
import sys

import attrs
import pytest

from haversack.cli.completion import list_completions
from haversack.plugins import Source

CODE = "from haversack.cli import main; main()"


@pytest.fixture
def complete(call, monkeypatch):
    """Ask as fish does: a line each with the word and, after a tab, its help."""

    def ask(line):
        monkeypatch.setenv("_HAVERSACK_COMPLETE", "complete_fish")
        monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
        status, out, err = call()
        assert (status, err) == (0, "")
        return [word.partition("\t")[0] for word in out.splitlines() if word]

    return ask


COMMANDS = [
    *("select", "cheapest", "frontier", "policy", "replay", "decide", "explain", "report", "run", "compare"),
    *("plan", "schema", "study", "plugins"),
]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("haversack ", COMMANDS),
        ("haversack fr", ["frontier"]),
        ("haversack select --see", ["--seed"]),
        ("haversack select --searcher s", ["sherlock", "sweep"]),
        ("haversack select --stopping ti", ["time-limit"]),
        ("haversack frontier --cost v", ["vector"]),
        ("haversack plan --energy sp", ["spatial"]),
        ("haversack select --searcher annealing:coo", ["annealing:cooling="]),
        ("haversack select --certify ", ["off", "quick", "prove"]),
        ("haversack run --certify pr", ["prove"]),
        ("haversack select --preset p", ["paper"]),
        ("haversack compare --searchers sweep,she", ["sweep,sherlock"]),
        ("haversack compare --reference no", ["none"]),
        ("haversack compare --group ", ["pool", "size", "all"]),
        ("haversack plugins sh", ["show"]),
        ("haversack plugins show sea", ["searcher"]),
        ("haversack plugins show searcher ann", ["annealing"]),
    ],
)
def test_words_are_completed(complete, line, words):
    assert complete(line) == words


def test_help_comes_with_the_names_of_parts(call, monkeypatch):
    monkeypatch.setenv("_HAVERSACK_COMPLETE", "complete_zsh")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "haversack select --searcher mon")
    assert '"monte-carlo":"random feasible sets, the best one kept"' in call()[1]


def test_bash_asks_with_words_and_their_number(folder):
    """In a process of its own, as a shell does."""
    environment = {"_HAVERSACK_COMPLETE": "complete_bash", "COMP_WORDS": "haversack select --sear", "COMP_CWORD": "2"}
    done = subprocess.run(
        [sys.executable, "-c", CODE], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "--searcher\n", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_is_printed(call, monkeypatch, shell):
    monkeypatch.setenv("_HAVERSACK_COMPLETE", f"source_{shell}")
    status, out, _ = call()
    assert status == 0
    assert "_HAVERSACK_COMPLETE" in out


def test_completion_can_be_installed(answer):
    out = answer("--help")
    assert "--install-completion" in out
    assert "--show-completion" in out


@pytest.mark.parametrize(
    ("typed", "several", "words"),
    [
        ("annealing:cooling=0.9,mo", False, ["annealing:cooling=0.9,moves="]),
        ("annealing:cooling=0.9,coo", False, []),
        ("annealing:cooling=0.", False, []),
        ("sweep,she", False, []),
        ("anealing:co", False, []),
        ("sweep,annealing:cooling=0.9,m", True, [
            "sweep,annealing:cooling=0.9,monte-carlo", "sweep,annealing:cooling=0.9,moves="]),
        ("sweep,annealing:mo", True, ["sweep,annealing:moves="]),
        ("", True, ["annealing"]),
    ],
)  # fmt: skip
def test_options_of_parts_are_completed(builtins, typed, several, words):
    found = [word for word, _ in list_completions(builtins, "searcher", typed, several=several)]
    assert found[: len(words)] == words
    assert all(word.startswith(typed) for word in found)
    if typed:
        assert len(found) == len(words)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("guest", ["guest:exact"]),
        ("exa", ["exact", "exact-votes"]),
        ("guest:", ["guest:exact", "guest:lone"]),
        ("haversack:ex", ["haversack:exact", "haversack:exact-votes"]),
        ("lo", ["lone"]),
        ("guest:exact:most", ["guest:exact:most_nodes="]),
        ("lone:most", ["lone:most_nodes="]),
    ],
)
def test_qualified_names_are_offered_where_the_plain_one_is_taken_or_once_they_are_begun(builtins, typed, words):
    exact = attrs.evolve(builtins.find("searcher", "exact"), source=Source("guest", "guest", "1.0"))
    catalog = attrs.evolve(builtins, entries=(*builtins.entries, exact, attrs.evolve(exact, name="lone")))
    assert [word for word, _ in list_completions(catalog, "searcher", typed)] == words
