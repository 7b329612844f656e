"""From a selection to a file that the checker accepts, and every reason why there is none."""

from __future__ import annotations

import math
from fractions import Fraction

import attrs
import numpy as np
import pytest
from haversack_verify.checking import check_document
from haversack_verify.verdicts import Rejected

from certificate_cases import list_panels
from conftest import OPTIC_DISC, paper_pool
from haversack import CertificateError, Pool, Problem, select
from haversack.certificates.making import certify_set, compute_digest, make_certificate
from haversack.costs import Additive, NoCost
from haversack.energies import MajorityVote
from haversack.plugins import get_catalog


@pytest.fixture(scope="module")
def hundred():
    pool = paper_pool(100, 0)
    return select(pool, 0.2 * pool.costs.sum(), certify="prove", seed=0)


def test_the_proved_optimum_of_a_hundred_members_is_verified(hundred):
    """SPEC §7: q = 0.99999852392536 with 37 members."""
    verdict = check_document(hundred.certificate.document)
    assert hundred.certificate.method == "tilts"
    assert len(verdict.claim.members) == 37
    assert float(1 - verdict.error) == pytest.approx(0.99999852392536, abs=1e-14)
    assert verdict.error * (1 - Fraction(3, 10**12)) < verdict.bound <= verdict.error
    assert float(verdict.bound) == pytest.approx(hundred.certificate.bound)


def test_proofs_are_made_for_panels_of_any_searcher(hundred):
    members = [member for member in hundred.members if member != hundred.members[0]]
    problem = Problem(hundred.pool, MajorityVote(), Additive(), hundred.budget)
    worse = float(MajorityVote().losses(hundred.pool, np.isin(np.arange(100), members)[None])[0])
    certificate = certify_set(problem, members, worse, hundred.error, get_catalog(None))
    verdict = check_document(certificate.document)
    assert verdict.bound < hundred.error < verdict.error


def test_a_bound_that_is_too_high_is_rejected(hundred):
    """A share of 1e-6 above the least error: whoever claims it may write it down, and the checker finds the panel."""
    members = list(hundred.members)[2:]
    problem = Problem(hundred.pool, MajorityVote(), Additive(), hundred.budget)
    worse = float(MajorityVote().losses(hundred.pool, np.isin(np.arange(100), members)[None])[0])
    certificate = certify_set(problem, members, worse, hundred.error * (1 + 1e-6), get_catalog(None))
    with pytest.raises(Rejected, match=r"a panel of 37 members may have an error below the bound"):
        check_document(certificate.document)


def test_small_pools_are_certified_with_the_least_error_of_all_panels():
    for budget in (30.0, 100.0, 200.0):
        certificate = select(OPTIC_DISC, budget, certify="prove", seed=0).certificate
        least, members = list_panels({**certificate.document["problem"]})[0]
        verdict = check_document(certificate.document)
        assert verdict.error == least
        assert verdict.claim.members == members
        assert least * (1 - Fraction(2, 10**12)) < verdict.bound <= least


def test_nothing_is_proved_of_a_bound_of_zero():
    found = select(Pool(accuracies=[1.0, 0.5]), certify="prove", seed=0)
    assert found.certificate.method == "nothing"
    assert check_document(found.certificate.document).error == 0


def test_the_digest_is_over_problem_and_claim(hundred):
    document = dict(hundred.certificate.document)
    content = {key: document[key] for key in ("problem", "claim")}
    assert document["digest"] == compute_digest(content)
    assert compute_digest({**content, "claim": {}}) != document["digest"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"settings": None}, "a part of this run has no registered name, so it cannot be repeated"),
        ({"repeats": 3}, "there is none for losses that are noisy"),
        ({"error_bound": None}, "the answer has no bound; --certify prove may find one"),
        ({"error": None}, "the answer has no error probability"),
        ({"error": 1e-301}, "there is none yet for errors below 1e-300, too small for floats"),
        ({"error": 0.0, "error_bound": 0.0}, "there is none yet for errors below 1e-300, too small for floats"),
    ],
)
def test_selections_without_a_certificate_say_why(small_pool, changes, reason):
    found = _Changed(select(small_pool, 9, seed=0, certify="prove"), changes)
    with pytest.raises(CertificateError, match=f"^certificate: {reason}$"):
        make_certificate(found)


def test_panels_chosen_without_the_held_out_items_have_none(small_pool):
    found = select(small_pool, 9, seed=0)
    settings = {**found.settings, "estimate": "holdout"}
    with pytest.raises(CertificateError, match="^certificate: there is none for a panel that was chosen without the h"):
        make_certificate(_Changed(found, {"settings": settings}))


class _Changed:
    """A selection with other values: some are computed, so that `attrs.evolve` cannot set them."""

    def __init__(self, selection, changes):
        self._selection, self._changes = selection, changes

    def __getattr__(self, name):
        return self._changes[name] if name in self._changes else getattr(self._selection, name)


def test_problems_that_nobody_proves_say_so(small_pool, builtins):
    @attrs.frozen
    class Nobody:
        def of_kind(self, kind):
            return ()

    problem = Problem(small_pool, MajorityVote(), NoCost())
    with pytest.raises(CertificateError, match="^certificate: no searcher writes down proofs for this problem$"):
        certify_set(problem, [0], 0.1, 0.05, Nobody())


def test_bounds_are_written_downwards_and_closely():
    for seed in range(20):
        pool = paper_pool(12, seed)
        found = select(pool, 0.4 * pool.costs.sum(), certify="prove", seed=0)
        bound = Fraction(found.certificate.document["claim"]["bound"])
        assert bound <= Fraction(found.error_bound)
        assert math.isclose(bound, found.error, rel_tol=3e-12)
