"""Searchers, frontiers and targets under random constraints, against every set tried with predicates of their own."""

from __future__ import annotations

from itertools import combinations

import attrs
import numpy as np

import haversack as hs
from constrained import list_feasible, random_case
from haversack.config.build import build_part
from haversack.energies import MajorityVote, PluralityVote
from haversack.plugins import get_catalog
from haversack.selection.infeasible import find_conflict

ROUNDING = 1e-9
SEARCHERS = {"majority": ("exact", "sweep", "enumerate", "auto"), "votes": ("exact-votes", "enumerate", "auto")}


@attrs.frozen(eq=False)
class Case:
    """A pool with constraints, and every set that they allow."""

    kind: str
    energy: object
    pool: hs.Pool
    budget: float
    specs: list
    meanings: list

    @classmethod
    def draw(cls, random, members=12):
        """Draw a case: half of them have recorded votes, with gaps, weights and up to four labels."""
        pool, budget, specs, meanings = random_case(random, members)
        ties = str(random.choice(["wrong", "coin"]))
        if random.random() < 0.5:
            return cls("majority", MajorityVote(ties), pool, budget, specs, meanings)
        items, labels = int(random.integers(1, 30)), int(random.integers(2, 5))
        truth = random.integers(0, labels, items)
        right = random.random((items, len(pool))) < random.uniform(0.3, 0.9)
        answers = np.where(right, truth[:, None], random.integers(0, labels, (items, len(pool))))
        answers[random.random(answers.shape) < random.choice([0.0, 0.3])] = -1
        weights = [None, random.integers(1, 4, items), random.uniform(0.1, 2.0, items)][int(random.integers(3))]
        votes = hs.RecordedVotes(answers, truth, list(range(labels)), weights)
        pool = hs.Pool(names=pool.names, costs=pool.costs, votes=votes, metadata=pool.metadata)
        return cls("votes", PluralityVote(ties), pool, budget, specs, meanings)

    def list_sets(self, budget=None):
        """Return every feasible set with its loss and its cost."""
        sets = list_feasible(self.pool, self.budget if budget is None else budget, self.meanings)
        losses = self.energy.losses(self.pool, sets) if len(sets) else np.empty(0)
        return sets, losses, sets @ self.pool.costs


def check_searchers(case):
    """Check every searcher that can prove; return how many answers were not proved."""
    sets, losses, _ = case.list_sets()
    unproved = 0
    for searcher in SEARCHERS[case.kind]:
        options = {"energy": case.energy, "constraints": case.specs, "searcher": searcher}
        try:
            found = hs.select(case.pool, case.budget, **options, certify="off", estimate="none", seed=0)
        except hs.InfeasibleError:
            found = None
        assert (found is None) == (len(sets) == 0), searcher
        if found is None:
            continue
        chosen = np.isin(np.arange(len(case.pool)), found.members)
        assert (sets == chosen).all(axis=1).any(), (searcher, "infeasible", found.members)
        loss = float(case.energy.losses(case.pool, chosen[None, :])[0])
        assert found.error == loss
        if found.proven:
            assert is_close(loss, losses.min()), (searcher, loss, losses.min())
        else:
            unproved += 1
            assert searcher == "sweep", (searcher, found.stop_reason)
            assert found.error_bound is None or found.error_bound <= losses.min() * (1 + ROUNDING)
    return unproved


def check_frontier(case):
    """Check the best set of every budget, and the cheapest one that reaches a target."""
    _, losses, costs = case.list_sets(budget=1e9)
    options = {"energy": case.energy, "constraints": case.specs, "seed": 0}
    if not len(losses):
        for search in (lambda: hs.frontier(case.pool, **options), lambda: hs.cheapest(case.pool, 0.5, **options)):
            try:
                search()
            except hs.InfeasibleError:
                continue
            raise AssertionError("expected InfeasibleError")
        return
    found = hs.frontier(case.pool, **options)
    assert found.whole
    for cost in np.unique(costs).tolist():
        least = losses[costs <= cost * (1 + 1e-12)].min()
        assert is_close(found.at(cost * (1 + 1e-12)).loss, least), (cost, found.at(cost).loss, least)
    if case.kind == "majority":
        for target in (1.0 - losses.min(), 1.0 - np.median(losses), 1.0 - losses.max()):
            least = costs[losses <= (1.0 - target) * (1 + ROUNDING) + 1e-12].min()
            chosen = hs.cheapest(case.pool, float(target), **options)
            assert is_close(chosen.cost, least), (target, chosen.cost, least)
            assert chosen.notes[-1].text.endswith("proved")


def check_conflict(case):
    """Check that the constraints which are named exclude each other, and that no fewer ones do."""
    if len(case.list_sets()[0]):
        return
    constraints = tuple(build_part("constraint", spec, get_catalog(None)) for spec in case.specs)
    named = find_conflict(hs.Problem(case.pool, case.energy, hs.costs.Additive(), case.budget, constraints))
    assert not has_set(case, named), named
    items = [*range(len(case.specs)), -1]
    for fewer in combinations(items, len(named) - 1):
        assert has_set(case, fewer), (named, fewer)


def has_set(case, places):
    """Return whether a set meets the constraints at some places, the budget among them if -1 is."""
    some = [case.meanings[place] for place in places if place != -1]
    return bool(len(list_feasible(case.pool, case.budget if -1 in places else 1e9, some)))


def is_close(one, other):
    """Return whether two losses or costs are equal up to rounding."""
    return abs(one - other) <= ROUNDING * abs(other) + 1e-15
