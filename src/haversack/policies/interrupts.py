"""Ctrl-C within compiled code."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def restore_interrupts() -> Iterator[None]:
    """Raise the KeyboardInterrupt that Python reports as a SystemError where it arrived in a compiled function."""
    try:
        yield
    except SystemError as error:
        cause: BaseException | None = error
        while cause is not None:
            if isinstance(cause, KeyboardInterrupt):
                raise cause from None
            cause = cause.__cause__ or cause.__context__
        raise
