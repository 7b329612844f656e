import math

import numpy as np

import haversack as hs
from haversack.costs import NoCost
from haversack.energies import MajorityVote
from haversack.forwarding import ForwardingMonitor
from haversack.monitor import RunMonitor
from haversack.stopping import MaxStep


def test_everything_passes_through():
    problem = hs.Problem(hs.Pool(accuracies=[0.9, 0.8, 0.7]), MajorityVote(), NoCost())
    monitor = RunMonitor(problem, MaxStep(limit=7))
    forwarding = ForwardingMonitor(monitor)
    assert (forwarding.best_loss, forwarding.best_set, forwarding.loss_bound) == (math.inf, None, -math.inf)
    assert forwarding.offer(np.array([[True, False, False]]), steps=4, at=np.array([3]), evaluations=2)
    assert forwarding.offer(np.zeros((0, 3), dtype=bool), loss_bound=0.04)
    assert forwarding.loss_bound == 0.04
    assert forwarding.prove(0.05)
    assert forwarding.best_loss == monitor.best_loss
    assert forwarding.best_set is monitor.best_set
    assert forwarding.loss_bound == monitor.loss_bound == 0.05
    assert (monitor.progress().steps, monitor.progress().evaluations) == (4, 2)
    assert (forwarding.seconds_left, forwarding.steps_left) == (math.inf, 3)
    assert forwarding.going
    assert not forwarding.offer(np.ones((1, 3), dtype=bool), steps=3, at=np.array([1]))
    assert forwarding.loss_bound == 0.05
    assert not forwarding.going
