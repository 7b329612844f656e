"""Pools in a store."""

from __future__ import annotations

import pytest

import haversack as hs
from haversack.errors import HaversackError
from haversack.execution.digests import digest_pool
from haversack.execution.lines import write_line
from haversack.execution.store import Store
from haversack.studies.kept_pools import find_missing_pools, keep_pools, read_pools


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "store", create=True)


@pytest.fixture
def pools(small_pool):
    strange = hs.Pool(accuracies=[0.9, 1e-300], costs=[0.1, 1e300], names=["a\n", "ü"], metadata={"x": [1, None]})
    return {digest_pool(pool): pool for pool in (small_pool, strange)}


def test_pools_are_read_as_they_were_kept(store, pools):
    keep_pools(store.folder, pools)
    for digest, columns in read_pools(store.folder, pools).items():
        assert digest_pool(hs.Pool(**columns)) == digest


def test_only_what_is_missing_is_written(store, pools):
    first, second = pools
    keep_pools(store.folder, {first: pools[first]})
    (file,) = (store.folder / "pools").iterdir()
    before = file.read_bytes()
    assert find_missing_pools(store.folder, pools).keys() == {second}
    keep_pools(store.folder, find_missing_pools(store.folder, pools))
    keep_pools(store.folder, find_missing_pools(store.folder, pools))
    assert file.read_bytes() == before
    assert len(list((store.folder / "pools").iterdir())) == 2
    assert set(read_pools(store.folder, [second])) == {second}


def test_pools_that_are_not_there_are_left_out(store, pools):
    assert read_pools(store.folder, pools) == {}
    first, _ = pools
    keep_pools(store.folder, {first: pools[first]})
    assert read_pools(store.folder, pools).keys() == {first}


@pytest.mark.parametrize("change", [lambda data: data[:-20] + b"?" + data[-19:], lambda _: b"other\n"])
def test_damage_is_reported_and_nothing_overwritten(store, pools, change):
    keep_pools(store.folder, pools)
    (file,) = (store.folder / "pools").iterdir()
    damaged = change(file.read_bytes())
    file.write_bytes(damaged)
    with pytest.raises(
        HaversackError, match=f"{file.name}: line . is damaged or was not written by haversack; move .* its pools"
    ):
        read_pools(store.folder, pools)
    assert file.read_bytes() == damaged


def test_a_file_that_is_cut_short_is_reported(store, pools):
    keep_pools(store.folder, pools)
    (file,) = (store.folder / "pools").iterdir()
    file.write_bytes(file.read_bytes()[:-5])
    for use in (find_missing_pools, read_pools):
        with pytest.raises(HaversackError, match=f"{file.name}: is truncated; move the file elsewhere, and the next"):
            use(store.folder, pools)


@pytest.mark.parametrize("lines", [[[1, [2]]], [["a"], 3], [["a"], ["a", 3]], [["a"], [["a"], {}]]])
def test_lines_that_are_no_pools_are_reported(store, lines):
    (store.folder / "pools").mkdir()
    (store.folder / "pools" / "x.log").write_bytes(b"".join(map(write_line, lines)))
    with pytest.raises(HaversackError, match=r"x.log: expected the pools of a study; move the file elsewhere"):
        read_pools(store.folder, ["a"])
