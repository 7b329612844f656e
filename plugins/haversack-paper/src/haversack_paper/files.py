"""Files of a report: tables as CSV, figures as PNG and SVG, and all of it as JSON for the page."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import attrs

from haversack.errors import HaversackError
from haversack.plots.canvas import save
from haversack_paper.tasks import versions

if TYPE_CHECKING:
    from pathlib import Path

    from haversack_paper.report import Report, Table

FIGURES = "reproduction"
"""The folder of the figures, beside the page of the same name."""

_REPORT = "report.json"
_NEEDED = {
    "experiment",
    "summary",
    "scale",
    "command",
    "parts",
    "seconds",
    "data",
    "origins",
    "versions",
    "text",
    "claims",
    "tables",
    "figures",
}


def write_whole(path: Path, text: str, *, place: str = "--out") -> None:
    """Write a file that is never there by halves; a complaint begins with the place that the user has named."""
    unfinished = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    except OSError as error:
        raise HaversackError(f"{place}: {path}: cannot be written: {error.strerror or error}") from error


def write_report(name: str, report: Report, about: dict[str, Any], folder: Path) -> None:
    """Write the report of an experiment, and how it was run, where the page will be.

    Tables go to a folder named like the experiment, figures to `FIGURES`.
    """
    home = folder / name
    for table in report.tables:
        write_whole(home / f"{table.name}.csv", _csv_text(table))
    figures = folder / FIGURES
    figures.mkdir(parents=True, exist_ok=True)
    for figure in report.figures:
        for ending in ".svg", ".png":
            save(figures / f"{name}-{figure.name}{ending}", *figure.draws)
    document = about | {"experiment": name, "versions": dict(versions())} | _as_json(name, report)
    # Last, since the page is made from it: what it names is there.
    write_whole(home / _REPORT, json.dumps(document, allow_nan=False, indent=1) + "\n")


def remove_report(name: str, folder: Path) -> None:
    """Remove the report of an experiment from the page to come; tables and figures stay."""
    (folder / name / _REPORT).unlink(missing_ok=True)


def read_report(name: str, folder: Path) -> dict[str, Any] | None:
    """Return the report of an experiment as JSON, if there is one that can be read."""
    try:
        document: Any = json.loads((folder / name / _REPORT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return document if isinstance(document, dict) and document.keys() >= _NEEDED else None


def _as_json(name: str, report: Report) -> dict[str, Any]:
    return {
        "text": report.text,
        "claims": [attrs.asdict(claim) for claim in report.claims],
        "tables": [
            {
                "name": table.name,
                "caption": table.caption,
                "on_page": table.on_page,
                "heads": [column.head for column in table.columns],
                "cells": [
                    ["" if row[column.key] is None else column.shown(row[column.key]) for column in table.columns]
                    for row in table.rows
                ],
                "rows": [dict(row) for row in table.rows],
            }
            for table in report.tables
        ],
        "figures": [{"file": f"{name}-{figure.name}", "caption": figure.caption} for figure in report.figures],
    }


def _csv_text(table: Table) -> str:
    shown = [column.key for column in table.columns]
    others = [key for key in (table.rows[0] if table.rows else ()) if key not in shown]
    text = io.StringIO()
    writer = csv.DictWriter(text, [*shown, *others], lineterminator="\n")
    writer.writeheader()
    writer.writerows(table.rows)
    return text.getvalue()
