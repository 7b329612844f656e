"""Run files are followed from Python, with the meaning that they have on the command line."""

from __future__ import annotations

import json

import attrs
import pytest

import haversack as hs
from fakes import ListSearcher, WrongShare
from haversack.plugins import PluginWarning

RUN = """\
budget = 8.0
seed = 1
[pool]
path = "pool.csv"
[stopping]
kind = "max-step"
limit = 300
min_steps = 7
"""


@pytest.fixture
def path(tmp_path):
    (tmp_path / "pool.csv").write_text("name,accuracy,cost\nann,0.9,4\nbob,0.8,2\ncat,0.7,2\ndan,0.6,1\n")
    path = tmp_path / "run.toml"
    path.write_text(RUN)
    return path


def drop_seconds(selection):
    trace = tuple(attrs.evolve(row, seconds=0.0) for row in selection.trace)
    return attrs.evolve(selection, seconds=0.0, setup_seconds=0.0, trace=trace)


def test_a_run_file_is_followed(path, small_pool):
    expected = hs.select(small_pool, 8.0, seed=1, stopping={"kind": "max-step", "limit": 300, "min_steps": 7})
    for source in (path, str(path)):
        assert drop_seconds(hs.run(source)) == drop_seconds(expected)


def test_a_result_and_its_config_are_repeated(path, tmp_path):
    first = hs.run(path, searcher="annealing")
    (tmp_path / "result.json").write_text(first.to_json())
    for source in (tmp_path / "result.json", first.config):
        assert drop_seconds(hs.run(source)) == drop_seconds(first)


def test_overrides_replace_what_the_file_says(path):
    chosen = hs.run(path, budget=4, seed=5, certify="off", searcher="monte-carlo")
    assert (chosen.budget, chosen.seed, chosen.config["certify"]) == (4.0, 5, "off")
    assert chosen.config["searcher"]["kind"] == "monte-carlo"
    assert chosen.config["stopping"]["limit"] == 300


def test_a_part_of_the_same_kind_adds_its_options_and_one_of_another_replaces_it(path):
    assert hs.run(path, stopping={"kind": "max-step", "limit": 40}).config["stopping"] == {
        "kind": "max-step",
        "limit": 40,
        "count": "exact",
        "min_steps": 7,
    }
    assert hs.run(path, stopping={"kind": "time-limit", "seconds": 60}).config["stopping"]["kind"] == "time-limit"


def test_a_key_with_a_dot_changes_one_setting(path):
    stopping = hs.run(path, **{"stopping.limit": 41}).config["stopping"]
    assert (stopping["limit"], stopping["min_steps"]) == (41, 7)
    assert hs.run(path, **{"searcher.kind": "exact"}).config["searcher"]["kind"] == "exact"


def test_a_preset_replaces_searcher_and_rule_of_the_file(path):
    chosen = hs.run(path, preset="paper")
    assert (chosen.preset, chosen.config["stopping"]["kind"]) == ("paper", "paper")


def test_objects_pools_and_listeners_are_taken_too(path):
    seen = []
    pool = hs.Pool(accuracies=[0.6, 0.7], costs=[1, 1])
    chosen = hs.run(
        path,
        pool=pool,
        energy=WrongShare(),
        searcher=ListSearcher(((1,),)),
        on_progress=lambda *each: seen.append(each),
    )
    assert (chosen.pool, chosen.members, chosen.config) == (pool, (1,), None)
    assert seen


def test_observers_are_added_to_those_of_the_file(path, tmp_path, monkeypatch):
    path.write_text(RUN + '[[observers]]\nkind = "jsonl"\npath = "of-file.jsonl"\n')
    monkeypatch.chdir(tmp_path.parent)

    hs.run(path, observers=[{"kind": "jsonl", "path": "of-call.jsonl"}])
    assert (tmp_path.parent / "of-call.jsonl").is_file()
    assert not (tmp_path / "of-file.jsonl").exists(), "one of a kind watches, that of the call"
    hs.run(path)
    assert (tmp_path / "of-file.jsonl").is_file()
    with pytest.raises(hs.ConfigError, match=r"^run: observers\[0\].kind: 'jsnol' is not registered"):
        hs.run(path, observers=["jsnol"])


