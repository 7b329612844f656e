from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import haversack
from haversack import clock
from haversack.kernels import jit as jit_module
from haversack.kernels.jit import jit, jit_uncounted, plain


@pytest.mark.slow
def test_a_change_in_one_kernel_is_seen_by_those_that_call_it(tmp_path):
    """`spatial.write_set_errors` uses `majority.grow`, of another file; numba checks the first."""
    package = tmp_path / "haversack"
    shutil.copytree(Path(haversack.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "import numpy as np, haversack.kernels.spatial as s; errors = np.empty(1); "
        "s.write_set_errors(np.full(1, 0.4), np.ones((1, 1), dtype=bool), np.array([1.0, 1.0, 0.0]), "
        "np.array([0, 1]), errors); print(errors[0])"
    )

    def answer():
        environment = os.environ | {"PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
        return float(ran.stdout)

    before = answer()
    source = package / "kernels" / "majority.py"
    source.write_text(source.read_text().replace("wrong = 1.0 - accuracy", "wrong = 0.0"))
    assert before == 0.6
    assert answer() == 0.0


class Panel(NamedTuple):
    accuracies: np.ndarray
    size: int


def test_a_plain_tuple_has_the_entries_of_the_named_one():
    panel = Panel(np.ones(3), 3)
    passed = plain(panel)
    assert type(passed) is tuple
    assert passed[0] is panel.accuracies
    assert passed[1] == 3


def test_compiling_a_kernel_counts_as_setting_up():
    @jit
    def add_one(number):
        return number + 1

    before = clock.read_setup_seconds()
    assert add_one(1) == 2
    compiled = clock.read_setup_seconds()
    assert compiled > before
    assert add_one(2) == 3
    assert clock.read_setup_seconds() == compiled


def test_compiling_is_announced_and_loading_is_not():
    # Without a file of its own, so that no earlier run has left it on disk.
    namespace = {}
    exec("def add_two(number):\n    return number + 2\n", namespace)
    add_two = jit(namespace["add_two"])
    announced = []
    with clock.watching_compiler(lambda: announced.append(1)):
        assert add_two(1) == 3
        # Old compilers compile the addition on its own, if nothing has added before.
        count = len(announced)
        assert count > 0
        assert add_two(2) == 4
    assert len(announced) == count
    assert add_two(1.0) == 3.0
    assert len(announced) == count


LOAD_KERNEL = """
import sys
import numpy as np
from haversack import clock, kernels
announced = []
with clock.watching_compiler(lambda: announced.append(1)):
    total = kernels.lagrangian_bounds.sum_smallest(np.array([3.0, 1.0, 2.0]), 2)
print(total[0], len(announced) > 0, "scipy.linalg" in sys.modules)
"""


@pytest.mark.slow
def test_a_kernel_is_loaded_from_disk_without_the_compiler(tmp_path):
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    outputs = [
        subprocess.run([sys.executable, "-c", LOAD_KERNEL], capture_output=True, text=True, env=environment, check=True)
        for _ in range(2)
    ]
    assert outputs[0].stdout.split()[:2] == ["3.0", "True"]
    assert outputs[1].stdout.split() == ["3.0", "False", "False"]


def test_untested_versions_of_numba_load_kernels_in_their_own_way(monkeypatch):
    def add_three(number):
        return number + 3

    assert "load_overload" in vars(jit(add_three)._cache)
    monkeypatch.setattr(jit_module, "_FIRST_UNTESTED", (0, 0))
    assert "load_overload" not in vars(jit(add_three)._cache)


CACHED = """
import warnings
from haversack.kernels.jit import jit

@jit
def add_one(number):
    return number + 1

cache = add_one._cache
if {is_full}:
    def fill(*_):
        raise OSError(28, "No space left on device")
    cache._cache_file.save = fill
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(add_one(1), add_one(1.5))
print([str(each.message) for each in caught])
"""


def run_cached(tmp_path, *, is_full=False):
    file = tmp_path / "cached.py"
    if not file.exists():
        file.write_text(CACHED.replace("{is_full}", str(is_full)))
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    command = [sys.executable, str(file)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=True).stdout.splitlines()


@pytest.mark.slow
def test_a_full_disk_costs_a_warning_and_no_answer(tmp_path):
    answers, warned = run_cached(tmp_path, is_full=True)
    assert answers == "2 2.5"
    assert warned.count("compiled kernels cannot be kept on disk") == 1
    assert "No space left on device" in warned


@pytest.mark.slow
def test_a_damaged_cache_is_compiled_again(tmp_path):
    assert run_cached(tmp_path) == ["2 2.5", "[]"]
    for file in (tmp_path / "cache").rglob("*.nb?"):
        file.write_bytes(file.read_bytes()[:20])
    answers, warned = run_cached(tmp_path)
    assert answers == "2 2.5"
    assert warned.count("compiled kernels cannot be kept on disk") == 1


@jit_uncounted
def add_first_row(table):
    row = table[0]
    return row.sum()


def test_kernels_that_count_no_references_leave_arrays_to_their_callers():
    table = np.ones((2, 3))
    before = sys.getrefcount(table)
    assert add_first_row(table) == 3.0
    assert sys.getrefcount(table) == before
