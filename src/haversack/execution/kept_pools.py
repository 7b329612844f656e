"""The pools of a study in its store, by their digests: what its tasks chose from is known when the files are gone.

Each start of a study adds one file with the pools that the store does not have yet, written whole. Its first line lists
them, so that looking for a pool reads no other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.api.plain import to_plain
from haversack.errors import HaversackError
from haversack.execution.digests import digest_plain
from haversack.execution.lines import read_lines, write_line
from haversack.execution.store import write_new

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from haversack.execution.store import Store
    from haversack.pools.pool import Pool

_FOLDER, _ENDING = "pools", ".log"
_CONSEQUENCE = "move the file elsewhere, and the next start of the study writes its pools again"


def find_missing_pools(store: Store, pools: Mapping[str, Pool]) -> dict[str, Pool]:
    """Return those of some pools, by digest, that the store does not have.

    Raises
    ------
    HaversackError
        If a file cannot be read or is damaged.
    """
    with store.naming_errors("read"):
        known = {digest for _, digests in _list_files(store) for digest in digests}
    return {digest: pool for digest, pool in pools.items() if digest not in known}


def keep_pools(store: Store, missing: Mapping[str, Pool]) -> None:
    """Write pools, by digest, that the store does not have.

    Raises
    ------
    HaversackError
        If they cannot be written.
    """
    if missing:
        digests = sorted(missing)
        lines = [write_line(digests), *(write_line([each, to_plain(missing[each].to_dict())]) for each in digests)]
        folder = store.folder / _FOLDER
        with store.naming_errors("written"):
            folder.mkdir(exist_ok=True)
            write_new(folder / f"{digest_plain(digests)}{_ENDING}", b"".join(lines))


def read_pools(store: Store, digests: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return the columns of those of some pools that are there, by digest.

    Raises
    ------
    HaversackError
        If a file cannot be read or is damaged.
    """
    wanted, found = set(digests), {}
    with store.naming_errors("read"):
        for path, there in _list_files(store):
            if wanted & set(there):
                _, *pools = _read_lines(path.read_bytes(), path)
                if not all(isinstance(each, list) and len(each) == 2 and isinstance(each[1], dict) for each in pools):
                    raise HaversackError(f"{path}: expected the pools of a study; {_CONSEQUENCE}")
                found.update({digest: columns for digest, columns in pools if digest in wanted})
    return found


def _list_files(store: Store) -> Iterator[tuple[Path, list[str]]]:
    """Yield the files of pools, each with the digests of those in it."""
    for path in sorted((store.folder / _FOLDER).glob(f"*{_ENDING}")):
        with path.open("rb") as file:
            first = next(_read_lines(file.readline(), path), None)
            if not isinstance(first, list) or not all(isinstance(each, str) for each in first):
                raise HaversackError(f"{path}: expected the pools of a study; {_CONSEQUENCE}")
            # Unlike results, pools are written whole.
            if sum(line.endswith(b"\n") for line in file) != len(first):
                raise HaversackError(f"{path}: is cut short; {_CONSEQUENCE}")
        yield path, first


def _read_lines(data: bytes, path: Path) -> Iterator[Any]:
    return read_lines(data, path, consequence=_CONSEQUENCE)
