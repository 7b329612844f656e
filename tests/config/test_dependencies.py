"""Files and versions that the result of a run depends on."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from haversack import ConfigError, PluginError
from haversack.config.dependencies import check_versions, digest_files, find_versions
from haversack.plugins.catalog import Catalog, Entry, Source


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
    versions = find_versions([("energy", {"kind": "other"})], None, catalog)
    assert {name: versions[name] for name in ("guests", "others")} == {"guests": "2.0", "others": "3.0"}
    assert set(versions) == {"haversack", "guests", "others"}
    rules = [("stopping", {"any": [{"kind": "gap", "share": 0.1}, {"kind": "max-step", "limit": 5}]})]
    assert find_versions(rules, "paper", builtins).keys() == {"haversack"}


def test_a_machine_with_other_versions_is_refused(builtins):
    version = find_versions((), None, builtins)
    check_versions(version, builtins, "here")
    with pytest.raises(PluginError, match=r"^here: has haversack .*; the study needs version 99.0 on all machines$"):
        check_versions({"haversack": "99.0"}, builtins, "here")
    with pytest.raises(PluginError, match=r"^here: does not have third-party; the study needs version 1.0"):
        check_versions({**version, "third-party": "1.0"}, builtins, "here")
    more = attrs.evolve(builtins, entries=(*builtins.entries, offer("searcher", "guest", Table)))
    with pytest.raises(PluginError, match=r"^here: has third-party 1.0 .*, which the study does not have"):
        check_versions(version, more, "here")