def test_none_leaves_what_the_file_says(path):
    assert drop_seconds(hs.run(path, budget=None, certify=None, on_progress=None)) == drop_seconds(hs.run(path))


def test_an_energy_that_brings_a_pool_needs_no_section(path, builtins):
    document = {"pool": {"accuracies": [0.9, 0.8], "costs": [1, 1]}, "seed": 1}
    assert hs.run(document, catalog=builtins).members == (0,)
    assert hs.run(document | {"searcher": "exact"}, catalog=builtins).config["searcher"]["kind"] == "exact"
    with pytest.raises(hs.ConfigError, match=r"^run: pool: missing; expected a section with a path"):
        hs.run({"seed": 1})


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"bugdet": 3}, "run: bugdet: unknown key; did you mean 'budget'?"),
        ({"budget": -1}, "run: budget: must be a number above 0, got -1.0"),
        ({"budget": "many"}, "run: budget: must be a number, got 'many'"),
        ({"certify": "often"}, "run: certify: must be "),
        ({"preset": "papper"}, "run: preset: 'papper' is not registered; did you mean 'paper'?"),
        ({"searcher": "anealing"}, "run: searcher.kind: 'anealing' is not registered; did you mean 'annealing'?"),
        ({"searcher": 7}, "run: searcher: must be a section with the key 'kind', got 7"),
        ({"stopping": {"kind": "max-step", "limit": 0}}, "{path}: stopping.limit: must be "),
        ({"stopping.limt": 3}, "{path}: stopping.limt: unknown key; did you mean 'limit'?"),
        ({"seed.limit": 3}, "run: seed.limit: 'seed' is not a section"),
        ({"pool": "pool.csv"}, "run: pool: must be a section, got 'pool.csv'"),
        ({"disable": "coin"}, "run: disable: must be a list of names of plugins, got 'coin'"),
        ({"catalog": 3}, "catalog: expected a catalog, as haversack.load_catalog returns, got 3"),
    ],
)
def test_a_mistake_is_reported_with_its_place(path, overrides, message):
    with pytest.raises(hs.ConfigError) as caught:
        hs.run(path, **overrides)
    assert caught.value.problems[0].startswith(message.format(path=path))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("absent.toml", "absent.toml: cannot be read: No such file or directory"),
        (7, "expected the name of a file, got 7"),
    ],
)
def test_a_source_that_cannot_be_read_is_named(source, message):
    with pytest.raises(hs.ConfigError) as caught:
        hs.run(source)
    assert str(caught.value) == message


def test_a_file_may_disable_plugins(path, builtins):
    path.write_text('disable = ["absent-plugin"]\n' + RUN)
    with pytest.warns(PluginWarning, match=r"run.toml: disable: no plugin 'absent-plugin' is installed") as caught:
        assert hs.run(path).members == (0, 1, 2)
    assert caught[0].filename == __file__
    assert hs.run(path, catalog=builtins).members == (0, 1, 2)
    with pytest.raises(hs.PluginError, match=r"run.toml: disable: 'haversack' is part of haversack itself"):
        hs.run(path, catalog=builtins, disable=["haversack"])


def test_plugins_can_be_left_out_of_a_given_catalog(path, builtins):
    entry = attrs.evolve(
        builtins.find("searcher", "exact"), name="clever", source=hs.plugins.Source("clever", "haversack-clever", "1")
    )
    catalog = attrs.evolve(builtins, entries=(*builtins.entries, entry))
    assert hs.run(path, catalog=catalog, searcher="clever").proven
    with pytest.raises(hs.ConfigError, match=r"'clever' is not registered; .* \(not loaded: haversack-clever; see"):
        hs.run(path, catalog=catalog, searcher="clever", disable=["clever"])


def test_the_command_line_says_the_same(path, tmp_path, monkeypatch, capsys):
    from haversack.cli import main

    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(["run", "run.toml", "--budget", "5", "--set", "stopping.limit=50", "--json"])
    printed = json.loads(capsys.readouterr().out)
    same = hs.run("run.toml", budget=5, **{"stopping.limit": 50})
    assert printed["config"] == same.to_dict()["config"]
    assert printed["members"] == list(same.members)
