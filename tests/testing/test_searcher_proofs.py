"""For each promise about proofs, a searcher that breaks it, and the message."""

from __future__ import annotations

import re

import attrs
import numpy as np
import pytest

from fakes import PatientSearcher
from haversack.testing import searcher_checks
from haversack.testing.examples import every_set
from haversack.testing.searcher_proofs import PROOFS
from haversack.testing.searcher_runs import find_best_loss


class Boasts(PatientSearcher):
    """Takes the best that it has seen for the best there is."""

    def search(self, problem, monitor, rng):
        singles = np.eye(len(problem.pool), dtype=bool)
        if monitor.offer(singles) and monitor.prove(monitor.best_loss):
            return "proved"
        return None


@attrs.frozen
class Outbids:
    """Proves true bounds where its pool is one that it knows.

    Parameters
    ----------
    known
        Of how many members.
    """

    known: int = 3

    def search(self, problem, monitor, rng):
        singles = np.eye(len(problem.pool), dtype=bool)
        if not monitor.offer(singles):
            return None
        sure = len(problem.pool) != self.known
        return "proved" if monitor.prove(-1.0 if sure else 2.0) else None


class GivesUp(PatientSearcher):
    """Looks at everything, and forgets to say so."""

    proves_optimality = True

    def search(self, problem, monitor, rng):
        monitor.offer(every_set(len(problem.pool))[1:])
        return "all seen"


class HalfAProof(GivesUp):
    """Ends with a bound that the best set does not meet."""

    def search(self, problem, monitor, rng):
        if monitor.offer(every_set(len(problem.pool))[1:]) and monitor.prove(0.5 * monitor.best_loss):
            return "almost proved"
        return None


class TooEarly(GivesUp):
    """Proves what is true, and has not found the set."""

    def search(self, problem, monitor, rng):
        if monitor.offer(np.eye(len(problem.pool), dtype=bool)) and monitor.prove(find_best_loss(problem)):
            return "proved, not found"
        return None


class NoBounds(PatientSearcher):
    proves_bounds = True


class FailsToBound(NoBounds):
    def search(self, problem, monitor, rng):
        raise OSError("no licence")


class BoundsWithOffers(PatientSearcher):
    """Reports false bounds with its offers."""

    def search(self, problem, monitor, rng):
        monitor.offer(np.eye(len(problem.pool), dtype=bool), loss_bound=0.5)


class HonestBounds(PatientSearcher):
    """Ends with a true bound, up to rounding, and no proof."""

    proves_bounds = True

    def search(self, problem, monitor, rng):
        monitor.offer(np.eye(len(problem.pool), dtype=bool), loss_bound=find_best_loss(problem) * (1 + 1e-12))
        return "bounded"


class ForgetsConstraints(PatientSearcher):
    """Proves true bounds, unless a constraint holds."""

    def search(self, problem, monitor, rng):
        if monitor.offer(every_set(len(problem.pool))[1:]) and problem.constraints:
            monitor.prove(2.0)
        return "proved"


@pytest.mark.slow
def test_honest_bounds_are_accepted():
    names = {promise.name for promise in PROOFS}
    checks = [check for check in searcher_checks(HonestBounds()) if check.name in names]
    assert [check.name for check in checks] == ["bounds-are-true", "keeps-constraints", "reports-a-bound"]
    for check in checks:
        check()


BROKEN = [
    ("bounds-are-true", Boasts(), r"it proved the bound 0.\d+, but within the budget \S+ a set has the loss"),
    ("bounds-are-true", Outbids(), "buys = .*\n  found: it proved the bound 2.0, but within the budget"),
    ("ends-with-a-proof", GivesUp(), r"it ended with the bound -inf, but the smallest loss is 0.3\d*"),
    ("ends-with-a-proof", HalfAProof(), r"it ended with the bound 0.15\d*, but the smallest loss is 0.3"),
    ("ends-with-a-proof", TooEarly(), r"it ended with a set of loss \S+, but the smallest loss is"),
    (
        "bounds-are-true",
        BoundsWithOffers(),
        r"it proved the bound 0.5, but within the budget \S+ a set has the loss 0.3",
    ),
    ("keeps-constraints", ForgetsConstraints(), "with 2 to 3 members, it proved the bound 2.0, but an allowed set has"),
    ("reports-a-bound", NoBounds(), "it reported no bound in any of the small problems"),
    ("reports-a-bound", FailsToBound(), "it raised OSError: no licence"),
]


@pytest.mark.parametrize(("name", "searcher", "found"), BROKEN, ids=lambda value: str(value) if value else None)
@pytest.mark.slow
def test_it_is_caught(name, searcher, found, complaint):
    text = complaint(searcher_checks(searcher, patience=0.3 if "seconds" in found else 60.0), name)
    assert text.startswith(f"searcher {searcher!r} breaks a promise: ")
    assert re.search(found, text), text


def test_there_is_a_broken_searcher_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in PROOFS}
