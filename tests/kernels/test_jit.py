from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import haversack


def test_a_change_in_one_kernel_is_seen_by_those_that_call_it(tmp_path):
    """`set_errors` stands in one file and `majority_error`, which it calls, in another; numba looks at the first."""
    package = tmp_path / "haversack"
    shutil.copytree(Path(haversack.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "import numpy as np, haversack.kernels.majority as m; errors = np.empty(1); "
        "m.set_errors(np.full(1501, 0.4), np.ones((1, 1501), dtype=bool), 1.0, errors); print(errors[0])"
    )

    def answer():
        environment = os.environ | {"PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
        return float(ran.stdout)

    before = answer()
    source = package / "kernels" / "majority_tail.py"
    changed = source.read_text().replace("    half = size // 2\n", "    half = size // 2\n    return 0.125\n", 1)
    source.write_text(changed)
    assert before > 0.9
    assert answer() == 0.125
