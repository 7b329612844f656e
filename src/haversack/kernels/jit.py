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


def _hash_sources() -> str:
    """Return a hash of the sources of all kernels."""
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()


_STAMP = _hash_sources()


def jit(function: F) -> F:
    """Compile on first call, cache the result on disk, and let other threads run meanwhile.

    Division follows numpy: by zero gives infinity, not an exception, which also lets loops vectorise.
    """
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
    try:
        compiled = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # No directory can be written to: compile in every process.
        return cast("F", numba.njit(**options)(function))
    # numba reuses a cached result when the function's own file is unchanged. Kernels call kernels of other files, so
    # here a change in any of them counts.
    cache_file = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if cache_file is not None:
        cache_file._source_stamp = _STAMP
    return cast("F", compiled)


def plain(arguments: N) -> N:
    """Return a named tuple as a plain one.

    numba takes plain tuples from Python several times as fast as named ones. So arguments are named where they are
    made, plain where they are passed, and kernels unpack them; type checkers see the names throughout.
    """
    return cast("N", tuple(arguments))
