"""The command `haversack policy`."""

from __future__ import annotations

import functools
from typing import Annotated

import typer

from haversack.cli.arguments import (
    AnswersOption,
    ColumnsOption,
    CostsOption,
    FormatOption,
    JsonOption,
    OutOption,
    PlotOption,
    RunArgument,
    SeedOption,
    TruthOption,
    VotesOption,
)
from haversack.cli.completion import complete_words
from haversack.cli.inputs import RunOptions, parse_number, read_catalog, read_run
from haversack.cli.log_options import LogOptions
from haversack.cli.output import check_files, exit_interrupted, find_width, finish, report_answer
from haversack.cli.streams import diverting_output
from haversack.errors import ConfigError
from haversack.policies.requests import ESTIMATES
from haversack.policies.run import policy as choose_policy
from haversack.reports.policy import summarise_policy

_VOTES = ("auto", "plurality", "bayes")
_ADAPTIVE = {"auto": "auto", "yes": True, "no": False}


def policy(
    context: typer.Context,
    source: RunArgument = None,
    budget: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="Mean price per item.", show_default="that of a run file")
    ] = None,
    accuracy: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="Instead: the accuracy to reach at the least mean price.")
    ] = None,
    votes: VotesOption = None,
    truth: TruthOption = None,
    costs: CostsOption = None,
    columns: ColumnsOption = None,
    answers: AnswersOption = None,
    format: FormatOption = None,  # noqa: A002 - the name of the option
    vote: Annotated[
        str,
        typer.Option(metavar="|".join(_VOTES), help="How answers decide.", autocompletion=complete_words(*_VOTES)),
    ] = "auto",
    adaptive: Annotated[
        str,
        typer.Option(
            metavar="|".join(_ADAPTIVE),
            help="Whether the answers so far decide who is asked next.",
            autocompletion=complete_words(*_ADAPTIVE),
        ),
    ] = "auto",
    estimate: Annotated[
        str,
        typer.Option(
            metavar="|".join(ESTIMATES),
            help="How the accuracy on new items is estimated, of recorded votes.",
            autocompletion=complete_words(*ESTIMATES),
        ),
    ] = "auto",
    seed: SeedOption = None,
    as_json: JsonOption = False,
    out: OutOption = None,
    plot: PlotOption = None,
) -> None:
    """Choose whom to ask first, whom next, and when to stop."""
    check_files(None, plot)
    if adaptive not in _ADAPTIVE:
        raise ConfigError(f"--adaptive: must be one of {', '.join(_ADAPTIVE)}, got {adaptive!r}")
    catalog = read_catalog(context, source)
    options = RunOptions(budget=budget, seed=seed, out=out, plot=plot)
    log = LogOptions(votes=votes, truth=truth, costs=costs, columns=columns, answers=answers, format=format)
    config = read_run(source, options, catalog, log=log)
    try:
        with diverting_output():
            found = choose_policy(
                config.pool,
                None if budget is None and accuracy is not None else config.budget,
                accuracy=parse_number(accuracy, float),
                seed=config.seed,
                vote=vote,  # type: ignore[arg-type]  # checked there
                adaptive=_ADAPTIVE[adaptive],  # type: ignore[arg-type]
                estimate=estimate,  # type: ignore[arg-type]
            )
    except KeyboardInterrupt:
        exit_interrupted("interrupted before any policy was found")
    summary = functools.partial(summarise_policy, found, width=find_width())
    report_answer(found, summary, as_json=as_json, out=out)
    if plot is not None:
        # Not at the top: matplotlib is optional, and slow to import.
        from haversack.plots.canvas import save
        from haversack.plots.policy import plot_policy

        save(plot, lambda axes: plot_policy(found, axes))
    finish(found)
