"""Proofs by tilts of pools so small that all panels can be tried, and the same with one change each."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from certificate_cases import find, list_places, make_document, replace, sign
from haversack import CertificateError, Pool
from haversack.energies import MajorityVote
from haversack.searchers.exact.tilt_proof import write_tilt_proof
from oracles import every_set


def draw_small(random):
    """Return a signed certificate by tilts for up to 9 members, with one or two rows and any rule for ties."""
    count = int(random.integers(5, 10))
    rows = [
        {"name": "budget", "usage": random.exponential(1.0, count).tolist(), "least": None, "most": None}
        for _ in range(int(random.integers(1, 3)))
    ]
    for row in rows:
        row["most"] = float(sum(row["usage"]) * random.uniform(0.5, 0.9))
    problem = {
        "kind": "majority",
        "members": count,
        "accuracies": random.uniform(0.6, 0.9, count).tolist(),
        "tie_error": float(random.choice([1.0, 0.5, 0.2])),
        "rows": rows,
        "inside": [],
        "outside": [],
    }
    error, members = find_best(problem)
    bound = Fraction(error) * (1 - Fraction(1, 10**12))
    chosen = np.isin(np.arange(count), members)
    try:
        proof = write_tilt_proof(problem, chosen, math.log(bound))
    except CertificateError:
        return draw_small(random)  # Few panels are so small that tilts say nothing of some.
    return make_document(problem, members, Fraction(error), bound, **proof)


def find_best(problem):
    """Return error and members of the best panel, by trying all."""
    count = problem["members"]
    sets = every_set(count)
    allowed = sets.any(axis=1)
    allowed &= sets[:, problem["inside"]].all(axis=1) & ~sets[:, problem["outside"]].any(axis=1)
    for row in problem["rows"]:
        totals = sets @ np.array(row["usage"])
        allowed &= (row["most"] is None) | (totals <= (row["most"] if row["most"] is not None else 0.0))
        allowed &= (row["least"] is None) | (totals >= (row["least"] if row["least"] is not None else 0.0))
    sets = sets[allowed]
    errors = compute_errors(problem, sets)
    best = int(np.argmin(errors))
    return float(errors[best]), tuple(np.flatnonzero(sets[best]).tolist())


def compute_errors(problem, sets):
    """Return the errors of panels, ties being errors in part: between those of both rules."""
    pool = Pool(accuracies=problem["accuracies"])
    wrong, coin = (MajorityVote(ties=ties).losses(pool, sets) for ties in ("wrong", "coin"))
    return wrong - 2.0 * (1.0 - problem["tie_error"]) * (wrong - coin)


def change(document, random):
    """Return the place of one change, and the certificate with it, signed again."""
    places = [
        place
        for key in ("problem", "claim", "proof")
        for place in list_places(document[key], (key,))
        if place[:2] != ("problem", "names") and not isinstance(find(document, place), dict)
    ]
    # Each kind of entry as often as the others: there are many more prices than bounds.
    kinds = sorted({name_kind(place) for place in places})
    kind = kinds[int(random.integers(len(kinds)))]
    chosen = [place for place in places if name_kind(place) == kind]
    place = chosen[int(random.integers(len(chosen)))]
    return place, sign(replace(document, place, _draw_other(find(document, place), random)))


def name_kind(place):
    """Return a place without its numbers."""
    return ".".join(key for key in place if isinstance(key, str))


def _draw_other(value, random):
    if isinstance(value, list) and value:
        at = int(random.integers(len(value)))
        shorter = value[:at] + value[at + 1 :]
        return [shorter, [*value, value[at]], value[::-1]][int(random.integers(3))]
    if isinstance(value, str):
        try:
            return repr(float(value) * float(np.exp(random.normal(0.0, 0.1))))
        except ValueError:
            return "tree" if value != "tree" else "tilts"
    if isinstance(value, int) and not isinstance(value, bool):
        return value + int(random.choice([-1, 1, 2]))
    if isinstance(value, float):
        return float(value * np.exp(random.normal(0.0, 0.3))) + (1e-3 if value == 0.0 else 0.0)
    return float(random.uniform(0.0, 2.0))
