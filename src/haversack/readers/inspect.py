"""Samples that Inspect exports as a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from haversack.errors import PoolError
from haversack.pools.logs.cells import to_names
from haversack.pools.logs.tables import LogTable
from haversack.validators import optional, whole

if TYPE_CHECKING:
    from haversack.pools.logs.sources import LogSource

_KEY = "id"
_OTHERS = {"epoch", "sample_id", "eval_id"}
"""Columns of an export, of which some may be left out."""
_SCORE = "score_"
_DETAILS = ("_answer", "_explanation", "_metadata")
_GRADES = {"C": "1", "I": "0", "N": "0"}
"""Inspect's letters: correct, incorrect, no answer."""


@attrs.frozen
class InspectSamples:
    """What ``samples_df`` of inspect_ai.analysis returns, as a frame or as a file, with the column ``model``.

    A score is right (C, 1) or wrong (I, N, 0); partial credit is neither. To choose by the answers themselves, name
    their column and the target: ``columns={"answer": "score_choice_answer", "truth": "target"}``.

    Written after inspect_ai at commit 499e615 of August 2026.

    Parameters
    ----------
    scorer
        Name of the scorer, as in ``score_match``. Required if there are several.
    epoch
        The epoch that is read. Required if there are several.
    """

    scorer: str | None = None
    epoch: int | None = attrs.field(default=None, validator=optional(whole(0)))

    def recognises(self, source: LogSource) -> bool:
        """Return whether there are the columns of samples, and a score."""
        names = set(source.header)
        return _KEY in names and bool(names & _OTHERS) and any(name.startswith(_SCORE) for name in names)

    def read(self, source: LogSource) -> LogTable:
        """Return a row per sample."""
        table = self._choose_epoch(source.table)
        if "model" not in table.columns:
            raise PoolError(
                f"{table.name}: no column 'model'; export it too: samples_df(logs, columns=EvalModel + SampleSummary)"
            )
        score = self._choose_score(table)
        items: tuple[str, ...] = ("task_name", "id") if "task_name" in table.columns else ("id",)
        grades = [_read_grade(text) for text in to_names(table.columns[score])]
        partial = next((row for row, grade in enumerate(grades) if grade == "P"), None)
        if partial is not None:
            raise PoolError(
                f"{table.locate(partial)}: {score}: partial credit, 'P', is neither right nor wrong; convert the "
                "scores to 0 and 1"
            )
        roles: dict[str, Any] = {"item": items, "member": "model", "correct": score}
        if "total_time" in table.columns:
            roles["latency"] = "total_time"
        contents = "input" if "input" in table.columns else None
        columns = {**table.columns, score: grades}
        return LogTable(table.name, columns, table.places, table.unit, roles, contents=contents)

    def _choose_epoch(self, table: LogTable) -> LogTable:
        epochs = to_names(table.columns.get("epoch", [None] * len(table)))
        names = list(dict.fromkeys(epochs))
        if self.epoch is None and len(names) > 1:
            raise PoolError(
                f"{table.name}: has {len(names)} epochs, so models answered each sample several times; choose one by "
                f"format: inspect:epoch={names[0]}"
            )
        if self.epoch is None:
            return table
        rows = [row for row, name in enumerate(epochs) if name == str(self.epoch)]
        if not rows:
            raise PoolError(f"{table.name}: no sample of epoch {self.epoch}; found {', '.join(map(str, names))}")
        columns = {key: [cells[row] for row in rows] for key, cells in table.columns.items()}
        return LogTable(table.name, columns, [table.places[row] for row in rows], table.unit)

    def _choose_score(self, table: LogTable) -> str:
        scores = [name for name in table.columns if name.startswith(_SCORE) and not name.endswith(_DETAILS)]
        if self.scorer is not None:
            name = f"{_SCORE}{self.scorer}"
            if name not in table.columns:
                raise PoolError(f"{table.name}: no column {name!r}; found {', '.join(map(repr, scores))}")
            return name
        if len(scores) != 1:
            raise PoolError(
                f"{table.name}: has the scores {' and '.join(map(repr, scores)) or 'of nobody'}; choose one by format: "
                f"inspect:scorer={scores[0].removeprefix(_SCORE) if scores else 'NAME'}"
            )
        return scores[0]


def _read_grade(text: str | None) -> str | None:
    return None if text is None else _GRADES.get(text, text)
