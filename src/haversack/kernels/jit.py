"""The one way kernels are compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

import numba

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

F = TypeVar("F", bound="Callable[..., Any]")


def jit(function: F) -> F:
    """Compile on first call, keep the result on disk, and let other threads run meanwhile.

    Division follows numpy: by zero gives infinity, not an exception, which also lets loops vectorise.
    """
    return cast("F", numba.njit(cache=True, nogil=True, error_model="numpy")(function))
