"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from haversack.api.certify import MODES
from haversack.api.expected import ESTIMATES
from haversack.cli.completion import complete_parts, complete_words
from haversack.execution.workers import BACKENDS
from haversack.pools.columns import list_headers
from haversack.pools.logs.normalising import MODES as MODES_OF_ANSWERS
from haversack.selection import defaults

if TYPE_CHECKING:
    from haversack.kinds import Kind

PART = "KIND[:KEY=VALUE,...]"
"""How an option takes a part; `haversack.config.part_text` reads it."""
_OF_FILE = "that of the file"


def _describe_part(kind: Kind, text: str, default: str) -> Any:
    return typer.Option(metavar=PART, help=text, show_default=default, autocompletion=complete_parts(kind))


PoolArgument = Annotated[
    Path | None,
    typer.Argument(
        metavar="POOL.csv",
        help=f"Pool: CSV with columns {', '.join(sorted(list_headers()))}; or a log of answers; or a file that the "
        "energy reads.",
    ),
]
RunArgument = Annotated[
    Path | None,
    typer.Argument(metavar="POOL.csv|RUN.toml", help="A pool or log as for select, or a run file or earlier result."),
]
VotesOption = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="LOG",
        help="Log of recorded answers: CSV, TSV, JSONL, or a folder of them; beside a pool or alone. Repeatable.",
    ),
]
TruthOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="The right answers, if the log of answers has none.")
]
ColumnsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--columns", metavar="ROLE=COLUMN,...", help="Columns of the log, e.g. member=model,item=question. Repeatable."
    ),
]
AnswersOption = Annotated[
    str | None,
    typer.Option(
        metavar="|".join(MODES_OF_ANSWERS),
        help="When two answers of the log are the same.",
        show_default="exact",
        autocompletion=complete_words(*MODES_OF_ANSWERS),
    ),
]
FormatOption = Annotated[
    str | None,
    typer.Option(
        metavar=PART, help="Reader of the log.", show_default="recognised", autocompletion=complete_parts("reader")
    ),
]
CostsOption = Annotated[
    Path | None, typer.Option(metavar="FILE.csv", help="Costs of the members of a log: columns name and cost.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="Change a setting, e.g. searcher.cooling=0.9 or budget=30. Repeatable."
    ),
]


def _describe_budget(default: str) -> Any:
    return typer.Option(metavar="NUMBER", help="Largest cost of a set.", show_default=default)


def _describe_seed(default: str) -> Any:
    return typer.Option(metavar="NUMBER", help="Same seed, same answer.", show_default=default)


def _describe_certify(default: str) -> Any:
    return typer.Option(
        metavar="|".join(MODES),
        help="Effort spent on bounding the optimality gap.",
        show_default=default,
        autocompletion=complete_words(*MODES),
    )


def _describe_estimate(default: str) -> Any:
    return typer.Option(
        metavar="|".join(ESTIMATES),
        help="How the accuracy on new items is estimated, of recorded votes.",
        show_default=default,
        autocompletion=complete_words(*ESTIMATES),
    )


# Read as text, so that a mistake in them is reported in the same words as one in a run file.
BudgetOption = Annotated[str | None, _describe_budget("no limit")]
EnergyOption = Annotated[str | None, _describe_part("energy", "What makes a set good.", "majority, or votes if given")]
SearcherOption = Annotated[str | None, _describe_part("searcher", "How to search.", "auto")]
StoppingOption = Annotated[str | None, _describe_part("stopping", "When to stop.", "auto")]
CostOption = Annotated[str | None, _describe_part("cost", "What a set costs.", "additive if the pool has costs")]
VoteOption = Annotated[
    str | None, _describe_part("energy", "Energy whose vote decides on new items.", "that of the run")
]
FrugalOption = Annotated[
    bool, typer.Option("--frugal", help="Take the cheapest panel that is as good as the best one up to chance.")
]
SeedOption = Annotated[str | None, _describe_seed("drawn at random, and recorded")]
CertifyOption = Annotated[str | None, _describe_certify(defaults.CERTIFY)]
EstimateOption = Annotated[str | None, _describe_estimate(defaults.ESTIMATE)]
EstimateWorkersOption = Annotated[
    str | None,
    typer.Option(metavar="NUMBER", help="Threads for this estimate; same answer.", show_default="1"),
]
# Of a command that reads a run file.
FileBudgetOption = Annotated[str | None, _describe_budget(_OF_FILE)]
FileSeedOption = Annotated[str | None, _describe_seed(_OF_FILE)]
FileCertifyOption = Annotated[str | None, _describe_certify(_OF_FILE)]
FileEstimateOption = Annotated[str | None, _describe_estimate(_OF_FILE)]
# Of commands that choose their own parts.
FrontierSearcherOption = Annotated[str | None, _describe_part("searcher", "How to search.", "by pool and energy")]
FrontierStoppingOption = Annotated[
    str | None, _describe_part("stopping", "When to stop, at each budget.", "by pool and energy")
]
PlanStoppingOption = Annotated[
    str | None, _describe_part("stopping", "Rule that makes the plan.", defaults.PAPER_STOPPING)
]
ConstraintOption = Annotated[
    list[str] | None,
    typer.Option(
        "--constraint",
        metavar=PART,
        help="What every answer must meet, e.g. size:least=3. Repeatable.",
        autocompletion=complete_parts("constraint"),
    ),
]
ObserverOption = Annotated[
    list[str] | None,
    typer.Option(
        "--observer",
        metavar=PART,
        help="Who watches the run, e.g. jsonl:path=runs.jsonl. Repeatable.",
        autocompletion=complete_parts("observer"),
    ),
]
PresetOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Parts that belong together: 'paper' is Algorithm 2 as the paper has it.",
        autocompletion=complete_parts("preset"),
    ),
]
PlanOption = Annotated[bool, typer.Option("--plan", help="Add what Algorithm 2 computes before the search.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
OutOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Also write the result as JSON.")]
CertificateOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Also write a proof of the bound, for `haversack verify`.")
]
TableOutOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Also write everything to a file: .csv or .json.")
]
PlotOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Also draw a plot: .png, .svg or .pdf. Needs matplotlib.")
]
BackendOption = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="loky (processes), threading or dask (a cluster).",
        autocompletion=complete_words(*BACKENDS),
    ),
]
AddressOption = Annotated[
    str | None, typer.Option(metavar="tcp://HOST:PORT", help="Of the scheduler of a Dask cluster.")
]
