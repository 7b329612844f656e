"""The application: global options, help, and what it answers to a wrong use."""

from __future__ import annotations

import re

import pytest

import haversack


@pytest.mark.parametrize("words", [["--version"], ["--version", "select"]])
def test_the_version_is_printed(answer, words):
    assert answer(*words) == f"haversack {haversack.__version__}\n"


@pytest.mark.parametrize("command", ["", "run", "select", "plan", "compare", "schema", "plugins"])
def test_help_is_printed(answer, command):
    out = answer(*command.split(), "--help")
    assert f"Usage: haversack {command}".strip() in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["selct", "pool.csv"], "selct"),
        (["select"], "POOL.csv"),
        (["select", "pool.csv", "--bugdet", "3"], "--bugdet"),
        (["run"], "FILE"),
    ],
)
def test_a_wrong_use_of_the_command_is_told(call, words, message):
    status, out, err = call(*words)
    assert (status, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_global_flags_may_stand_anywhere(answer):
    assert answer("--no-plugins", "plugins", "--json") == answer("plugins", "--json", "--no-plugins")


def test_help_lists_the_commands_in_their_order(answer):
    commands = answer("--help").partition("Commands:\n")[2]
    assert re.findall(r"^  (\w+)", commands, re.MULTILINE) == [
        *("select", "run", "plan", "frontier", "compare", "schema", "plugins")
    ]
