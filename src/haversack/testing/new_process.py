"""Evaluates a part in a new process, where no earlier call can have left anything behind."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool

_SECONDS = 120.0
_FAILED = 3


def evaluate_in_new_process(part: object, method: str, inputs: Sequence[tuple[Pool, Sets]]) -> list[FloatArray] | None:
    """Return what a method of a part returns for each pool and its sets, in a new process.

    Returns None if the part cannot be sent there, such as a class that a test function defines, or does not answer.
    """
    try:
        message = pickle.dumps((part, method, list(inputs)))
    except Exception:
        return None
    try:
        run = subprocess.run(
            [sys.executable, "-c", f"from {__name__} import answer; answer()"],
            input=message,
            capture_output=True,
            check=False,
            timeout=_SECONDS,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return None if run.returncode else pickle.loads(run.stdout)


def answer() -> None:
    """Evaluate what standard input holds, and write the results to standard output."""
    output = sys.stdout.buffer
    # What a part prints must not be taken for a result.
    sys.stdout = sys.stderr
    try:
        part, method, inputs = pickle.load(sys.stdin.buffer)
        results: Any = [np.asarray(getattr(part, method)(pool, sets), dtype=np.float64) for pool, sets in inputs]
    except Exception:
        sys.exit(_FAILED)
    output.write(pickle.dumps(results))
