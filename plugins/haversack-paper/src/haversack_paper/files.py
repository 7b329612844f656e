"""What a report leaves on disk: tables as CSV, figures as PNG and SVG, and all of it as JSON for the page."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

from haversack.plots.canvas import save
from haversack_paper.store import versions, write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from haversack_paper.report import Report, Table

FIGURES = "reproduction"
"""The folder of the figures, beside the page of the same name."""


def write_report(name: str, report: Report, about: dict[str, Any], folder: Path) -> None:
    """Write everything that an experiment has to show.

    Parameters
    ----------
    name
        Of the experiment.
    report
        What it has to show.
    about
        How it was run, for the page.
    folder
        Where the page will be. Tables go to a folder named like the experiment, figures to `FIGURES`.
    """
    home = folder / name
    for table in report.tables:
        write_whole(home / f"{table.name}.csv", _csv_text(table))
    figures = folder / FIGURES
    figures.mkdir(parents=True, exist_ok=True)
    for figure in report.figures:
        for ending in ".svg", ".png":
            save(figures / f"{name}-{figure.name}{ending}", *figure.draws)
    document = about | {"experiment": name, "versions": versions()} | _as_json(name, report)
    # Last, since the page is made from it: what it names is there.
    write_whole(home / "report.json", json.dumps(document, allow_nan=False, indent=1) + "\n")


def _as_json(name: str, report: Report) -> dict[str, Any]:
    return {
        "text": report.text,
        "claims": [
            {
                "where": claim.where,
                "statement": claim.statement,
                "paper": claim.paper,
                "ours": claim.ours,
                "verdict": claim.verdict,
                "because": claim.because,
            }
            for claim in report.claims
        ],
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
