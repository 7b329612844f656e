"""The command line: parse, call, print."""

from __future__ import annotations

import sys
import traceback
from typing import NoReturn

from haversack.cli.exit_status import DONE, INTERNAL_ERROR, INTERRUPTED, READER_GONE, TERMINATED, WRONG_INPUT
from haversack.cli.signals import TERMINATION
from haversack.cli.streams import discard_output, prepare_streams, writing_output
from haversack.errors import HaversackError, ManyProblemsError
from haversack.plugins import ADVICE

_GLOBAL_FLAGS = ("--debug", "--no-plugins", "--strict-plugins")
_GLOBAL_OPTION = "--disable"


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit, with a status of `haversack.cli.exit_status`."""
    prepare_streams()
    with TERMINATION:
        try:
            status = _run(sys.argv[1:] if arguments is None else arguments)
        except KeyboardInterrupt:
            status = INTERRUPTED
    sys.exit(TERMINATED if TERMINATION.has_come else status)


def _run(arguments: list[str]) -> int:
    """Run the command line; returns the status."""
    words = _move_flags_first(arguments)
    debug = "--debug" in words
    try:
        # Not at the top: most of what it imports is slow to import, and Ctrl-C may come meanwhile.
        from haversack.cli.app import app
        from haversack.cli.plugin_warnings import showing_plugin_warnings

        # What is still in the buffer would otherwise fail at exit, where it cannot be caught.
        with writing_output(), showing_plugin_warnings():
            app(args=words, prog_name="haversack")
    except SystemExit as end:
        # typer counts a reader who has gone as a failure.
        if isinstance(end.__context__, BrokenPipeError):
            return _leave_quietly()
        return end.code if isinstance(end.code, int) else DONE if end.code is None else INTERNAL_ERROR
    except HaversackError as error:
        problems = error.problems if isinstance(error, ManyProblemsError) else str(error).splitlines()
        return _report(WRONG_INPUT, [f"error: {problem}" for problem in problems], debug=debug)
    except BrokenPipeError:
        return _leave_quietly()
    except Exception as error:
        sentence = f"error: unexpected {type(error).__name__}: {error}"
        return _report(INTERNAL_ERROR, [sentence, f"--debug shows where it happened; {ADVICE}"], debug=debug)
    return DONE


def _move_flags_first(words: list[str]) -> list[str]:
    """Allow the global options anywhere, not only before the command."""
    end = words.index("--") if "--" in words else len(words)
    first, others, rest = [], [], iter(words[:end])
    for word in rest:
        if word in _GLOBAL_FLAGS or word.startswith(f"{_GLOBAL_OPTION}="):
            first.append(word)
        elif word == _GLOBAL_OPTION:
            # At the end of the line it has no name, which is reported later.
            first.append(f"{word}={next(rest, '')}")
        else:
            others.append(word)
    return [*first, *others, *words[end:]]


def _leave_quietly() -> int:
    """End without a word: the reader of our output has gone."""
    discard_output()
    return READER_GONE


def _report(status: int, lines: list[str], *, debug: bool) -> int:
    from haversack.cli.output import print_errors

    if debug:
        traceback.print_exc()
    print_errors(lines)
    return status
