"""For each promise about the needs of a searcher, a searcher that breaks it, and the message."""

from __future__ import annotations

import re

import numpy as np
import pytest

from fakes import PatientSearcher
from haversack import CapabilityError
from haversack.testing import check_searcher, searcher_checks
from haversack.testing.searcher_needs import NEEDS


class Undeclared(PatientSearcher):
    def search(self, problem, monitor, rng):
        problem.energy.copies_losses(problem.pool, np.array([0]), np.array([1]))
        return super().search(problem, monitor, rng)


class TakesLogarithms(PatientSearcher):
    """Takes every loss for a probability."""

    def search(self, problem, monitor, rng):
        singles = np.eye(len(problem.pool), dtype=bool)
        losses = problem.losses(singles)
        if (losses < 0.0).any():
            raise ValueError("math domain error")
        monitor.offer(singles, losses)


BROKEN = [
    (
        "needs-are-declared",
        Undeclared(),
        "it raised AttributeError: 'OnlyMajorityVote' object has no attribute 'copies",
    ),
    ("any-energy", TakesLogarithms(), "it raised ValueError: math domain error"),
]


@pytest.mark.parametrize(("name", "searcher", "found"), BROKEN, ids=lambda value: str(value) if value else None)
def test_it_is_caught(name, searcher, found, complaint):
    text = complaint(searcher_checks(searcher, patience=0.3 if "seconds" in found else 60.0), name)
    assert text.startswith(f"searcher {searcher!r} breaks a promise: ")
    assert re.search(found, text), text


def test_there_is_a_broken_searcher_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in NEEDS}


@pytest.mark.slow
def test_a_refusal_in_words_is_no_breach():
    class Picky(PatientSearcher):
        def search(self, problem, monitor, rng):
            if not problem.traits.monotone_in_accuracy:
                raise CapabilityError("needs an energy under which a more accurate member never harms")
            return super().search(problem, monitor, rng)

    check_searcher(Picky())
