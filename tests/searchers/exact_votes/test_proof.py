"""Proofs for recorded votes: what is written is verified by plain Python, and what is too large is not written."""

from __future__ import annotations

import csv

import attrs
import numpy as np
import pytest
from haversack_verify.checking import check_document

from constrained import list_feasible, random_case
from haversack import CertificateError, Pool, select
from haversack.searchers.exact_votes import proof


def draw_votes(pool, random, weights):
    """The same members with recorded answers, some of them missing, with up to four labels."""
    items, labels = int(random.integers(2, 25)), int(random.integers(2, 5))
    truth = random.integers(0, labels, items)
    right = random.random((items, len(pool))) < 0.6
    answers = np.where(right, truth[:, None], random.integers(0, labels, right.shape)).astype(object)
    answers[random.random(right.shape) < 0.2] = None
    answers[0] = 0
    voting = Pool.from_votes(answers, truth=truth, item_weights=weights(items), costs=pool.costs, names=pool.names)
    return attrs.evolve(voting, metadata=pool.metadata)


@pytest.mark.parametrize("ties", ["wrong", "coin"])
@pytest.mark.parametrize("weights", ["equal", "whole", "fractions"])
def test_the_least_error_of_all_panels_is_verified(ties, weights):
    random = np.random.default_rng([len(ties), len(weights)])
    draws = {
        "equal": lambda items: None,
        "whole": lambda items: random.integers(1, 5, items),
        "fractions": lambda items: random.uniform(0.1, 2.0, items),
    }
    verified = 0
    for _ in range(12):
        pool, budget, constraints, meanings = random_case(random, members=8)
        sets = list_feasible(pool, budget, meanings)
        if not len(sets):
            continue
        voting = draw_votes(pool, random, draws[weights])
        found = select(voting, budget, constraints=constraints, energy={"kind": "votes", "ties": ties}, seed=0,
                       certify="prove", estimate="none")  # fmt: skip
        verdict = check_document(found.certificate.document)
        assert float(verdict.bound) == pytest.approx(found.error, abs=1e-10)
        verified += 1
    assert verified > 3


def read_crowd(folder):
    return Pool.from_votes_csv(folder / "answer.csv", folder / "truth.csv")


def read_code(file):
    rows = list(csv.DictReader(file.read_text().splitlines()))
    models = [column for column in rows[0] if column not in ("question_id", "sample_id", "platform", "difficulty")]
    passed = np.array([[float(row[model]) >= 50.0 for model in models] for row in rows]).astype(int)
    return Pool.from_votes(passed, truth=np.ones(len(rows), dtype=int))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "wrong", "items"),
    [
        ("crowd_bluebird", 5, 6, 108),
        ("crowd_rte", 5, 207, 800),
        ("livecodebench_llm/codegen_2024-02-26.csv", 5, 200, 348),
        ("livecodebench_llm/execution_direct.csv", 3, 177, 479),
        pytest.param("crowd_bluebird", 7, 6, 108, marks=pytest.mark.slow),
    ],
)
def test_real_sets_are_verified(shared_data, name, size, wrong, items):
    pool = (read_code if name.endswith(".csv") else read_crowd)(shared_data / name)
    found = select(pool, constraints=[{"kind": "size", "most": size}], seed=0, certify="prove", estimate="none")
    verdict = check_document(found.certificate.document)
    assert (verdict.error, float(verdict.bound)) == (
        pytest.approx(wrong / items),
        pytest.approx(wrong / items, rel=1e-15),
    )


@pytest.fixture
def crowd():
    random = np.random.default_rng(0)
    truth = random.integers(0, 2, 60)
    right = random.random((60, 12)) < random.beta(8, 4, 12)
    return Pool.from_votes(np.where(right, truth[:, None], 1 - truth[:, None]), truth=truth, costs=np.ones(12))


def test_a_proof_of_too_many_nodes_is_not_written(crowd, monkeypatch):
    found = select(crowd, 5, seed=0, certify="prove", estimate="none")
    monkeypatch.setattr(proof, "_MOST_NODES", 2)
    with pytest.raises(CertificateError, match=r"^certificate: the proof has more than 2 nodes on 60 items, too many"):
        _ = found.certificate


def test_a_bound_below_the_error_is_verified_as_it_is(crowd):
    found = select(crowd, 5, seed=0, searcher={"kind": "exact-votes", "most_nodes": 5}, certify="off", estimate="none")
    assert not found.proven
    verdict = check_document(found.certificate.document)
    assert float(verdict.bound) == pytest.approx(found.error_bound, rel=1e-9)
