"""Best known values from a file."""

from __future__ import annotations

import csv
import math
from os import PathLike
from pathlib import Path

from haversack.comparison.reference import Reference
from haversack.errors import ConfigError
from haversack.pools.csv_cells import unescape_cell
from haversack.text import format_value


def read_best_known(path: str | PathLike[str]) -> dict[str, Reference]:
    """Read a CSV file with the columns ``pool`` and ``value``, or ``error`` for probabilities near 1.

    ``name`` and ``instance`` mean the same as ``pool``, ``best_known`` the same as ``value``.

    Raises
    ------
    ConfigError
        Names the file and the line.
    """
    if not isinstance(path, (str, PathLike)):
        raise ConfigError([f"best known: expected the name of a file, got {format_value(path)}"])
    try:
        with Path(path).open(newline="", encoding="utf-8-sig") as file:
            reader = csv.DictReader(file, strict=True)
            header = [key.strip().lower() for key in reader.fieldnames or ()]
            reader.fieldnames = header
            rows = [(reader.line_num, row) for row in reader]
    except OSError as error:
        raise ConfigError([f"{path}: cannot be read: {error.strerror or error}"]) from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise ConfigError([f"{path}: is not a CSV file in UTF-8: {error}"]) from error
    except ValueError as error:  # A path with a null byte, for example.
        raise ConfigError([f"{str(path)!r}: cannot be read: {error}"]) from error
    name = next((key for key in ("pool", "name", "instance") if key in header), None)
    measure = next((key for key in ("error", "value", "best_known") if key in header), None)
    if name is None or measure is None:
        found = ", ".join(header) or "nothing"
        raise ConfigError([f"{path}: line 1: expected the columns pool and value (or error), found {found}"])
    known: dict[str, Reference] = {}
    problems = []
    for line, row in rows:
        text = (row[measure] or "").strip()
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            problems.append(f"{path}: line {line}, {measure}: must be a finite number, got {text!r}")
            continue
        key = unescape_cell((row[name] or "").strip())
        if key in known:
            problems.append(f"{path}: line {line}, {name}: duplicate name {key!r}")
        known[key] = (
            Reference("best-known", 1.0 - number, number) if measure == "error" else Reference("best-known", number)
        )
    if problems:
        raise ConfigError(problems)
    return known
