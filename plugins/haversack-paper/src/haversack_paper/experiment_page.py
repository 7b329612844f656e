"""The page of one experiment: what was done, every claim with its verdict, tables and figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack_paper.markdown import NOTE, write_figure, write_table

if TYPE_CHECKING:
    from collections.abc import Mapping

_HEADS = ("where", "the paper says", "paper", "ours", "verdict", "rule")


def write_experiment_page(report: Mapping[str, Any], overview: str) -> str:
    """Return the page as Markdown; `overview` is the path of the page of all experiments from here."""
    lines = [f"# {report['experiment']}", "", NOTE, "", report["summary"], ""]
    lines += [f"Command: `{report['command']}`, {_duration(report['seconds'])} of computing.", ""]
    if report["scale"] == "quick":
        lines += ["**Run with `--quick`**: a verdict that is a close call may not be that of a longer run.", ""]
    lines += [report["text"].strip(), ""]
    claims = [
        [claim["where"], claim["statement"], claim["paper"], claim["ours"], _verdict(claim), claim["rule"]["name"]]
        for claim in report["claims"]
    ]
    if claims:
        lines += ["## Claims", "", f"The rules of the verdicts are in [the overview]({overview}#rules).", ""]
        lines += [*write_table(_HEADS, claims), ""]
    tables = [table for table in report["tables"] if table["on_page"]]
    lines += ["## Tables", ""] if tables else []
    for table in tables:
        lines += [table["caption"], "", *write_table(table["heads"], table["cells"]), ""]
    lines += ["## Figures", ""] if report["figures"] else []
    for figure in report["figures"]:
        lines += write_figure(figure["caption"], f"{figure['file']}.svg")
    return "\n".join(lines)


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


def _verdict(claim: Mapping[str, Any]) -> str:
    verdict, reason = claim["verdict"], claim["because"]
    if verdict == "agrees":
        return f"agrees: {reason}" if reason else verdict
    return f"**{verdict}** because {reason}"
