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

import pytest

HEAVY = ("distributed", "hypothesis", "joblib", "matplotlib", "numba", "scipy.stats", "sklearn")

COMMANDS = [
    ["--help"],
    ["--version"],
    ["run", "--help"],
    ["compare", "--help"],
    ["study", "--help"],
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


@pytest.mark.slow
def test_import_haversack_brings_in_nothing_heavy():
    loaded = run_and_read("import haversack, json, sys; print(json.dumps(sorted(sys.modules)))")
    assert "haversack.selection.run" in loaded
    assert find_heavy(loaded) == []


@pytest.mark.slow
def test_commands_that_do_not_search_bring_in_nothing_heavy():
    """One after the other in one process: the first that brings something in is the one to blame."""
    loaded = run_and_read(RUN_COMMANDS.format(commands=COMMANDS))
    assert list(loaded) == [" ".join(arguments) for arguments in COMMANDS]
    assert "haversack.cli.app" in loaded["schema"]
    assert {command: heavy for command, modules in loaded.items() if (heavy := find_heavy(modules))} == {}


@pytest.mark.slow
def test_the_check_sees_a_heavy_import():
    assert find_heavy(run_and_read("import json, sys, numba; print(json.dumps(sorted(sys.modules)))")) == ["numba"]


SELECT = """
import json, sys
import numpy as np
import haversack as hs
compiled = []
members = {members}
if members > 12:
    from numba.core import event
    class Listener(event.Listener):
        def on_start(self, event):
            compiled.append((event.data["dispatcher"].py_func.__module__, event.data["dispatcher"].py_func.__qualname__,
                             str(event.data["args"])))
        def on_end(self, event):
            pass
    event.register("numba:compile", Listener())
random = np.random.default_rng(0)
pool = hs.Pool(accuracies=random.uniform(0.5, 0.95, members), costs=random.uniform(0.1, 1.0, members))
selection = hs.select(pool, 0.1 * members, energy={energy!r}, seed=0)
assert selection.proven
print(json.dumps([compiled, sorted(sys.modules)]))
"""

SPATIAL = {"kind": "spatial", "curve": {"a": -3.43, "b": 101.7}}
MOST_COMPILED = 30
"""Functions that a first default run compiles, helpers of numba included. Each takes about a fifth of a second."""


@pytest.mark.parametrize("energy", ["majority", SPATIAL])
@pytest.mark.slow
def test_up_to_twelve_members_need_no_compiler(energy):
    _, modules = run_and_read(SELECT.format(members=12, energy=energy))
    assert find_heavy(modules) == []


@pytest.mark.slow
def test_a_first_default_run_compiles_few_functions_each_for_one_kind_of_array(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    compiled, _ = run_and_read(SELECT.format(members=100, energy="majority"))
    assert 0 < len(compiled) <= MOST_COMPILED
    own = [(module, name) for module, name, _ in compiled if module.startswith("haversack")]
    assert sorted(own) == sorted(set(own)), "compiled twice: pass arrays of one kind"
    again, modules = run_and_read(SELECT.format(members=100, energy="majority"))
    assert again == []
    assert "scipy.linalg" not in modules


@pytest.mark.parametrize("moment", ["haversack", "haversack.cli", "numpy"])
@pytest.mark.slow
def test_ctrl_c_while_the_command_is_imported_shows_no_traceback(moment):
    code = f"""
import sys
class Interrupter:
    def find_spec(self, name, path, target=None):
        if name == {moment!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupter())
from haversack_start import main
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "interrupted before any set was found\n"


def test_the_command_starts_the_command_line():
    code = "import sys; sys.argv = ['haversack', '--version']; from haversack_start import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.startswith("haversack ")
