"""Errors of many majority votes at once, against all ways to vote."""

from itertools import product

import numpy as np
from haversack_paper.laws import Law
from haversack_paper.panels import panel_errors, random_panel_errors

from haversack.statistics.binomial import compute_majority_errors


def test_errors_are_those_of_all_ways_to_vote():
    accuracies = np.random.default_rng(0).random((7, 6))
    errors = panel_errors(accuracies, [1, 2, 5, 6])
    for row, panel in enumerate(accuracies):
        for place, size in enumerate((1, 2, 5, 6)):
            wrong = 0.0
            for votes in product((0, 1), repeat=size):
                if 2 * sum(votes) <= size:
                    wrong += np.prod([p if vote else 1 - p for vote, p in zip(votes, panel, strict=False)])
            assert abs(errors[place, row] - wrong) < 1e-14


def test_tiny_errors_keep_their_precision():
    (errors,) = panel_errors(np.full((1, 501), 0.9), [501])
    expected = float(compute_majority_errors(np.array(501), np.array(0.9)))
    assert expected < 1e-50
    assert abs(errors[0] / expected - 1) < 1e-10


def test_panels_are_drawn_in_slices_and_none_is_lost():
    law, drawn = (
        Law("beta", (17, 5)),
        random_panel_errors(Law("beta", (17, 5)), 45_000, [1, 3], np.random.default_rng(0)),
    )
    rng = np.random.default_rng(0)
    parts = [panel_errors(law.draw(rng, (rows, 3)), [1, 3]) for rows in (20_000, 20_000, 5_000)]
    assert np.array_equal(drawn, np.concatenate(parts, axis=1))
