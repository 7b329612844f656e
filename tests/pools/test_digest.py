"""Digests of pools."""

from __future__ import annotations

from haversack import Pool
from haversack.pools.digest import compute_digest


def test_the_digest_changes_with_every_column():
    pools = [
        Pool(accuracies=[0.9, 0.8]),
        Pool(accuracies=[0.9, 0.8000001]),
        Pool(accuracies=[0.9, 0.8], costs=[1, 2]),
        Pool(accuracies=[0.9, 0.8], names=["a", "b"]),
        Pool.from_votes([["a", "b"]], truth=["a"], names=["a", "b"]),
    ]
    assert len({compute_digest(pool.to_dict()) for pool in pools}) == len(pools)
    assert compute_digest(Pool(accuracies=[0.9, 0.8], costs=[1.0, 2.0]).to_dict()) == compute_digest(pools[2].to_dict())
