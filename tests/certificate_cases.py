"""Small problems of certificates, with all their panels: what the checker says is compared with enumeration."""

from __future__ import annotations

import collections
import decimal
import hashlib
import itertools
import json
from fractions import Fraction

from hypothesis import strategies as st


def sign(document):
    """Return a certificate with the digest of its problem and claim."""
    content = {"problem": document["problem"], "claim": document["claim"]}
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return {**document, "digest": f"sha256:{hashlib.sha256(canonical.encode()).hexdigest()}"}


def make_document(problem, members, error, bound, **proof):
    """Return a signed certificate; error and bound are fractions."""
    claim = {"members": list(members), "error": write_below(error), "bound": write_below(bound)}
    body = {"format": "haversack-certificate", "version": 1, "problem": problem, "claim": claim}
    return sign({**body, "proof": {"method": "tree", **proof}})


def write_below(number, digits=25):
    """Return a decimal text that is at most this fraction."""
    context = decimal.Context(prec=digits, rounding=decimal.ROUND_FLOOR)
    return str(context.divide(decimal.Decimal(number.numerator), decimal.Decimal(number.denominator)))


def list_panels(problem):
    """Return error and members of every panel that a problem allows, the best first."""
    panels = []
    for size in range(1, problem["members"] + 1):
        for members in itertools.combinations(range(problem["members"]), size):
            if is_allowed(problem, members):
                panels.append((compute_error(problem, members), members))
    return sorted(panels)


def is_allowed(problem, members):
    """Return whether a panel keeps every row and has the members that it must have."""
    for row in problem["rows"]:
        total = sum(Fraction(row["usage"][member]) for member in members)
        if (row["least"] is not None and total < row["least"]) or (row["most"] is not None and total > row["most"]):
            return False
    return set(problem.get("inside", ())) <= set(members) and not set(problem.get("outside", ())) & set(members)


def compute_error(problem, members):
    """Return the error of a panel, by counting outcomes with whole weights, or ballots."""
    if problem["kind"] == "votes":
        return _count_errors(problem, members)
    outcomes, whole = [1], 1
    for member in members:
        right, parts = float(problem["accuracies"][member]).as_integer_ratio()
        pairs = zip([0, *outcomes], [*outcomes, 0], strict=True)
        outcomes = [right * fewer + (parts - right) * same for fewer, same in pairs]
        whole *= parts
    weighed = (count * _weigh(problem, len(members), right) for right, count in enumerate(outcomes))
    return sum(weighed, Fraction(0)) / whole


def _weigh(problem, size, right):
    if problem["kind"] == "majority":
        return Fraction(problem["tie_error"]) if 2 * right == size else Fraction(int(2 * right < size))
    weights = problem["weights"][size - 1]
    return Fraction(weights[right]) if right < len(weights) else Fraction(0)


def _count_errors(problem, members):
    weights = [Fraction(each) for each in problem["weights"] or [1] * problem["items"]]
    won = Fraction(0)
    for item, weight in enumerate(weights):
        given = collections.Counter(
            answer for member in members for answer, items in enumerate(problem["answers"][member]) if item in items
        )
        leaders = [answer for answer, count in given.items() if count == max(given.values())]
        if 0 in leaders:
            won += weight * (
                Fraction(1, len(leaders)) if problem["ties"] == "coin" else Fraction(int(len(leaders) == 1))
            )
    return 1 - won / sum(weights)


def list_places(value, place=()):
    """Return the places of all values inside a JSON value."""
    yield place
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from list_places(value[key], (*place, key))


def replace(value, place, new):
    """Return a JSON value with another value at a place."""
    if not place:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[place[0]] = replace(value[place[0]], place[1:], new)
    return copy


def find(value, place):
    """Return the value at a place."""
    return value if not place else find(value[place[0]], place[1:])


@st.composite
def tree_problems(draw, kinds=("majority", "counts", "votes"), most_members=6):
    """Problems of all kinds, with rows in both directions and fixed members."""
    kind, count = draw(st.sampled_from(kinds)), draw(st.integers(1, most_members))
    rows = [draw(_rows(count)) for _ in range(draw(st.integers(0, 2)))]
    fixed = draw(st.lists(st.sampled_from([None, None, None, "inside", "outside"]), min_size=count, max_size=count))
    problem = {
        "kind": kind,
        "members": count,
        "rows": rows,
        "inside": [member for member, place in enumerate(fixed) if place == "inside"] if draw(st.booleans()) else [],
        "outside": [member for member, place in enumerate(fixed) if place == "outside"] if draw(st.booleans()) else [],
    }
    if kind == "votes":
        return {**problem, **draw(_answers(count))}
    chances = st.one_of(st.sampled_from([0.0, 0.5, 0.6, 0.7, 0.7000000001, 1.0]), st.floats(0.0, 1.0))
    problem["accuracies"] = draw(st.lists(chances, min_size=count, max_size=count))
    if kind == "majority":
        return {**problem, "tie_error": draw(st.sampled_from([1.0, 0.5, 0.0, 0.25]))}
    weights = [
        sorted(draw(st.lists(st.floats(0.0, 1.0), min_size=size + 1, max_size=size + 1)), reverse=True)
        for size in range(1, count + 1)
    ]
    return {**problem, "weights": weights}


@st.composite
def _rows(draw, count):
    amounts = st.one_of(st.integers(-2, 3).map(float), st.integers(0, 3).map(float), st.floats(0.0, 5.0))
    usage = draw(st.lists(amounts, min_size=count, max_size=count))
    least, most = (draw(st.one_of(st.none(), st.floats(-2.0, sum(map(abs, usage)) + 1.0))) for _ in range(2))
    if least is not None and most is not None:
        least, most = sorted((least, most))
    return {"name": draw(st.sampled_from(["budget", "size"])), "usage": usage, "least": least, "most": most}


@st.composite
def _answers(draw, count):
    items, kinds = draw(st.integers(1, 6)), draw(st.integers(2, 4))
    answers = []
    for _ in range(count):
        given = draw(st.lists(st.integers(-1, kinds - 1), min_size=items, max_size=items))
        answers.append([[item for item in range(items) if given[item] == answer] for answer in range(kinds)])
    weights = draw(
        st.one_of(st.just([]), st.lists(st.sampled_from([0.0, 1.0, 2.0, 0.1, 0.7]), min_size=items, max_size=items))
    )
    return {
        "items": items,
        "answers": answers,
        "weights": weights if any(weights) else [],
        "ties": draw(st.sampled_from(["wrong", "coin"])),
    }
