import pytest

from conftest import paper_pool
from fakes import Profit, SlowestMember, WrongShare
from haversack import Pool, make_plan, select
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.presets import Algorithm2

POOL = paper_pool(60, 3)
BUDGET = 0.2 * float(POOL.costs.sum())


@pytest.mark.parametrize(
    ("pool", "given", "searcher"),
    [
        (POOL, {}, "sherlock"),
        (POOL, {"energy": MajorityVote()}, "sherlock"),
        (POOL, {"energy": WrongShare()}, "annealing"),
        (POOL, {"cost": Additive()}, "sherlock"),
        (POOL, {"cost": SlowestMember()}, "annealing"),
        (Pool(accuracies=[0.6, 0.7]), {}, "annealing"),
    ],
)
def test_sherlock_is_for_pools_with_costs_that_add_up_and_energies_of_copies(pool, given, searcher):
    assert Algorithm2().choose_parts(pool, given) == {
        "energy": "majority",
        "searcher": searcher,
        "stopping": "paper",
    }


def test_the_answer_is_where_the_papers_rule_stops_and_the_optimum_is_shown_beside():
    found = select(POOL, BUDGET, preset="paper", seed=0)
    plain = select(POOL, BUDGET, searcher="sherlock", stopping="paper", certify="off", seed=0)
    best = select(POOL, BUDGET)
    assert (found.members, found.steps, found.stop_reason) == (plain.members, plain.steps, plain.stop_reason)
    assert found.error <= 1 - found.plan.threshold < 1
    assert found.plan == make_plan(POOL, BUDGET, seed=0)
    assert not found.proven
    assert best.proven
    assert found.error_bound == found.best_known.error == best.error
    assert (found.best_known.members, found.best_known.names, found.best_known.cost) == (
        best.members,
        best.names,
        best.cost,
    )
    assert found.gap == pytest.approx(1 - best.error / found.error)
    assert best.best_known is None
    text = found.summary()
    assert "best known" in text
    assert "step limit (MAXSTEP)" in text
    assert "step limit (MAXSTEP)" not in best.summary(plan=True), "there is no plan"


def test_parts_that_are_given_stay():
    found = select(POOL, BUDGET, preset="paper", searcher="monte-carlo", stopping={"kind": "max-step", "limit": 9})
    assert (found.config["searcher"]["kind"], found.steps) == ("monte-carlo", 9)


def test_the_result_repeats_the_run():
    found = select(POOL, BUDGET, preset="paper", seed=5)
    config = found.config
    assert list(config)[:3] == ["budget", "seed", "preset"]
    again = select(**(config | {"pool": POOL}))
    assert (again.members, again.steps, again.best_known) == (found.members, found.steps, found.best_known)


def test_an_energy_without_a_probability_has_no_plan():
    with pytest.raises(Exception, match="needs an energy that is a probability"):
        select(POOL, BUDGET, preset="paper", energy=Profit())
