"""The command line: parse, call, print."""

from __future__ import annotations

import os
import sys
import traceback
from typing import NoReturn

from haversack.errors import HaversackError, ManyProblemsError
from haversack.plugins import ADVICE

_GLOBAL_FLAGS = ("--debug", "--no-plugins", "--strict-plugins")


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit.

    The status is 0 when it worked, 2 for a mistake that the user can mend, 1 for one of ours, 130 after Ctrl-C.
    """
    from haversack.cli.app import app

    words = _flags_first(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in words
    try:
        try:
            app(args=words, prog_name="haversack")
        finally:
            # What is still in the buffer would otherwise fail at exit, where nobody can catch it.
            sys.stdout.flush()
    except HaversackError as error:
        problems = error.problems if isinstance(error, ManyProblemsError) else str(error).splitlines()
        _fail(2, [f"error: {problem}" for problem in problems], debug=debug)
    except BrokenPipeError:
        # Whoever read our output has gone; without this, Python complains once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        told = f"error: unexpected {type(error).__name__}: {error}"
        _fail(1, [told, f"--debug shows where it happened; {ADVICE}"], debug=debug)
    sys.exit(0)


def _flags_first(words: list[str]) -> list[str]:
    """Let the global flags stand anywhere, not only before the command."""
    end = words.index("--") if "--" in words else len(words)
    flags = [word for word in words[:end] if word in _GLOBAL_FLAGS]
    return [*flags, *(word for word in words[:end] if word not in _GLOBAL_FLAGS), *words[end:]]


def _fail(status: int, lines: list[str], *, debug: bool) -> NoReturn:
    if debug:
        traceback.print_exc()
    print(*lines, sep="\n", file=sys.stderr)
    sys.exit(status)
