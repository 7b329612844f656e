from __future__ import annotations

import pytest

from failing_parts import FailingEnergy, FailingSearcher
from fakes import ListSearcher
from haversack import Pool, select
from haversack.selection import bounding

POOL = Pool(accuracies=[0.9, 0.8, 0.7, 0.6, 0.85], costs=[4.0, 2.0, 2.0, 1.0, 3.0])
STEPS = {"kind": "max-step", "limit": 50}


def test_a_failed_prover_leaves_the_proof_to_others():
    class Prover(FailingSearcher):
        proves_optimality = True

    found = select(POOL, 7.0, searcher=Prover(2), stopping=STEPS, seed=0)
    assert (found.failed, found.proven) == (True, True)


@pytest.mark.parametrize("calls", [1, 2])
def test_what_bounds_an_answer_may_fail_and_the_answer_stays(monkeypatch, calls):
    monkeypatch.setattr(bounding, "choose_bounder", lambda *_, **options: FailingSearcher(calls, LookupError))
    found = select(POOL, 7.0, searcher=ListSearcher(((1,),), "list done"), stopping=STEPS, seed=0)
    assert found.failed
    assert found.stop_reason == (
        "failed: searcher FailingSearcher raised LookupError: out of order (after the search had ended: list done)"
    )


def test_an_energy_that_fails_while_the_answer_is_bounded_is_named_once():
    searcher = ListSearcher(((1,),), "list done")
    found = select(POOL, 7.0, energy=FailingEnergy(2), searcher=searcher, stopping=STEPS, seed=0)
    assert (found.members, found.bound) == ((1,), None)
    assert found.stop_reason == (
        "failed: energy FailingEnergy raised ValueError: out of order (after the search had ended: list done)"
    )
