"""Commands that plugins add: found, listed, loaded only when called, and never in the way of our own."""

from __future__ import annotations

import json
import types

import attrs
import pytest
import typer

import haversack.plugins.loading
from haversack import HaversackError, Registration, hookimpl
from haversack.cli import main


@attrs.frozen
class Point:
    """As much of an entry point as is looked at."""

    name: str
    loaded: object
    dist: object = attrs.field(factory=lambda: types.SimpleNamespace(name="third-party", version="1.0", requires=None))
    extras: tuple[str, ...] = ()

    def load(self):
        if isinstance(self.loaded, Exception):
            raise self.loaded
        return self.loaded


def offering(**factories):
    """A plugin with a command for each factory."""
    made = types.ModuleType("made_for_a_test")
    made.haversack_commands = hookimpl(
        lambda: [Registration(name, factory, f"Does {name}.") for name, factory in factories.items()]
    )
    return made


def greeter():
    app = typer.Typer()

    @app.command()
    def greet(context: typer.Context, name: str = "you"):
        """Greet somebody."""
        if name == "nobody":
            raise HaversackError("--name nobody: must be somebody")
        print(f"hello {name}, there are {len(context.obj().entries)} entries")

    return app


def never():
    raise AssertionError("loaded although nobody called it")


def absent():
    raise ImportError("no module named greetings")


@pytest.fixture
def call(monkeypatch, capsys):
    """Call the command with these plugins installed; returns status, standard output and standard error."""

    def called(*words, plugins):
        points = [Point(name, plugin) for name, plugin in plugins.items()]
        monkeypatch.setattr(haversack.plugins.loading, "entry_points", lambda *, group: points)
        monkeypatch.delenv("HAVERSACK_NO_PLUGINS", raising=False)
        with pytest.raises(SystemExit) as caught:
            main(list(words))
        printed = capsys.readouterr()
        return caught.value.code or 0, printed.out, printed.err

    return called


def test_a_plugins_command_runs_and_sees_the_catalog(call):
    assert call("greet", "--name", "ann", plugins={"a": offering(greet=greeter)}) == (
        0,
        "hello ann, there are 1 entries\n",
        "",
    )


def test_help_lists_it_behind_our_own_without_loading_it(call):
    status, out, err = call("--help", plugins={"a": offering(greet=never)})
    assert (status, err) == (0, "")
    assert out.splitlines()[-1].split() == ["greet", "Does", "greet."]
    assert out.index("frontier") < out.index("greet")


def test_help_of_the_command_itself_is_its_own(call):
    status, out, _ = call("greet", "--help", plugins={"a": offering(greet=greeter)})
    assert status == 0
    assert "Usage: haversack greet" in out
    assert "Greet somebody." in out


@pytest.mark.parametrize("words", [("--no-plugins", "greet"), ("greet", "--no-plugins")])
def test_without_plugins_it_is_not_there(call, words):
    status, _, err = call(*words, plugins={"a": offering(greet=greeter)})
    assert status == 2
    assert "no such command 'greet'" in err


def test_without_plugins_help_does_not_list_it(call):
    assert "greet" not in call("--no-plugins", "--help", plugins={"a": offering(greet=greeter)})[1]


def test_its_mistakes_are_told_like_ours(call):
    status, out, err = call("greet", "--name", "nobody", plugins={"a": offering(greet=greeter)})
    assert (status, out, err) == (2, "", "error: --name nobody: must be somebody\n")


def test_a_misspelt_command_of_a_plugin_is_recognised(call):
    status, _, err = call("great", plugins={"a": offering(greet=greeter)})
    assert status == 2
    assert "no such command 'great'; did you mean 'greet'?" in err


def test_a_command_of_a_distribution_that_is_not_installed_is_named(call):
    status, out, err = call("verify", "proof.json", plugins={})
    assert (status, out) == (2, "")
    assert err == "error: no such command 'verify'; it comes with haversack-verify: pip install haversack-verify\n"


def test_two_of_one_name_are_an_error_that_names_both(call):
    plugins = {"a": offering(greet=greeter), "b": offering(greet=greeter)}
    status, _, err = call("greet", plugins=plugins)
    assert status == 2
    assert "command 'greet' is offered by third-party 1.0 (plugin 'a') and third-party 1.0 (plugin 'b')" in err


def test_our_own_commands_cannot_be_replaced_and_the_listing_says_so(call):
    plugins = {"a": offering(schema=never)}
    assert call("schema", plugins=plugins)[0] == 0
    rows = json.loads(call("plugins", "--json", plugins=plugins)[1])
    assert [(row["kind"], row["name"], row["status"]) for row in rows] == [
        ("command", "schema", "hidden: haversack has its own 'schema'; use third-party:schema")
    ]


def test_a_command_that_cannot_be_imported_is_told(call):
    status, _, err = call("greet", plugins={"a": offering(greet=absent)})
    assert status == 2
    assert err == (
        "error: command 'greet' of third-party 1.0 (plugin 'a') cannot be loaded: no module named greetings\n"
    )


def test_something_else_than_an_app_is_told(call):
    status, _, err = call("greet", plugins={"a": offering(greet=lambda: 42)})
    assert status == 2
    assert err == "error: command 'greet' of third-party 1.0 (plugin 'a') must be a typer.Typer, got 42\n"


def test_a_broken_plugin_does_not_take_help_down(call):
    status, out, _ = call("--help", plugins={"a": ImportError("broken"), "b": offering(greet=never)})
    assert status == 0
    assert "greet" in out


def test_strict_plugins_complains_before_the_command_runs(call):
    status, out, err = call(
        "--strict-plugins", "greet", plugins={"a": ImportError("broken"), "b": offering(greet=greeter)}
    )
    assert (status, out) == (2, "")
    assert "third-party 1.0 (plugin 'a') is broken" in err


def test_an_unknown_command_may_be_one_of_a_broken_plugin(call):
    status, _, err = call("greet", plugins={"a": ImportError("no module named greetings")})
    assert status == 2
    assert err == (
        "error: no such command 'greet'; it may be one of a plugin that is not there: "
        "third-party 1.0 (plugin 'a') is broken: ImportError: no module named greetings\n"
    )


def test_a_qualified_name_calls_a_command_that_ours_hides_or_that_is_offered_twice(call):
    for name in ("schema", "greet"):
        plugins = {"a": offering(**{name: greeter})}
        assert call(f"Third.Party:{name}", plugins=plugins)[:2] == (0, "hello you, there are 1 entries\n")
    status, _, err = call("third-party:greed", plugins={"a": offering(greet=greeter)})
    assert status == 2
    assert err == (
        "error: command 'third-party:greed' is not registered; did you mean 'third-party:greet'? "
        "known: third-party:greet\n"
    )


def test_what_a_command_prints_while_it_is_imported_goes_to_standard_error(call):
    def loud():
        print("imported")
        return greeter()

    status, out, err = call("greet", plugins={"a": offering(greet=loud)})
    assert (status, out, err) == (0, "hello you, there are 1 entries\n", "imported\n")


def test_ctrl_c_while_plugins_load_says_which_one_took_so_long(call):
    def endless():
        raise KeyboardInterrupt

    status, out, err = call("greet", plugins={"a": types.SimpleNamespace(haversack_commands=hookimpl(endless))})
    assert (status, out, err) == (130, "", "interrupted while third-party 1.0 (plugin 'a') was loaded\n")
