"""The plugin host, without installing anything: what a plugin can get wrong, and how it is reported."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING

import attrs
import pytest

import haversack.plugins
from haversack import ConfigError, PluginError, Registration, hookimpl, select
from haversack.kinds import HOOKS
from haversack.plugins import Entry, PluginWarning, Source, default_catalog, load_catalog

if TYPE_CHECKING:
    from decimal import Decimal


@attrs.frozen
class Distribution:
    """As much of `importlib.metadata.Distribution` as is looked at."""

    name: str | None = "third-party"
    version: str | None = "1.0"


@attrs.frozen
class Point:
    """As much of `importlib.metadata.EntryPoint` as is looked at."""

    name: str
    loaded: object
    dist: Distribution | None = attrs.field(factory=Distribution)

    def load(self):
        if isinstance(self.loaded, BaseException):
            raise self.loaded
        return self.loaded


class Panic(BaseException):
    """What compiled extensions raise that do not mean to be caught."""


@attrs.frozen
class Part:
    """Something to be registered."""


@attrs.frozen
class Unreadable:
    """An option whose type is not there at run time."""

    amount: Decimal


def module(**functions):
    """A plugin module with these hooks."""
    made = types.ModuleType("made_for_a_test")
    for name, function in functions.items():
        setattr(made, name, hookimpl(function))
    return made


def offering(*names, hook="haversack_energies", factory=Part):
    return module(**{hook: lambda: [Registration(name, factory, f"offers {name}") for name in names]})


@pytest.fixture
def install(monkeypatch):
    """Have these entry points be all there are."""

    def installed(*points):
        def found(*, group):
            assert group == "haversack"
            return points

        monkeypatch.setattr(haversack.plugins, "entry_points", found)
        monkeypatch.delenv("HAVERSACK_NO_PLUGINS", raising=False)

    default_catalog.cache_clear()
    yield installed
    default_catalog.cache_clear()


def names(catalog):
    return [(entry.kind, entry.name) for entry in catalog.entries]


def test_each_hook_offers_one_kind(install):
    install(*(Point(kind, offering(f"a-{kind}", hook=hook)) for kind, hook in HOOKS.items()))
    assert names(load_catalog()) == [(kind, f"a-{kind}") for kind in sorted(HOOKS)]


def test_the_order_of_entries_does_not_depend_on_the_order_of_installation(install):
    points = [Point("one", offering("b", "a")), Point("two", offering("c"), Distribution("another"))]
    install(*points)
    forward = load_catalog()
    install(*reversed(points))
    assert load_catalog() == forward
    assert names(forward) == [("energy", "a"), ("energy", "b"), ("energy", "c")]


@pytest.mark.parametrize(
    ("loaded", "reason"),
    [
        (ImportError("no module named 'moon'"), "ImportError: no module named 'moon'"),
        (ValueError(), "ValueError"),
        (SystemExit(3), "SystemExit: 3"),
        (Panic("unwrap on nothing"), "Panic: unwrap on nothing"),
        (
            OSError("a long story,\n\n   spread over\tseveral lines\n"),
            "OSError: a long story, spread over several lines",
        ),
        (
            types.ModuleType("forgot_the_marker"),
            "no function is marked with @hookimpl; known hooks: haversack_energies, haversack_searchers, "
            "haversack_stopping_rules, haversack_cost_models",
        ),
        (
            module(haversack_enrgies=lambda: ()),
            "unknown hook 'haversack_enrgies'; did you mean 'haversack_energies'?",
        ),
        (
            module(something_else=lambda: ()),
            "unknown hook 'something_else'; known: haversack_energies, haversack_searchers, "
            "haversack_stopping_rules, haversack_cost_models",
        ),
        (
            module(haversack_searchers=lambda: None),
            "hook 'haversack_searchers' must yield Registration(name, factory, summary), got None",
        ),
        (
            module(haversack_searchers=lambda: 7),
            "hook 'haversack_searchers' must yield Registration(name, factory, summary), got 7",
        ),
        (
            module(haversack_searchers=lambda: [("coin", Part, "a tuple")]),
            "hook 'haversack_searchers' must yield Registration(name, factory, summary), got ('coin', <class",
        ),
        (
            module(haversack_energies=lambda: [Registration("Not A Name", Part, "")]),
            "ValueError: 'name' must match regex '[a-z][a-z0-9]*(-[a-z0-9]+)*' ('Not A Name' doesn't)",
        ),
        (module(haversack_energies=lambda: [1 / 0]), "ZeroDivisionError: division by zero"),
        (module(haversack_energies=lambda pool: ()), "PluginValidationError: "),
        (offering("unreadable", factory=Unreadable), "the option types of "),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "",
)
def test_a_plugin_that_cannot_be_used_is_reported_and_the_others_go_on(install, loaded, reason):
    install(Point("a", offering("early")), Point("b", loaded, Distribution("bad", "0.1")), Point("c", offering("late")))
    catalog = load_catalog()
    assert names(catalog) == [("energy", "early"), ("energy", "late")]
    (trouble,) = catalog.troubles
    assert (trouble.source, trouble.status) == (Source("b", "bad", "0.1"), "broken")
    assert trouble.reason.startswith(reason)
    assert "Attribute(" not in trouble.reason
    assert "\n" not in trouble.reason
    assert catalog.list_problems() == [f"bad 0.1 (plugin 'b') is broken: {trouble.reason}"]


def test_two_faults_in_one_plugin_do_not_rub_off_on_the_next(install):
    """A wrong argument is found while the hooks are being registered, with the misspelt one already in."""
    worst = module(haversack_aaa=lambda: (), haversack_energies=lambda pool: ())
    install(Point("a", worst), Point("b", offering("fine")))
    assert names(load_catalog()) == [("energy", "fine")]


def test_a_plugin_offers_all_or_nothing(install):
    def half():
        yield Registration("first", Part, "good")
        yield "second"

    install(Point("a", module(haversack_energies=half, haversack_searchers=lambda: [Registration("s", Part, "")])))
    assert load_catalog().entries == ()


def test_ctrl_c_while_plugins_load_is_no_fault_of_the_plugin(install):
    install(Point("a", KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        load_catalog()


def test_a_hook_marked_as_optional_may_be_unknown(install):
    """So a plugin can serve a later haversack too."""
    made = offering("fine")
    made.haversack_someday = hookimpl(optionalhook=True)(lambda: ())
    install(Point("a", made))
    assert names(load_catalog()) == [("energy", "fine")]
    made.haversack_serchers = hookimpl(lambda: ())
    (trouble,) = load_catalog().troubles
    assert trouble.reason == "unknown hook 'haversack_serchers'; did you mean 'haversack_searchers'?"


def test_a_plugin_that_has_nothing_to_offer_here_is_no_trouble(install):
    install(Point("a", module(haversack_energies=lambda: ())))
    assert load_catalog() == haversack.plugins.Catalog(())


def test_a_plugin_of_no_known_distribution_is_named_as_such(install):
    install(Point("a", OSError("gone"), None), Point("b", OSError("gone"), Distribution(None, None)))
    assert [str(trouble) for trouble in load_catalog().troubles] == [
        f"unknown distribution ? (plugin {name!r}) is broken: OSError: gone" for name in ("a", "b")
    ]


def test_two_with_one_name_are_both_listed_and_neither_is_found(install):
    install(Point("a", offering("twin")), Point("b", offering("twin", "single"), Distribution("other", "2.0")))
    catalog = load_catalog()
    message = (
        "energy 'twin' is offered by other 2.0 (plugin 'b') and third-party 1.0 (plugin 'a'); uninstall one of them"
    )
    with pytest.raises(PluginError) as caught:
        catalog.find("energy", "twin")
    assert str(caught.value).startswith(message)
    assert [complaint.startswith(message) for complaint in catalog.list_problems()] == [True]
    assert catalog.names("energy") == ["single", "twin"]
    assert [entry.name for entry in catalog.of_kind("energy")] == ["single"]


def test_one_name_may_serve_two_kinds(install):
    install(Point("a", offering("same")), Point("b", offering("same", hook="haversack_searchers")))
    catalog = load_catalog(strict=True)
    assert catalog.find("searcher", "same").source.plugin == "b"


def test_a_name_that_one_plugin_offers_under_two_entry_points_clashes_with_itself(install):
    both = offering("twice")
    install(Point("a", both), Point("b", both))
    with pytest.raises(PluginError, match=r"\(plugin 'a'\) and third-party 1.0 \(plugin 'b'\)"):
        load_catalog().find("energy", "twice")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("singel", "'singel' is not registered; did you mean 'single'? known: other, single"),
        ("xyz", "'xyz' is not registered; known: other, single"),
    ],
)
def test_an_unknown_name_gets_a_suggestion(install, name, message):
    install(Point("a", offering("single", "other")))
    with pytest.raises(PluginError) as caught:
        load_catalog().find("energy", name)
    assert str(caught.value) == message


def test_an_unknown_name_tells_each_distribution_that_was_not_loaded_once(install):
    install(Point("a", offering("single")), Point("b", OSError()), Point("c", OSError()))
    with pytest.raises(PluginError, match=r"known: single \(not loaded: third-party; see `haversack plugins`\)"):
        load_catalog().find("energy", "xyz")


def test_strict_raises_for_all_that_is_wrong(install):
    install(Point("a", OSError("gone")), Point("b", offering("twin", "twin")))
    with pytest.raises(PluginError) as caught:
        load_catalog(strict=True)
    assert len(str(caught.value).splitlines()) == 2


def test_third_parties_are_those_of_another_distribution(install, monkeypatch):
    install(Point("own", offering("own"), Distribution("haversack")), Point("a", offering("other")))
    monkeypatch.setenv("HAVERSACK_NO_PLUGINS", "1")
    assert names(load_catalog()) == [("energy", "own")]
    assert [str(trouble) for trouble in load_catalog().troubles] == [
        "third-party 1.0 (plugin 'a') is disabled: third-party plugins are turned off"
    ]
    assert load_catalog().list_problems() == []
    assert len(load_catalog(third_parties=True).entries) == 2


def test_the_entry_of_an_object_is_that_of_its_class(install):
    install(Point("a", offering("part")))
    catalog = load_catalog()
    assert catalog.entry_for("energy", Part()) == Entry(
        "energy", "part", Part, "offers part", Source("a", "third-party", "1.0")
    )
    assert catalog.entry_for("searcher", Part()) is None
    assert catalog.entry_for("energy", object()) is None


def test_the_default_catalog_warns_once_and_points_at_the_caller(install, small_pool):
    install(Point("a", OSError("gone")))
    message = r"^third-party 1.0 \(plugin 'a'\) is broken: OSError: gone \(`--no-plugins` or HAVERSACK_NO_PLUGINS=1"
    with pytest.warns(PluginWarning, match=message) as caught, pytest.raises(ConfigError, match="not registered"):
        select(small_pool, 5)
    assert [warning.filename for warning in caught] == [__file__]
    with pytest.raises(ConfigError, match="not registered"):
        select(small_pool, 5)


def test_the_default_catalog_is_loaded_once(install):
    install(Point("a", offering("one")))
    assert default_catalog() is default_catalog()
