"""The one way kernels are compiled."""

from __future__ import annotations

import hashlib
import types
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba
from numba.core import entrypoints, event
from numba.core.runtime.nrt import rtsys

from haversack.clock import announce_compiling, begin_setup, end_setup

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")
N = TypeVar("N", bound="tuple[Any, ...]")


class _SetupListener(event.Listener):
    """Counts compiling a kernel, loading it from disk, and waiting for another thread to do so, as set-up."""

    def on_start(self, event: object) -> None:  # noqa: ARG002 - the interface's signature
        begin_setup()

    def on_end(self, event: object) -> None:  # noqa: ARG002
        end_setup()


class _CompileListener(event.Listener):
    """Announces that a kernel is compiled; loading one from disk is no such event."""

    def on_start(self, event: object) -> None:  # noqa: ARG002
        announce_compiling()

    def on_end(self, event: object) -> None:
        pass


event.register("numba:compiler_lock", _SetupListener())  # type: ignore[no-untyped-call]
event.register("numba:compile", _CompileListener())  # type: ignore[no-untyped-call]
# The first call of a kernel would do it, outside the lock.
entrypoints.init_all()  # type: ignore[no-untyped-call]


_FIRST_UNTESTED = (0, 69)  # From this version of numba on, its own way of loading is used until ours has been tested.


def _hash_sources() -> str:
    """Return a hash of the sources of all kernels."""
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()


_STAMP = _hash_sources()
_has_warned = False


def _load_overload(cache: Any, signature: Any, context: Any) -> Any:
    """Load a compiled kernel from disk.

    numba's own function first imports everything that a compiler may need, scipy.linalg included, which takes longer
    than all else that a process with cached kernels does. Machine code needs only the runtime that counts references.
    """
    rtsys.initialize(context)
    with cache._guard_against_spurious_io_errors():
        return cache._load_overload(signature, context)


def jit(function: F) -> F:
    """Compile on first call, cache the result on disk, and let other threads run meanwhile.

    Division follows numpy: by zero gives infinity, not an exception, which also lets loops vectorise.
    """
    return _compile(function)


def jit_uncounted(function: F) -> F:
    """Do the same, without counting references to arrays; the function must make no array.

    For loops of short steps: every view of an array and every tuple taken apart is otherwise counted up and down, by
    atomic operations that together take longer than the step itself. The caller holds the arrays meanwhile.
    """
    return _compile(function, _nrt=False)


def jit_inline(function: F) -> F:
    """Do the same as `jit_uncounted`, and copy the code into every kernel that calls it.

    For short functions of many arrays that are called all the time: passing these takes longer than what they do.
    """
    return _compile(function, forceinline=True, _nrt=False)


def _compile(function: F, **further: bool) -> F:
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, **further}
    try:
        compiled = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # No directory can be written to: compile in every process.
        return cast("F", numba.njit(**options)(function))
    # numba reuses a cached result when the function's own file is unchanged. Kernels call kernels of other files, so
    # here a change in any of them counts.
    cache: Any = getattr(compiled, "_cache", None)
    cache_file = getattr(cache, "_cache_file", None)
    if cache_file is not None:
        cache_file._source_stamp = _STAMP
        if numba.version_info.short < _FIRST_UNTESTED:
            cache.load_overload = types.MethodType(_load_overload, cache)
        cache._save_overload = _tolerate(cache._save_overload)
        cache._load_overload = _tolerate(cache._load_overload)
    return cast("F", compiled)


def _tolerate(access: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that reads or writes the cache, and does nothing where that fails.

    A disk may be full, a directory may have become read-only, and a file may be cut short: the kernel is then compiled,
    as it is without a cache.
    """

    def access_if_possible(*arguments: Any) -> Any:
        try:
            return access(*arguments)
        # What a damaged file raises depends on where it is damaged.
        except Exception as error:
            global _has_warned
            if not _has_warned:
                _has_warned = True
                warnings.warn(
                    f"compiled kernels cannot be kept on disk, so that every process compiles them: {error}",
                    stacklevel=2,
                )
            return None

    return access_if_possible


def plain(arguments: N) -> N:
    """Return a named tuple as a plain one.

    numba takes plain tuples from Python several times as fast as named ones. So arguments are named where they are
    made, plain where they are passed, and kernels unpack them; type checkers see the names throughout.
    """
    return cast("N", tuple(arguments))
