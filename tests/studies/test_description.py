"""Studies as plain tables, and back."""

from __future__ import annotations

import json

import pytest

import haversack as hs
from haversack.comparison import Case
from haversack.studies.stored import read_result

RUN = """\
budget = 4
preset = "paper"
frugal = true

[pool]
accuracies = [0.9, 0.8, 0.7]
costs = [3, 2, 1]

[[constraints]]
kind = "size"
most = 3
"""


@pytest.fixture
def study(small_pool, tmp_path, builtins):
    """A study of all that a study may consist of."""
    (tmp_path / "run.toml").write_text(RUN)
    case = Case(pool=small_pool, name="votes", budget=2.0, energy="majority", cost={"kind": "additive"})

    def compute(**settings):
        pools = {"path": small_pool, "own": case, "run": tmp_path / "run.toml"}
        generated = {"generator": "paper", "sizes": [8], "count": 2}
        return hs.study(pools=[*pools.values(), generated], jobs=1, catalog=builtins, **settings)

    return compute


@pytest.mark.slow
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"budgets": [3.0, 5.0], "budget_shares": [0.5], "seeds": 2, "certify": "off"},
        {"searchers": {"cold": {"kind": "annealing", "cooling": 0.5}, "e": "exact"}, "presets": None, "budgets": 4},
        {"presets": ["paper"], "seeds": [3, 5]},
    ],
)
def test_a_study_is_computed_again_from_what_it_records(study, builtins, tmp_path, settings):
    first = study(**settings, store=tmp_path / "store")
    config = json.loads(first.to_json())["config"]
    # Without its files.
    (tmp_path / "run.toml").unlink()
    again = hs.study(config, jobs=1, catalog=builtins)
    assert [row["key"] for row in again.rows()] == [row["key"] for row in first.rows()]
    assert again.labels == first.labels
    assert again.config == first.config == config
    assert read_result(tmp_path / "store").config == config


def test_no_name_of_a_pool_is_taken_for_a_key(small_pool, builtins):
    first = hs.study(pools={"pool": small_pool, "path": small_pool, "votes": small_pool}, budgets=4, catalog=builtins)
    again = hs.study(first.config, catalog=builtins)
    assert [row["pool"] for row in again.rows()] == ["pool", "path", "votes"]


def test_versions_of_all_distributions_are_recorded(study):
    assert study().versions["haversack"] == hs.__version__
