"""Everything that ships keeps what the interfaces promise, by the same functions that plugin authors use."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest

from constrained import SPECS, with_vendors
from haversack import Pool
from haversack.costs import Additive
from haversack.energies import BayesVote, MajorityVote, OddsCurve, PluralityVote, SpatialVote
from haversack.kinds import BUILT_KINDS
from haversack.observers import JsonLines
from haversack.plugins import load_catalog
from haversack.stopping import MaxStep, Stagnation
from haversack.testing import (
    constraint_checks,
    cost_model_checks,
    energy_checks,
    observer_checks,
    reader_checks,
    searcher_checks,
    stopping_rule_checks,
)
from submodular import SomebodyIsRight


def with_seconds(accuracies, costs):
    """A pool with a second cost and with groups, for cost models that need them."""
    vendors = [number % 3 for number in range(len(costs))]
    return Pool(accuracies=accuracies, costs=costs, metadata={"seconds": (costs + 1.0).tolist(), "vendor": vendors})


def only(name, checks):
    """The one check that an option can make a difference to."""
    return [check for check in checks if check.name == name]


def within_process(checks):
    """All checks but those in a process of its own, which takes seconds to load compiled code."""
    return [check for check in checks if "new-process" not in check.name]


def with_votes(accuracies, costs):
    """A pool whose members answered twelve questions with four answers each, about as well as their accuracies say."""
    items = np.arange(12)
    right = items[:, None] < np.round(12 * accuracies)
    wrong = 1 + np.add.outer(items, np.arange(len(accuracies))) % 3
    answers = np.where(right, 0, wrong).astype(object)
    # Nobody answers everything.
    answers[np.arange(len(accuracies)) % 12, np.arange(len(accuracies))] = None
    return Pool.from_votes(answers, truth=np.zeros(12, dtype=int), costs=costs)


STEPS = [[0, 1.0], [4, 0.5], [9, 2.0]]
PRICE = {"column": "cost", "budget": 5.0, "tiers": STEPS}
LATENCY = {"column": "seconds", "of": "max", "budget": 9.0}
FEES = {"column": "cost", "budget": 7.0, "group": "vendor", "fee": 3.0}
SPATIAL = SpatialVote(table=(0.0, 0.3, 0.9, 1.0), curve=OddsCurve(a=-3.43, b=101.7))
PARTS = {
    **{
        ("constraint", kind): [
            constraint_checks(spec, make_pool=with_vendors) for spec in SPECS if spec["kind"] == kind
        ]
        for kind in {spec["kind"]: None for spec in SPECS}
    },
    ("observer", "jsonl"): [observer_checks(JsonLines(path=Path(tempfile.mkdtemp()) / "runs.jsonl"))],
    **{("reader", name): [reader_checks(name)] for name in ("inspect", "lm-eval", "promptfoo", "table")},
    ("energy", "majority"): [energy_checks(MajorityVote()), energy_checks(MajorityVote(ties="coin"))],
    ("energy", "spatial"): [energy_checks(SPATIAL)],
    ("energy", "votes"): [
        energy_checks("votes", make_pool=with_votes),
        energy_checks(PluralityVote(ties="coin"), make_pool=with_votes),
    ],
    ("energy", "auto"): [energy_checks("auto"), energy_checks("auto", make_pool=with_votes)],
    ("energy", "bayes"): [
        energy_checks("bayes", make_pool=with_votes),
        within_process(energy_checks(BayesVote(ties="coin"), make_pool=with_votes)),
    ],
    ("energy", "smoothed"): [energy_checks("smoothed", make_pool=with_votes)],
    ("cost", "additive"): [
        cost_model_checks("additive"),
        *(only("size-is-estimated", cost_model_checks(Additive(size=size))) for size in ("beta", "mean", "poisson")),
    ],
    ("cost", "costs"): [
        cost_model_checks({"kind": "costs", "parts": [PRICE, LATENCY]}, make_pool=with_seconds),
        within_process(cost_model_checks({"kind": "costs", "parts": [LATENCY, FEES]}, make_pool=with_seconds)),
    ],
    ("cost", "none"): [cost_model_checks("none")],
    ("cost", "parallel"): [cost_model_checks("parallel")],
    ("cost", "sequential"): [
        cost_model_checks("sequential"),
        within_process(cost_model_checks("sequential", make_pool=with_votes)),
    ],
    ("cost", "setup"): [cost_model_checks({"kind": "setup", "group": "vendor", "fee": 3.0}, make_pool=with_seconds)],
    ("cost", "tiers"): [cost_model_checks({"kind": "tiers", "column": "cost", "steps": STEPS})],
    ("cost", "vector"): [
        cost_model_checks({"kind": "vector", "budgets": {"cost": 5.0, "seconds": 9.0}}, make_pool=with_seconds)
    ],
    ("stopping", "auto"): [stopping_rule_checks("auto"), stopping_rule_checks({"kind": "auto", "patience": 20})],
    ("stopping", "beta"): [stopping_rule_checks("beta")],
    ("stopping", "gap"): [stopping_rule_checks({"kind": "gap", "share": 0.1})],
    ("stopping", "max-step"): [stopping_rule_checks("max-step"), stopping_rule_checks(MaxStep(limit=10))],
    ("stopping", "noise"): [stopping_rule_checks("noise")],
    ("stopping", "normal"): [stopping_rule_checks("normal")],
    ("stopping", "paper"): [stopping_rule_checks("paper")],
    ("stopping", "stagnation"): [
        stopping_rule_checks(Stagnation(steps=10)),
        stopping_rule_checks(Stagnation(steps=10, seconds=0.5)),
    ],
    ("stopping", "target"): [stopping_rule_checks({"kind": "target", "error": 0.1})],
    ("stopping", "time-limit"): [stopping_rule_checks({"kind": "time-limit", "seconds": 2.0})],
    ("searcher", "annealing"): [
        searcher_checks("annealing"),
        searcher_checks("annealing", energy=SPATIAL),
        searcher_checks("annealing", energy="votes", make_pool=with_votes),
    ],
    ("searcher", "auto"): [
        searcher_checks("auto"),
        searcher_checks("auto", energy=SPATIAL, cost="parallel"),
        searcher_checks({"kind": "auto", "patience": 500}, energy="votes", make_pool=with_votes),
    ],
    ("searcher", "branch-and-bound"): [
        searcher_checks("branch-and-bound", energy=SomebodyIsRight()),
        searcher_checks("branch-and-bound", energy=SomebodyIsRight(), cost="parallel"),
    ],
    ("searcher", "enumerate"): [
        searcher_checks("enumerate"),
        searcher_checks("enumerate", energy="votes", make_pool=with_votes),
    ],
    ("searcher", "exact"): [searcher_checks("exact"), searcher_checks("exact", energy=SPATIAL, cost="parallel")],
    ("searcher", "exact-votes"): [
        searcher_checks("exact-votes", energy="votes", make_pool=with_votes),
        searcher_checks("exact-votes", energy=PluralityVote(ties="coin"), cost="parallel", make_pool=with_votes),
    ],
    ("searcher", "greedy-backward"): [searcher_checks("greedy-backward")],
    ("searcher", "greedy-forward"): [
        searcher_checks("greedy-forward"),
        searcher_checks({"kind": "greedy-forward", "key": "usefulness"}),
        searcher_checks("greedy-forward", energy="votes", make_pool=with_votes),
    ],
    ("searcher", "monte-carlo"): [searcher_checks("monte-carlo"), searcher_checks("monte-carlo", cost="none")],
    ("searcher", "sherlock"): [searcher_checks("sherlock")],
    ("searcher", "sweep"): [searcher_checks("sweep")],
}
CHECKS = [
    pytest.param(check, id=f"{kind}-{name}-{number}-{check}")
    for (kind, name), several in PARTS.items()
    for number, checks in enumerate(several)
    for check in checks
]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.slow
def test_it_keeps_its_promises(check):
    check()


def test_everything_that_ships_is_checked():
    entries = load_catalog(third_parties=False).entries
    checked = {(entry.kind, entry.name) for entry in entries if entry.kind in BUILT_KINDS}
    assert checked == set(PARTS)


def test_a_composed_rule_keeps_the_promises_of_a_rule():
    for check in stopping_rule_checks(Stagnation(steps=10) | MaxStep(limit=3)):
        if not check.name.startswith("options-"):
            check()
