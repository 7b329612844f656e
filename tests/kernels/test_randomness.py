from __future__ import annotations

import numpy as np

from haversack.kernels.randomness import draw_below, draw_uniform


def split_mix(state):
    """The published generator, with whole numbers of Python."""
    mask = 2**64 - 1
    state = (state + 0x9E3779B97F4A7C15) & mask
    mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & mask
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & mask
    return state, mixed ^ (mixed >> 31)


def test_the_first_number_of_the_published_generator_is_right():
    """The first output of SplitMix64 from the state 0, as its author's test vectors have it."""
    assert split_mix(0)[1] == 0xE220A8397B1DCDAF


def test_numbers_are_the_upper_bits_of_the_published_generator():
    states, state = np.array([7, 12345], dtype=np.uint64), 12345
    for _ in range(20):
        state, mixed = split_mix(state)
        assert draw_uniform(states, 1) == (mixed >> 11) * 2.0**-53
    assert states[0] == 7


def test_whole_numbers_are_below_their_limit_and_about_equally_frequent():
    states = np.array([1], dtype=np.uint64)
    counts = np.bincount([draw_below(states, 0, 5) for _ in range(10_000)], minlength=5)
    assert len(counts) == 5
    assert abs(counts - 2_000).max() < 200
