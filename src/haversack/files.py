"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import uuid
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield the path of a file to write, which takes the place of `path` once all of it is written.

    If anything goes wrong, on a full disk for example, an earlier file stays as it was. What is not a regular file,
    such as a pipe, is written to directly, and so is a file in a folder where no other can be made.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    given = Path(path)
    if given.exists() and not given.is_file():
        yield given
        return
    # The target of a link is replaced, not the link. Links in a circle have none.
    target = Path(os.path.realpath(given))
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(given))
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    unfinished = _make_beside(target)
    if unfinished is None:
        yield target
        return
    try:
        yield unfinished
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, unfinished)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a text as `replacing` does."""
    with replacing(path) as unfinished:
        unfinished.write_text(text, encoding="utf-8")


def _make_beside(target: Path) -> Path | None:
    """Return a new, empty file with the same ending; None where only the file itself can be written to."""
    unfinished = target.with_name(f".{uuid.uuid4().hex}{target.suffix}")
    try:
        unfinished.touch(exist_ok=False)
    except PermissionError:
        if target.exists():
            return None
        raise
    return unfinished
