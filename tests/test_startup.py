"""Start-up stays light.

Importing numba, and still more scipy.stats, takes longer than everything else that `import haversack` does.
Whoever asks for help, lists plugins or completes a config in an editor should not wait for a compiler, and a
program that imports haversack should not pay for what it may never call. The imports hide well: one module-level line
in any implementation, built in or of a distribution under plugins/, brings them back for everybody.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAVY = ("hypothesis", "matplotlib", "numba", "scipy.stats", "sklearn")

COMMAND = """
import json, sys
from haversack.cli import main
try:
    main({arguments!r})
except SystemExit as end:
    assert end.code in (0, None), end.code
print()
print(json.dumps(sorted(sys.modules)))
"""


def modules_after(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return json.loads(done.stdout.splitlines()[-1])


def test_import_haversack_brings_in_nothing_heavy():
    loaded = modules_after("import haversack, json, sys; print(json.dumps(sorted(sys.modules)))")
    assert "haversack.selection.run" in loaded
    assert [name for name in HEAVY if name in loaded] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["run", "--help"],
        ["compare", "--help"],
        ["plugins"],
        ["plugins", "show", "sherlock"],
        ["schema"],
    ],
    ids=" ".join,
)
def test_commands_that_do_not_search_bring_in_nothing_heavy(arguments):
    loaded = modules_after(COMMAND.format(arguments=arguments))
    assert "haversack.cli.app" in loaded
    assert [name for name in HEAVY if name in loaded] == []


def test_the_check_sees_a_heavy_import():
    assert "numba" in modules_after("import json, sys, numba; print(json.dumps(sorted(sys.modules)))")
