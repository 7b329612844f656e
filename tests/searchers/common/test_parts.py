from __future__ import annotations

import numpy as np
import pytest

from conftest import paper_pool
from fakes import WrongShare
from haversack import Problem
from haversack.costs import Additive
from haversack.evaluation.evaluator import RunEvaluator
from haversack.monitor import RunMonitor
from haversack.searchers.common.parts import offer_in_parts
from haversack.stopping import MaxStep


@pytest.mark.parametrize("steps", [1, 7, 40, 1_000])
def test_the_answer_is_that_of_one_offer(steps):
    pool = paper_pool(20, 0)
    problem = Problem(pool, WrongShare(), Additive(), 0.3 * float(pool.costs.sum()))
    sets = np.random.default_rng(0).random((100, 20)) < 0.2
    sets = sets[problem.fits(sets)]
    whole = RunMonitor(problem, MaxStep(steps))
    whole.offer(sets, problem.losses(sets))
    evaluated = RunEvaluator(problem).problem
    sizes = []
    parts = RunMonitor(evaluated, MaxStep(steps), listener=lambda progress: sizes.append(progress.steps))
    assert offer_in_parts(evaluated, parts, sets) == (whole.stop_reason is None)
    assert parts.best_set.tolist() == whole.best_set.tolist()
    assert (parts.stop_reason, parts.count()[0]) == (whole.stop_reason, whole.count()[0])
    assert [row.step for row in parts.trace] == [row.step for row in whole.trace]
    assert sizes[0] == min(4, steps)
