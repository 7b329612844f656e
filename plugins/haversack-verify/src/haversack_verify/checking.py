"""From a file to a verdict."""

from __future__ import annotations

import decimal
import hashlib
import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from haversack_verify.fields import read_text, read_whole, show, take
from haversack_verify.methods import compute_error, find_method
from haversack_verify.problem import Claim, Problem, read_claim, read_problem
from haversack_verify.verdicts import Rejected, Unreadable

FORMAT, VERSION = "haversack-certificate", 1
MOST_BYTES, MOST_LISTS = 100_000_000, 1_000_000
_CLOSE = Fraction(1, 10**9)


@dataclass(frozen=True)
class Verdict:
    """What was verified: no panel that the problem allows has an error below `bound`; `error` is that of the panel."""

    problem: Problem
    claim: Claim
    error: Fraction
    bound: Fraction

    def __str__(self) -> str:
        rows = [row.name for row in self.problem.rows]
        further = len(rows) > rows.count("budget") or self.problem.inside or self.problem.outside
        limits = (" within the budget" if "budget" in rows else "") + (" that the constraints allow" if further else "")
        return (
            f"verified: no panel{limits} has an error below {_round(self.bound, 5, decimal.ROUND_FLOOR)}; "
            f"the panel's error is {_round(self.error, 8, decimal.ROUND_HALF_EVEN)}"
        )


def verify(path: str | Path) -> Verdict:
    """Check a certificate.

    Raises
    ------
    Unreadable
        If the file is not a certificate.
    Rejected
        If it does not prove its claim; the message names the first step that fails.
    """
    return check_document(read_document(path))


def read_document(path: str | Path) -> Any:
    """Return the JSON of a file."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from error
    if len(content) > MOST_BYTES:
        raise Unreadable(f"{path}: larger than {MOST_BYTES:,} bytes")
    if content.count(b"[") + content.count(b"{") > MOST_LISTS:
        raise Unreadable(f"{path}: more than {MOST_LISTS:,} lists and objects")
    try:
        text = content.decode("utf-8")
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_refuse_repetition)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{path}: not JSON: {str(error)[:200] or type(error).__name__}") from error


def _refuse_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; one with a key twice says two things, of which a reader may see the other one."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object has the same key twice")
    return found


def check_document(document: Any) -> Verdict:
    """Check a certificate that has been read as JSON."""
    name = take(document, "format", "certificate")
    if name != FORMAT:
        raise Unreadable(
            f"format: expected {FORMAT!r}, which `haversack select --certificate` writes, got {show(name)}"
        )
    read_whole(take(document, "version", "certificate"), "version", VERSION, VERSION)
    problem = read_problem(take(document, "problem", "certificate"))
    claim = read_claim(take(document, "claim", "certificate"), problem.count)
    proof = take(document, "proof", "certificate")
    method = read_text(take(proof, "method", "proof"), "proof.method")
    if take(document, "digest", "certificate") != compute_digest(document):
        raise Rejected("digest: it is not that of the problem and the claim, so one of them was changed")
    problem.require_allowed(claim.members)
    error = compute_error(problem, claim.members)
    if abs(error - claim.error) > _CLOSE * error:
        raise Rejected(f"panel: its error is {_round(error)}, not {_round(claim.error)} as claimed")
    if claim.bound > error:
        raise Rejected(f"bound: {_round(claim.bound)} is above {_round(error)}, the error of the panel itself")
    if claim.bound > 0:
        find_method(problem.kind, method)(problem, claim, proof)
    return Verdict(problem, claim, error, claim.bound)


def compute_digest(document: Any) -> str:
    """Return the digest over problem and claim, in the form that the file has it."""
    content = {"problem": document["problem"], "claim": document["claim"]}
    try:
        canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"problem, claim: not JSON: {error}") from error
    return f"sha256:{hashlib.sha256(canonical.encode('ascii')).hexdigest()}"


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number of JSON")


def _round(number: Fraction, digits: int = 8, rounding: str = decimal.ROUND_HALF_EVEN) -> str:
    """Write a fraction with so many digits."""
    context = decimal.Context(prec=digits, rounding=rounding, Emin=-(10**9), Emax=10**9)
    quotient = context.divide(decimal.Decimal(number.numerator), decimal.Decimal(number.denominator))
    mantissa, exponent = f"{quotient:.{digits - 1}e}".split("e")
    return f"{quotient:f}" if number == 0 or int(exponent) >= -4 else f"{mantissa}e{int(exponent):+03d}"
