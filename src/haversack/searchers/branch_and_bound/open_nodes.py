"""The nodes of a search tree that are still to be explored."""

from __future__ import annotations

import heapq
import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, Sets

_Node = tuple[float, int, float, bytes, bytes]


@attrs.frozen(eq=False)
class Nodes:
    """Some nodes: each stands for the sets that consist of its required members and some of its candidates.

    Parameters
    ----------
    required, candidates
        Of shape (nodes, members), disjoint.
    losses
        Loss of the required members, of shape (nodes,).
    bounds
        No set of the node with a further member has a smaller loss, of shape (nodes,).
    """

    required: Sets
    candidates: Sets
    losses: FloatArray
    bounds: FloatArray

    def __len__(self) -> int:
        return len(self.losses)

    def take(self, rows: Sets) -> Nodes:
        """Return some of the nodes."""
        return Nodes(self.required[rows], self.candidates[rows], self.losses[rows], self.bounds[rows])


class OpenNodes:
    """Nodes that wait, the weakest bound first; depth first while there are too many of them.

    Parameters
    ----------
    members
        Size of the pool.
    most
        Number of waiting nodes from which on the search goes depth first.
    """

    def __init__(self, members: int, most: int) -> None:
        self._members = members
        self._most = most
        self._heap: list[_Node] = []
        self._deep: list[_Node] = []
        self._floor = math.inf
        self._count = 0

    def __len__(self) -> int:
        return len(self._heap) + len(self._deep)

    @property
    def bound(self) -> float:
        """No waiting node has a smaller bound; infinite if none waits."""
        return min(self._floor if self._deep else math.inf, self._heap[0][0] if self._heap else math.inf)

    def add(self, nodes: Nodes) -> None:
        """Let nodes wait."""
        required, candidates = np.packbits(nodes.required, axis=1), np.packbits(nodes.candidates, axis=1)
        is_deep = len(self) >= self._most
        if is_deep and not self._deep:
            self._floor = math.inf
        # Of those on the stack the last is taken first.
        order = np.argsort(-nodes.bounds if is_deep else nodes.bounds, kind="stable").tolist()
        for row in order:
            self._count += 1
            node = (
                float(nodes.bounds[row]),
                self._count,
                float(nodes.losses[row]),
                required[row].tobytes(),
                candidates[row].tobytes(),
            )
            if is_deep:
                self._floor = min(self._floor, node[0])
                self._deep.append(node)
            else:
                heapq.heappush(self._heap, node)

    def pop(self, rows: int) -> Nodes:
        """Return the next nodes: at least one, and as many as have `rows` candidates together at most."""
        found = [self._pop_one()]
        count = _count_bits(found[0][4])
        while self and count + _count_bits(self._peek()[4]) <= rows:
            found.append(self._pop_one())
            count += _count_bits(found[-1][4])
        bounds, _, losses, required, candidates = zip(*found, strict=True)
        return Nodes(self._unpack(required), self._unpack(candidates), np.array(losses), np.array(bounds))

    def _peek(self) -> _Node:
        return self._deep[-1] if self._deep else self._heap[0]

    def _pop_one(self) -> _Node:
        return self._deep.pop() if self._deep else heapq.heappop(self._heap)

    def _unpack(self, rows: tuple[bytes, ...]) -> Sets:
        packed = np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(len(rows), -1)
        return np.unpackbits(packed, axis=1, count=self._members).astype(np.bool_)


def _count_bits(row: bytes) -> int:
    return int.from_bytes(row, "big").bit_count()
