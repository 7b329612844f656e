"""Which proof of a bound is written down."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from haversack.errors import CertificateError
from haversack.searchers.exact.proof_members import find_fewest, list_parities
from haversack.searchers.exact.tilt_proof import write_tilt_proof
from haversack.searchers.exact.tree_proof import write_tree_proof

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from haversack.api.problem import Problem
    from haversack.arrays import Sets

TILTS_FROM = 25
"""In smaller pools a tree is checked faster than intervals of tilts."""


def write_exact_proof(problem: Problem, chosen: Sets, bound: Fraction, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the shortest proof that works: by sizes alone, by tilts, or by a tree of panels.

    The arguments are those of `haversack.capabilities.Certifies`.
    """
    if data["kind"] != "majority":
        return write_tree_proof(problem, bound)
    if _is_excluded_by_sizes(data, float(bound)):
        return {"method": "prefixes"}
    if data["members"] < TILTS_FROM:
        return write_tree_proof(problem, bound)
    try:
        return write_tilt_proof(data, chosen, math.log(bound))
    except CertificateError as error:
        try:
            return write_tree_proof(problem, bound)
        except CertificateError as other:
            reasons = [str(each).removeprefix("certificate: ") for each in (error, other)]
            raise CertificateError(f"certificate: {', and '.join(reasons)}") from other


def _is_excluded_by_sizes(data: Mapping[str, Any], bound: float) -> bool:
    """Return whether the most accurate members of every size err at least as much as the bound."""
    # The best panel may be one of them: its own error is above the bound by a share of 1e-12 only.
    return all(find_fewest(each, bound, room=0.0) > len(each.indices) for each in list_parities(data).values())
