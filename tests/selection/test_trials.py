"""Trials: select on a sample, value on the rest."""

from __future__ import annotations

import threading

import attrs
import numpy as np
import pytest

from haversack import Pool
from haversack.energies import PluralityVote
from haversack.selection.reselection import Ending, Unfinished
from haversack.selection.trials import Trials, run_trials
from haversack.statistics.resampling import Sample

POOL = Pool.from_votes([[1, 0, 1], [1, 1, 0], [0, 1, 1], [1, 1, None]], [1, 1, 1, 1], item_weights=[1, 1, 1, 3])
SEEDS = np.random.SeedSequence(0)


@attrs.frozen(eq=False)
class Fixed:
    """Chooses the same panel on every sample, until something happens."""

    fails_at: int = 99
    error: type = Unfinished
    calls: list = attrs.field(factory=list)

    def choose(self, pool, seeds, ending):
        self.calls.append((len(pool.votes), pool.votes.item_weights.tolist(), seeds.spawn_key))
        if len(self.calls) == self.fails_at:
            raise self.error
        return (0, 1), (2,)


def sample(*outside):
    inside = np.array([item for item in range(4) if item not in outside])
    return Sample(inside, np.ones(len(inside), dtype=int) * 2, np.array(outside))


def test_a_trial_values_panel_single_and_everybody_on_the_rest():
    chooser = Fixed()
    measured = Trials(POOL, PluralityVote(), chooser).run(sample(1, 3), SEEDS, Ending())
    # Item 1, weight 1: panel right, single wrong, all right; item 3, weight 3: panel right, single silent, all right.
    assert measured.accuracies == pytest.approx([1.0, 0.0, 1.0])
    assert measured.squares == pytest.approx([0.0, 1.0, 0.0])
    assert chooser.calls[0][:2] == (2, [2.0, 2.0])


@pytest.mark.parametrize("workers", [1, 3])
def test_trials_have_streams_of_their_own_and_come_in_order(workers):
    chooser = Fixed()
    samples = [sample(item) for item in (0, 1, 2, 3)] * 3
    outcome = run_trials(Trials(POOL, PluralityVote(), chooser), samples, SEEDS, Ending(), workers)
    assert not outcome.is_interrupted
    assert [each.accuracies[0] for each in outcome.done] == [0.0, 1.0, 0.0, 1.0] * 3
    assert len({key for *_, key in chooser.calls}) == 12


@pytest.mark.parametrize(("error", "interrupted"), [(Unfinished, False), (KeyboardInterrupt, True)])
def test_what_was_done_before_the_end_is_kept(error, interrupted):
    outcome = run_trials(Trials(POOL, PluralityVote(), Fixed(3, error)), [sample(0)] * 5, SEEDS, Ending(), 1)
    assert (len(outcome.done), outcome.is_interrupted) == (2, interrupted)


def test_other_threads_are_ended_too():
    ending = Ending(event=threading.Event())
    outcome = run_trials(Trials(POOL, PluralityVote(), Fixed(1)), [sample(0)] * 20, SEEDS, ending, 2)
    assert ending.event.is_set()
    assert outcome.done == []
