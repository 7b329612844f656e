"""The Markdown page: every claim of the paper, our number, the command and the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack_paper.files import FIGURES, read_report, write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

PAGE = f"{FIGURES}.md"

_VERDICTS = ("agrees", "differs", "cannot be checked")
_INTRODUCTION = """\
# The paper, reproduced

<!-- Written by `haversack paper`; to change it, change plugins/haversack-paper and run the commands below. -->

Every table, figure and number of "A stochastic approach to handle knapsack problems in the creation of ensembles"
(Hajdu, Terdik, Tiba, Tomán; [arXiv 2004.08101](https://arxiv.org/abs/2004.08101)), what we get, and what became of the
claim. *Agrees* means that our number confirms it, *differs* that it does not, with the reason; some claims *cannot be
checked*, mostly because the paper does not say what was done. Verdicts are computed from the results by the experiment
that is named, by the same rules at every scale; where a claim is about the printed text alone, its row says so. The
overview counts rows, and a statement of the paper may have several. Times are of the machine that made this page and
say something only beside each other.
"""
_SMALLER = """\
**Some of this was run with `--quick`**: with smaller samples and shorter searches, so that verdicts that are a close
call may not be those of a longer run.
"""


def write_page(folder: Path, names: Iterable[str]) -> Path | None:
    """Write the page from the reports that are in a folder, in the order of `names`; no reports, no page."""
    reports = [report for name in names if (report := read_report(name, folder)) is not None]
    if not reports:
        return None
    path = folder / PAGE
    write_whole(path, page_text(reports))
    return path


def copy_page(folder: Path, target: Path) -> None:
    """Copy the page and the figures that it shows, as SVG, to another folder."""
    text = (folder / PAGE).read_text(encoding="utf-8")
    for picture in sorted((folder / FIGURES).glob("*.svg")):
        if f"({FIGURES}/{picture.name})" in text:
            write_whole(target / FIGURES / picture.name, picture.read_text(encoding="utf-8"), place="FOLDER")
    write_whole(target / PAGE, text, place="FOLDER")


def page_text(reports: Sequence[dict[str, Any]]) -> str:
    """Return the page as Markdown."""
    smaller = [_SMALLER] if any(report["scale"] == "quick" for report in reports) else []
    sections = [line for report in reports for line in _section(report)]
    return "\n".join([_INTRODUCTION, *smaller, *_overview(reports), *sections])


def _overview(reports: Sequence[dict[str, Any]]) -> list[str]:
    rows = [
        [f"[{report['experiment']}](#{report['experiment']})", report["summary"], *_counts(report["claims"])]
        for report in reports
    ]
    rows.append(["all", "", *_counts([claim for report in reports for claim in report["claims"]])])
    return ["## Overview", "", *_table(["experiment", "reproduces", *_VERDICTS], rows), ""]


def _counts(claims: Sequence[dict[str, str]]) -> list[str]:
    verdicts = [claim["verdict"] for claim in claims]
    return [str(verdicts.count(verdict)) for verdict in _VERDICTS]


def _section(report: dict[str, Any]) -> list[str]:
    """Return one experiment: what was done, the claims, the tables, the figures."""
    lines = [f"## {report['experiment']}", "", report["summary"], ""]
    lines += [f"Command: `{report['command']}`, {_duration(report['seconds'])} of computing.", ""]
    lines += [report["text"].strip(), ""]
    claims = [
        [claim["where"], claim["statement"], claim["paper"], claim["ours"], _verdict(claim)]
        for claim in report["claims"]
    ]
    lines += [*_table(["where", "the paper says", "paper", "ours", "verdict"], claims), ""]
    for table in report["tables"]:
        if table["on_page"]:
            lines += [table["caption"], "", *_table(table["heads"], table["cells"]), ""]
    for figure in report["figures"]:
        lines += [f"![{_plain(figure['caption'])}]({FIGURES}/{figure['file']}.svg)", "", f"*{figure['caption']}*", ""]
    return lines


def _duration(seconds: float) -> str:
    """Write roughly how long something took.

    Examples
    --------
    >>> _duration(0.3), _duration(48.0), _duration(400.0)
    ('less than 10 s', '50 s', '7 min')
    """
    if seconds < 9.5:
        return "less than 10 s"
    return f"{round(seconds, -1):.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def _verdict(claim: dict[str, str]) -> str:
    verdict, reason = claim["verdict"], claim["because"]
    if verdict == "agrees":
        return f"agrees: {reason}" if reason else verdict
    return f"**{verdict}** because {reason}"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    cells = [[" ".join(cell.split()).replace("|", r"\|") for cell in row] for row in rows]
    return [f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *cells)]


def _plain(caption: str) -> str:
    """Return a caption without markup, as alternative text."""
    return caption.translate(dict.fromkeys(map(ord, "$`[]")))
