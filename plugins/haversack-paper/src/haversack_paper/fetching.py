"""Downloads public data: checks what comes by its digest, and overwrites nothing."""

from __future__ import annotations

import contextlib
import io
import shutil
import subprocess
import urllib.request
import zipfile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from haversack.errors import HaversackError
from haversack_paper.experiments.uci.datasets import DATA_SETS

if TYPE_CHECKING:
    from haversack_paper.sources import Source

_SECONDS = 60.0
_MOST_BYTES = 200_000_000


def fetch_source(source: Source, folder: Path) -> tuple[Path, bool]:
    """Return the file of a source below a folder, and whether it was downloaded: a file that is there is only checked.

    Raises
    ------
    HaversackError
        If it cannot be had, or has another content than expected; nothing is then left behind, and nothing changed.
    """
    there = _find(source, folder)
    if there is not None:
        _check(source, there, there, "nothing was overwritten")
        return there, False
    target = folder / source.target
    unfinished = target.with_name(f"{target.name}.part")
    content = _download(source, target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(content)
        _check(source, unfinished, target, "it was not kept")
        if target.exists():
            raise HaversackError(f"{source.title}: {target}: another program has made it; nothing was overwritten")
        unfinished.replace(target)
    except OSError as error:
        raise HaversackError(f"{source.title}: {target}: cannot be written: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink()
    return target, True


def _find(source: Source, folder: Path) -> Path | None:
    """Return the file that an experiment would read, of any format and name that it knows."""
    if source.data_set:
        return DATA_SETS[source.data_set].find(folder)
    path = folder / source.target
    return path if path.exists() else None


def _check(source: Source, path: Path, shown: Path, end: str) -> None:
    try:
        found = source.digest_file(path)
    except HaversackError as error:
        raise HaversackError(f"{source.title}: {str(error).replace(str(path), str(shown))}; {end}") from error
    except OSError as error:
        raise HaversackError(f"{source.title}: {shown}: cannot be read: {error.strerror or error}; {end}") from error
    if found != source.digest:
        raise HaversackError(
            f"{source.title}: {shown}: expected content with the digest {source.digest[:12]}..., got {found[:12]}...; "
            f"{end}"
        )


def _download(source: Source, target: Path) -> bytes:
    """Return the content of a source, unpacked."""
    try:
        with urllib.request.urlopen(source.address, timeout=_SECONDS) as answer:
            content: bytes = answer.read(_MOST_BYTES + 1)
    # URLError and timeouts are OSErrors; a ValueError is an address that is none.
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise HaversackError(
            f"{source.title}: {source.address} cannot be fetched: {reason}; got otherwise, "
            f"{source.entry or 'it'} belongs in {target}"
        ) from error
    if len(content) > _MOST_BYTES:
        raise HaversackError(f"{source.title}: {source.address}: expected {_MOST_BYTES:,} bytes at most, got more")
    return _unpack(source, content) if source.entry else content


def _unpack(source: Source, content: bytes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = {PurePosixPath(name).name: name for name in archive.namelist()}
            if source.entry in entries:
                return archive.read(entries[source.entry])
            if f"{source.entry}.Z" in entries:
                return _uncompress(source, archive.read(entries[f"{source.entry}.Z"]))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise HaversackError(f"{source.title}: {source.address}: is no archive that can be read: {error}") from error
    raise HaversackError(f"{source.title}: {source.address}: expected {source.entry} in it, got {', '.join(entries)}")


def _uncompress(source: Source, content: bytes) -> bytes:
    """Unpack a file as the old `compress` packed it, for which Python has no module and gzip is needed."""
    program = shutil.which("gzip")
    if program is None:
        raise HaversackError(f"{source.title}: {source.entry}.Z: the program gzip is needed to unpack it")
    try:
        return subprocess.run([program, "-dc"], input=content, capture_output=True, check=True).stdout
    except subprocess.CalledProcessError as error:
        reason = error.stderr.decode(errors="replace").strip()
        raise HaversackError(f"{source.title}: {source.entry}.Z: cannot be unpacked: {reason}") from error
