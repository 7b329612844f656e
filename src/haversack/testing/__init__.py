"""The conformance kit, which tells whether a part keeps what its interface promises.

For each kind of part there are two functions: one returns the checks, a list to parametrise a test with, the other runs
them all.
"""

from haversack.testing.cost_models import check_cost_model, cost_model_checks
from haversack.testing.energies import check_energy, energy_checks
from haversack.testing.promises import BrokenPromise, Check
from haversack.testing.searchers import check_searcher, searcher_checks
from haversack.testing.stopping_rules import check_stopping_rule, stopping_rule_checks

__all__ = [
    "BrokenPromise",
    "Check",
    "check_cost_model",
    "check_energy",
    "check_searcher",
    "check_stopping_rule",
    "cost_model_checks",
    "energy_checks",
    "searcher_checks",
    "stopping_rule_checks",
]
