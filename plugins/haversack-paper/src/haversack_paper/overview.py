"""The page of all experiments: verdicts, rules, and where the numbers come from."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Any, get_args

from haversack_paper.markdown import NOTE, fold, write_table
from haversack_paper.report import Verdict, count_of, percent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes

    Reports = Sequence[Mapping[str, Any]]

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

_COLOURS = ("#3ca951", "#d9661f", "#9498a0")
_INTRODUCTION = """\
Every table, figure and number of "A stochastic approach to handle knapsack problems in the creation of ensembles"
(Hajdu, Terdik, Tiba, Tomán; [arXiv 2004.08101](https://arxiv.org/abs/2004.08101)), and what we get. *Agrees* means that
our number confirms a claim, *differs* that it does not, with the reason; some claims *cannot be checked*, mostly
because the paper does not say what was done. A statement of the paper may have several rows. Verdicts are computed from
the results, by the same rules at every scale.
"""
_SMALLER = """\
**Some of this was run with `--quick`**: with smaller samples and shorter searches, so that verdicts that are a close
call may not be those of a longer run.
"""
_CHART = "Verdicts by experiment: how many claims agree, differ and cannot be checked."
_BESIDE = "[Why independence fails](why-independence-fails.md) has the reasons, and what haversack does instead."
_MEASURED = {
    "measured": ("pools of trained classifiers", ("optimum estimate", "optimum test", "votes test")),
    "real-votes": ("sets of people, language models and services", ("predicted", "held_out", "votes_held_out")),
}
"""Tables that show the model beside recorded votes: of what, and the columns predicted, reached, reached by votes."""


def write_overview(reports: Reports, folder: str, chart: str) -> str:
    """Return the page as Markdown.

    Parameters
    ----------
    reports
        What `read_report` returns for each experiment.
    folder
        Where the pages of the experiments are, from this page.
    chart
        The path of the picture of the verdicts, from this page.
    """
    lines = ["# The paper, reproduced", "", NOTE, "", _INTRODUCTION]
    lines += [_SMALLER] if any(report["scale"] == "quick" for report in reports) else []
    lines += [f"![{_CHART}]({chart})", "", *_counts(reports, folder), *_real_votes(reports, folder)]
    lines += ["## Rules", "", *_rules(reports)]
    lines += ["## Origin", "", *_origin(reports)]
    names = [f"{folder}/{report['experiment']}" for report in reports]
    return "\n".join([*lines, "```{toctree}", ":hidden:", "", *names, "```", ""])


def draw_verdicts(reports: Reports, axes: Axes) -> None:
    """Draw a bar for each experiment, divided by verdict."""
    # Not at the top: slow to import.
    from matplotlib.figure import Figure

    reports = [report for report in reports if report["claims"]]
    names = [report["experiment"] for report in reports]
    starts = [0] * len(names)
    for verdict, colour in zip(VERDICTS, _COLOURS, strict=True):
        counts = [_count(report["claims"])[verdict] for report in reports]
        bars = axes.barh(names, counts, left=starts, color=colour, label=verdict, height=0.7)
        axes.bar_label(bars, [str(count) if count else "" for count in counts], label_type="center", color="white")
        starts = [start + count for start, count in zip(starts, counts, strict=True)]
    axes.invert_yaxis()
    axes.set(xlabel="claims")
    axes.legend(loc="upper center", bbox_to_anchor=(0.4, 1.2), ncols=3)
    figure = axes.figure
    assert isinstance(figure, Figure)
    figure.set_size_inches(7.0, 0.9 + 0.2 * len(names))


def _count(claims: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    verdicts = [claim["verdict"] for claim in claims]
    return {verdict: verdicts.count(verdict) for verdict in VERDICTS}


def _counts(reports: Reports, folder: str) -> list[str]:
    """Return links to the pages of the experiments, and a table of what they reproduce and how often."""

    def cells(claims: Sequence[Mapping[str, Any]]) -> list[str]:
        return [str(count) for count in _count(claims).values()]

    links = [f"[{report['experiment']}]({folder}/{report['experiment']}.md)" for report in reports]
    rows = [[link, report["summary"], *cells(report["claims"])] for link, report in zip(links, reports, strict=True)]
    claims = [claim for report in reports for claim in report["claims"]]
    rows.append(["all", "", *cells(claims)])
    agree, differ, unchecked = cells(claims)
    return [
        f"Of {count_of(len(claims), 'claim')}, {agree} agree, {differ} differ and {unchecked} cannot be checked. Each "
        f"experiment has a page with its claims, tables and figures: {', '.join(links)}.",
        "",
        *fold("What each experiment reproduces", write_table(["experiment", "reproduces", *VERDICTS], rows)),
    ]


def _real_votes(reports: Reports, folder: str) -> list[str]:
    """Say what independence predicts, and what panels reach, on the data with recorded votes."""
    found = []
    for report in reports:
        for table in report["tables"]:
            if table["name"] in _MEASURED and table["rows"]:
                words, keys = _MEASURED[table["name"]]
                predicted, reached, by_votes = (percent(fmean([row[key] for row in table["rows"]])) for key in keys)
                found.append(
                    f"in [{len(table['rows'])} {words}]({folder}/{report['experiment']}.md) it predicts {predicted}, "
                    f"they reach {reached}, and panels chosen by recorded votes {by_votes}"
                )
    if not found:
        return []
    return [
        "**On real votes.** The paper's model takes voters for independent. Mean accuracy of the best panels by it, "
        f"predicted and on held-out data: {'; '.join(found)}. {_BESIDE}",
        "",
    ]


def _rules(reports: Reports) -> list[str]:
    """Return every rule once, with how many claims it decides, and which way."""
    claims: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    used: dict[tuple[str, str], dict[str, None]] = {}
    for report in reports:
        for claim in report["claims"]:
            rule = claim["rule"]["name"], claim["rule"]["text"]
            claims.setdefault(rule, []).append(claim)
            used.setdefault(rule, {})[report["experiment"]] = None
    rows = [
        [name, text, ", ".join(used[name, text]), *(str(count) for count in _count(some).values())]
        for (name, text), some in sorted(claims.items())
    ]
    return fold(
        f"{count_of(len(rows), 'rule')} for all verdicts. A claim that does not agree differs, unless its rule says "
        "more; without data it cannot be checked",
        write_table(["rule", "when a claim agrees", "experiments", *VERDICTS], rows),
    )


def _origin(reports: Reports) -> list[str]:
    """Return commits, machines and versions, with the experiments that have others than most; and the data."""
    facts: dict[str, dict[str, list[str]]] = {}
    for report in reports:
        versions = ", ".join(f"{name} {version}" for name, version in report["versions"].items())
        for key in ("commit", "machine", "python"):
            for value in dict.fromkeys(origin[key] for origin in report["origins"] if key in origin):
                facts.setdefault(key, {}).setdefault(value, []).append(report["experiment"])
        facts.setdefault("software", {}).setdefault(versions, []).append(report["experiment"])
    known = [f"{key} {_list_values(values)}" for key, values in facts.items()]
    data = [[title, f"`{digest}`"] for report in reports for title, digest in report["data"].items()]
    lines = [
        f"Computed with {'; '.join(known)}. Times are of that machine and say something only beside each other. "
        "[Reproduce the paper](../how-to/reproduce-the-paper.md) has the commands.",
        "",
    ]
    if data:
        head = f"SHA-256 of the content of {count_of(len(data), 'data set')}: rows of UCI sets, files of the others"
        lines += fold(head, write_table(["data", "SHA-256"], data))
    return lines


def _list_values(values: Mapping[str, Sequence[str]]) -> str:
    """Write values that experiments have; whose it is, where it is not that of most.

    Examples
    --------
    >>> _list_values({"2.0": ["a", "b"], "1.9": ["c"]})
    '2.0, 1.9 (c)'
    """
    usual = max(values, key=lambda value: len(values[value]))
    others = [f"{value} ({', '.join(names)})" for value, names in values.items() if value != usual]
    return ", ".join([usual, *others])
