"""Which proof is written, and that the checker accepts it."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from haversack_verify.checking import check_document

from certificate_pools import KINDS, draw_selection
from conftest import paper_pool
from haversack import CertificateError, InfeasibleError, Pool, select
from haversack.searchers.exact import proofs
from haversack.searchers.exact.proofs import write_exact_proof


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_certificates_of_random_pools_are_verified(kind):
    verified = 0
    for seed in range(6):
        pool, budget, options = draw_selection(np.random.default_rng([seed, KINDS.index(kind)]), kind, 40)
        try:
            found = select(pool, budget, **options)
            certificate = found.certificate
        except InfeasibleError:
            continue
        except CertificateError as error:
            assert "too many members are undecided" in str(error) or "errors below 1e-300" in str(error)  # noqa: PT017
            continue
        verdict = check_document(certificate.document)
        assert verdict.claim.members == found.members
        assert float(verdict.bound) == pytest.approx(found.error_bound, rel=3e-12)
        verified += 1
    assert verified >= 3


def test_the_most_accurate_members_are_proved_by_sizes_alone():
    found = select(Pool(accuracies=[0.9, 0.8, 0.8, 0.6, 0.6]), certify="prove", seed=0)
    assert found.certificate.method == "prefixes"
    check_document(found.certificate.document)


@pytest.mark.parametrize(("members", "method"), [(24, "tree"), (25, "tilts")])
def test_small_pools_are_proved_by_trees(members, method):
    pool = paper_pool(members, 0)
    found = select(pool, 0.2 * pool.costs.sum(), certify="prove", seed=0)
    assert found.certificate.method == method
    check_document(found.certificate.document)


def test_both_reasons_are_said_where_neither_tilts_nor_trees_do(monkeypatch):
    pool = paper_pool(30, 0)
    found = select(pool, 0.2 * pool.costs.sum(), certify="prove", seed=0)

    def refuse_tilts(*arguments):
        raise CertificateError("certificate: no tilts")

    def refuse_tree(*arguments):
        raise CertificateError("certificate: no tree")

    monkeypatch.setattr(proofs, "write_tilt_proof", refuse_tilts)
    monkeypatch.setattr(proofs, "write_tree_proof", refuse_tree)
    with pytest.raises(CertificateError, match="^certificate: no tilts, and no tree$"):
        _ = found.certificate


def test_what_tilts_do_not_prove_a_tree_may(monkeypatch):
    pool = paper_pool(30, 0)
    found = select(pool, 0.2 * pool.costs.sum(), certify="prove", seed=0)

    def refuse(*arguments):
        raise CertificateError("certificate: no tilts")

    monkeypatch.setattr(proofs, "write_tilt_proof", refuse)
    assert found.certificate.method == "tree"
    check_document(found.certificate.document)


def test_sizes_alone_do_not_exclude_a_bound_that_a_prefix_is_below():
    data = {"kind": "majority", "members": 3, "accuracies": [0.9, 0.8, 0.7], "tie_error": 1.0, "rows": [],
            "inside": [], "outside": []}  # fmt: skip
    error = 0.9 * 0.2 * 0.3 + 0.1 * 0.8 * 0.3 + 0.1 * 0.2 * 0.7 + 0.1 * 0.2 * 0.3
    chosen = np.ones(3, dtype=np.bool_)
    assert write_exact_proof(None, chosen, Fraction(error * (1 - 1e-12)), data) == {"method": "prefixes"}
    assert not proofs._is_excluded_by_sizes(data, math.nextafter(error * (1 + 1e-12), 1.0))
