"""Certificates of pools so small that all panels can be tried, and the same with one change each."""

from __future__ import annotations

import functools
import json
import math
from fractions import Fraction

import numpy as np

from certificate_cases import compute_error, find, list_panels, list_places, make_document, replace, sign, write_below
from haversack import CertificateError
from haversack.searchers.exact.tilt_proof import write_tilt_proof

FAMILIES = ("tilts", "prefixes", "tree", "counts", "votes")
"""How the bound is proved; of the last three, all by a tree, the kind of problem."""

_BELOW = 1 - Fraction(1, 10**12)


def draw_document(random, family):
    """Return a signed certificate that is verified, with one or two rows and any rule for ties."""
    problem = _draw_problem(random, family)
    panels = try_panels(problem)
    if not panels or panels[0][0] == 0:
        return draw_document(random, family)
    error, members = panels[0]
    bound = error if family == "votes" else error * _BELOW
    proof = {"method": family if family == "prefixes" else "tree"}
    if family == "votes":
        proof |= {key: random.uniform(0.0, 1.0, problem["items"]).tolist() for key in ("right", "wrong")}
    if family == "tilts":
        try:
            proof = write_tilt_proof(problem, np.isin(np.arange(problem["members"]), members), math.log(bound))
        except CertificateError:
            return draw_document(random, family)  # Few panels are so small that tilts say nothing of some.
    return make_document(problem, members, error, bound, **proof)


def try_panels(problem):
    """Return error, in fractions, and members of every panel that a problem allows, the best first."""
    return _try_panels(json.dumps({key: value for key, value in problem.items() if key != "names"}))


@functools.lru_cache(maxsize=4)
def _try_panels(text):
    return list_panels(json.loads(text))


def _draw_problem(random, family):
    count = int(random.integers(4, 8))
    rows = [] if family == "prefixes" else [_draw_row(random, count, family) for _ in range(random.integers(1, 3))]
    fixed = random.permutation(count)[:2].tolist() if family in ("tree", "counts", "votes") else []
    problem = {
        "kind": family if family in ("counts", "votes") else "majority",
        "members": count,
        "rows": rows,
        "inside": fixed[:1] if random.random() < 0.3 else [],
        "outside": fixed[1:] if random.random() < 0.3 else [],
    }
    if family == "votes":
        items = int(random.integers(3, 9))
        given = random.choice([-1, 0, 0, 0, 1, 2], (count, items))
        answers = [[np.flatnonzero(row == answer).tolist() for answer in range(3)] for row in given]
        weights = random.integers(1, 4, items).astype(float).tolist()
        return {**problem, "items": items, "answers": answers, "weights": weights, "ties": _pick(random, "wrong coin")}
    problem["accuracies"] = random.uniform(0.6, 0.9, count).tolist()
    if family == "counts":
        weights = [np.sort(random.random(size + 1))[::-1].tolist() for size in range(1, count + 1)]
        return {**problem, "weights": weights}
    return {**problem, "tie_error": float(random.choice([1.0, 0.5, 0.2]))}


def _draw_row(random, count, family):
    usage = random.exponential(1.0, count).tolist()
    least = None
    if family != "tilts" and random.random() < 0.3:
        usage[0], least = -usage[0], 0.1 * sum(usage)
    return {"name": "budget", "usage": usage, "least": least, "most": float(sum(usage) * random.uniform(0.5, 0.9))}


def _pick(random, words):
    return str(random.choice(words.split()))


def change(document, random):
    """Return the kind of one change, and the certificate with it, signed again."""
    if random.random() < 0.2:
        return _change_panel(document, random)
    places = [
        place
        for key in ("problem", "claim", "proof")
        for place in list_places(document[key], (key,))
        if not isinstance(find(document, place), dict)
    ]
    # Each kind of entry as often as the others: there are many more prices than bounds.
    kinds = sorted({name_kind(place) for place in places})
    kind = kinds[int(random.integers(len(kinds)))]
    chosen = [place for place in places if name_kind(place) == kind]
    place = chosen[int(random.integers(len(chosen)))]
    return kind, sign(replace(document, place, _draw_other(find(document, place), random)))


def _change_panel(document, random):
    """Claim a worse panel with its own error, and a bound between that and the least error: only the proof is wrong."""
    panels = try_panels(document["problem"])
    least = panels[0][0]
    worse = [each for each in panels if each[0] > least]
    if not worse:
        return change(document, random)
    error, members = worse[int(random.integers(len(worse)))]
    bound = least + (error - least) * Fraction(float(random.choice([1e-9, 0.01, 0.5, 1.0])))
    claim = {"members": list(members), "error": write_below(error), "bound": write_below(bound)}
    return "claim (a worse panel)", sign({**document, "claim": claim})


def is_true(problem, verdict):
    """Return whether no panel that the problem allows errs less than was verified, by trying all."""
    error = compute_error(problem, verdict.claim.members)
    return verdict.error == error and verdict.bound <= min(each for each, _ in try_panels(problem))


def claims_a_truth(document):
    """Return whether a changed certificate claims what is true; None if it is no certificate at all."""
    try:
        panels = try_panels(document["problem"])
        claim = document["claim"]
        error = {members: error for error, members in panels}[tuple(claim["members"])]
        is_close = abs(Fraction(claim["error"]) - error) <= Fraction(1, 10**9) * error
        return is_close and Fraction(claim["bound"]) <= panels[0][0]
    except (KeyError, IndexError, TypeError, ValueError, ZeroDivisionError, AttributeError):
        return None


def name_kind(place):
    """Return a place without its numbers."""
    return ".".join(key for key in place if isinstance(key, str))


def _draw_other(value, random):
    if isinstance(value, list) and value:
        at = int(random.integers(len(value)))
        shorter = value[:at] + value[at + 1 :]
        return [shorter, [*value, value[at]], value[::-1]][int(random.integers(3))]
    if isinstance(value, list):
        return [int(random.integers(4))]
    if isinstance(value, str):
        try:
            return repr(float(value) * float(np.exp(random.normal(0.0, 0.1))))
        except ValueError:
            others = {"wrong": "coin", "coin": "wrong", "tree": "tilts", "majority": "counts"}
            return others.get(value, "tree")
    if isinstance(value, int) and not isinstance(value, bool):
        return value + int(random.choice([-1, 1, 2]))
    if isinstance(value, float):
        return float(value * np.exp(random.normal(0.0, 0.3))) + (1e-3 if value == 0.0 else 0.0)
    return float(random.uniform(0.0, 2.0))
