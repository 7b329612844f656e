"""Where results were computed: the commit of the code, the software and the hardware."""

from __future__ import annotations

import functools
import os
import platform
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

UNKNOWN = "unknown"


@functools.cache
def describe_origin() -> Mapping[str, str]:
    """Return commit, version of Python, and machine, in words for a page; no host name and no path."""
    return {
        "commit": find_commit(Path(__file__)),
        "python": platform.python_version(),
        "machine": _describe_machine(),
    }


def find_commit(file: Path) -> str:
    """Return the commit of the repository that tracks a file; ``unknown`` if none does.

    Changes that are not committed are mentioned behind it.
    """
    if _git(file, "ls-files", "--error-unmatch", file.name) is None:
        return UNKNOWN
    commit = _git(file, "rev-parse", "HEAD") or UNKNOWN
    return f"{commit} with changes" if _git(file, "status", "--porcelain", "--untracked-files=no") else commit


def _git(file: Path, *words: str) -> str | None:
    """Return what a git command prints in the folder of a file, or None if it fails."""
    try:
        command = ["git", "-C", str(file.parent), *words]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=20).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return None


def _describe_machine() -> str:
    cores = os.cpu_count() or 1
    words = [_describe_processor(), f"{cores} {'core' if cores == 1 else 'cores'}"]
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        words.append(f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 2**30:.0f} GiB")
    return ", ".join([*words, f"{platform.system()} {platform.machine()}"])


def _describe_processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, "") or platform.processor() or "unknown processor"
