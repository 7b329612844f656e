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
from haversack.kernels.jit import plain


@pytest.mark.slow
def test_a_change_in_one_kernel_is_seen_by_those_that_call_it(tmp_path):
    """`write_set_errors` is in one file and `find_tilt`, which it uses, in another; numba checks the first."""
    package = tmp_path / "haversack"
    shutil.copytree(Path(haversack.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "import numpy as np, haversack.kernels.majority as m; errors = np.empty(1); "
        "m.write_set_errors(np.full(1501, 0.4), np.ones((1, 1501), dtype=bool), 1.0, errors); print(errors[0])"
    )

    def answer():
        environment = os.environ | {"PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
        return float(ran.stdout)

    before = answer()
    source = package / "kernels" / "tilts.py"
    # At such a tilt nothing is left of a probability in floating-point numbers.
    source.write_text(source.read_text().replace("            return 0.0\n", "            return 400.0\n", 1))
    assert before > 0.9
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
