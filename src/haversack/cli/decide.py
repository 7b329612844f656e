"""The command `haversack decide`."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated

import typer

from haversack.api.selection import Selection
from haversack.cli.arguments import ColumnsOption, JsonOption, TableOutOption, VoteOption
from haversack.cli.inputs import RunOptions, read_catalog
from haversack.cli.output import check_files, find_width, report_answer
from haversack.cli.streams import diverting_output
from haversack.config.part_text import parse_part
from haversack.pools.answer_tables import read_answer_file
from haversack.pools.logs.roles import parse_assignments
from haversack.reports.verdicts import Decisions
from haversack.selection.deciding import compare_as_recorded, decide_table


def decide(
    context: typer.Context,
    result: Annotated[
        Path, typer.Argument(metavar="RESULT.json", help="What --out of select or run wrote, or a report on it.")
    ],
    answers: Annotated[
        Path,
        typer.Argument(
            metavar="NEW.csv",
            help="New answers, CSV, TSV or JSONL: a line per answer (item, member, answer), or a column per member.",
        ),
    ],
    columns: ColumnsOption = None,
    vote: VoteOption = None,
    as_json: JsonOption = False,
    out: TableOutOption = None,
) -> None:
    """Decide on new items by the panel of a result."""
    check_files(out, None)
    RunOptions(out=out).check_outputs([result, answers])
    catalog = read_catalog(context)
    selection = Selection.from_json(result)
    roles = None if columns is None else parse_assignments(columns)
    table = compare_as_recorded(selection, read_answer_file(answers, selection.pool.names, roles))
    with diverting_output():
        spec = None if vote is None else parse_part(vote, "--vote")
        verdicts = decide_table(selection, table, vote=spec, catalog=catalog)
    decisions = Decisions(table.items, verdicts, table.truth)
    summary = functools.partial(decisions.summarise, width=find_width())
    report_answer(decisions, summary, as_json=as_json, out=out, to_csv=decisions.to_csv)
