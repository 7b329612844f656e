"""Public functions answer wrong arguments of any type with `HaversackError`, never with another exception."""

from __future__ import annotations

import math

import numpy as np
import pytest

import haversack as hs
from haversack import comparison
from haversack.config.options import list_options
from haversack.plugins import default_catalog


class Hostile:
    """Fails at whatever is done with it."""

    __hash__ = None

    def fail(self, *_):
        raise RuntimeError("never")

    __repr__ = __bool__ = __eq__ = __iter__ = __len__ = __float__ = fail


def contain_itself():
    table = {}
    table["kind"] = table["any"] = [table]
    return table


WRONG = {
    "none": None,
    "object": object(),
    "list": [],
    "dict": {},
    "nan": math.nan,
    "infinity": math.inf,
    "minus infinity": -math.inf,
    "negative": -1,
    "zero": 0,
    "too large for a float": 10**400,
    "too long to be written": 16**5000,
    "tiny": 5e-324,
    "huge": 1e308,
    "text": "x",
    "empty text": "",
    "null byte": "a\0b",
    "surrogate": "\ud800",
    "bytes": b"x",
    "complex": 1j,
    "true": True,
    "numpy number": np.float64(0.5),
    "numpy text": np.str_("x"),
    "date": np.datetime64("2020"),
    "array of no dimension": np.array(0.5),
    "empty array": np.array([]),
    "table": np.ones((2, 2)),
    "ragged array": np.array([[1, 2], [3]], dtype=object),
    "masked array": np.ma.array([0.5], mask=[True]),
    "complex array": np.array([1j]),
    "list of none": [None],
    "list of texts": ["x"],
    "ragged list": [1, [2]],
    "numbers as keys": {1: 2},
    "unknown kind": {"kind": "x"},
    "list as kind": {"kind": []},
    "no rules": {"any": []},
    "itself": contain_itself(),
    "class": type,
    "hostile": Hostile(),
    "list of hostile": [Hostile()],
    "iterator": iter([1]),
    "ellipsis": ...,
}
POOL = hs.Pool(accuracies=[0.9, 0.8, 0.7], costs=[1, 2, 3])
RULE = {"kind": "max-step", "limit": 3}
FRONTIER = hs.frontier(POOL, seed=1)
VOTES = hs.RecordedVotes.of([[0, 1]], [0])
CALLS = {
    "Pool": (hs.Pool, {"accuracies": [0.5]}, ["accuracies", "costs", "names", "metadata", "votes"]),
    "Pool.from_csv": (hs.Pool.from_csv, {}, ["path"]),
    "Pool.from_votes": (
        hs.Pool.from_votes,
        {"answers": [[1, 0]], "truth": [1]},
        ["answers", "truth", "costs", "names", "missing", "item_weights"],
    ),
    "read_log": (
        hs.read_log,
        {"path": "none.csv"},
        ["path", "truth", "costs", "columns", "answers", "format", "names", "catalog"],
    ),
    "Pool.from_votes_csv": (hs.Pool.from_votes_csv, {"answers": "none.csv"}, ["answers", "truth", "names", "costs"]),
    "RecordedVotes": (
        hs.RecordedVotes,
        {"answers": [[0, 1]], "truth": [0], "labels": ["a", "b"]},
        ["answers", "truth", "labels", "item_weights", "graded"],
    ),
    "RecordedVotes.from_dict": (hs.RecordedVotes.from_dict, {}, ["columns"]),
    "RecordedVotes.of_members": (VOTES.of_members, {}, ["members"]),
    "select": (
        hs.select,
        {"pool": POOL, "budget": 3, "seed": 1, "stopping": RULE, "certify": "off"},
        ["pool", "budget", "energy", "searcher", "stopping", "cost", "seed", "certify", "preset"],
    ),
    "make_plan": (
        hs.make_plan,
        {"pool": POOL, "budget": 3, "seed": 1},
        ["pool", "budget", "energy", "stopping", "cost", "seed", "catalog"],
    ),
    "frontier": (
        hs.frontier,
        {"pool": POOL, "seed": 1},
        ["pool", "budgets", "energy", "searcher", "stopping", "cost", "seed", "catalog"],
    ),
    "Frontier.at": (FRONTIER.at, {}, ["budget"]),
    "compare": (
        hs.compare,
        {
            "pools": POOL,
            "searchers": "greedy-forward",
            "budget": 3,
            "stopping": RULE,
            "seeds": 1,
            "reference": None,
            "seconds": 1,
        },
        [
            *("pools", "searchers", "budget", "budget_share", "energy", "cost", "stopping", "seconds", "seeds"),
            *("reference", "reference_seconds", "best_known", "catalog"),
        ],
    ),
    "paper_pool": (comparison.paper_pool, {"members": 5, "seed": 1}, ["members", "seed", "costs"]),
    "paper_cases": (
        comparison.paper_cases,
        {"sizes": [5], "count": 1},
        ["sizes", "count", "costs", "budget_share"],
    ),
    "read_best_known": (comparison.read_best_known, {}, ["path"]),
}
PARTS = [entry for kind in ("energy", "searcher", "stopping", "cost") for entry in default_catalog().of_kind(kind)]


def call_wrongly(function, right, name):
    """Call a function with each wrong value; it may work, or raise `HaversackError`."""
    for label, value in WRONG.items():
        try:
            function(**right | {name: value})
        except hs.HaversackError:
            pass
        except Exception as error:
            raise AssertionError(f"{name}: {label}: {type(error).__name__}: {error}") from error


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("call", "argument"), [(call, argument) for call, (_, _, names) in CALLS.items() for argument in names]
)
def test_a_wrong_argument_is_a_mistake_that_is_explained(call, argument):
    function, right, _ = CALLS[call]
    call_wrongly(function, right, argument)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("argument", ["on_progress", "catalog"])
@pytest.mark.parametrize("call", ["select", "frontier", "compare"])
def test_what_cannot_be_called_or_looked_up_in_is_refused(call, argument):
    function, right, _ = CALLS[call]
    for label, value in WRONG.items():
        if label in ("none", "class"):
            continue
        with pytest.raises(hs.ConfigError, match=f"{argument}: expected"):
            function(**right | {argument: value})


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("entry", PARTS, ids=lambda entry: f"{entry.kind}.{entry.name}")
def test_a_wrong_option_is_a_mistake_that_is_explained(entry):
    options = list_options(entry.factory)
    needed = {option.name for option in options if option.is_required}
    for option in options:
        if not needed - {option.name} and entry.source.distribution == "haversack":
            call_wrongly(entry.factory, {}, option.name)
