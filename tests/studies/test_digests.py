"""Digests: equal content, equal digest; anything else, another."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import ConfigError, PluginError, Pool
from haversack.plugins.catalog import Catalog, Entry, Source
from haversack.studies.digests import (
    check_versions,
    digest_bytes,
    digest_files,
    digest_plain,
    digest_pool,
    find_versions,
)

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(PLAIN, PLAIN)
def test_plain_data_has_the_digest_of_its_json(first, second):
    same = json.dumps(first, sort_keys=True) == json.dumps(second, sort_keys=True)
    assert (digest_plain(first) == digest_plain(second)) == same


def test_bytes_are_digested_with_their_borders():
    assert digest_bytes(b"ab", b"c") != digest_bytes(b"a", b"bc")


def make_pool(**changes):
    columns = {"accuracies": [0.9, 0.8, 0.7], "costs": [4.0, 2.0, 1.0], "names": ["ann", "bob", "cat"]}
    return Pool(**{**columns, **changes})


def test_equal_pools_have_equal_digests():
    assert digest_pool(make_pool()) == digest_pool(make_pool(costs=np.array([4, 2, 1])))


@pytest.mark.parametrize(
    "changes",
    [
        {"accuracies": [0.9, 0.8, np.nextafter(0.7, 1.0)]},
        {"costs": [4.0, 2.0, 1.5]},
        {"costs": None},
        {"names": ["ann", "bob", "cab"]},
        {"metadata": {"vendor": ["x", "y", "z"]}},
    ],
)
def test_a_change_of_any_column_changes_the_digest(changes):
    assert digest_pool(make_pool(**changes)) != digest_pool(make_pool())


def test_recorded_votes_are_part_of_the_digest():
    first = Pool.from_votes([["a", "b"], ["a", "a"]], ["a", "a"])
    second = Pool.from_votes([["a", "b"], ["a", "b"]], ["a", "a"])
    again = Pool.from_votes([["a", "b"], ["a", "a"]], ["a", "a"])
    assert digest_pool(first) == digest_pool(again) != digest_pool(second)


@attrs.frozen
class Table:
    path: Path = Path("table.csv")


def offer(kind, name, factory, distribution="third-party", version="1.0"):
    return Entry(kind, name, factory, "", Source("third", distribution, version))


def test_the_content_of_files_that_options_name_counts(tmp_path):
    catalog = Catalog((offer("energy", "reader", Table),))
    file = tmp_path / "table.csv"
    file.write_text("a")
    spec = {"kind": "reader", "path": str(file)}
    first = digest_files("energy", spec, catalog)
    file.write_text("b")
    assert len(first) == 1
    assert digest_files("energy", spec, catalog) != first
    file.unlink()
    with pytest.raises(ConfigError, match=r"table.csv: cannot be read: No such file or directory$"):
        digest_files("energy", spec, catalog)


def test_versions_are_those_of_named_parts_and_of_all_searchers(builtins):
    guest = offer("searcher", "guest", Table, "guests", "2.0")
    other = offer("energy", "other", Table, "others", "3.0")
    unused = offer("energy", "unused", Table, "unused", "4.0")
    catalog = attrs.evolve(builtins, entries=(*builtins.entries, guest, other, unused))
    versions = find_versions({"energy": {"kind": "other"}}, None, catalog)
    assert {name: versions[name] for name in ("guests", "others")} == {"guests": "2.0", "others": "3.0"}
    assert set(versions) == {"haversack", "guests", "others"}
    rules = {"stopping": {"any": [{"kind": "gap", "share": 0.1}, {"kind": "max-step", "limit": 5}]}}
    assert find_versions(rules, "paper", builtins).keys() == {"haversack"}


def test_a_machine_with_other_versions_is_refused(builtins):
    version = find_versions({}, None, builtins)
    check_versions(version, builtins, "here")
    with pytest.raises(PluginError, match=r"^here: has haversack .*; the study needs version 99.0 on all machines$"):
        check_versions({"haversack": "99.0"}, builtins, "here")
    with pytest.raises(PluginError, match=r"^here: does not have third-party; the study needs version 1.0"):
        check_versions({**version, "third-party": "1.0"}, builtins, "here")
    more = attrs.evolve(builtins, entries=(*builtins.entries, offer("searcher", "guest", Table)))
    with pytest.raises(PluginError, match=r"^here: has third-party 1.0 .*, which the study does not have"):
        check_versions(version, more, "here")
