"""Promises of a reader of logs, and the functions that check all of them."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from haversack.errors import HaversackError
from haversack.pools.logs.sources import LogSource
from haversack.testing.options import OPTIONS
from haversack.testing.promises import NotKept, PartCase, Promises, build_subject, run_checks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from haversack.api.log_reader import LogReader
    from haversack.testing.promises import PromiseCheck

READERS: Promises[PartCase] = Promises()

_FOREIGN = {
    "empty.csv": b"",
    "binary.csv": b"\xff\xfe\x00\x01",
    "line.txt": b"no table at all\n",
    "numbers.json": b"[1, 2, 3]\n",
    "nested.json": b'{"a": {"b": [{"c": 1}]}}\n',
    "unknown.jsonl": b'{"alpha": 1}\n{"alpha": \n',
}


def reader_checks(reader: LogReader | type | str | Mapping[str, Any]) -> tuple[PromiseCheck, ...]:
    """Return one check for each promise that a reader makes about logs that are not its own.

    Parameters
    ----------
    reader
        The reader, its class if that needs no options, a registered name, or a dict with the key ``kind``.

    Returns
    -------
    tuple of PromiseCheck
        In the order in which to run them.
    """
    case = PartCase("reader", build_subject("reader", reader))
    return READERS.checks(case) + OPTIONS.checks(case)


def check_reader(reader: LogReader | type | str | Mapping[str, Any]) -> None:
    """Check every promise of a reader; the parameters are those of `reader_checks`.

    Raises
    ------
    BrokenPromise
        For the first promise that is not kept.

    Examples
    --------
    >>> check_reader("table")
    """
    run_checks(reader_checks(reader))


@READERS.add("it says of any file whether it recognises it, and takes none that is no log")
def recognises_no_foreign_file(case: PartCase) -> None:
    """Show it files that no tool writes as logs; `HaversackError` is as good as False."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in _FOREIGN.items():
            file = Path(folder) / name
            file.write_bytes(data)
            try:
                answer = case.part.recognises(LogSource.of(file))
            except HaversackError:
                continue
            except Exception as error:
                raise NotKept(f"it raised {type(error).__name__}: {error}", {"file": name}) from error
            if answer is not False:
                raise NotKept(f"it answered {answer!r}", {"file": name})
