"""The bound on what further members can win, compared with all ways in which they can join."""

from __future__ import annotations

import itertools

import numpy as np

from haversack.kernels import ballot_bound
from haversack.kernels.jit import plain


def test_no_completion_wins_more_than_the_bound_whatever_votes_are_expected():
    random = np.random.default_rng(5)
    for _ in range(60):
        members, items = 6, 10
        answers = random.choice([-1, 0, 1, 2], (members, items))
        owners, places = np.nonzero(answers >= 0)
        ballots = plain(
            ballot_bound.BallotLists(
                np.searchsorted(owners, np.arange(members + 1)),
                places.astype(np.int32),
                answers[owners, places].astype(np.int32),
                np.full(items, 2**20),
                random.integers(0, 2, items).astype(np.int32),
            )
        )
        counts, opened = np.zeros((3, items), dtype=np.int32), np.zeros((3, items), dtype=np.int32)
        ballot_bound.add_member(ballots, 0, 1, counts)
        for member in range(1, members):
            ballot_bound.add_member(ballots, member, 1, opened)
        limit = int(random.integers(1, 4))
        lines = plain(
            ballot_bound.Lines(
                np.zeros(items, dtype=np.int64),
                np.zeros(items, dtype=np.int64),
                np.zeros(items, dtype=np.int32),
                random.random((1, items)),
                random.random((1, items)),
            )
        )
        constant, winnable = ballot_bound.choose_lines(ballots, counts, opened, limit, lines, 0)
        candidates, scores = np.arange(1, members), np.empty(members - 1, dtype=np.int64)
        ballot_bound.score_members(ballots, lines, candidates, len(candidates), scores)
        for size in range(limit + 1):
            for joining in itertools.combinations(range(1, members), size):
                tally = counts.copy()
                for member in joining:
                    ballot_bound.add_member(ballots, member, 1, tally)
                value = ballot_bound.evaluate(ballots, tally)
                assert value <= winnable
                assert value <= constant + sum(scores[member - 1] for member in joining)
