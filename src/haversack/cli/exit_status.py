"""Exit statuses of the command line."""

from __future__ import annotations

DONE = 0
INTERNAL_ERROR = 1
"""An unexpected error, or nothing reads standard output any more."""
WRONG_INPUT = 2
"""A mistake that the user can correct, or a problem without a feasible set."""
INTERRUPTED = 130
"""Ctrl-C before there was an answer; what shells report for it."""
