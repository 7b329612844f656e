"""Exit statuses of the command line."""

from __future__ import annotations

DONE = 0
INTERNAL_ERROR = 1
"""An unexpected error."""
WRONG_INPUT = 2
"""A mistake that the user can correct, or a problem without a feasible set."""
ANSWER_FAILED = 3
"""A part raised an exception, and the answer found before was printed."""
ANSWER_INTERRUPTED = 4
"""Ctrl-C ended the search, and the answer so far was printed."""
INTERRUPTED = 130
"""Ctrl-C before there was an answer; what shells report for it."""
READER_GONE = 141
"""Nothing reads standard output any more; what shells report for other programs then."""
TERMINATED = 143
"""SIGTERM, with or without an answer; what shells report for it."""
