"""Results on disk: a folder that several processes and machines may write to at the same time.

Every process that computes adds lines to a file of its own and changes no other file. Nothing is ever overwritten.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import platform
import re
import time
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

from haversack.errors import ConfigError, HaversackError
from haversack.execution.digests import digest_bytes
from haversack.execution.lines import list_files, read_lines, write_line
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from types import TracebackType

DONE, FAILED = "done", "failed"
_RESULTS, _PLANS = "results", "plans"
_FORMAT = 1
_ENDING = ".log"
_SECONDS_BETWEEN_SYNCS = 1.0


class Store:
    """The folder of a study, or of something else that consists of tasks.

    Parameters
    ----------
    folder
        Where it is.
    create
        Whether to make it if there is none.
    kind
        What the tasks belong to: a folder of one kind is not opened as one of another.

    Raises
    ------
    HaversackError
        If the folder is not one of this kind, cannot be written to, or holds a damaged file.
    """

    def __init__(self, folder: str | os.PathLike[str], *, create: bool = False, kind: str = "study") -> None:
        try:
            self.folder = Path(folder)
        except TypeError as error:
            raise ConfigError(f"store: expected the name of a folder, got {format_value(folder)}") from error
        self._kind = kind
        self.records: dict[str, dict[str, Any]] = {}
        """Finished tasks by key."""
        self._headers: dict[str, dict[str, Any]] = {}
        with naming_errors("read", self.folder):
            self._check(create=create)
            # Their names begin with the time, so that results come in the order in which they were computed.
            with _pausing_collector():
                for path in list_files(self.folder / _RESULTS, _ENDING):
                    self._read_results(path)

    @property
    def _mark(self) -> str:
        """Name of the file that says what the folder is."""
        return f"haversack-{self._kind}.json"

    @property
    def _format(self) -> dict[str, int]:
        return {f"haversack-{self._kind}": _FORMAT}

    def add(self, record: dict[str, Any]) -> None:
        """Take a result into account; one that is not a failure stays, unless the new one says that it replaces it."""
        known = self.records.get(record["key"])
        if known is None or known["status"] == FAILED or record.get("replaces"):
            self.records[record["key"]] = record

    def latest_plan(self) -> dict[str, Any] | None:
        """Return the plan of the process that started last, or None if none has."""
        digest = self.latest_plan_digest()
        return None if digest is None else self._read_plan(digest)

    def latest_plan_digest(self) -> str | None:
        """Return what `keep_plan` returned to the process that started last, or None."""
        latest = max(self._headers.items(), key=lambda each: (each[1]["started"], each[0]), default=None)
        return None if latest is None else str(latest[1]["plan"])

    def keep_plan(self, plan: Mapping[str, Any]) -> str:
        """Write what a study consists of, unless that is there; returns its digest."""
        text = json.dumps(plan, separators=(",", ":"), allow_nan=False) + "\n"
        digest = digest_bytes(text.encode())
        path = self.folder / _PLANS / f"{digest}.json"
        with naming_errors("written", self.folder):
            if not path.exists():
                # Copies of a store may lack folders that were empty.
                path.parent.mkdir(exist_ok=True)
                write_new(path, text.encode())
        return digest

    def open_writer(self, plan: str = "") -> Writer:
        """Return where results of this process go; `plan` is what `keep_plan` returned, if there is one."""
        return Writer(self, plan)

    def _check(self, *, create: bool) -> None:
        mark = self.folder / self._mark
        if mark.is_file():
            self._check_format(mark)
        elif self.folder.exists() and not self.folder.is_dir():
            raise HaversackError(f"{self.folder}: must be a folder, got a file")
        elif not create:
            raise HaversackError(f"{self.folder}: is not the store of a {self._kind}; `haversack study` makes one")
        elif self.folder.is_dir() and any(entry.name not in (_PLANS, _RESULTS) for entry in self._list_foreign()):
            raise HaversackError(
                f"{self.folder}: holds other files and is not the store of a {self._kind}; "
                "name an empty folder or a new one"
            )
        else:
            with naming_errors("written", self.folder):
                for name in (_RESULTS, _PLANS):
                    (self.folder / name).mkdir(parents=True, exist_ok=True)
                # Last, so that a folder with the mark is complete.
                write_new(mark, f"{json.dumps(self._format)}\n".encode())

    def _list_foreign(self) -> list[os.DirEntry[str]]:
        # Another process may be making the same store: its unfinished mark is no foreign file.
        return [entry for entry in os.scandir(self.folder) if not entry.name.startswith((f".{self._mark}", self._mark))]

    def _check_format(self, mark: Path) -> None:
        try:
            found = json.loads(mark.read_bytes())
        except (ValueError, RecursionError) as error:
            raise HaversackError(f"{mark}: is damaged: {error}") from error
        if found != self._format:
            raise HaversackError(
                f"{mark}: expected {json.dumps(self._format)}, got {json.dumps(found):.80}; made by another version?"
            )

    def _read_results(self, path: Path) -> None:
        for value in read_lines(path.read_bytes(), path):
            if path.name in self._headers and _is_record(value):
                self.add(value)
            elif path.name not in self._headers and _is_header(value):
                self._headers[path.name] = value
            else:
                raise HaversackError(
                    f"{path}: expected results of a {self._kind}, got {value!r:.80}; move the file elsewhere"
                )

    def _read_plan(self, digest: str) -> dict[str, Any]:
        path = self.folder / _PLANS / f"{digest}.json"
        with naming_errors("read", self.folder):
            data = path.read_bytes()
        if digest_bytes(data) != digest:
            raise HaversackError(
                f"{path}: is damaged: its content does not match its name; delete it and run the {self._kind} again"
            )
        try:
            plan: dict[str, Any] = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise HaversackError(f"{path}: was not written by haversack: {error}") from error
        return plan


class Writer:
    """Adds results to a file of this process, each line whole or, if the process is killed, cut at its end.

    Parameters
    ----------
    store
        Where the file is.
    plan
        Digest of the plan that the results belong to.
    """

    def __init__(self, store: Store, plan: str) -> None:
        self.store = store
        now = time.time_ns()
        started = now / 1e9
        stamp = f"{time.strftime('%Y%m%dT%H%M%S', time.gmtime(started))}.{now % 10**9:09d}"
        # No two processes of any machines share a name.
        self.name = f"{stamp}-{platform.node()[:40]}-{os.getpid()}-{uuid.uuid4().hex[:8]}{_ENDING}"
        self._path = store.folder / _RESULTS / self.name
        self._synced = time.monotonic()
        with self._explaining():
            self._path.parent.mkdir(exist_ok=True)
            self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o666)
            header = {"plan": plan, "started": started, "host": platform.node(), "process": os.getpid()}
            try:
                self._write(write_line(header))
            except OSError:
                os.close(self._file)
                raise

    def add(self, records: Sequence[dict[str, Any]]) -> None:
        """Write results; they outlive this process from here on, and within a second a machine that crashes.

        Raises
        ------
        HaversackError
            If they cannot be written, for example because the disk is full.
        """
        with self._explaining():
            self._write(b"".join(map(write_line, records)))
        for record in records:
            self.store.add(record)

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        with contextlib.suppress(OSError):
            os.fsync(self._file)
        os.close(self._file)

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._file, rest) :]
        now = time.monotonic()
        if now - self._synced > _SECONDS_BETWEEN_SYNCS:
            os.fsync(self._file)
            self._synced = now

    @contextlib.contextmanager
    def _explaining(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise HaversackError(
                f"{self._path}: cannot be written: {error.strerror or error}; what is finished is kept, "
                "and the same command continues"
            ) from error


@contextlib.contextmanager
def naming_errors(what: str, folder: Path) -> Iterator[None]:
    """Raise `HaversackError` for what the file system refuses, with the file or the folder and what cannot be done."""
    try:
        yield
    except OSError as error:
        place = error.filename or folder
        raise HaversackError(f"{place}: cannot be {what}: {error.strerror or error}") from error


def write_new(path: Path, data: bytes) -> None:
    """Write a file whole, unless there is one: an existing file is never changed, and never seen by halves."""
    unfinished = path.with_name(f".{path.name}-{uuid.uuid4().hex}")
    try:
        with unfinished.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(unfinished, path)
        except FileExistsError:
            pass
        except OSError:  # A file system without links; of two writers of the same the last one wins.
            unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


@contextlib.contextmanager
def _pausing_collector() -> Iterator[None]:
    """Let Python not look for cycles meanwhile: there are none in results, and it would look at all of them often."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _is_header(value: Any) -> bool:
    # The digest of a plan is the name of a file, and must not lead elsewhere.
    return (
        isinstance(value, dict)
        and isinstance(value.get("plan"), str)
        and re.fullmatch("[0-9a-f]*", value["plan"]) is not None
        and isinstance(value.get("started"), (int, float))
    )


def _is_record(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("key"), str) and isinstance(value.get("status"), str)
