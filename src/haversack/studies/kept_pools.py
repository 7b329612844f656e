"""The pools of a study in its store, by their digests: what its tasks chose from is known when the files are gone.

Each start of a study adds one file with the pools that the store does not have yet, written whole. Its first line lists
them, so that looking for a pool decodes no other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.api.plain import to_plain
from haversack.errors import HaversackError
from haversack.execution.digests import digest_plain
from haversack.execution.lines import list_files, read_lines, write_line
from haversack.execution.store import naming_errors, write_new

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from haversack.pools.pool import Pool

_FOLDER, _ENDING = "pools", ".log"
_REMEDY = "move the file elsewhere, and the next start of the study writes its pools again"


def find_missing_pools(store: Path, pools: Mapping[str, Pool]) -> dict[str, Pool]:
    """Return those of some pools, by digest, that a store does not have; the store is given by its folder.

    Raises
    ------
    HaversackError
        If a file cannot be read or is damaged.
    """
    with naming_errors("read", store):
        known = {digest for _, _, digests in _list_files(store) for digest in digests}
    return {digest: pool for digest, pool in pools.items() if digest not in known}


def keep_pools(store: Path, missing: Mapping[str, Pool]) -> None:
    """Write pools, by digest, that a store does not have.

    Raises
    ------
    HaversackError
        If they cannot be written.
    """
    if missing:
        digests = sorted(missing)
        lines = [write_line(digests), *(write_line([each, to_plain(missing[each].to_dict())]) for each in digests)]
        folder = store / _FOLDER
        with naming_errors("written", store):
            folder.mkdir(exist_ok=True)
            write_new(folder / f"{digest_plain(digests)}{_ENDING}", b"".join(lines))


def read_pools(store: Path, digests: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return the columns of those of some pools that are there, by digest.

    Raises
    ------
    HaversackError
        If a file cannot be read or is damaged.
    """
    wanted, found = set(digests), {}
    with naming_errors("read", store):
        for path, data, there in _list_files(store):
            if wanted & set(there):
                _, *pools = _read_lines(data, path)
                if not all(map(_is_pool, pools)):
                    raise HaversackError(f"{path}: expected the pools of a study; {_REMEDY}")
                found.update({digest: columns for digest, columns in pools if digest in wanted})
    return found


def _list_files(store: Path) -> Iterator[tuple[Path, bytes, list[str]]]:
    """Yield the files of pools, each with its content and the digests of those in it."""
    for path in list_files(store / _FOLDER, _ENDING):
        data = path.read_bytes()
        first = next(_read_lines(data[: data.find(b"\n") + 1], path), None)
        if not isinstance(first, list) or not all(isinstance(each, str) for each in first):
            raise HaversackError(f"{path}: expected the pools of a study; {_REMEDY}")
        # Unlike results, pools are written whole.
        if data.count(b"\n") != 1 + len(first):
            raise HaversackError(f"{path}: is truncated; {_REMEDY}")
        yield path, data, first


def _read_lines(data: bytes, path: Path) -> Iterator[Any]:
    return read_lines(data, path, remedy=_REMEDY)


def _is_pool(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], dict)
