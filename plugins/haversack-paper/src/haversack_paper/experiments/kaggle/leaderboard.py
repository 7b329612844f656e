"""Leaderboards as files: where they are, and what they contain."""

from __future__ import annotations

import datetime
import hashlib
import math
from typing import TYPE_CHECKING

import numpy as np

from haversack.errors import PoolError
from haversack.pools.checks import limit_problems
from haversack.pools.csv_table import read_lines
from haversack_paper.experiments.kaggle.competitions import COMPETITIONS

if TYPE_CHECKING:
    from pathlib import Path

    from haversack import FloatArray

FOLDER = "kaggle_leaderboards"
"""Where leaderboards are looked for within the folder of the data."""

_DATES = ("submissiondate", "lastsubmissiondate")
_EXPECTED = "columns rank, score or, as Kaggle has them, TeamId, TeamName, LastSubmissionDate, Score"


def check_leaderboards(folder: Path | None) -> tuple[dict[str, str], list[str]]:
    """Return the digests of the good leaderboards, by competition, and one message for each problem."""
    digests: dict[str, str] = {}
    problems: list[str] = []
    is_there = folder is not None and folder.is_dir()
    if not is_there:
        head = "--data DIR is needed, and in DIR" if folder is None else f"{folder}: not found; in --data DIR is needed"
        problems.append(
            f"{head} a folder {FOLDER} with a file <competition>_private.csv for each competition, columns rank, "
            "score, or <competition>-privateleaderboard.csv as www.kaggle.com/c/<competition>/leaderboard has it"
        )
    for slug, competition in COMPETITIONS.items():
        try:
            found = find_leaderboard(folder, slug)
            if found is not None:
                read_scores(found[0])
                digests[slug] = found[1]
            elif not competition.optional:
                hint = f"; www.kaggle.com/c/{slug}/leaderboard has it" if is_there else ""
                problems.append(f"{folder or f'DIR/{FOLDER}'}/{slug}_private.csv: not found{hint}")
        except PoolError as error:
            more = " (and more in this file)" if len(error.problems) > 1 else ""
            problems.append(f"{error.problems[0]}{more}; its results are left out")
    return digests, problems


def find_leaderboard(folder: Path | None, slug: str) -> tuple[Path, str] | None:
    """Return the file with the private leaderboard of a competition and its SHA-256; None if there is none."""
    if folder is None:
        return None
    path = folder / f"{slug}_private.csv"
    try:
        if not path.is_file():
            downloads = sorted(folder.glob(f"{slug}-privateleaderboard*.csv"))
            if not downloads:
                return None
            path = downloads[-1]
        return path, hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise PoolError([f"{path}: cannot be read: {error.strerror or error}"]) from error


def read_unchanged(folder: Path | None, slug: str, sha256: str) -> FloatArray:
    """Return the scores of a competition; raise a `PoolError` if the file is gone or has another digest."""
    path, found = find_leaderboard(folder, slug) or (f"{folder or FOLDER}/{slug}_private.csv", "")
    if isinstance(path, str) or found != sha256:
        raise PoolError([f"{path}: the file is no longer what it was when the run began"])
    return read_scores(path)


def read_scores(path: Path) -> FloatArray:
    """Return the final score of every team, in the order of the file, or raise a `PoolError` that lists bad rows."""
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
            team, when, score = _read_entry(header, cells, row)
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


def _read_entry(header: list[str], cells: list[str], row: int) -> tuple[str, float | None, float]:
    """Return a team, when it had this score, if known, and the score; errors are ends of sentences."""
    if len(cells) != len(header):
        raise ValueError(f": expected {len(header)} cells like the header, got {len(cells)}")
    entry = dict(zip(header, (cell.strip() for cell in cells), strict=True))
    try:
        score = float(entry["score"])
    except ValueError:
        score = math.nan
    if not math.isfinite(score):
        raise ValueError(f", score: must be a number, got {entry['score']!r}")
    date = next((key for key in _DATES if key in header), None)
    if "teamid" not in header or date is None:
        return entry.get("teamid", str(row)), None, score
    try:
        when = datetime.datetime.fromisoformat(entry[date]).replace(tzinfo=datetime.UTC)
    except ValueError:
        raise ValueError(f", {date}: must be a date like 2017-11-29 23:58:01, got {entry[date]!r}") from None
    return entry["teamid"], when.timestamp(), score
