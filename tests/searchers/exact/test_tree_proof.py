"""Proofs by trees of panels: what is written is verified, and a tree that is too large is not written."""

from __future__ import annotations

import numpy as np
import pytest
from haversack_verify.checking import check_document

from constrained import find_least_error, random_case
from haversack import CertificateError, InfeasibleError, Pool, select
from haversack.searchers.exact import tree_proof

SPATIAL = {"kind": "spatial", "curve": {"a": -3.43, "b": 101.7}}


def make_pool(members, seed=0):
    random = np.random.default_rng(seed)
    accuracies = random.beta(17, 5, members)
    return Pool(accuracies=accuracies, costs=random.exponential(1 / (1 - accuracies)))


@pytest.mark.parametrize("ties", ["wrong", "coin"])
def test_panels_under_constraints_are_verified_with_the_least_error(ties):
    random = np.random.default_rng(len(ties))
    verified = 0
    for _ in range(40):
        pool, budget, constraints, meanings = random_case(random, members=9)
        least = find_least_error(pool, budget, meanings, ties)
        if least is None or least < 1e-12:
            continue
        found = select(pool, budget, constraints=constraints, energy={"kind": "majority", "ties": ties}, seed=0)
        verdict = check_document(found.certificate.document)
        assert float(verdict.bound) == pytest.approx(least, rel=1e-9)
        verified += 1
    assert verified > 15


@pytest.mark.parametrize("budget", [20.0, None])
@pytest.mark.parametrize("members", [1, 5, 30])
def test_other_energies_are_verified(members, budget):
    pool = make_pool(members)
    try:
        found = select(pool, budget, energy=SPATIAL, seed=0)
    except InfeasibleError:
        pool = Pool(accuracies=pool.accuracies, costs=pool.costs / 10)
        found = select(pool, budget, energy=SPATIAL, seed=0)
    assert found.certificate.method == "tree"
    assert check_document(found.certificate.document).claim.members == found.members


def test_several_budgets_are_verified():
    pool = Pool(
        accuracies=make_pool(20).accuracies,
        metadata={"seconds": list(range(1, 21)), "dollars": [(7 * place) % 11 + 1 for place in range(20)]},
    )
    found = select(pool, cost={"kind": "vector", "budgets": {"seconds": 50, "dollars": 30}}, seed=0)
    verdict = check_document(found.certificate.document)
    assert [row.name for row in verdict.problem.rows] == ["budget", "budget"]


def test_a_bound_below_the_error_is_verified_as_it_is():
    pool = make_pool(40)
    found = select(pool, 0.3 * pool.costs.sum(), searcher={"kind": "exact", "most_nodes": 60}, energy=SPATIAL, seed=0,
                   certify="off")  # fmt: skip
    assert not found.proven
    verdict = check_document(found.certificate.document)
    assert float(verdict.bound) == pytest.approx(found.error_bound, rel=1e-9)
    assert verdict.bound < verdict.error


def test_a_tree_of_too_many_nodes_is_not_written(monkeypatch):
    pool = make_pool(30)
    found = select(pool, 0.3 * pool.costs.sum(), energy=SPATIAL, seed=0)
    monkeypatch.setattr(tree_proof, "MOST_NODES", 10)
    with pytest.raises(CertificateError, match=r"^certificate: the tree of panels by size has more than 10 nodes, too"):
        _ = found.certificate


def test_a_tree_that_takes_too_long_is_not_written(monkeypatch):
    pool = make_pool(30)
    found = select(pool, 0.3 * pool.costs.sum(), energy=SPATIAL, seed=0)
    monkeypatch.setattr(tree_proof, "MOST_WORK", 1_000)
    with pytest.raises(CertificateError, match=r"^certificate: the tree of panels by size has more than 1,000 addit"):
        _ = found.certificate


def test_many_members_that_are_nearly_equal_are_verified():
    random = np.random.default_rng(0)
    pool = Pool(accuracies=0.7 + 1e-9 * random.random(400), costs=1.0 + 1e-9 * random.random(400))
    found = select(pool, 9.5, seed=0, certify="prove")
    assert found.certificate.method == "tree"
    assert float(check_document(found.certificate.document).bound) == pytest.approx(found.error, rel=1e-11)


def test_a_tree_of_many_members_is_not_written(monkeypatch):
    found = select(make_pool(30), 20.0, energy=SPATIAL, seed=0)
    monkeypatch.setattr(tree_proof, "_MOST_MEMBERS", 29)
    with pytest.raises(CertificateError, match=r"^certificate: the tree of panels by size is written for up to 29 mem"):
        _ = found.certificate
