"""The command `haversack run`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from haversack.cli.arguments import (
    ConstraintOption,
    EstimateWorkersOption,
    FileBudgetOption,
    FileCertifyOption,
    FileEstimateOption,
    FileSeedOption,
    FrugalOption,
    JsonOption,
    ObserverOption,
    OutOption,
    PlanOption,
    PresetOption,
    SetOption,
    VoteOption,
)
from haversack.cli.debugging import read_on_failure
from haversack.cli.exit_status import ANSWER_FAILED, ANSWER_INTERRUPTED, DONE, INTERRUPTED, WRONG_INPUT
from haversack.cli.inputs import (
    STANDARD_INPUT,
    RunOptions,
    parse_number,
    read_catalog,
    read_run_file,
    read_standard_input,
)
from haversack.cli.output import print_errors, print_text
from haversack.cli.select import select_and_report
from haversack.config.run_file import read_disabled, read_document
from haversack.errors import ConfigError, HaversackError

STANDARD_INPUT_NAME = "-"
_SEVERITY = (DONE, ANSWER_FAILED, ANSWER_INTERRUPTED, WRONG_INPUT)
"""Statuses of single runs, the worst one last."""


def run(
    context: typer.Context,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            help="Run files (TOML), or earlier results (JSON or report) to repeat; - is standard input.",
        ),
    ],
    budget: FileBudgetOption = None,
    seed: FileSeedOption = None,
    certify: FileCertifyOption = None,
    estimate: FileEstimateOption = None,
    estimate_workers: EstimateWorkersOption = None,
    preset: PresetOption = None,
    vote: VoteOption = None,
    frugal: FrugalOption = False,
    constraints: ConstraintOption = None,
    assignments: SetOption = None,
    observers: ObserverOption = None,
    with_plan: PlanOption = False,
    as_json: JsonOption = False,
    as_lines: Annotated[bool, typer.Option("--jsonl", help="Print one line of JSON per file.")] = False,
    out: OutOption = None,
) -> None:
    """Select panels as described by run files."""
    options = RunOptions(
        budget=budget,
        seed=seed,
        certify=certify,
        estimate=estimate,
        preset=preset,
        vote=vote,
        frugal=frugal,
        constraints=constraints,
        assignments=assignments,
        observers=observers,
        out=out,
    )
    _check_several(files, as_json=as_json, as_lines=as_lines, out=out)
    documents: dict[Path, dict[str, Any]] = {}
    mistakes: dict[Path, ConfigError] = {}
    for file in dict.fromkeys(files):
        try:
            documents[file] = _read_input(file)
            context.obj.disable(read_disabled(documents[file], _name(file)))
        except ConfigError as error:
            mistakes[file] = error
    if mistakes and len(files) == 1:
        raise mistakes[files[0]]
    catalog = read_catalog(context)

    def follow(file: Path) -> None:
        if file in mistakes:
            raise mistakes[file]
        config = read_run_file(file, options, catalog, document=documents[file])
        name = _name(file)
        if len(files) > 1 and not as_lines:
            print_text(f"{name}:")
        select_and_report(
            config,
            catalog,
            workers=1 if estimate_workers is None else parse_number(estimate_workers, int),
            on_failure=read_on_failure(context),
            with_plan=with_plan,
            as_json=as_json,
            out=out,
            source=name if as_lines else None,
        )

    if len(files) == 1:
        follow(files[0])
    else:
        _follow_all(files, follow, as_lines=as_lines)


def _read_input(file: Path) -> dict[str, Any]:
    return read_standard_input() if str(file) == STANDARD_INPUT_NAME else read_document(file)


def _name(file: Path) -> str:
    return STANDARD_INPUT if str(file) == STANDARD_INPUT_NAME else str(file)


def _check_several(files: list[Path], *, as_json: bool, as_lines: bool, out: Path | None) -> None:
    if as_json and as_lines:
        raise ConfigError("--json and --jsonl: give one of them, not both")
    if len(files) > 1 and as_json:
        raise ConfigError("--json: prints one result; --jsonl prints those of several files")
    if (len(files) > 1 or as_lines) and out is not None:
        raise ConfigError(f"--out {out}: holds the result of one file; --jsonl prints those of several")
    if [str(file) for file in files].count(STANDARD_INPUT_NAME) > 1:
        raise ConfigError(f"{STANDARD_INPUT_NAME}: standard input can be read once, not several times")


def _follow_all(files: list[Path], follow: Callable[[Path], None], *, as_lines: bool) -> None:
    """Follow one file after the other, whatever becomes of each; ends with the worst status of them."""
    worst, answers = DONE, 0
    for file in files:
        status = DONE
        try:
            follow(file)
        except typer.Exit as end:
            status = end.exit_code
        except HaversackError as error:
            status = WRONG_INPUT
            problems = getattr(error, "problems", str(error).splitlines())
            # A message about a part or a budget does not name the file.
            name = _name(file)
            lines = [text if text.startswith((name, str(file))) else f"{name}: {text}" for text in problems]
            print_errors(f"error: {line}" for line in lines)
            if as_lines:
                print_text(json.dumps({"source": name, "problems": lines}))
        if status == INTERRUPTED:
            raise typer.Exit(ANSWER_INTERRUPTED if answers else INTERRUPTED)
        answers += status != WRONG_INPUT
        worst = max(worst, status, key=_SEVERITY.index)
        if status == ANSWER_INTERRUPTED:
            break
    raise typer.Exit(worst)
