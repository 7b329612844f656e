"""Standard streams that are closed, full or cannot encode a name: an answer is never lost without a word."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from typing import TYPE_CHECKING, NoReturn

from haversack.errors import HaversackError

if TYPE_CHECKING:
    from collections.abc import Iterator


_OUTPUT, _ERROR = 1, 2


class OutputError(HaversackError):
    """Standard output that cannot be written to."""


class _ClosedOutput(io.TextIOBase):
    """Stands in for a standard output that was closed before the start: it fails once something is written."""

    _is_used = False

    def write(self, _: str) -> NoReturn:
        self._is_used = True
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))

    def flush(self) -> None:
        if self._is_used:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def prepare_streams() -> None:
    """Make standard output and standard error usable, whatever the caller closed and whatever their encoding."""
    _occupy_descriptors()
    if sys.stdout is None:
        sys.stdout = _ClosedOutput()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - open until the process ends
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Where the locale has no letter for a name, its escape sequence is printed.
        sys.stdout.reconfigure(errors="backslashreplace")


@contextlib.contextmanager
def diverting_output() -> Iterator[None]:
    """Send all that is written to standard output to standard error, by compiled code and child processes too.

    For the time in which third-party code is loaded or run, so that it cannot spoil an answer that another program
    reads.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # Closed: there is nothing to spoil.
            kept = os.dup(_OUTPUT)
            stack.callback(_restore_output, kept)
            _flush_output()
            os.dup2(_ERROR, _OUTPUT)
        stack.enter_context(contextlib.redirect_stdout(sys.stderr))
        yield


def _restore_output(kept: int) -> None:
    # A part may have kept the stream and written to it.
    _flush_output()
    os.dup2(kept, _OUTPUT)
    os.close(kept)


def _flush_output() -> None:
    """Send on what is in the buffer; a failure is reported when the answer is written."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()


@contextlib.contextmanager
def writing_output() -> Iterator[None]:
    """Write to standard output, and make sure that it arrives.

    Raises
    ------
    OutputError
        If it cannot be written to; whatever is left in its buffer is discarded.
    BrokenPipeError
        If its reader has gone.
    """
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.filename is not None:  # Of a file, not of this stream.
            raise
        discard_output()
        raise OutputError(f"standard output: cannot be written: {error.strerror or error}") from error


def discard_output() -> None:
    """Let nothing else be written to standard output: Python would try again at exit, and complain."""
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
    if isinstance(sys.stdout, _ClosedOutput):
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123


def _occupy_descriptors() -> None:
    """Open the standard descriptors that are closed: the next file to be opened would get their numbers."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            # The smallest number that is free, which is this one.
            os.open(os.devnull, os.O_RDWR)
