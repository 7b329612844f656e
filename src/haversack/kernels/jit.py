"""The one way kernels are compiled."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")
N = TypeVar("N", bound="tuple[Any, ...]")


def _sources_stamp() -> str:
    """Tell this state of all kernels from any other."""
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()


_STAMP = _sources_stamp()


def jit(function: F) -> F:
    """Compile on first call, keep the result on disk, and let other threads run meanwhile.

    Division follows numpy: by zero gives infinity, not an exception, which also lets loops vectorise.
    """
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
    try:
        compiled = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # There is no place to keep it: compile in every process, then.
        return cast("F", numba.njit(**options)(function))
    # numba takes a kept result for current when the function's own file is unchanged. Kernels call those of other
    # files, so here a change in any of them counts.
    kept = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if kept is not None:
        kept._source_stamp = _STAMP
    return cast("F", compiled)


def plain(arguments: N) -> N:
    """Return a named tuple as a plain one.

    numba takes plain tuples from Python several times as fast as named ones. So arguments are named where they are
    made, plain where they are passed, and kernels unpack them; type checkers see the names throughout.
    """
    return cast("N", tuple(arguments))
