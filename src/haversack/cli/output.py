"""Where commands write: answers to standard output and to files, warnings and errors to standard error."""

from __future__ import annotations

import contextlib
import functools
import json
import shutil
import sys
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

import typer

from haversack.cli.exit_status import ANSWER_FAILED, ANSWER_INTERRUPTED, INTERRUPTED
from haversack.cli.streams import writing_output
from haversack.errors import HaversackError
from haversack.files import write_whole
from haversack.reports.tables import DEFAULT_WIDTH
from haversack.text import escape_controls

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

_TABLE_FORMATS = (".csv", ".json")
_MOST_FAILURES = 5


class Answer(Protocol):
    """What a command found."""

    @property
    def interrupted(self) -> bool:
        """Whether the search was interrupted."""
        ...

    @property
    def failed(self) -> bool:
        """Whether a part raised an exception."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as plain values."""
        ...

    def to_json(self) -> str:
        """Return all of it as JSON."""
        ...


def find_width() -> int:
    """Return the width of the terminal; 80 where standard output goes elsewhere."""
    return shutil.get_terminal_size((DEFAULT_WIDTH, 24)).columns if sys.stdout.isatty() else DEFAULT_WIDTH


def print_text(*lines: object) -> None:
    """Print lines to standard output, without characters that would steer a terminal.

    Raises
    ------
    OutputError
        If standard output cannot be written to.
    """
    with writing_output():
        print(*(escape_controls(str(line), keep="\n") for line in lines), sep="\n")


def print_data(text: str) -> None:
    """Print what another program reads, unchanged unless standard output is a terminal.

    Raises
    ------
    OutputError
        If standard output cannot be written to.
    """
    with writing_output():
        sys.stdout.write(escape_controls(text, keep="\n") if sys.stdout.isatty() else text)


def print_json(value: Any) -> None:
    """Print plain values as JSON."""
    print_text(json.dumps(value, indent=2))


def print_errors(lines: Iterable[str]) -> None:
    """Print lines to standard error, without characters that would steer a terminal; lost if it is full or closed."""
    with contextlib.suppress(OSError):
        for line in lines:
            print(escape_controls(line, keep="\n"), file=sys.stderr)


def exit_interrupted(sentence: str) -> NoReturn:
    """End the command after Ctrl-C before there was an answer; typer alone would exit without a message."""
    print_errors([sentence])
    raise typer.Exit(INTERRUPTED)


@contextlib.contextmanager
def keeping_answer(what: str) -> Iterator[None]:
    """End the command after Ctrl-C as one whose answer was reported, and say what was not written."""
    try:
        yield
    except KeyboardInterrupt:
        print_errors([f"interrupted: {what} was not written"])
        raise typer.Exit(ANSWER_INTERRUPTED) from None


def finish(answer: Answer) -> None:
    """End the command whose answer was reported, with a status of its own after Ctrl-C, or if a part failed."""
    if answer.interrupted:
        raise typer.Exit(ANSWER_INTERRUPTED)
    if answer.failed:
        raise typer.Exit(ANSWER_FAILED)


def list_failures(answer: Answer) -> tuple[str, ...]:
    """Return a sentence for each failure of a part, and the number of the others where there are many."""
    if not answer.failed:
        return ()
    failures: tuple[str, ...] | None = getattr(answer, "failures", None)
    if failures is None:
        return (getattr(answer, "stop_reason", "").removeprefix("failed: "),)
    others = len(failures) - _MOST_FAILURES
    return (*failures[:_MOST_FAILURES], f"{others:,} more failures") if others > 1 else failures


def report_answer(
    answer: Answer,
    summary: Callable[[], str],
    *,
    as_json: bool,
    out: Path | None,
    to_csv: Callable[[], str] | None = None,
) -> None:
    """Print an answer and write it to a file, and print to standard error which part failed.

    The answer is printed even if the file cannot be written: it may have taken long to compute. JSON is built once, and
    only where it is needed.

    Parameters
    ----------
    answer
        What was found.
    summary
        Returns its text, printed unless `as_json`.
    as_json
        Print JSON instead.
    out
        Also write it to this file, as JSON.
    to_csv
        Returns the text of a file whose name ends in ``.csv``; JSON if left out.

    Raises
    ------
    HaversackError
        If the file cannot be written.
    """
    to_json = functools.cache(answer.to_json)
    print_errors(f"error: {failure} (--debug shows where)" for failure in list_failures(answer))
    failure = None
    if out is not None:
        is_csv = to_csv is not None and out.suffix.lower() == ".csv"
        text = to_csv() if to_csv is not None and is_csv else to_json() + "\n"
        try:
            write_whole(out, text)
        except OSError as error:
            failure = error
    print_text(to_json() if as_json else summary())
    if failure is not None:
        raise HaversackError(f"--out {out}: cannot be written: {failure.strerror or failure}") from failure


def report_line(source: str, answer: Answer) -> None:
    """Print an answer as one line of JSON that names its source, and to standard error which part failed."""
    print_errors(f"error: {source}: {failure}" for failure in list_failures(answer))
    print_text(json.dumps({"source": source, **answer.to_dict()}, allow_nan=False))


def check_files(out: Path | None, plot: Path | None) -> None:
    """Raise `HaversackError` for files that could not be written, before a long search."""
    if out is not None and out.suffix.lower() not in _TABLE_FORMATS:
        raise HaversackError(f"--out {out}: must end in one of {', '.join(_TABLE_FORMATS)}")
    if plot is not None:
        # Not at the top: matplotlib is optional, and slow to import.
        from haversack.plots.canvas import check_format

        check_format(plot)
