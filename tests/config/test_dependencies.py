"""Files and versions that the result of a run depends on."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from haversack import ConfigError, PluginError
from haversack.config.dependencies import check_versions, digest_settings, find_versions, list_other_versions
from haversack.plugins.catalog import Catalog, Entry, Source


@attrs.frozen
class Table:
    path: Path = Path("table.csv")


READING = ("energy", "stopping", "constraint")


def offer(kind, name, factory, distribution="third-party", version="1.0"):
    return Entry(kind, name, factory, "", Source("third", distribution, version))


def test_the_content_of_files_that_options_name_counts(tmp_path):
    catalog = Catalog((offer("energy", "reader", Table),))
    file = tmp_path / "table.csv"
    file.write_text("a")
    settings = {"energy": {"kind": "reader", "path": str(file)}}
    first = digest_settings(settings, catalog)
    file.write_text("b")
    assert digest_settings(settings, catalog) != first
    file.unlink()
    with pytest.raises(ConfigError, match=r"table.csv: cannot be read: No such file or directory$"):
        digest_settings(settings, catalog)


def test_where_a_file_is_does_not_count(tmp_path, builtins):
    catalog = attrs.evolve(builtins, entries=(*builtins.entries, *(offer(kind, "reader", Table) for kind in READING)))
    digests = []
    for place, text in [("here", "a"), ("there", "a"), ("changed", "b")]:
        file = tmp_path / place
        file.write_text(text)
        spec = {"kind": "reader", "path": str(file)}
        for settings in ({"energy": spec}, {"stopping": {"any": [spec]}}, {"constraints": [spec]}, {"vote": spec}):
            digests.append(digest_settings(settings, catalog)[0])
    here, there, changed = digests[:4], digests[4:8], digests[8:]
    assert here == there
    assert len({*here, *changed}) == 8


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


def test_other_versions_than_those_that_made_a_result_are_listed(builtins):
    catalog = attrs.evolve(builtins, entries=(*builtins.entries, offer("energy", "reader", Table)))
    assert list_other_versions({"third-party": "1.0"}, catalog) == []
    assert list_other_versions({"third-party": "0.9", "gone": "2.0"}, catalog) == [
        "was computed with third-party 0.9; version 1.0 is installed here",
        "was computed with gone 2.0, which is not loaded",
    ]
