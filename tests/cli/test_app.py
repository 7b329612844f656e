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


WRONG_USES = {
    "selct pool.csv": "no such command 'selct'; did you mean 'select'? known: select, ",
    "xyzzy": "no such command 'xyzzy'; known: select, ",
    "pool.csv --budget 3": "no such command 'pool.csv'; `haversack select pool.csv` selects from this file\n",
    "select pool.csv --plot x": "select: no such option: --plot; `haversack select --help` lists the options\n",
    "plugins shw": "plugins: no such command 'shw'; did you mean 'show'?\n",
    "select pool.csv --bugdet 3": "select: no such option: --bugdet; did you mean '--budget'?\n",
    "select pool.csv --xyzzy": "select: no such option: --xyzzy; `haversack select --help` lists the options\n",
    "--debg select": "no such option: --debg; did you mean '--debug'?\n",
    "plugins new x --engy": "plugins new: no such option: --engy; did you mean '--energy'?\n",
    "select": "command line: expected a pool, POOL.csv, or a log of recorded answers, --votes LOG\n",
    "select pool.csv --budget": "select: option '--budget' requires an argument; see `haversack select --help`\n",
    "run": "run: missing argument 'FILE'; see `haversack run --help`\n",
}


@pytest.mark.parametrize(("words", "message"), WRONG_USES.items(), ids=WRONG_USES)
def test_a_wrong_use_of_a_command_is_an_error_in_one_sentence(call, words, message):
    status, out, err = call(*words.split())
    assert (status, out) == (2, "")
    assert err.startswith(f"error: {message}")
    assert err.count("\n") == 1


def test_a_call_without_a_command_prints_the_help(call):
    status, out, err = call()
    assert status == 2
    assert (out + err).startswith("Usage: haversack ")


def test_global_flags_may_stand_anywhere(answer):
    assert answer("--no-plugins", "plugins", "--json") == answer("plugins", "--json", "--no-plugins")


def test_help_lists_the_commands_in_their_order(answer):
    commands = answer("--help").partition("Commands:\n")[2]
    assert re.findall(r"^  (\w+)", commands, re.MULTILINE) == [
        *(
            "select",
            "cheapest",
            "frontier",
            "policy",
            "replay",
            "decide",
            "explain",
            "report",
            "run",
            "compare",
            "plan",
            "schema",
            "study",
            "plugins",
        )
    ]
