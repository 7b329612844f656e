"""Proofs by tilts, changed: each change is rejected, or what it says still holds for all panels."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from haversack_verify import tilts
from haversack_verify.checking import check_document
from haversack_verify.verdicts import Rejected, Unreadable

from certificate_cases import find, replace, sign
from certificate_changes import FAMILIES, change, draw_document, is_true, try_panels


@pytest.fixture(scope="module")
def document():
    found = draw_document(np.random.default_rng(0), "tilts")
    check_document(found)
    return found


INTERVAL = ("proof", "odd", "intervals", 0)


@pytest.mark.parametrize(
    ("place", "new", "message"),
    [
        (("proof", "odd", "tilts", 0), -1.0, r"proof.odd.tilts: they do not rise from above 0"),
        (("proof", "odd", "tilts", -1), 1e-9, r"proof.odd.tilts: they do not rise from above 0"),
        (("proof", "odd", "fewest"), 0, r"proof.odd.fewest: expected a whole number from 1"),
        ((*INTERVAL, "prices", 0), -1.0, r"proof.odd.intervals\[0\].prices\[0\]: expected a number from 0"),
        ((*INTERVAL, "spreads"), [1.0], r"proof.odd.intervals\[0\].spreads: expected 2 to 200 rising numbers"),
        ((*INTERVAL, "spreads"), [2.0, 1.0], r"proof.odd.intervals\[0\].spreads: expected 2 to 200 rising numbers"),
        ((*INTERVAL, "spreads"), [1e-9, 2e-9], r"proof.odd.intervals\[0\].spreads: panels may have less or more"),
        ((*INTERVAL, "slope"), "1", r"proof.odd.intervals\[0\].slope: expected a number, got '1'"),
        (("proof", "odd", "intervals"), [], r"proof.odd.tilts: expected 1 items"),
        (("proof", "method"), "hope", r"proof.method: 'hope' is not known for problems of kind 'majority'; known: pre"),
        (("digest",), "sha256:0", r"digest: it is not that of the problem and the claim, so one of them was changed"),
    ],
)
def test_the_first_step_that_fails_is_named(document, place, new, message):
    if place[-1] == -1:
        place = (*place[:-1], len(find(document, place[:-1])) - 1)
    changed = replace(document, place, new)
    with pytest.raises((Rejected, Unreadable), match=f"^{message}"):
        check_document(changed)


def test_cutting_intervals_off_is_noticed(document):
    """Every tilt must be covered, both ends included."""
    cover = document["proof"]["odd"]
    count = len(cover["intervals"])
    ends = {r"tilts\[0\]: panels with smaller tilts": slice(count - 1, None), "larger tilts": slice(None, 1)}
    for message, part in ends.items():
        kept = range(count)[part]
        tilts = cover["tilts"][kept[0] : kept[-1] + 2]
        shorter = {**cover, "intervals": cover["intervals"][part], "tilts": tilts}
        with pytest.raises(Rejected, match=message):
            check_document(replace(document, ("proof", "odd"), shorter))


def test_the_work_of_prices_is_bounded(document, monkeypatch):
    monkeypatch.setattr(tilts, "_MOST_PRICED", 1)
    with pytest.raises(Rejected, match=r"^proof.odd.intervals: more than 1 intervals times members times limits"):
        check_document(document)


def test_another_panel_is_not_the_best(document):
    """A better panel is taken off the claim: the bound is then above the least error."""
    panels = try_panels(document["problem"])
    worse = next((error, members) for error, members in panels if error > panels[0][0] * Fraction(101, 100))
    claim = {"members": list(worse[1]), "error": repr(float(worse[0])), "bound": repr(float(worse[0]) * (1 - 1e-9))}
    with pytest.raises(Rejected):
        check_document(sign({**document, "claim": claim}))


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_changes_are_rejected_or_harmless(family):
    random = np.random.default_rng(FAMILIES.index(family))
    rejected = 0
    for _ in range(3):
        original = draw_document(random, family)
        check_document(original)
        for _ in range(12):
            _, changed = change(original, random)
            try:
                verdict = check_document(changed)
            except (Rejected, Unreadable):
                rejected += 1
                continue
            assert is_true(changed["problem"], verdict)
    assert rejected > 10


@pytest.mark.parametrize("value", [None, True, "x", -1, 1e400, 10**400, [], {}, [None], [[]], {"x": 1}])
def test_malformed_values_anywhere_are_refused(document, value):
    """Only a hint that is a number may be another number."""
    for place in [("problem",), ("claim",), ("proof",), ("proof", "odd"), ("problem", "rows"), ("problem", "rows", 0),
                  ("problem", "accuracies"), ("claim", "members"), ("claim", "bound"), ("claim", "error"), INTERVAL,
                  (*INTERVAL, "prices"), ("proof", "odd", "tilts"), ("proof", "odd", "top_prices")]:  # fmt: skip
        if place == ("problem", "rows") and value == []:
            continue
        changed = replace(document, place, value)
        with pytest.raises((Rejected, Unreadable), match=r"^[a-z]+"):
            check_document(changed)
