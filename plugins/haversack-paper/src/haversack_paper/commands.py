"""The command `haversack paper`: parse, call, print."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from haversack.cli.exit_status import INTERRUPTED
from haversack.cli.output import find_width, print_text
from haversack.errors import ConfigError, HaversackError
from haversack.reports.tables import TextColumn, write_table
from haversack.validators import whole
from haversack_paper import experiments as known_experiments
from haversack_paper.experiment import Sources
from haversack_paper.fetching import fetch_source
from haversack_paper.page import PAGE, copy_pages, write_pages
from haversack_paper.progress import PartProgress
from haversack_paper.reproduction import Reproduction, choose_experiments, problems_of
from haversack_paper.sources import BY_HAND, SOURCES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from haversack_paper.experiment import CostOfTraining, Scale

_DEFAULT_OUT = Path("paper-results")
_COSTS: tuple[CostOfTraining, ...] = ("flops", "time")

app = typer.Typer(
    help="Reproduce the paper's tables, figures and numbers.",
    invoke_without_command=True,
    rich_markup_mode=None,
    add_completion=False,
)

OutOption = Annotated[Path, typer.Option(metavar="DIR", help="Where results are, and where they go.")]


@app.callback()
def listing(context: typer.Context) -> None:
    """List the experiments."""
    if context.invoked_subcommand is not None:
        return
    experiments = known_experiments.all_experiments()
    needs = ["--data" if "data" in experiment.options else "" for experiment in experiments.values()]
    columns = [
        TextColumn("experiment", list(experiments), rank=1),
        TextColumn("needs", needs, rank=3),
        TextColumn("summary", [experiment.summary for experiment in experiments.values()], rank=2, least=40),
    ]
    print_text(write_table(columns, width=find_width()))
    print_text("\nhaversack paper run NAME... runs some of them, haversack paper run --all all.")


@app.command()
def run(
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME", help="Experiments.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="All experiments.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Smaller: all of them in a few minutes.")] = False,
    full: Annotated[bool, typer.Option("--full", help="Longer searches and more draws: hours.")] = False,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="The folder with the real data sets.")] = None,
    out: OutOption = _DEFAULT_OUT,
    workers: Annotated[str | None, typer.Option(metavar="N", help="Processes; one per core if left out.")] = None,
    cost: Annotated[
        str, typer.Option(metavar="WHAT", help="Of training a classifier: flops, which repeat exactly, or time.")
    ] = "flops",
    fresh: Annotated[bool, typer.Option("--fresh", help="Compute again what is already there.")] = False,
) -> None:
    """Run experiments; what an earlier run has finished in the same folder is not computed again."""
    try:
        processes = _workers(workers)
        reproduction = Reproduction.plan(
            choose_experiments(names or [], everything=everything),
            _scale(quick=quick, full=full),
            Sources(_folder(data), _cost(cost)),
            out,
        )
        with PartProgress(reproduction.tasks) as progress:
            outcome = reproduction.compute(workers=processes, fresh=fresh, on_done=progress.advance)
        for sentence in reproduction.write(outcome):
            print(sentence)
        written = write_pages(out, known_experiments.all_experiments())
        if written is not None:
            print(f"page: {written}")
        _raise_problems(reproduction.problems, outcome.failed.values())
    except KeyboardInterrupt as error:
        print("interrupted; the same command goes on from what is finished", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from error


@app.command()
def page(
    into: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to put the pages and their figures.")],
    out: OutOption = _DEFAULT_OUT,
) -> None:
    """Write the pages of all results once more, to another folder."""
    if write_pages(out, known_experiments.all_experiments()) is None:
        raise HaversackError(f"--out {out}: no results there; `haversack paper run` makes them")
    copy_pages(out, into)
    print(f"page: {into / PAGE}")


@app.command("data")
def fetch_data(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to put the data; what is there stays.")],
) -> None:
    """Download the public data that experiments read, and check it; needs a network."""
    problems = []
    for source in SOURCES:
        try:
            path, is_new = fetch_source(source, folder)
            print(f"{source.title}: {path}, {'fetched' if is_new else 'there already'}, checked")
        except HaversackError as error:
            problems.append(str(error))
    for title, where in BY_HAND.items():
        print(f"{title}: not fetched; {where}")
    if problems:
        raise ConfigError(problems)


def _scale(*, quick: bool, full: bool) -> Scale:
    if quick and full:
        raise ConfigError(["--quick and --full: give one of them, not both"])
    return "quick" if quick else "full" if full else "usual"


def _folder(data: Path | None) -> Path | None:
    if data is not None and not data.is_dir():
        found = "a file" if data.exists() else "nothing of that name"
        raise ConfigError([f"--data {data}: must be a folder, got {found}"])
    return data


def _cost(text: str) -> CostOfTraining:
    for known in _COSTS:
        if text == known:
            return known
    raise ConfigError([f"--cost {text}: must be one of {', '.join(_COSTS)}"])


def _workers(text: str | None) -> int:
    if text is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not text.isdecimal() or int(text) == 0:
        raise ConfigError([f"--workers: must be {whole(1).wanted}, got {text!r}"])
    return int(text)


def _raise_problems(problems: Iterable[str], failures: Iterable[BaseException]) -> None:
    """Raise an error that lists what could not be done, after everything else was."""
    failures = list(failures)
    found = [problem for error in failures if isinstance(error, HaversackError) for problem in problems_of(error)]
    messages = list(dict.fromkeys([*problems, *found]))
    for error in failures:
        if not isinstance(error, HaversackError):
            # A bug: the host says how to see more of it. The other messages would be lost.
            for message in messages:
                print(f"error: {message}", file=sys.stderr)
            raise error
    if messages:
        raise ConfigError(messages)
