"""The command line: parse, call, print."""

from __future__ import annotations

import os
import sys
import traceback
from typing import NoReturn

from haversack.cli.exit_status import DONE, INTERNAL_ERROR, WRONG_INPUT
from haversack.errors import HaversackError, ManyProblemsError
from haversack.plugins import ADVICE

_GLOBAL_FLAGS = ("--debug", "--no-plugins", "--strict-plugins")


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit, with a status of `haversack.cli.exit_status`."""
    from haversack.cli.app import app

    words = _move_flags_first(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in words
    try:
        try:
            app(args=words, prog_name="haversack")
        finally:
            # What is still in the buffer would otherwise fail at exit, where it cannot be caught.
            sys.stdout.flush()
    except HaversackError as error:
        problems = error.problems if isinstance(error, ManyProblemsError) else str(error).splitlines()
        _fail(WRONG_INPUT, [f"error: {problem}" for problem in problems], debug=debug)
    except BrokenPipeError:
        # The reader of our output has gone; without this, Python complains once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(INTERNAL_ERROR)
    except Exception as error:
        sentence = f"error: unexpected {type(error).__name__}: {error}"
        _fail(INTERNAL_ERROR, [sentence, f"--debug shows where it happened; {ADVICE}"], debug=debug)
    sys.exit(DONE)


def _move_flags_first(words: list[str]) -> list[str]:
    """Allow the global flags anywhere, not only before the command."""
    end = words.index("--") if "--" in words else len(words)
    flags = [word for word in words[:end] if word in _GLOBAL_FLAGS]
    return [*flags, *(word for word in words[:end] if word not in _GLOBAL_FLAGS), *words[end:]]


def _fail(status: int, lines: list[str], *, debug: bool) -> NoReturn:
    from haversack.cli.output import print_errors

    if debug:
        traceback.print_exc()
    print_errors(lines)
    sys.exit(status)
