"""The catalog is loaded from entry points, without installing anything."""

from __future__ import annotations

import pytest

from haversack import Catalog, ConfigError, PluginError, select
from haversack.kinds import HOOKS
from haversack.plugins import PluginWarning, default_catalog, load_catalog
from plugin_fakes import Distribution, Point, list_names, module, offering


def test_each_hook_offers_one_kind(install_points):
    install_points(*(Point(kind, offering(f"a-{kind}", hook=hook)) for kind, hook in HOOKS.items()))
    assert list_names(load_catalog()) == [(kind, f"a-{kind}") for kind in sorted(HOOKS)]


def test_the_order_of_entries_does_not_depend_on_the_order_of_installation(install_points):
    points = [Point("one", offering("b", "a")), Point("two", offering("c"), Distribution("another"))]
    install_points(*points)
    forward = load_catalog()
    install_points(*reversed(points))
    assert load_catalog() == forward
    assert list_names(forward) == [("energy", "a"), ("energy", "b"), ("energy", "c")]


def test_ctrl_c_while_plugins_load_is_no_fault_of_the_plugin(install_points):
    install_points(Point("a", KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt) as caught:
        load_catalog()
    assert caught.value.__notes__ == ["while third-party 1.0 (plugin 'a') was loaded"]


def test_a_plugin_that_has_nothing_to_offer_here_is_no_trouble(install_points):
    install_points(Point("a", module(haversack_energies=lambda: ())))
    assert load_catalog() == Catalog(())


def test_a_plugin_of_no_known_distribution_is_named_as_such(install_points):
    install_points(Point("a", OSError("gone"), None), Point("b", OSError("gone"), Distribution(None, None)))
    assert [str(trouble) for trouble in load_catalog().troubles] == [
        f"unknown distribution ? (plugin {name!r}) is broken: OSError: gone" for name in ("a", "b")
    ]


def test_strict_raises_for_all_that_is_wrong(install_points):
    install_points(Point("a", OSError("gone")), Point("b", offering("twin", "twin")))
    with pytest.raises(PluginError) as caught:
        load_catalog(strict=True)
    assert len(str(caught.value).splitlines()) == 2


def test_third_parties_are_those_of_another_distribution(install_points, monkeypatch):
    install_points(Point("own", offering("own"), Distribution("haversack")), Point("a", offering("other")))
    monkeypatch.setenv("HAVERSACK_NO_PLUGINS", "1")
    assert list_names(load_catalog()) == [("energy", "own")]
    assert [str(trouble) for trouble in load_catalog().troubles] == [
        "third-party 1.0 (plugin 'a') is disabled: third-party plugins are turned off"
    ]
    assert load_catalog().list_problems() == []
    assert len(load_catalog(third_parties=True).entries) == 2


def test_the_default_catalog_warns_once_and_points_at_the_caller(install_points, small_pool):
    install_points(Point("a", OSError("gone")))
    message = r"^third-party 1.0 \(plugin 'a'\) is broken: OSError: gone \(`--no-plugins` or HAVERSACK_NO_PLUGINS=1"
    with pytest.warns(PluginWarning, match=message) as caught, pytest.raises(ConfigError, match="not registered"):
        select(small_pool, 5)
    assert [warning.filename for warning in caught] == [__file__]
    with pytest.raises(ConfigError, match="not registered"):
        select(small_pool, 5)


def test_what_a_plugin_prints_while_it_loads_goes_to_standard_error(install_points, capsys):
    def printing():
        print("imported")
        return module(haversack_energies=lambda: print("called") or ())

    install_points(Point("a", printing))
    assert load_catalog().list_problems() == []
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "imported\ncalled\n")


@pytest.mark.parametrize(
    ("requires", "extras", "status", "reason"),
    [
        (["absent-thing>=1.4"], (), "unmet requirements", "needs absent-thing>=1.4, which is not installed ({})"),
        (
            ["absent-thing; extra == 'x'"],
            ("x",),
            "unmet requirements",
            "needs absent-thing, which is not installed ({})",
        ),
        (["absent-thing; extra == 'x'"], (), "broken", "{}"),
        (["attrs"], (), "broken", "{}"),
    ],
)
def test_a_plugin_that_fails_for_want_of_a_requirement_is_listed_so(install_points, requires, extras, status, reason):
    install_points(Point("a", ImportError("no module"), Distribution(requires=requires), extras))
    (trouble,) = load_catalog().troubles
    assert (trouble.status, trouble.reason) == (status, reason.format("ImportError: no module"))
    verb = "is" if status == "broken" else "has"
    assert load_catalog().list_problems() == [f"third-party 1.0 (plugin 'a') {verb} {status}: {trouble.reason}"]


def test_a_plugin_that_loads_is_used_whatever_it_requires(install_points):
    install_points(Point("a", offering("fine"), Distribution(requires=["absent-thing"])))
    assert list_names(load_catalog(strict=True)) == [("energy", "fine")]


def fail():
    raise AssertionError("a disabled plugin was imported")


@pytest.mark.parametrize("name", ["third-party", "Third_Party", "a"])
def test_a_disabled_plugin_is_not_imported_and_listed_with_the_reason(install_points, monkeypatch, name):
    install_points(Point("a", fail), Point("b", offering("other"), Distribution("other")))
    catalog = load_catalog(disable=[name], strict=True)
    assert list_names(catalog) == [("energy", "other")]
    assert [str(trouble) for trouble in catalog.troubles] == ["third-party 1.0 (plugin 'a') is disabled: by disable"]
    monkeypatch.setenv("HAVERSACK_DISABLE_PLUGINS", f"{name}, ")
    assert [trouble.reason for trouble in load_catalog().troubles] == ["by HAVERSACK_DISABLE_PLUGINS"]


def test_names_of_nothing_are_an_error_but_in_the_variable_a_warning(install_points, monkeypatch):
    install_points(Point("a", offering("part"), Distribution("haversack-coin")))
    message = "no plugin 'haversack-con' is installed; did you mean 'haversack-coin'?"
    with pytest.raises(PluginError) as caught:
        load_catalog(disable=["haversack-con"])
    assert str(caught.value) == f"disable: {message}"
    monkeypatch.setenv("HAVERSACK_DISABLE_PLUGINS", "haversack-con")
    assert load_catalog().list_problems() == [f"HAVERSACK_DISABLE_PLUGINS: {message}"]
    assert list_names(load_catalog()) == [("energy", "part")]


def test_the_default_catalog_is_loaded_once(install_points):
    install_points(Point("a", offering("one")))
    assert default_catalog() is default_catalog()
