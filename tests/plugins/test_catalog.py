"""From names, plain and qualified, to implementations."""

from __future__ import annotations

import pytest

from haversack import PluginError
from haversack.plugins import Entry, Source, load_catalog
from plugin_fakes import Distribution, Part, Point, offering


def test_two_with_one_name_are_both_listed_and_neither_is_found(install_points):
    install_points(Point("a", offering("twin")), Point("b", offering("twin", "single"), Distribution("other", "2.0")))
    catalog = load_catalog()
    message = (
        "'twin' is offered by other 2.0 (plugin 'b') and third-party 1.0 (plugin 'a'); "
        "use 'other:twin' or 'third-party:twin', or uninstall one of them"
    )
    with pytest.raises(PluginError) as caught:
        catalog.find("energy", "twin")
    assert str(caught.value) == message
    assert catalog.list_problems() == [f"energy {message}"]
    assert catalog.names("energy") == ["other:twin", "single", "third-party:twin"]
    assert [entry.name for entry in catalog.of_kind("energy")] == ["single"]


def test_one_name_may_serve_two_kinds(install_points):
    install_points(Point("a", offering("same")), Point("b", offering("same", hook="haversack_searchers")))
    catalog = load_catalog(strict=True)
    assert catalog.find("searcher", "same").source.plugin == "b"


def test_a_name_that_one_plugin_offers_under_two_entry_points_clashes_with_itself(install_points):
    both = offering("twice")
    install_points(Point("a", both), Point("b", both))
    message = (
        "{!r} is offered by third-party 1.0 (plugin 'a') and third-party 1.0 (plugin 'b'); "
        "a distribution must not offer a name twice"
    )
    for name in ("twice", "third-party:twice"):
        with pytest.raises(PluginError) as caught:
            load_catalog().find("energy", name)
        assert str(caught.value) == message.format(name)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("singel", "'singel' is not registered; did you mean 'single'? known: other, single"),
        ("xyz", "'xyz' is not registered; known: other, single"),
    ],
)
def test_an_unknown_name_gets_a_suggestion(install_points, name, message):
    install_points(Point("a", offering("single", "other")))
    with pytest.raises(PluginError) as caught:
        load_catalog().find("energy", name)
    assert str(caught.value) == message


def test_an_unknown_name_tells_each_distribution_that_was_not_loaded_once(install_points):
    install_points(Point("a", offering("single")), Point("b", OSError()), Point("c", OSError()))
    with pytest.raises(PluginError, match=r"known: single \(not loaded: third-party; see `haversack plugins`\)"):
        load_catalog().find("energy", "xyz")


def test_the_entry_of_an_object_is_that_of_its_class(install_points):
    install_points(Point("a", offering("part")))
    catalog = load_catalog()
    assert catalog.entry_for("energy", Part()) == Entry(
        "energy", "part", Part, "offers part", Source("a", "third-party", "1.0")
    )
    assert catalog.entry_for("searcher", Part()) is None
    assert catalog.entry_for("energy", object()) is None


@pytest.fixture
def crowded(install_points):
    """A name of haversack's own and of two others, and one of the two others."""
    install_points(
        Point("own", offering("exact", factory=type("Own", (), {})), Distribution("haversack")),
        Point("a", offering("exact", "twin", factory=type("A", (), {})), Distribution("haversack_a")),
        Point("b", offering("exact", "twin", "lone", factory=type("B", (), {})), Distribution("Haversack.B")),
    )
    return load_catalog()


@pytest.mark.parametrize(
    ("name", "distribution"),
    [
        ("exact", "haversack"),
        ("haversack:exact", "haversack"),
        ("haversack_a:exact", "haversack_a"),
        ("Haversack-A:exact", "haversack_a"),
        ("haversack-b:exact", "Haversack.B"),
        ("haversack-b:twin", "Haversack.B"),
        ("lone", "Haversack.B"),
        ("haversack-b:lone", "Haversack.B"),
    ],
)
def test_a_built_in_keeps_its_name_and_qualified_names_find_everything(crowded, name, distribution):
    assert crowded.find("energy", name).source.distribution == distribution


def test_a_hidden_name_is_no_problem(crowded):
    """The built-in is what everybody means by it; two others of one name are still reported."""
    assert crowded.list_problems() == [
        "energy 'twin' is offered by Haversack.B 1.0 (plugin 'b') and haversack_a 1.0 (plugin 'a'); "
        "use 'Haversack.B:twin' or 'haversack_a:twin', or uninstall one of them"
    ]


def test_names_are_the_shortest_that_work(crowded):
    expected = ["Haversack.B:exact", "Haversack.B:twin", "exact", "haversack_a:exact", "haversack_a:twin", "lone"]
    assert crowded.names("energy") == expected
    for name in expected:
        assert crowded.name_of(crowded.find("energy", name)) == name
    assert [entry.name for entry in crowded.of_kind("energy")] == ["exact", "lone"]
    hidden = [entry.qualified_name for entry in crowded.entries if crowded.find_hider(entry) is not None]
    assert hidden == ["Haversack.B:exact", "haversack_a:exact"]


def test_a_hidden_object_has_its_own_entry(crowded):
    hidden = crowded.find("energy", "haversack-b:exact")
    part = crowded.entry_for("energy", hidden.factory())
    assert (part.source.distribution, crowded.name_of(part)) == ("Haversack.B", "lone"), "the plain name of that class"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("haversack-b:lon", "'haversack-b:lon' is not registered; did you mean 'Haversack.B:lone'? known: "),
        ("elsewhere:exact", "'elsewhere:exact' is not registered; "),
        ("exact:cooling", "'exact:cooling' is not registered; options of 'exact' are written exact:key=value"),
        (7, "energy: expected a registered name, got 7"),
    ],
)
def test_a_qualified_name_that_is_not_there_gets_a_suggestion(crowded, name, message):
    with pytest.raises(PluginError) as caught:
        crowded.find("energy", name)
    assert str(caught.value).startswith(message)


def test_a_kind_that_is_none_gets_a_suggestion(crowded):
    for look in (
        lambda: crowded.find("enrgy", "exact"),
        lambda: crowded.names("enrgy"),
        lambda: crowded.of_kind("enrgy"),
    ):
        with pytest.raises(PluginError) as caught:
            look()
        assert str(caught.value).startswith("expected a kind of part, got 'enrgy'; did you mean 'energy'? known: ")
    with pytest.raises(PluginError, match=r"expected a kind of part, got \[\]"):
        crowded.find([], "exact")


def test_a_qualified_name_of_a_plugin_that_was_not_loaded_says_why(install_points):
    install_points(Point("a", OSError("gone"), Distribution("haversack-a")), Point("b", offering("single")))
    with pytest.raises(PluginError) as caught:
        load_catalog().find("energy", "Haversack_A:exact")
    assert str(caught.value) == (
        "'Haversack_A:exact' is not registered: haversack-a 1.0 (plugin 'a') is broken: OSError: gone"
    )
