from __future__ import annotations

import attrs
import pytest

from conftest import paper_pool
from fakes import Profit, WrongShare
from haversack import Pool, select
from haversack.energies import OddsCurve, SpatialVote

STEPS = {"kind": "max-step", "limit": 500}


def test_the_trace_improves_step_by_step_and_ends_at_the_answer():
    chosen = select(paper_pool(30, 2), 40.0, stopping=STEPS, seed=0)
    errors = [row.error for row in chosen.trace]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] == chosen.error
    assert all(row.cost <= 40.0 for row in chosen.trace)


def test_a_run_of_registered_parts_tells_its_configuration(small_pool):
    chosen = select(small_pool, 8.0, stopping=STEPS, seed=0)
    assert chosen.config["pool"] == small_pool.to_dict()
    assert STEPS.items() <= chosen.config["stopping"].items()
    assert select(small_pool, 8.0, energy=WrongShare(), searcher="monte-carlo", stopping=STEPS).config is None


def test_an_energy_that_is_no_probability_shows_its_value_and_no_error(small_pool):
    chosen = select(small_pool, 8.0, energy=Profit(), searcher="monte-carlo", stopping=STEPS, seed=0)
    assert chosen.value == pytest.approx(2.4)
    assert chosen.error is None
    assert "error" not in chosen.summary()


def test_a_run_with_an_object_of_ones_own_inside_is_not_said_to_be_repeatable(small_pool):
    @attrs.frozen
    class Steep:
        a: float = -1.0
        b: float = 1.0

        def errors(self, shares):
            return (1.0 - shares) ** 2

    chosen = select(small_pool, 8.0, energy=SpatialVote(curve=Steep()), stopping=STEPS, seed=0)
    assert chosen.config is None
    known = select(small_pool, 8.0, energy=SpatialVote(curve=OddsCurve(a=-3.0, b=9.0)), stopping=STEPS, seed=0)
    assert known.config["energy"]["curve"] == {"a": -3.0, "b": 9.0}


def test_the_pool_is_written_out_only_when_the_configuration_is_asked_for(small_pool, monkeypatch):
    written = []
    to_dict = Pool.to_dict
    monkeypatch.setattr(Pool, "to_dict", lambda pool: written.append(pool) or to_dict(pool))
    chosen = select(small_pool, 8.0, stopping=STEPS, seed=0)
    assert written == []
    assert chosen.config["pool"] == to_dict(small_pool)
    assert list(chosen.config) == ["budget", "seed", "pool", "energy", "stopping", "cost", "searcher"]
    assert written
