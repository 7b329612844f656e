"""What one plugin can get wrong, and how it is reported."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING

import attrs
import pytest

from haversack import Registration, hookimpl
from haversack.plugins import Source, load_catalog
from plugin_fakes import Distribution, Part, Point, list_names, module, offering

if TYPE_CHECKING:
    from decimal import Decimal


class Panic(BaseException):
    """What compiled extensions raise that do not mean to be caught."""


@attrs.frozen
class Unreadable:
    """An option whose type is not there at run time."""

    amount: Decimal


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
def test_a_plugin_that_cannot_be_used_is_reported_and_the_others_go_on(install_points, loaded, reason):
    install_points(
        Point("a", offering("early")), Point("b", loaded, Distribution("bad", "0.1")), Point("c", offering("late"))
    )
    catalog = load_catalog()
    assert list_names(catalog) == [("energy", "early"), ("energy", "late")]
    (trouble,) = catalog.troubles
    assert (trouble.source, trouble.status) == (Source("b", "bad", "0.1"), "broken")
    assert trouble.reason.startswith(reason)
    assert "Attribute(" not in trouble.reason
    assert "\n" not in trouble.reason
    assert catalog.list_problems() == [f"bad 0.1 (plugin 'b') is broken: {trouble.reason}"]


def test_two_faults_in_one_plugin_do_not_rub_off_on_the_next(install_points):
    """A wrong argument is found while the hooks are being registered, with the misspelt one already in."""
    worst = module(haversack_aaa=lambda: (), haversack_energies=lambda pool: ())
    install_points(Point("a", worst), Point("b", offering("fine")))
    assert list_names(load_catalog()) == [("energy", "fine")]


def test_a_plugin_offers_all_or_nothing(install_points):
    def half():
        yield Registration("first", Part, "good")
        yield "second"

    install_points(
        Point("a", module(haversack_energies=half, haversack_searchers=lambda: [Registration("s", Part, "")]))
    )
    assert load_catalog().entries == ()


def test_a_hook_marked_as_optional_may_be_unknown(install_points):
    """So a plugin can serve a later haversack too."""
    made = offering("fine")
    made.haversack_someday = hookimpl(optionalhook=True)(lambda: ())
    install_points(Point("a", made))
    assert list_names(load_catalog()) == [("energy", "fine")]
    made.haversack_serchers = hookimpl(lambda: ())
    (trouble,) = load_catalog().troubles
    assert trouble.reason == "unknown hook 'haversack_serchers'; did you mean 'haversack_searchers'?"
