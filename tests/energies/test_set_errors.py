from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

from haversack import Pool
from haversack.energies.set_errors import compute_set_errors, compute_shares_lost, weigh_votes
from oracles import exact_error


@pytest.mark.parametrize("ties", ["wrong", "coin"])
@pytest.mark.parametrize("members", [12, 13])
@pytest.mark.slow
def test_pools_on_both_sides_of_the_limit_agree_with_exact_fractions(members, ties):
    rng = np.random.default_rng(members)
    accuracies, sets = rng.uniform(0.5, 1.0, members), rng.random((4, members)) < 0.6
    errors = compute_set_errors(accuracies, sets, ties)
    tie_share = Fraction(0) if ties == "wrong" else Fraction(1, 2)
    for row, error in zip(sets, errors, strict=True):
        assert error == pytest.approx(float(exact_error(accuracies[row], tie_share)), rel=1e-12)


def test_weights_of_votes():
    assert weigh_votes(3, "wrong").tolist() == [1.0, 1.0, 0.0, 0.0]
    assert weigh_votes(2, "wrong").tolist() == [1.0, 1.0, 0.0]
    assert weigh_votes(2, "coin").tolist() == [1.0, 0.5, 0.0]


@pytest.mark.parametrize("members", [3, 15])
@pytest.mark.slow
def test_shares_lost_are_counted(members):
    answers = [["a"] * members, ["b"] * members, ["a"] * (members - 1) + ["b"], ["b"] * members]
    votes = Pool.from_votes(answers, truth=["a", "a", "a", "b"]).require_votes()
    everybody, last = np.ones(members, dtype=bool), np.arange(members) == members - 1
    assert compute_shares_lost(votes, np.array([everybody, last]), "wrong").tolist() == [0.25, 0.5]


def test_small_pools_need_no_compiler():
    code = """
import sys
import numpy as np
import haversack as hs
from haversack.energies import MajorityVote, OddsCurve, PluralityVote, SpatialVote

pool = hs.Pool.from_votes([["a"] * 12, ["b"] * 12], truth=["a", "a"])
sets = np.ones((1, 12), dtype=bool)
for energy in (MajorityVote(), PluralityVote(), SpatialVote(curve=OddsCurve(a=-3.43, b=101.7))):
    energy.losses(pool, sets)
MajorityVote().notes(pool, sets[0])
print("numba" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["False"]
