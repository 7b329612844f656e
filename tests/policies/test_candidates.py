from __future__ import annotations

import itertools

import numpy as np

from haversack.policies.candidates import list_orders, list_panels
from haversack.policies.coins import Coins

FEW = Coins(np.array([0.9, 0.8, 0.7]), np.array([5.0, 1.0, 0.0]))
MANY = Coins(np.linspace(0.55, 0.95, 12), np.linspace(1.0, 9.0, 12))


def test_few_members_are_asked_in_every_order():
    assert sorted(list_orders(FEW, FEW.accuracies)) == sorted(itertools.permutations(range(3)))


def test_many_members_are_asked_by_accuracy_and_by_price():
    orders = list_orders(MANY, MANY.accuracies)
    assert all(sorted(order) == list(range(12)) for order in orders)
    assert len(set(orders)) == len(orders)
    assert tuple(range(12)) in orders
    assert tuple(reversed(range(12))) in orders


def test_whoever_costs_nothing_is_asked_first_in_a_panel():
    panels = list_panels(FEW, FEW.accuracies)
    assert sorted(map(sorted, panels)) == sorted(
        list(panel) for size in (1, 2, 3) for panel in itertools.combinations(range(3), size)
    )
    assert all(panel[0] == 2 for panel in panels if 2 in panel)


def test_panels_of_many_members_have_every_single_member_and_everybody():
    panels = list_panels(MANY, MANY.accuracies)
    assert {panel for panel in panels if len(panel) == 1} == {(member,) for member in range(12)}
    assert max(map(len, panels)) == 12
    assert len({*panels}) == len(panels)


def test_members_who_all_cost_nothing_are_ranked_by_accuracy():
    free = Coins(np.array([0.6, 0.9]), np.zeros(2))
    assert max(list_panels(free, free.accuracies), key=len) == (1, 0)
