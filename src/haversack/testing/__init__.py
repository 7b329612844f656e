"""The conformance kit: checks that a part keeps the promises of its interface.

Each kind of part has two functions: one returns the checks, for use with `pytest.mark.parametrize`; the other runs all
of them.
"""

from haversack.testing.constraints import check_constraint, constraint_checks
from haversack.testing.cost_models import check_cost_model, cost_model_checks
from haversack.testing.energies import check_energy, energy_checks
from haversack.testing.observers import check_observer, observer_checks
from haversack.testing.promises import BrokenPromise, PromiseCheck
from haversack.testing.readers import check_reader, reader_checks
from haversack.testing.searchers import check_searcher, searcher_checks
from haversack.testing.stopping_rules import check_stopping_rule, stopping_rule_checks

__all__ = [
    "BrokenPromise",
    "PromiseCheck",
    "check_constraint",
    "check_cost_model",
    "check_energy",
    "check_observer",
    "check_reader",
    "check_searcher",
    "check_stopping_rule",
    "constraint_checks",
    "cost_model_checks",
    "energy_checks",
    "observer_checks",
    "reader_checks",
    "searcher_checks",
    "stopping_rule_checks",
]
