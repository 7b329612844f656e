from __future__ import annotations

import attrs
import numpy as np
import pytest

from haversack import EnergyError, Pool, compare, frontier, make_plan, run, select
from haversack.energies import AutoEnergy, PluralityVote
from haversack.plugins import get_catalog
from haversack.selection.choosing import settle_energy

LIMIT = {"kind": "max-step", "limit": 500}


def recorded(items=30, members=5):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, items)
    answers = np.where(rng.random((items, members)) < 0.75, truth[:, None], 1 - truth[:, None])
    return Pool.from_votes(answers, truth, costs=np.ones(members))


@attrs.frozen
class Offers:
    """Leaves the choice to the run."""

    energies: tuple = ()

    def losses(self, pool, sets):
        raise AssertionError("another one is used")

    def offer_energies(self, pool):
        return self.energies


def test_folds_decide_between_several_and_the_result_says_so():
    found = select(recorded(), 3.0, energy="auto", stopping=LIMIT, seed=1)
    note = found.notes[0]
    assert note.title == "energy"
    assert note.text.startswith(f"{found.settings['energy']['kind']}, chosen by 3 folds: votes 0.")
    assert found.settings["energy"]["kind"] in ("votes", "smoothed")
    again = run(found.config)
    assert (again.members, again.value) == (found.members, found.value)


def test_the_seed_and_the_searcher_make_no_difference_to_the_choice():
    notes = [
        select(recorded(), 3.0, energy="auto", searcher=searcher, stopping=LIMIT, seed=seed).notes[0]
        for seed, searcher in ((1, "annealing"), (2, "monte-carlo"))
    ]
    assert notes[0] == notes[1]


def test_where_one_is_offered_it_is_taken():
    found = select(Pool(accuracies=[0.7, 0.8]), energy="auto")
    assert found.settings["energy"]["kind"] == "majority"
    assert found.notes[0].text == "majority, the one for this pool"


def test_other_commands_settle_it_too():
    pool = recorded()
    assert frontier(pool, energy="auto", budgets=[3.0], stopping=LIMIT, searcher="annealing", seed=0).points
    assert make_plan(Pool(accuracies=[0.7, 0.8, 0.9]), energy="auto").size
    assert compare(pool, ["greedy-forward"], budget=3.0, energy="auto", seeds=1, seconds=1.0).rows


def test_mistakes_of_an_energy_that_chooses_are_named():
    pool, catalog = recorded(), get_catalog(None)
    with pytest.raises(EnergyError, match=r"offer_energies\(\) returned nothing to choose from"):
        select(pool, energy=Offers())
    with pytest.raises(EnergyError, match=r"needs fit_vote\(\) to be compared with others on recorded items"):
        select(pool, energy=Offers((Offers(), PluralityVote())))
    assert settle_energy(None, pool, None, None, catalog) == (None, None)
    assert settle_energy(AutoEnergy(), pool, None, None, catalog)[0] == PluralityVote()
