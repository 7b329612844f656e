"""The command `haversack run`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import attrs
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
from haversack.cli.exit_status import (
    ANSWER_FAILED,
    ANSWER_INTERRUPTED,
    DONE,
    INTERNAL_ERROR,
    INTERRUPTED,
    WRONG_INPUT,
)
from haversack.cli.inputs import (
    STANDARD_INPUT,
    RunOptions,
    parse_number,
    read_catalog,
    read_jobs,
    read_jobs_from_standard_input,
    read_run_file,
    warn_of_other_versions,
)
from haversack.cli.output import print_errors, print_text
from haversack.cli.repeat import Repetition
from haversack.cli.select import select_and_report
from haversack.cli.streams import OutputError
from haversack.config.recipe import Recipe
from haversack.config.run_file import read_disabled
from haversack.errors import ConfigError, HaversackError
from haversack.text import format_error

if TYPE_CHECKING:
    from haversack.plugins import Catalog, Disabling

STANDARD_INPUT_NAME = "-"
_SEVERITY = (DONE, ANSWER_FAILED, ANSWER_INTERRUPTED, WRONG_INPUT, INTERNAL_ERROR)
"""Statuses of single runs, the worst one last."""


def run(
    context: typer.Context,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            help="Run files (TOML), or results of any command (JSON or report) to repeat; - is standard input.",
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
    """Select panels as described by run files, or repeat results."""
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
    if [str(file) for file in files].count(STANDARD_INPUT_NAME) > 1:
        raise ConfigError(f"{STANDARD_INPUT_NAME}: standard input can be read once, not several times")
    jobs = _list_jobs(files)
    _check_several(jobs, as_json=as_json, as_lines=as_lines, out=out)
    is_single = len(jobs) == 1 and not as_lines
    if is_single:
        jobs[0].get_recipe()
    # Once, since mistakes in the global options are those of no file.
    shared = None if all(job.disabling.names for job in jobs) else read_catalog(context)
    catalogs: dict[tuple[str, ...], Catalog] = {} if shared is None else {(): shared}
    further = {"--estimate-workers": estimate_workers is not None, "--plan": with_plan}

    def follow(job: _Job) -> None:
        recipe = job.get_recipe()
        if len(jobs) > 1 and not as_lines:
            print_text(f"{job.name}:")
        # The plugins that one file leaves out may be those that another one needs.
        names = job.disabling.names
        if names not in catalogs:
            catalogs[names] = read_catalog(context, disabling=job.disabling)
        catalog = catalogs[names]
        warn_of_other_versions(recipe.place, recipe.versions, catalog)
        # With a budget, a panel is selected from the pool of a frontier.
        if recipe.kind != "selection" and not (recipe.kind == "frontier" and budget is not None):
            repetition = Repetition(
                catalog=catalog,
                options=options,
                further=tuple(word for word, is_given in further.items() if is_given),
                on_failure=read_on_failure(context),
                as_json=as_json,
                source=job.name if as_lines else None,
            )
            repetition.repeat(recipe, job.file)
            return
        select_and_report(
            read_run_file(job.file, options, catalog, document=recipe.get_run(), place=recipe.place),
            catalog,
            workers=1 if estimate_workers is None else parse_number(estimate_workers, int),
            on_failure=read_on_failure(context),
            with_plan=with_plan,
            as_json=as_json,
            out=out,
            source=job.name if as_lines else None,
        )

    if is_single:
        follow(jobs[0])
    else:
        _follow_all(jobs, follow, as_lines=as_lines, debug=read_on_failure(context) == "raise")


@attrs.frozen
class _Job:
    """Something to run or to repeat, or the mistake in its file."""

    file: Path
    name: str
    disabling: Disabling
    recipe: Recipe | None = None
    mistake: ConfigError | None = None

    def get_recipe(self) -> Recipe:
        if self.recipe is None:
            assert self.mistake is not None
            raise self.mistake
        self.recipe.get_config()
        return self.recipe


def _list_jobs(files: list[Path]) -> list[_Job]:
    """Return all that the files ask for, each file read once."""
    read: dict[Path, list[_Job]] = {}
    for file in dict.fromkeys(files):
        is_standard_input = str(file) == STANDARD_INPUT_NAME
        name = STANDARD_INPUT if is_standard_input else str(file)
        try:
            recipes = read_jobs_from_standard_input() if is_standard_input else read_jobs(file)
            skipped = [each for each in recipes if each.is_skipped and len(recipes) > 1]
            print_errors(f"{each.place}: skipped: {each.problem}" for each in skipped)
            kept = [each for each in recipes if each not in skipped]
            read[file] = [_Job(file, each.place, read_disabled(each.config or {}, each.place), each) for each in kept]
        except ConfigError as error:
            read[file] = [_Job(file, name, read_disabled({}, name), mistake=error)]
    return [job for file in files for job in read[file]]


def _check_several(jobs: list[_Job], *, as_json: bool, as_lines: bool, out: Path | None) -> None:
    if as_json and as_lines:
        raise ConfigError("--json and --jsonl: give one of them, not both")
    if len(jobs) > 1 and as_json:
        raise ConfigError("--json: prints one result; --jsonl prints those of several files")
    if (len(jobs) > 1 or as_lines) and out is not None:
        raise ConfigError(f"--out {out}: holds the result of one file; --jsonl prints those of several")


def _follow_all(jobs: list[_Job], follow: Callable[[_Job], None], *, as_lines: bool, debug: bool) -> None:
    """Follow one after the other, whatever becomes of each; ends with the worst status of them."""
    worst, answers = DONE, 0
    for job in jobs:
        status = DONE
        problems: list[str] = []
        try:
            follow(job)
        except typer.Exit as end:
            status = end.exit_code
        except KeyboardInterrupt:
            status = INTERRUPTED
        except (OutputError, BrokenPipeError):  # Nobody would see the other answers.
            raise
        except HaversackError as error:
            status, problems = WRONG_INPUT, list(getattr(error, "problems", str(error).splitlines()))
        except Exception as error:
            if debug:
                raise
            status, problems = INTERNAL_ERROR, [f"unexpected {format_error(error)}; --debug shows where it happened"]
        # A message about a part or a budget does not name the file.
        lines = [text if text.startswith(f"{job.name}: ") else f"{job.name}: {text}" for text in problems]
        print_errors(f"error: {line}" for line in lines)
        if lines and as_lines:
            print_text(json.dumps({"source": job.name, "problems": lines}))
        if status == INTERRUPTED:
            raise typer.Exit(ANSWER_INTERRUPTED if answers else INTERRUPTED)
        answers += not lines
        worst = max(worst, status, key=_SEVERITY.index)
        if status == ANSWER_INTERRUPTED:
            break
    raise typer.Exit(worst)
