"""Proofs by tilts of small pools, against all panels."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from haversack_verify.checking import check_document
from haversack_verify.verdicts import Rejected

from certificate_cases import make_document
from certificate_changes import draw_document, try_panels
from conftest import paper_pool
from haversack import CertificateError
from haversack.searchers.exact import tilt_proof
from haversack.searchers.exact.tilt_proof import write_tilt_proof


def make_data(members, share, seed=0, rows=1):
    pool = paper_pool(members, seed)
    random = np.random.default_rng(seed + 1)
    usages = [pool.costs.tolist(), *(random.integers(1, 6, members).astype(float).tolist() for _ in range(rows - 1))]
    return {
        "kind": "majority",
        "members": members,
        "accuracies": pool.accuracies.tolist(),
        "tie_error": 1.0,
        "rows": [
            {"name": "budget", "usage": usage, "least": None, "most": share * sum(usage)} for usage in usages
        ],
        "inside": [],
        "outside": [],
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_proofs_of_small_pools_are_verified_and_true_in_fractions(seed):
    document = draw_document(np.random.default_rng(seed), "tilts")
    verdict = check_document(document)
    assert verdict.bound <= try_panels(document["problem"])[0][0] == verdict.error


@pytest.mark.slow
@pytest.mark.parametrize("rows", [1, 2])
def test_a_bound_just_above_the_least_error_is_rejected(rows):
    """A share of 1e-9 more: the best panel is among those that the checker enumerates."""
    data = make_data(12, 0.5, rows=rows)
    least, members = try_panels(data)[0]
    chosen = np.isin(np.arange(12), members)
    bound = Fraction(least) * (1 - Fraction(1, 10**12))
    proof = write_tilt_proof(data, chosen, math.log(bound))
    check_document(make_document(data, members, Fraction(least), bound, **proof))
    smaller = _drop_worst(data, members)
    error = next(error for error, panel in try_panels(data) if panel == smaller)
    for excess in (Fraction(1, 10**9), Fraction(1, 100)):
        high = Fraction(least) * (1 + excess)
        assert high < error
        with pytest.raises(Rejected, match=r"(may have an error|are not excluded|nothing is known|have an error of)"):
            check_document(make_document(data, smaller, error, high, **proof))


def _drop_worst(data, members):
    """Return an allowed panel that is worse: without the most accurate two."""
    ranked = sorted(members, key=lambda member: -data["accuracies"][member])
    return tuple(sorted(ranked[2:]))


def test_the_intervals_abut_and_prices_are_by_limit():
    data = make_data(40, 0.3, rows=2)
    pool = paper_pool(40, 0)
    chosen = np.argsort(-pool.accuracies) < 7
    proof = write_tilt_proof(data, chosen, math.log(5e-3))
    assert set(proof) == {"method", "odd"}
    cover = proof["odd"]
    assert len(cover["tilts"]) == len(cover["intervals"]) + 1
    assert cover["tilts"] == sorted(set(cover["tilts"]))
    for interval in cover["intervals"]:
        assert len(interval["prices"]) == len(interval["spread_prices"]) == 3
        assert min(interval["prices"]) >= 0.0
        assert interval["spreads"] == sorted(interval["spreads"])


def test_too_many_undecided_members_are_not_enumerated(monkeypatch):
    data = make_data(12, 0.5)
    least, members = try_panels(data)[0]
    monkeypatch.setattr(tilt_proof, "_MOST_NODES", 1)
    with pytest.raises(CertificateError, match="^certificate: too many members are undecided to enumerate them again"):
        write_tilt_proof(data, np.isin(np.arange(12), members), math.log(least))


def test_too_many_intervals_are_not_written(monkeypatch):
    data = make_data(12, 0.5)
    least, members = try_panels(data)[0]
    monkeypatch.setattr(tilt_proof, "_MOST_INTERVALS", 1)
    with pytest.raises(CertificateError, match="^certificate: the tilts of panels cannot be covered"):
        write_tilt_proof(data, np.isin(np.arange(12), members), math.log(least))
