"""Start-up stays light.

Importing numba, and still more scipy.stats, takes longer than everything else that `import haversack` does. A command
that prints help, lists plugins or writes a schema should not wait for a compiler, and a program that imports haversack
should not pay for what it may never call. One module-level import in any implementation, built in or of a distribution
under plugins/, would bring them back for every command.
"""

from __future__ import annotations

import json
import subprocess
import sys

HEAVY = ("hypothesis", "matplotlib", "numba", "scipy.stats", "sklearn")

COMMANDS = [
    ["--help"],
    ["--version"],
    ["run", "--help"],
    ["compare", "--help"],
    ["plugins"],
    ["plugins", "show", "sherlock"],
    ["schema"],
]

RUN_COMMANDS = """
import json, sys
loaded = {{}}
from haversack.cli import main
for arguments in {commands!r}:
    try:
        main(arguments)
    except SystemExit as end:
        assert end.code in (0, None), (arguments, end.code)
    loaded[" ".join(arguments)] = sorted(sys.modules)
print()
print(json.dumps(loaded))
"""


def run_and_read(code):
    """Run the code in a process of its own; returns the JSON on its last line."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return json.loads(done.stdout.splitlines()[-1])


def find_heavy(modules):
    return [name for name in HEAVY if name in modules]


def test_import_haversack_brings_in_nothing_heavy():
    loaded = run_and_read("import haversack, json, sys; print(json.dumps(sorted(sys.modules)))")
    assert "haversack.selection.run" in loaded
    assert find_heavy(loaded) == []


def test_commands_that_do_not_search_bring_in_nothing_heavy():
    """One after the other in one process: the first that brings something in is the one to blame."""
    loaded = run_and_read(RUN_COMMANDS.format(commands=COMMANDS))
    assert list(loaded) == [" ".join(arguments) for arguments in COMMANDS]
    assert "haversack.cli.app" in loaded["schema"]
    assert {command: heavy for command, modules in loaded.items() if (heavy := find_heavy(modules))} == {}


def test_the_check_sees_a_heavy_import():
    assert find_heavy(run_and_read("import json, sys, numba; print(json.dumps(sorted(sys.modules)))")) == ["numba"]
