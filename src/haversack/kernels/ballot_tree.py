"""Branch and bound over panels whose votes are recorded, depth first.

A node is a panel and the candidates that may join it. They are sorted by what they add to the bound, those that no
better panel can contain are dropped, and the node is split by the first candidate that joins: its child may not contain
those before it. What happens at a node is undone when the search leaves it, so that one tally serves all depths.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from haversack.kernels.ballot_bound import add_member, choose_lines, evaluate, expect_votes, score_members
from haversack.kernels.ballot_rows import bound_children, can_meet_demands, count_places
from haversack.kernels.jit import jit

if TYPE_CHECKING:
    import numpy.typing as npt

    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.kernels.ballot_bound import BallotLists, Lines
    from haversack.kernels.ballot_rows import Rows


class BallotTreeState(NamedTuple):
    """A depth-first search that can go on where it stopped.

    Parameters
    ----------
    depth
        One number: the current depth; -1 at the end.
    chosen
        The members that joined, by depth.
    candidates, bounds
        By depth and place: the candidates, and the bound on the panels that one of them joins first.
    marks
        By depth: the next place, the number of candidates that were kept, their number before any was dropped, and how
        many may join.
    left
        By depth and resource.
    counts, open_votes
        By answer and item: the votes of the panel, and those of the candidates that may still join it.
    is_open
        Whether a member is such a candidate.
    best
        The value of the best panel so far, and by how much a better one must exceed it.
    best_panel
        Its members, without those that every panel has.
    spare
        By depth and demand: how far the panel stays below the limit; negative where something is lacking.
    """

    depth: IntArray
    chosen: IntArray
    candidates: IntArray
    bounds: IntArray
    marks: IntArray
    left: FloatArray
    counts: npt.NDArray[np.int32]
    open_votes: npt.NDArray[np.int32]
    is_open: Sets
    best: IntArray
    best_panel: Sets
    spare: FloatArray


@jit
def open_node(ballots: BallotLists, rows: Rows, lines: Lines, tree: BallotTreeState, depth: int, rounds: int) -> bool:
    """Bound the children of a node, sort its candidates and drop those that do not help; return if any is left.

    The candidates are the first ``marks[depth, 2]`` at that depth.
    """
    _, _, candidates, bounds, marks, left, counts, open_votes, is_open, best, _, _ = tree
    count, target = marks[depth, 2], best[0] + best[1]
    places = count_places(rows, is_open, left[depth])
    marks[depth, 0], marks[depth, 1], marks[depth, 3] = 0, 0, places
    if places == 0:
        return False
    level = min(depth, lines[3].shape[0] - 1)
    if level > 0:
        # Much the same votes are to be expected as one member before.
        lines[3][level] = lines[3][level - 1]
        lines[4][level] = lines[4][level - 1]
    listed = candidates[depth, :count]
    scores, panel = np.empty(count, dtype=np.int64), np.empty(count)
    pace = 1.0 if depth == 0 else 0.5
    forced = first = scores
    for step in range(rounds):
        constant, winnable = choose_lines(ballots, counts, open_votes, places, lines, level)
        if winnable < target:
            return False
        score_members(ballots, lines, listed, count, scores)
        order = np.argsort(-scores, kind="mergesort")
        listed[:] = listed[order]
        scores[:] = scores[order]
        forced, first = bound_children(constant, listed, scores, places, rows, left[depth], panel)
        if forced.max() < target:
            return False
        if step + 1 < rounds:
            expect_votes(ballots, lines, level, panel, listed, pace / (pace + 1.0 + step))
    kept = 0
    dropped = np.empty(count, dtype=np.int64)
    for index in range(count):
        member = listed[index]
        if forced[index] >= target:
            listed[kept], bounds[depth, kept] = member, first[index]
            kept += 1
        else:
            dropped[index - kept] = member
            is_open[member] = False
            add_member(ballots, member, -1, open_votes)
    listed[kept:] = dropped[: count - kept]
    marks[depth, 1] = kept
    return kept > 0


@jit
def close_node(ballots: BallotLists, tree: BallotTreeState, depth: int) -> None:
    """Undo what happened at a node."""
    _, chosen, candidates, _, marks, _, counts, open_votes, is_open, _, _, _ = tree
    for place in range(marks[depth, 2]):
        if place < marks[depth, 0] or place >= marks[depth, 1]:
            member = candidates[depth, place]
            if not is_open[member]:
                is_open[member] = True
                add_member(ballots, member, 1, open_votes)
    if depth > 0:
        add_member(ballots, chosen[depth - 1], -1, counts)


@jit
def find_bound(tree: BallotTreeState) -> int:
    """Return a bound on the value of every panel: of the best one, and of those that are still to be explored."""
    depth, _, _, bounds, marks, _, _, _, _, best, _, _ = tree
    most = best[0]
    for level in range(depth[0] + 1):
        for place in range(marks[level, 0], marks[level, 1]):
            most = max(most, bounds[level, place])
    return int(most)


@jit
def explore(
    ballots: BallotLists, rows: Rows, lines: Lines, tree: BallotTreeState, most_nodes: int, rounds: tuple[int, int]
) -> int:
    """Explore nodes, at most so many; return how many.

    Parameters
    ----------
    ballots, rows, lines, tree
        The problem and the search. At the start its depth is 0, all candidates are listed there, and the next place is
        -1: the root is not bounded yet.
    most_nodes
        How many.
    rounds
        How often the lines are chosen, at the root and at other nodes.
    """
    depth, chosen, candidates, bounds, marks, left, counts, open_votes, is_open, best, best_panel, spare = tree
    usage, demands, nodes = rows[0], rows[2], 0
    if depth[0] == 0 and marks[0, 0] < 0:
        nodes += 1
        if not open_node(ballots, rows, lines, tree, 0, rounds[0]):
            depth[0] = -1
    while depth[0] >= 0 and nodes < most_nodes:
        level = depth[0]
        place = marks[level, 0]
        if place >= marks[level, 1]:
            close_node(ballots, tree, level)
            depth[0] -= 1
            continue
        marks[level, 0] += 1
        member = candidates[level, place]
        is_open[member] = False
        add_member(ballots, member, -1, open_votes)
        if bounds[level, place] < best[0] + best[1]:
            continue
        fits = True
        for row in range(left.shape[1]):
            left[level + 1, row] = left[level, row] - usage[member, row]
            fits = fits and left[level + 1, row] >= 0.0
        if not fits:
            continue
        is_allowed = True
        for row in range(spare.shape[1]):
            spare[level + 1, row] = spare[level, row] - demands[member, row]
            is_allowed = is_allowed and spare[level + 1, row] >= 0.0
        if not is_allowed and not can_meet_demands(rows, is_open, spare[level + 1], marks[level, 3] - 1):
            continue
        nodes += 1
        chosen[level] = member
        add_member(ballots, member, 1, counts)
        value = evaluate(ballots, counts)
        if is_allowed and value > best[0]:
            best[0] = value
            best_panel[:] = False
            for index in range(level + 1):
                best_panel[chosen[index]] = True
        depth[0] += 1
        count = 0
        for index in range(place + 1, marks[level, 1]):
            other = candidates[level, index]
            candidates[level + 1, count] = other
            count += 1
        marks[level + 1, 2] = count
        if count == 0 or marks[level, 3] <= 1:
            marks[level + 1, 0], marks[level + 1, 1], marks[level + 1, 3] = 0, 0, 0
        else:
            open_node(ballots, rows, lines, tree, level + 1, rounds[1])
    return nodes
