"""From a selection to its certificate."""

from __future__ import annotations

import decimal
import hashlib
import json
import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.api.certificate import Certificate, Certifies
from haversack.certificates.energy_data import weaken_bound
from haversack.certificates.problem_data import describe_problem
from haversack.errors import CertificateError
from haversack.needs import find_missing_capabilities
from haversack.plugins import get_catalog
from haversack.selection.assembly import build_parts, pose_problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from haversack.api.problem import Problem
    from haversack.api.selection import Selection
    from haversack.arrays import Sets
    from haversack.plugins import Catalog

FORMAT, VERSION = "haversack-certificate", 1

_LEAST_ERROR = 1e-300


def make_certificate(selection: Selection, *, catalog: Catalog | None = None) -> Certificate:
    """Write down a proof of the bound of a selection.

    The proof is found again, with the panel known, and may be another than that of the search.

    Parameters
    ----------
    selection
        The answer to certify.
    catalog
        Where names are looked up; by default all installed plugins.

    Raises
    ------
    CertificateError
        If there is no bound, or no certificate for this kind of problem; the message says which.
    """
    catalog = get_catalog(catalog)
    problem = _pose_again(selection, catalog)
    return certify_set(problem, selection.members, selection.error, selection.error_bound, catalog)


def certify_set(
    problem: Problem, members: Sequence[int], error: float | None, bound: float | None, catalog: Catalog
) -> Certificate:
    """Write down a proof that no feasible set has an error below the bound; the members are those of the best one.

    Raises
    ------
    CertificateError
        If there is no bound, or no certificate for this kind of problem; the message says which.
    """
    chosen = np.zeros(len(problem.pool), dtype=np.bool_)
    chosen[list(members)] = True
    data = describe_problem(problem, chosen)
    claim = _describe_claim(problem, members, error, bound)
    content: dict[str, Any] = {"problem": data, "claim": {"members": list(members), **claim}}
    proof: dict[str, Any] = {"method": "nothing"}
    if Fraction(claim["bound"]) > 0:
        proof = _find_proof(problem, chosen, Fraction(claim["bound"]), data, catalog)
    head = {"format": FORMAT, "version": VERSION}
    return Certificate({**head, **content, "digest": compute_digest(content), "proof": proof})


def compute_digest(content: dict[str, Any]) -> str:
    """Return the digest of problem and claim."""
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return f"sha256:{hashlib.sha256(canonical.encode('ascii')).hexdigest()}"


def _pose_again(selection: Selection, catalog: Catalog) -> Problem:
    settings = selection.settings
    if settings is None:
        raise CertificateError("certificate: a part of this run has no registered name, so it cannot be repeated")
    if settings.get("estimate") == "holdout":
        raise CertificateError("certificate: there is none for a panel that was chosen without the held-out items")
    if selection.repeats is not None:
        raise CertificateError("certificate: there is none for losses that are noisy")
    named = {key: settings[key] for key in ("energy", "cost")}
    parts = build_parts(selection.pool, **named, constraints=settings.get("constraints", ()), catalog=catalog)
    budget = selection.budget if math.isfinite(selection.budget) else None
    return pose_problem(parts, selection.pool, budget, catalog)[1]


def _describe_claim(
    problem: Problem, members: Sequence[int], error: float | None, bound: float | None
) -> dict[str, str]:
    if error is None or bound is None:
        lacking = "error probability" if error is None else "bound; --certify prove may find one"
        raise CertificateError(f"certificate: the answer has no {lacking}")
    if 0.0 < error < _LEAST_ERROR or (error == 0.0 and (bound < 0.0 or not _is_never_wrong(problem, members))):
        raise CertificateError(
            f"certificate: there is none yet for errors below {_LEAST_ERROR:g}, too small for floats"
        )
    return {"error": repr(error), "bound": _write_below(weaken_bound(problem, error, bound))}


def _is_never_wrong(problem: Problem, members: Sequence[int]) -> bool:
    """Return whether an error of 0 is no error too small for a double: most members of a majority are never wrong."""
    if not problem.traits.plain_majority:
        return True
    return bool(2 * (problem.pool.require_accuracies()[list(members)] == 1.0).sum() > len(members))


def _write_below(number: Fraction) -> str:
    """Return a decimal text that is no larger, by 1e-16 of it at most."""
    context = decimal.Context(prec=17, rounding=decimal.ROUND_FLOOR, Emin=-9_999, Emax=9_999)
    return str(context.divide(decimal.Decimal(number.numerator), decimal.Decimal(number.denominator)))


def _find_proof(
    problem: Problem, chosen: Sets, bound: Fraction, data: dict[str, Any], catalog: Catalog
) -> dict[str, Any]:
    reasons = []
    for certifier in _list_certifiers(problem, catalog):
        try:
            return certifier.write_proof(problem, chosen, bound, data)
        except CertificateError as error:
            reasons.append(str(error).removeprefix("certificate: "))
    raise CertificateError(f"certificate: {'; '.join(reasons) or 'no searcher writes down proofs for this problem'}")


def _list_certifiers(problem: Problem, catalog: Catalog) -> Iterator[Certifies]:
    for entry in catalog.of_kind("searcher"):
        if hasattr(entry.factory, "write_proof") and not find_missing_capabilities(entry.factory, problem):
            yield entry.factory()
