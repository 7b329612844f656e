"""Results: as plain values and as JSON."""

from __future__ import annotations

import datetime
import json
import math

import attrs
import numpy as np

import haversack
from haversack import Pool, Selection


def test_a_selection_is_feasible_up_to_its_budget(selection):
    assert selection.is_feasible()
    assert attrs.evolve(selection, budget=6.0).is_feasible()
    assert not attrs.evolve(selection, budget=5.9).is_feasible()


def test_to_dict_holds_every_public_field(selection, plan):
    as_dict = selection.to_dict()
    fields = {field.name for field in attrs.fields(Selection)}
    assert as_dict.keys() == fields - {"pool", "settings"} | {"config", "format"}
    assert as_dict["format"] == 1
    assert as_dict["members"] == [0, 2]
    assert as_dict["names"] == ["ann", "cat"]
    assert as_dict["budget"] == 8.0
    assert as_dict["trace"][1] == {
        "step": 90,
        "seconds": 0.02,
        "value": 0.902,
        "error": 0.098,
        "cost": 6.0,
        "bound": None,
    }
    assert as_dict["plan"] == attrs.asdict(plan)
    assert as_dict["config"]["pool"]["names"] == ["ann", "bob", "cat", "dan"]
    assert (as_dict["bound"], as_dict["gap"], as_dict["proven"]) == (None, None, False)


def test_an_infinite_budget_becomes_null(selection):
    as_dict = json.loads(attrs.evolve(selection, budget=math.inf).to_json())
    assert as_dict["budget"] is None


def test_to_json_is_to_dict_as_text(selection):
    assert json.loads(selection.to_json()) == selection.to_dict()
    assert "\n" not in selection.to_json(indent=None)


def test_a_selection_without_plan_and_config_says_null(selection):
    as_dict = json.loads(attrs.evolve(selection, plan=None, settings=None).to_json())
    assert as_dict["plan"] is None
    assert as_dict["config"] is None
    assert as_dict["pool"] == selection.pool.to_dict(), "otherwise a part of config"


def test_a_step_limit_beyond_what_json_readers_print_becomes_text(selection, plan):
    """Python refuses to print whole numbers of more than 4,300 digits."""
    huge = attrs.evolve(selection, plan=attrs.evolve(plan, max_steps=10**20_000))
    assert json.loads(huge.to_json())["plan"]["max_steps"] == "more than 10^4000"
    assert "step limit (MAXSTEP)   1e+20000" in huge.summary(plan=True)


def test_metadata_that_json_has_no_word_for_becomes_text():
    """The answer of a long search must not be lost over a column that it does not use."""
    day = datetime.date(2024, 5, 1)
    pool = Pool(
        accuracies=[0.9, 0.8], metadata={"since": [day, None], "score": [math.nan, np.float64(2)], "on": [True, {1: 2}]}
    )
    as_dict = json.loads(haversack.select(pool, stopping={"kind": "max-step", "limit": 5}, seed=0).to_json())
    assert as_dict["config"]["pool"]["metadata"] == {
        "since": ["2024-05-01", None],
        "score": ["nan", 2.0],
        "on": [True, {"1": 2}],
    }


def test_str_is_the_summary(selection):
    assert str(selection) == selection.summary()
    assert "2 of 4" in str(selection)
