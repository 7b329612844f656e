"""The command `haversack replay`."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated

import typer

from haversack.cli.arguments import (
    AnswersOption,
    ColumnsOption,
    CostsOption,
    FormatOption,
    JsonOption,
    OutOption,
    TruthOption,
)
from haversack.cli.inputs import RunOptions, read_catalog
from haversack.cli.log_options import LogOptions, print_reading
from haversack.cli.output import find_width, report_answer
from haversack.cli.streams import diverting_output
from haversack.config.log_reading import read_log
from haversack.errors import ConfigError
from haversack.policies.policy import Policy
from haversack.reports.replay import summarise_replay


def replay(
    context: typer.Context,
    policy: Annotated[
        Path, typer.Argument(metavar="POLICY.json", help="What --out of policy wrote, or a report on it.")
    ],
    log: Annotated[
        Path,
        typer.Argument(metavar="LOG", help="Another log of answers, with the right ones."),
    ],
    truth: TruthOption = None,
    costs: CostsOption = None,
    columns: ColumnsOption = None,
    answers: AnswersOption = None,
    format: FormatOption = None,  # noqa: A002 - the name of the option
    as_json: JsonOption = False,
    as_lines: Annotated[bool, typer.Option("--jsonl", help="Print one line of JSON per item.")] = False,
    out: OutOption = None,
) -> None:
    """Value a policy on answers that had no part in choosing it."""
    if as_json and as_lines:
        raise ConfigError("--json and --jsonl: give one of them, not both")
    RunOptions(out=out).check_outputs([policy, log])
    catalog = read_catalog(context)
    chosen = Policy.from_json(policy)
    options = LogOptions(votes=[log], truth=truth, costs=costs, columns=columns, answers=answers, format=format)
    section = options.to_section()
    with diverting_output():
        reading = read_log(section.pop("votes"), **section, catalog=catalog)
        print_reading(reading)
        found = chosen.replay(reading.pool)
    if as_lines:
        report_answer(found, lambda: found.to_jsonl().removesuffix("\n"), as_json=False, out=out)
        return
    summary = functools.partial(summarise_replay, found, width=find_width())
    report_answer(found, summary, as_json=as_json, out=out)
