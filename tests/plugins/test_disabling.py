from __future__ import annotations

import pytest

from haversack import Catalog, ConfigError, PluginError
from haversack.plugins import Disabling, Entry, Source, Trouble
from haversack.plugins.disabling import leave_out, read_names, read_variable

OWN = Source("energies", "haversack", "0.1")
COIN = Source("coin", "haversack-coin", "1.0")
BROKEN = Source("pieces", "Broken_Thing", "1.0")
SOURCES = (OWN, COIN, BROKEN)


def off(*names, is_strict=False):
    return Disabling(names, "--disable", is_strict)


@pytest.mark.parametrize(
    ("name", "covered"),
    [
        ("haversack-coin", COIN),
        ("HAVERSACK_coin", COIN),
        ("coin", COIN),
        ("broken-thing", BROKEN),
        ("pieces", BROKEN),
    ],
)
def test_a_name_is_that_of_a_distribution_or_of_a_plugin(name, covered):
    assert [source for source in SOURCES if off(name).covers(source)] == [covered]
    assert off(name, is_strict=True).find_unknown(SOURCES) == []


@pytest.mark.parametrize("is_strict", [False, True])
@pytest.mark.parametrize("name", ["haversack", "Haversack", "energies"])
def test_haversack_itself_cannot_be_disabled(name, is_strict):
    with pytest.raises(PluginError) as caught:
        off(name, is_strict=is_strict).find_unknown(SOURCES)
    assert str(caught.value) == f"--disable: {name!r} is part of haversack itself, which cannot be disabled"


def test_another_plugin_of_the_same_name_can():
    other = Source("energies", "other", "1.0")
    assert off("energies").find_unknown([*SOURCES, other]) == []
    assert [off("energies").covers(source) for source in (OWN, other)] == [False, True]


@pytest.mark.parametrize(
    ("name", "sources", "message"),
    [
        ("haversack-con", SOURCES, "no plugin 'haversack-con' is installed; did you mean 'haversack-coin'?"),
        (
            "xyz",
            SOURCES,
            "no plugin 'xyz' is installed; installed: Broken_Thing, coin, haversack-coin, pieces",
        ),
        ("xyz", [OWN], "no plugin 'xyz' is installed; there are no third-party plugins"),
    ],
)
def test_a_name_of_nothing_gets_a_suggestion(name, sources, message):
    assert off(name).find_unknown(sources) == [f"--disable: {message}"]
    with pytest.raises(PluginError) as caught:
        off(name, is_strict=True).find_unknown(sources)
    assert str(caught.value) == f"--disable: {message}"


@pytest.mark.parametrize("given", ["coin", 7, None, {"coin": True}])
def test_names_come_in_a_list(given):
    with pytest.raises(ConfigError, match=r"^run.toml: disable: must be a list of names of plugins, got "):
        read_names(given, "run.toml: disable")


@pytest.mark.parametrize("wrong", ["7", "", " "])
def test_names_are_texts(wrong):
    name = int(wrong) if wrong == "7" else wrong
    with pytest.raises(ConfigError, match=r"^disable: must be a list of names of plugins, got .* among them$"):
        read_names(["coin", name], "disable")


def test_the_variable_separates_names_by_commas(monkeypatch):
    monkeypatch.setenv("HAVERSACK_DISABLE_PLUGINS", " coin,, broken-thing ,")
    assert read_variable() == Disabling(("coin", "broken-thing"), "HAVERSACK_DISABLE_PLUGINS")
    monkeypatch.delenv("HAVERSACK_DISABLE_PLUGINS")
    assert read_variable().names == ()


def test_plugins_are_left_out_of_a_catalog_that_is_loaded():
    entries = tuple(Entry("energy", source.plugin, object, "", source) for source in (OWN, COIN))
    trouble = Trouble(BROKEN, "broken", "OSError")
    catalog = Catalog(entries, (trouble,))
    left = leave_out(catalog, off("coin", "xyz"))
    assert left.entries == entries[:1]
    assert left.troubles == (trouble, Trouble(COIN, "disabled", "by --disable"))
    assert [warning.partition(";")[0] for warning in left.warnings] == ["--disable: no plugin 'xyz' is installed"]
    both = leave_out(left, Disabling(("haversack-coin", "pieces"), "run.toml: disable"))
    assert [str(each.reason) for each in both.troubles] == ["by run.toml: disable", "by --disable"]
