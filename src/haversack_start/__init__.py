"""Starts the command line.

Outside of the package haversack, because importing that takes a moment, in which Ctrl-C may come.
"""

from __future__ import annotations

import sys
from typing import NoReturn

_INTERRUPTED = 130  # As haversack.cli.exit_status has it, which is not imported yet.


def main() -> NoReturn:
    """Run the command line and exit; Ctrl-C while it is imported ends it without a traceback."""
    try:
        from haversack.cli import main as run
    except KeyboardInterrupt:
        print("interrupted before any set was found", file=sys.stderr)
        sys.exit(_INTERRUPTED)
    run()
