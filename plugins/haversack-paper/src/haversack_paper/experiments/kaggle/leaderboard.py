"""Leaderboards as files: where they are, and what stands in them."""

from __future__ import annotations

import datetime
import hashlib
import math
from typing import TYPE_CHECKING

import numpy as np

from haversack.errors import PoolError
from haversack.pools.checks import limit_problems
from haversack.pools.csv_table import read_lines

if TYPE_CHECKING:
    from pathlib import Path

    from haversack import FloatArray

FOLDER = "kaggle_leaderboards"
"""Where leaderboards are looked for within the folder of the data."""

_DATES = ("submissiondate", "lastsubmissiondate")
_EXPECTED = "columns rank, score or, as Kaggle has them, TeamId, TeamName, LastSubmissionDate, Score"


def find_leaderboard(folder: Path | None, slug: str) -> Path | None:
    """Return the file with the private leaderboard of a competition; None if there is none.

    Raises
    ------
    PoolError
        Names the file if nobody may look for it.
    """
    if folder is None:
        return None
    ours = folder / f"{slug}_private.csv"
    try:
        theirs = sorted(folder.glob(f"{slug}-privateleaderboard*.csv"))
        return ours if ours.is_file() else theirs[-1] if theirs else None
    except OSError as error:
        raise PoolError([f"{ours}: cannot be read: {error.strerror or error}"]) from error


def folder_message(folder: Path | None) -> str | None:
    """Tell what is expected where, in one sentence, if there is no folder with leaderboards at all."""
    if folder is not None and folder.is_dir():
        return None
    expected = (
        f"a folder {FOLDER} with a file <competition>_private.csv for each competition, columns rank, score, or "
        "<competition>-privateleaderboard.csv as www.kaggle.com/c/<competition>/leaderboard has it"
    )
    if folder is None:
        return f"--data DIR is needed, and in DIR {expected}"
    return f"{folder}: not found; in --data DIR is needed {expected}"


def missing_message(folder: Path | None, slug: str) -> str:
    """Tell which file is missing and, where `folder_message` does not, where it can be had."""
    place = f"DIR/{FOLDER}" if folder is None else str(folder)
    hint = "" if folder_message(folder) else f"; www.kaggle.com/c/{slug}/leaderboard has it"
    return f"{place}/{slug}_private.csv: not found{hint}"


def problem_message(error: PoolError) -> str:
    """Tell the first problem of a file, and whether there are more, in one sentence."""
    first, *others = error.problems
    left_out = " (and more in this file)" if others else ""
    return f"{first}{left_out}; its results are left out"


def digest(path: Path) -> str:
    """Return the SHA-256 of a file.

    Raises
    ------
    PoolError
        Names the file that cannot be read.
    """
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise PoolError([f"{path}: cannot be read: {error.strerror or error}"]) from error


def unchanged(folder: Path | None, slug: str, sha256: str) -> Path:
    """Return the file with the private leaderboard of a competition, if it still is what it was.

    Raises
    ------
    PoolError
        Names the file if it is gone or another one than before.
    """
    path = find_leaderboard(folder, slug)
    if path is None or digest(path) != sha256:
        told = path or f"{folder or FOLDER}/{slug}_private.csv"
        raise PoolError([f"{told}: the file is no longer what it was when the run began"])
    return path


def read_scores(path: Path) -> FloatArray:
    """Return the final score of every team, in the order of the file.

    Raises
    ------
    PoolError
        Names the file, the line and the row of each bad value, and what came.
    """
    lines = read_lines(path, _EXPECTED)
    header = [cell.strip().lower() for cell in lines[0][1]]
    if header.count("score") != 1:
        found = ", ".join(repr(cell.strip()) for cell in lines[0][1])
        raise PoolError([f"{path}: line 1: expected {_EXPECTED}; one column 'score' is needed, found {found}"])
    if len(lines) == 1:
        raise PoolError([f"{path}: has a header but no rows; expected one row per team"])
    problems: list[str] = []
    latest: dict[str, tuple[float, float]] = {}
    for row, (line, cells) in enumerate(lines[1:], start=1):
        try:
            team, when, score = _entry(header, cells, row)
            if team in latest and when is None:
                raise ValueError(f": team {team} stands here again, and there is no date to tell which score is final")
        except ValueError as error:
            problems.append(f"{path}: line {line}, row {row}{error}")
            continue
        # A download with the history of the scores has a row for each that a team ever had; the last one counts.
        if team not in latest or (when or 0.0) >= latest[team][0]:
            latest[team] = (when or 0.0, score)
    if problems:
        raise PoolError(limit_problems(problems))
    return np.array([score for _, score in latest.values()])


def _entry(header: list[str], cells: list[str], row: int) -> tuple[str, float | None, float]:
    """Return a team, when it had this score, if that is told, and the score; complain with the end of a sentence."""
    if len(cells) != len(header):
        raise ValueError(f": expected {len(header)} cells like the header, got {len(cells)}")
    entry = dict(zip(header, (cell.strip() for cell in cells), strict=True))
    score = _number(entry["score"])
    if score is None:
        raise ValueError(f", score: must be a number, got {entry['score']!r}")
    date = next((key for key in _DATES if key in header), None)
    if "teamid" not in header or date is None:
        return entry.get("teamid", str(row)), None, score
    when = _moment(entry[date])
    if when is None:
        raise ValueError(f", {date}: must be a date like 2017-11-29 23:58:01, got {entry[date]!r}")
    return entry["teamid"], when, score


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _moment(text: str) -> float | None:
    try:
        return datetime.datetime.fromisoformat(text).replace(tzinfo=datetime.UTC).timestamp()
    except ValueError:
        return None
