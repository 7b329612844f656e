"""Write what happens in a run to a file, a line of JSON for each event."""

from __future__ import annotations

import json
import math
import time
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.observer import Observer, Watcher
from haversack.validators import Check, flag

if TYPE_CHECKING:
    from haversack.api.observer import RunStart
    from haversack.api.progress import Progress
    from haversack.api.selection import Selection

_ENDING = ".jsonl"
# A run that is given a pool by mistake must not write to it.
_lines_file = Check(lambda path: isinstance(path, Path) and path.suffix.lower() == _ENDING, f"a file name in {_ENDING}")


@attrs.frozen
class JsonLines(Observer):
    """Append a line of JSON to a file for each event of a run: start, improvement, bound, end.

    Every line has the keys ``event`` (``started``, ``improved``, ``bounded``, ``ended``, ``aborted``), ``run``, which
    tells runs in one file apart, and ``time``, in seconds since 1970. A number that is not known is null.

    Parameters
    ----------
    path
        The file, which ends in ``.jsonl``; created if it does not exist.
    members
        Whether improvements list the indices of the members of the set.
    """

    path: Path = attrs.field(converter=Path, validator=_lines_file)
    members: bool = attrs.field(default=True, validator=flag)

    def watch(self, run: RunStart) -> Watcher:
        """Write the first line, and return what writes the others."""
        watcher = _LineWriter(self.path, self.members)
        watcher.write(
            "started",
            {
                "pool_size": len(run.pool),
                "budget": run.budget,
                "seed": run.seed,
                "certify": run.certify,
                "preset": run.preset,
                "parts": {kind: record.to_dict() for kind, record in run.parts.items()},
                "settings": run.settings,
            },
        )
        return watcher


class _LineWriter(Watcher):
    """Opens the file for each line: nothing is left open, and several processes may write to it."""

    def __init__(self, path: Path, has_members: bool) -> None:
        self._path, self._has_members, self._run = path, has_members, uuid.uuid4().hex

    def write(self, event: str, facts: dict[str, Any]) -> None:
        line = {"event": event, "run": self._run, "time": time.time(), **facts}
        text = json.dumps({key: _to_plain(value) for key, value in line.items()}, allow_nan=False, default=str)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{text}\n")

    def improved(self, progress: Progress, members: tuple[int, ...]) -> None:
        listed = {"members": members} if self._has_members else {}
        self.write("improved", _describe_progress(progress) | listed)

    def bounded(self, progress: Progress) -> None:
        self.write("bounded", _describe_progress(progress))

    def ended(self, selection: Selection) -> None:
        keys = ("value", "error", "cost", "members", "bound", "gap", "proven", "steps", "evaluations", "seconds")
        facts = {key: getattr(selection, key) for key in (*keys, "stop_reason", "interrupted")}
        self.write("ended", facts)

    def aborted(self, reason: str) -> None:
        self.write("aborted", {"reason": reason})


def _describe_progress(progress: Progress) -> dict[str, Any]:
    return {
        "steps": progress.steps,
        "evaluations": progress.evaluations,
        "seconds": progress.seconds,
        "value": progress.best_value,
        "loss": progress.best_loss,
        "cost": progress.best_cost,
        "bound": progress.bound,
        "gap": progress.gap,
    }


def _to_plain(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
