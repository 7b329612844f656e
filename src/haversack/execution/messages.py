"""Groups and their reports as files, so that only short messages go through the pipes between processes.

A process that is killed while it reads or writes a long message leaves the rest of it in the pipe, and the other side
waits for ever. The name of a file fits into one write, which happens as a whole or not at all.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from haversack.errors import HaversackError
from haversack.execution.worker import run_group
from haversack.text import format_error

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    import numpy.typing as npt


@contextlib.contextmanager
def making_folder() -> Iterator[Path]:
    """Yield a new folder for messages, which is removed at the end, and soon after this process was killed."""
    from joblib.externals.loky.backend import resource_tracker

    with tempfile.TemporaryDirectory(prefix="haversack-", ignore_cleanup_errors=True) as folder:
        # A process that outlives this one and its workers.
        resource_tracker.register(folder, "folder")
        try:
            yield Path(folder)
        finally:
            resource_tracker.unregister(folder, "folder")


def pickle_object(value: Any) -> bytes:
    """Return an object as bytes; also where its class is defined in a script or a notebook.

    Raises
    ------
    HaversackError
        If it cannot be pickled.
    """
    from joblib import wrap_non_picklable_objects

    try:
        return pickle.dumps(wrap_non_picklable_objects(value, keep_wrapper=False), protocol=pickle.HIGHEST_PROTOCOL)
    # What objects raise when they are pickled is up to them.
    except Exception as error:
        raise HaversackError(
            f"workers: {type(value).__name__} cannot be sent to another process: {format_error(error)}; "
            "use one job, or the backend threading"
        ) from error


def write_message(folder: Path, value: Any) -> str:
    """Write an object to a new file and return its name.

    Raises
    ------
    HaversackError
        If it cannot be pickled, or the folder cannot be written to.
    """
    data = pickle_object(value)
    try:
        handle, name = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
    except OSError as error:
        raise HaversackError(f"workers: {folder}: cannot be written: {format_error(error)}") from error
    return name


def take_message(name: str) -> Any:
    """Return the object of a file, and delete it."""
    file = Path(name)
    value = pickle.loads(file.read_bytes())
    file.unlink()
    return value


def answer_message(name: str, *arrays: npt.NDArray[np.uint8]) -> str:
    """Run the group that a file describes, and return the name of the file with its report."""
    return write_message(Path(name).parent, run_group(*take_message(name), *arrays))
