"""The pages as files: one of all experiments, and one for each of them beside its figures."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from haversack.plots.canvas import save
from haversack_paper.experiment_page import write_experiment_page
from haversack_paper.files import FIGURES, read_report, write_whole
from haversack_paper.overview import draw_verdicts, write_overview

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

PAGE = f"{FIGURES}.md"
CHART = "verdicts.svg"


def write_pages(folder: Path, names: Iterable[str]) -> Path | None:
    """Write the pages from the reports that are in a folder, in the order of `names`; returns the one of all.

    No reports, no page. The page of an experiment without a report is removed.
    """
    home = folder / FIGURES
    reports = []
    for name in names:
        report = read_report(name, folder)
        if report is None:
            (home / f"{name}.md").unlink(missing_ok=True)
        else:
            reports.append(report)
            write_whole(home / f"{name}.md", write_experiment_page(report, f"../{PAGE}"))
    if not reports:
        return None
    save(home / CHART, functools.partial(draw_verdicts, reports))
    write_whole(folder / PAGE, write_overview(reports, FIGURES, f"{FIGURES}/{CHART}"))
    return folder / PAGE


def copy_pages(folder: Path, target: Path) -> None:
    """Copy the pages, and the figures that they show, as SVG, to another folder."""
    pages = sorted((folder / FIGURES).glob("*.md"))
    texts = {page: page.read_text(encoding="utf-8") for page in (folder / PAGE, *pages)}
    shown = "".join(texts.values())
    for picture in sorted((folder / FIGURES).glob("*.svg")):
        if f"({picture.name})" in shown or f"({FIGURES}/{picture.name})" in shown:
            write_whole(target / FIGURES / picture.name, picture.read_text(encoding="utf-8"), place="FOLDER")
    for page, text in texts.items():
        write_whole(target / page.relative_to(folder), text, place="FOLDER")
