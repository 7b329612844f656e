"""The commands `haversack study`, `haversack study status` and `haversack study export`."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from haversack.cli.arguments import AddressOption, BackendOption, JsonOption
from haversack.cli.completion import complete_words
from haversack.cli.debugging import refusing_exits
from haversack.cli.examples import write_examples
from haversack.cli.inputs import parse_number, read_catalog, warn_of_other_versions
from haversack.cli.output import (
    exit_interrupted,
    find_width,
    finish,
    list_failures,
    print_data,
    print_errors,
    print_text,
)
from haversack.cli.streams import diverting_output
from haversack.cli.study_progress import StudyDisplay
from haversack.config.run_file import read_disabled
from haversack.errors import ConfigError, HaversackError
from haversack.execution.workers import BACKENDS
from haversack.files import write_whole
from haversack.reports.study import summarise_study
from haversack.studies.run import study as run_study
from haversack.studies.stored import read_result
from haversack.studies.study_file import read_study

if TYPE_CHECKING:
    from haversack.plugins import Catalog
    from haversack.studies.result import StudyResult
    from haversack.studies.study_file import StudySource

_FORMATS = ("csv", "jsonl", "parquet")


class StudyGroup(TyperGroup):
    """`haversack study FILE` is short for `haversack study run FILE`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Insert the command that is left out."""
        if args and args[0] not in self.commands and not {"-h", "--help"} & {args[0]}:
            args = ["run", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=StudyGroup,
    help="Select panels for many pools, parts, budgets and seeds. `haversack study FILE` runs a study file.",
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
)

StoreArgument = Annotated[Path, typer.Argument(metavar="DIR", help="The store of a study.")]


@app.command(epilog=write_examples("study run"))
def run(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="STUDY.toml", help="What to compute; or the JSON of a study, or a report on it.")
    ],
    store: Annotated[
        Path, typer.Option(metavar="DIR", help="Where results are kept; what is there is not computed again.")
    ],
    jobs: Annotated[str | None, typer.Option(metavar="N", help="Tasks at a time.", show_default="one per core")] = None,
    backend: BackendOption = BACKENDS[0],
    address: AddressOption = None,
    part: Annotated[
        str | None, typer.Option(metavar="I/N", help="Only the I-th of N parts, for machines that share a store.")
    ] = None,
    retry: Annotated[bool, typer.Option("--retry", help="Compute failed tasks again.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Run a study file, or continue where an earlier run ended."""
    source = read_study(file)
    context.obj.disable(read_disabled(source.document, source.place))
    catalog = read_catalog(context)
    warn_of_other_versions(source.place, source.versions, catalog)
    arguments = {"jobs": parse_number(jobs, int), "backend": backend, "address": address, "part": _parse_part(part)}
    result = compute_with_progress(source, catalog, store=store, **arguments, retry=retry)
    if result.interrupted:
        print_errors([f"interrupted; `{_write_command()}` continues"])
    print_errors(f"error: {failure}" for failure in list_failures(result))
    print_text(result.to_json() if as_json else summarise_study(result, width=find_width()))
    finish(result)


def compute_with_progress(source: StudySource, catalog: Catalog, **arguments: Any) -> StudyResult:
    """Compute a study, show progress on the way, and end the command after Ctrl-C if no task was finished."""
    with diverting_output(), StudyDisplay(find_width()) as display, refusing_exits():
        result = run_study(source, **arguments, on_progress=display, catalog=catalog)
    if result.interrupted and not result.finished:
        exit_interrupted("interrupted before any task was finished")
    return result


@app.command(epilog=write_examples("study status"))
def status(store: StoreArgument, as_json: JsonOption = False) -> None:
    """Show how far a study is, while it runs or afterwards."""
    result = read_result(store)
    if as_json:
        print_text(result.to_json())
        return
    print_text(summarise_study(result, width=find_width()))
    if result.failures:
        print_text(f"first failure: {result.failures[0]}")


@app.command(epilog=write_examples("study export"))
def export(
    store: StoreArgument,
    form: Annotated[
        str,
        typer.Option(
            "--format", metavar="NAME", help="csv, jsonl or parquet.", autocompletion=complete_words(*_FORMATS)
        ),
    ] = "csv",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write to this file; parquet needs one.")] = None,
) -> None:
    """Write one line per finished task, for other programs."""
    if form not in _FORMATS:
        raise HaversackError(f"--format {form}: must be one of {', '.join(_FORMATS)}")
    if form == "parquet" and out is None:
        raise HaversackError("--format parquet: needs --out FILE")
    result = read_result(store)
    if form == "parquet":
        assert out is not None
        result.to_parquet(out)
        return
    text = result.to_csv() if form == "csv" else result.to_jsonl()
    if out is None:
        print_data(text)
        return
    try:
        write_whole(out, text)
    except OSError as error:
        raise HaversackError(f"--out {out}: cannot be written: {error.strerror or error}") from error


def _parse_part(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    found = re.fullmatch(r"(\d{1,9})/(\d{1,9})", text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise ConfigError(f"--part {text}: expected I/N with I from 1 to N, for example 2/10")
    return int(found[1]), int(found[2])


def _write_command() -> str:
    return shlex.join(["haversack", *sys.argv[1:]])
