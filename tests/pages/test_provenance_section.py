"""Where a result comes from."""

from __future__ import annotations

import attrs
import pytest

from haversack import Pool
from haversack.pages.provenance_section import build_provenance_section, compute_digest


def test_the_digest_changes_with_every_column():
    pools = [
        Pool(accuracies=[0.9, 0.8]),
        Pool(accuracies=[0.9, 0.8000001]),
        Pool(accuracies=[0.9, 0.8], costs=[1, 2]),
        Pool(accuracies=[0.9, 0.8], names=["a", "b"]),
        Pool.from_votes([["a", "b"]], truth=["a"], names=["a", "b"]),
    ]
    assert len({compute_digest(pool.to_dict()) for pool in pools}) == len(pools)
    assert compute_digest(Pool(accuracies=[0.9, 0.8], costs=[1.0, 2.0]).to_dict()) == compute_digest(pools[2].to_dict())


def test_parts_seed_and_configuration_are_shown(chosen):
    section = build_provenance_section(chosen)
    facts = dict(section.facts)
    assert facts["seed"] == "0"
    assert facts["energy"].startswith("'majority' of haversack ")
    assert facts["digest of the pool"] == f"SHA-256 {compute_digest(chosen.pool.to_dict())}"
    assert '"kind": "majority"' in section.code
    assert "accuracies" not in section.code


@pytest.mark.parametrize(("steps", "text"), [(1, "1 step in 0.5 s"), (2, "2 steps in 0.5 s")])
def test_steps_are_counted(selection, steps, text):
    section = build_provenance_section(attrs.evolve(selection, steps=steps, seconds=0.5))
    assert dict(section.facts)["search"] == text


def test_a_run_that_cannot_be_repeated_says_so(selection):
    section = build_provenance_section(attrs.evolve(selection, settings=None))
    assert section.paragraphs == ["A part of this run has no registered name, so it cannot be repeated from a file."]
    assert section.code == ""
