"""Which function checks which method of proof, and which computes the error of a panel of which kind of problem.

Modules are imported when a certificate needs them: recorded votes are checked without python-flint.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from haversack_verify.verdicts import Rejected

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from haversack_verify.problem import Claim, Problem

_METHODS = {
    ("counts", "tree"): "haversack_verify.size_tree:check_tree",
    ("majority", "prefixes"): "haversack_verify.prefixes:check_prefixes",
    ("majority", "tilts"): "haversack_verify.tilts:check_tilts",
    ("majority", "tree"): "haversack_verify.size_tree:check_tree",
    ("votes", "tree"): "haversack_verify.ballot_tree:check_ballot_tree",
}
"""Each function takes problem, claim and proof, and raises `Rejected` or `Unreadable` unless no panel that the problem
allows has an error below the bound of the claim."""

_ERRORS = {
    "counts": "haversack_verify.weights:counts_error",
    "majority": "haversack_verify.weights:counts_error",
    "votes": "haversack_verify.ballots:votes_error",
}
"""Each function takes a problem and members, and returns the error of that panel, exactly."""


def find_method(kind: str, method: str) -> Callable[[Problem, Claim, Any], None]:
    """Return the function that checks a method of proof."""
    if (kind, method) not in _METHODS:
        known = ", ".join(sorted(name for each, name in _METHODS if each == kind)) or "none"
        raise Rejected(f"proof.method: {method!r} is not known for problems of kind {kind!r}; known: {known}")
    check: Callable[[Problem, Claim, Any], None] = _load(_METHODS[kind, method])
    return check


def compute_error(problem: Problem, members: tuple[int, ...]) -> Fraction:
    """Return the error of a panel, exactly."""
    error: Fraction = _load(_ERRORS[problem.kind])(problem, members)
    return error


def _load(place: str) -> Any:
    module, name = place.split(":")
    return getattr(importlib.import_module(module), name)
