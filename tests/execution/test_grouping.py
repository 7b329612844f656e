"""Groups: every task comes back once, and a group takes about half a second."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from haversack.execution.grouping import GroupingQueue


@given(st.integers(0, 12), st.integers(1, 4), st.integers(0, 2**32))
def test_every_task_is_handed_out_until_it_is_finished(count, workers, seed):
    # Not drawn one by one: Hypothesis would look for the longest of these walks, which have no end.
    chance = random.Random(seed)
    queue = GroupingQueue(range(count), workers)
    finished, flying = [], []
    while len(queue) or flying:
        taken = queue.take() if chance.random() < 0.5 else None
        if taken is not None:
            flying.append(taken)
        if flying and chance.random() < 0.5:
            number, group = flying.pop(chance.randrange(len(flying)))
            done = chance.randint(0, len(group))
            queue.settle(number, done, 0.01 * done)
            finished.extend(group[:done])
    assert sorted(finished) == list(range(count))
    assert queue.in_flight == {}


def run_alone(queue, seconds):
    sizes = []
    for number, group in queue.take_all():
        sizes.append(len(group))
        queue.settle(number, len(group), seconds * len(group))
    return sizes


def test_groups_grow_to_half_a_second_and_shrink_towards_the_end():
    sizes = run_alone(GroupingQueue(range(1000), 2), 0.01)
    assert sizes[:4] == [1, 4, 16, 50]
    assert sizes.count(50) > 10
    assert sizes[-1] == 1


def test_long_tasks_go_one_by_one():
    assert run_alone(GroupingQueue(range(7), 2), 2.0) == [1] * 7


def test_tasks_that_nobody_will_settle_are_given_up():
    queue = GroupingQueue(range(3))
    _, group = queue.take()
    assert queue.give_up() == list(group)
    assert queue.give_up() == []
    queue.add(group)
    assert len(queue) == 3


def test_a_limit_holds():
    queue = GroupingQueue(range(100))
    queue.settle(queue.take()[0], 1, 1e-6)
    queue.settle(queue.take()[0], 4, 1e-6)
    assert len(queue.take(most=1)[1]) == 1
    assert GroupingQueue([]).take() is None
