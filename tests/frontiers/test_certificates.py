"""A certificate for each budget of a frontier."""

from __future__ import annotations

import json

import attrs
import numpy as np
import pytest
from haversack_verify import verify

from haversack import CertificateError, Pool, frontier
from haversack.frontiers.certificates import write_certificates


@pytest.fixture
def pool():
    random = np.random.default_rng(3)
    accuracies = random.beta(17, 5, 9)
    return Pool(accuracies=accuracies, costs=random.exponential(1 / (1 - accuracies)))


def test_every_point_of_a_whole_frontier_is_verified(pool, tmp_path):
    found = frontier(pool)
    assert write_certificates(found, tmp_path / "new") == len(found.points) > 5
    for point in found.points:
        verdict = verify(tmp_path / "new" / f"budget-{point.budget!r}.json")
        assert verdict.claim.members == point.members
        assert float(verdict.bound) == pytest.approx(point.error, rel=2e-12)


@pytest.mark.parametrize(
    "options",
    [
        {"constraints": [{"kind": "size", "least": 2}]},
        {"energy": {"kind": "spatial", "curve": {"a": -3.0, "b": 100.0}}},
    ],
)
def test_single_budgets_are_verified_at_these_budgets(pool, tmp_path, options):
    found = frontier(pool, budgets=[6.0, 15.0], **options)
    assert write_certificates(found, tmp_path) == 2
    verify(tmp_path / "budget-6.0.json")
    document = json.loads((tmp_path / "budget-15.0.json").read_text())
    assert verify(tmp_path / "budget-15.0.json").claim.members == found.at(15.0).members
    assert document["problem"]["rows"][0]["most"] == pytest.approx(15.0)


def test_budgets_without_a_bound_are_counted_and_the_others_written(pool, tmp_path):
    found = frontier(pool, budgets=[6.0, 15.0], searcher="annealing", seed=0)
    with pytest.raises(CertificateError, match=r"2 of 2 budgets have none; at 6: the answer has no bound"):
        write_certificates(found, tmp_path)
    half = attrs.evolve(frontier(pool, budgets=[6.0]), budgets=(6.0, 15.0))
    with pytest.raises(CertificateError, match=r"1 of 2 budgets have none; at 15: the answer has no bound"):
        write_certificates(half, tmp_path)
    verify(tmp_path / "budget-6.0.json")


def test_a_folder_that_cannot_be_is_refused(pool, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CertificateError, match=r"file: cannot be a folder: File exists"):
        write_certificates(frontier(pool), tmp_path / "file")
