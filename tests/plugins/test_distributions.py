"""What a user meets when real distributions are installed, good and bad ones side by side."""

from __future__ import annotations

import json

import pytest

OURS = ("exits", "good", "misspelt", "raises", "sloppy", "twin-a", "twin-b")
BROKEN = [
    ("exits", "4.4", "SystemExit: nothing to do"),
    ("misspelt", "2.0", "unknown hook 'haversack_enrgies'; did you mean 'haversack_energies'?"),
    ("raises", "0.0.1", "RuntimeError: the moon is in the wrong house"),
    ("sloppy", "0.9", "hook 'haversack_energies' must yield Registration(name, factory, summary), got 'sloppy'"),
]
CLASH = (
    "'twin' is offered by haversack-twin-a 1.0 (plugin 'twin-a') and haversack-twin-b 3.1 (plugin 'twin-b'); "
    "use 'haversack-twin-a:twin' or 'haversack-twin-b:twin', or uninstall one of them"
)
SHORT = ("--set", "stopping.kind=max-step", "--set", "stopping.limit=200", "--seed", "1")

RUN = """
budget = 6.0
seed = 3

[pool]
path = "pool.csv"

[energy]
kind = "weakest"
floor = 0.75

[searcher]
kind = "coin"
chance = 0.25

[stopping]
kind = "stagnation"
steps = 50
"""


def complaints(start):
    """What is told of the broken ones and the clash, on lines that begin so."""
    broken = [f"haversack-{name} {version} (plugin {name!r}) is broken: {why}" for name, version, why in BROKEN]
    return [f"{start}: {line}" for line in [*broken, f"energy {CLASH}"]]


@pytest.fixture
def rows(installed):
    """The listing as JSON."""
    done = installed.haversack("plugins", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def sort_by_source(rows):
    """What ships first, then by distribution."""
    return sorted(rows, key=lambda row: (row["distribution"] != "haversack", row["distribution"]))


def of_tests(rows):
    return [row for row in rows if row["distribution"] in {f"haversack-{name}" for name in OURS}]


def test_the_listing_tells_kind_name_distribution_version_status_and_summary(rows):
    assert {tuple(row) for row in rows} == {
        ("kind", "name", "qualified_name", "distribution", "version", "status", "summary")
    }
    message = [(row["kind"], row["name"], row["distribution"], row["version"], row["status"]) for row in of_tests(rows)]
    assert message == [
        (
            "energy",
            "twin",
            "haversack-twin-a",
            "1.0",
            "clash: also offered by haversack-twin-b 3.1; use haversack-twin-a:twin",
        ),
        (
            "energy",
            "twin",
            "haversack-twin-b",
            "3.1",
            "clash: also offered by haversack-twin-a 1.0; use haversack-twin-b:twin",
        ),
        ("energy", "weakest", "haversack-good", "1.2.3", "ok"),
        ("searcher", "coin", "haversack-good", "1.2.3", "ok"),
        *(("plugin", name, f"haversack-{name}", version, f"broken: {why}") for name, version, why in BROKEN),
    ]
    assert {row["summary"] for row in rows if row["name"] == "weakest"} == {"as good as the weakest member"}


def test_broken_plugins_take_nothing_else_with_them(rows):
    working = {(row["kind"], row["name"]) for row in rows if row["status"] == "ok"}
    assert working >= {("energy", "majority"), ("searcher", "sherlock"), ("stopping", "paper"), ("cost", "additive")}
    assert working >= {("energy", "weakest"), ("searcher", "coin")}


def test_the_listing_has_one_order(rows):
    """By kind and name, and what could not be loaded at the end by distribution."""
    entries = [(row["kind"], row["name"], row["distribution"]) for row in rows if row["kind"] != "plugin"]
    plugins = [row["distribution"] for row in rows if row["kind"] == "plugin"]
    assert entries == sorted(entries)
    assert plugins == sorted(plugins)
    assert [row["kind"] == "plugin" for row in rows] == [False] * len(entries) + [True] * len(plugins)


def test_the_listing_as_a_table_says_the_same_and_complains_on_stderr(installed, rows):
    done = installed.haversack("plugins")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    parts = sort_by_source([row for row in rows if row["kind"] != "plugin"])
    sources = list(dict.fromkeys(f"{row['distribution']} {row['version']}" for row in parts))
    assert [line for line in lines if line in sources] == sources
    listed = {tuple(line.split()[:2]) for line in lines}
    assert listed >= {(row["kind"], row["name"]) for row in parts}
    assert all(row["distribution"] in done.stdout for row in rows)
    assert done.stderr.splitlines() == complaints("warning")


def test_asking_for_a_name_that_two_offer_is_an_error_naming_both(installed, pool_file):
    done = installed.haversack("select", str(pool_file), "--energy", "twin")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [*complaints("warning"), f"error: command line: energy.kind: {CLASH}"]


def test_a_clash_is_shown_from_both_sides(installed):
    done = installed.haversack("plugins", "show", "twin")
    assert done.returncode == 0
    assert "  from haversack-twin-a 1.0 (plugin 'twin-a')\n  clashes with haversack-twin-b 3.1" in done.stdout
    assert "  from haversack-twin-b 3.1 (plugin 'twin-b')\n  clashes with haversack-twin-a 1.0" in done.stdout


def test_a_name_that_a_broken_plugin_may_have_meant_to_offer_points_to_the_listing(installed, pool_file):
    done = installed.haversack("select", str(pool_file), "--energy", "unseen")
    assert done.returncode == 2
    last = done.stderr.splitlines()[-1]
    assert last.startswith("error: command line: energy.kind: 'unseen' is not registered; known: ")
    absent = "haversack-exits, haversack-misspelt, haversack-raises, haversack-sloppy"
    assert last.endswith(f" (not loaded: {absent}; see `haversack plugins`)")


@pytest.mark.parametrize(
    ("flags", "variables"),
    [(["--no-plugins"], {}), ([], {"HAVERSACK_NO_PLUGINS": "1"}), ([], {"HAVERSACK_NO_PLUGINS": "yes"})],
    ids=["flag", "1", "yes"],
)
def test_third_parties_can_be_turned_off(installed, flags, variables):
    done = installed.haversack("plugins", "--json", *flags, **variables)
    assert (done.returncode, done.stderr) == (0, "")
    listed = json.loads(done.stdout)
    assert {row["distribution"] for row in listed if row["status"] == "ok"} == {"haversack"}
    off = [(row["name"], row["status"]) for row in of_tests(listed)]
    assert off == [(name, "disabled: third-party plugins are turned off") for name in OURS]


@pytest.mark.parametrize("value", ["", "0"])
def test_the_variable_set_to_nothing_or_0_leaves_them_on(installed, value):
    done = installed.haversack("plugins", "--json", HAVERSACK_NO_PLUGINS=value)
    assert "weakest" in {row["name"] for row in json.loads(done.stdout)}


def test_a_part_that_is_turned_off_is_not_found_and_the_message_says_where_to_look(installed, pool_file):
    done = installed.haversack("select", str(pool_file), "--no-plugins", "--energy", "weakest")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "'weakest' is not registered; known: " in done.stderr
    assert "haversack-good" in done.stderr


def test_turned_off_plugins_are_not_even_imported(installed):
    done = installed.run(
        "-c",
        "import sys; from haversack.plugins import load_catalog; load_catalog(third_parties=False);"
        "print([name for name in sys.modules if name.startswith('haversack_')])",
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("command", [["plugins"], ["schema"], ["plugins", "show", "coin"]], ids=" ".join)
def test_strict_fails_for_every_complaint_at_once(installed, command):
    done = installed.haversack(*command, "--strict-plugins")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == complaints("error")


def test_strict_has_nothing_against_plugins_that_are_turned_off(installed):
    done = installed.haversack("plugins", "--strict-plugins", "--no-plugins")
    assert (done.returncode, done.stderr) == (0, "")


def test_show_tells_options_with_types_defaults_and_docs(installed):
    done = installed.haversack("plugins", "show", "weakest")
    assert (done.returncode, done.stderr) == (0, "")
    first, source, *rest = done.stdout.splitlines()
    assert first == "energy weakest: as good as the weakest member"
    assert source == "  from haversack-good 1.2.3 (plugin 'good')"
    start = rest.index("  options:")
    assert rest[start + 1 : start + 5] == [
        "    floor: a number from 0 to 1; default 0.0",
        "        No member counts as less accurate than this, whatever the pool says.",
        "    empty: 'wrong' or 'coin'; default \"wrong\"",
        "        What an empty panel is worth.",
    ]
    assert "    chance: a number; required\n" in installed.haversack("plugins", "show", "searcher.coin").stdout


@pytest.mark.parametrize(
    ("asked", "meant"), [(["weekest"], "weakest"), (["energy", "weekest"], "weakest"), (["energy", "coin"], None)]
)
def test_show_suggests_a_name_for_a_misspelt_one(installed, asked, meant):
    done = installed.haversack("plugins", "show", *asked)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"error: {asked[-1]!r} is not registered;" in done.stderr
    if meant is not None:
        assert f"did you mean {meant!r}?" in done.stderr


def test_the_good_ones_work_from_the_command_line(installed, pool_file):
    """The searcher ignores budget and stopping rule; the answer keeps both."""
    done = installed.haversack(
        *("select", str(pool_file), "--budget", "6", "--energy", "weakest", "--searcher", "coin"),
        *("--set", "searcher.chance=0.5", "--certify", "off", "--json", *SHORT),
    )
    assert done.returncode == 0
    chosen = json.loads(done.stdout)
    assert (chosen["names"], chosen["steps"], chosen["stop_reason"]) == (["ann"], 200, "limit of 200 steps")
    assert chosen["error"] == pytest.approx(0.1)
    assert chosen["config"]["energy"] == {"kind": "weakest", "floor": 0.0, "empty": "wrong"}
    assert chosen["config"]["searcher"] == {"kind": "coin", "chance": 0.5}


def test_the_good_ones_work_with_the_parts_that_ship(installed, pool_file):
    for parts in (["--energy", "weakest", "--searcher", "monte-carlo"], ["--searcher", "coin"]):
        extra = ["--set", "searcher.chance=0.5"] if "coin" in parts else []
        done = installed.haversack("select", str(pool_file), "--budget", "9", *parts, *extra, "--json", *SHORT)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["error"] == pytest.approx(0.1 if "weakest" in parts else 0.098)


def test_the_good_ones_work_from_a_run_file_and_the_result_repeats_it(installed, pool_file):
    folder = pool_file.parent
    (folder / "run.toml").write_text(RUN)
    first = installed.haversack("run", "run.toml", "--json", "--out", "result.json", cwd=folder)
    assert first.returncode == 0, first.stderr
    again = installed.haversack("run", "result.json", "--json", cwd=folder)
    assert again.returncode == 0, again.stderr
    one, other = json.loads(first.stdout), json.loads(again.stdout)
    assert one["names"] == ["ann"]
    for key in ("members", "error", "steps", "stop_reason", "seed", "config"):
        assert one[key] == other[key]


def test_mistakes_in_their_options_are_told_like_those_in_ours(installed, pool_file):
    folder = pool_file.parent
    (folder / "run.toml").write_text(RUN.replace("0.75", "1.5").replace("chance", "chanse"))
    done = installed.haversack("run", "run.toml", cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert [line for line in done.stderr.splitlines() if line.startswith("error")] == [
        "error: run.toml: energy.floor: must be a number from 0 to 1, got 1.5",
        "error: run.toml: searcher.chanse: unknown key; did you mean 'chance'?",
        "error: run.toml: searcher.chance: missing; must be a number",
    ]


def test_the_good_ones_work_from_python_with_one_warning_per_complaint(installed):
    code = """
import json, warnings
import haversack as hs
from haversack.plugins import PluginWarning
pool = hs.Pool(accuracies=[0.9, 0.8], costs=[2, 1])
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for _ in range(2):
        parts = {"energy": "weakest", "searcher": {"kind": "coin", "chance": 0.5}}
        chosen = hs.select(pool, 1.5, **parts, stopping={"kind": "max-step", "limit": 99})
print(json.dumps([chosen.members, [str(w.message) for w in caught if w.category is PluginWarning]]))
"""
    done = installed.run("-c", code)
    assert done.returncode == 0, done.stderr
    members, warned = json.loads(done.stdout)
    assert members == [1]
    assert [text.split(" (plugin")[0] for text in warned] == [
        "haversack-exits 4.4",
        "haversack-misspelt 2.0",
        "haversack-raises 0.0.1",
        "haversack-sloppy 0.9",
        "energy 'twin' is offered by haversack-twin-a 1.0",
    ]
    assert all("HAVERSACK_NO_PLUGINS=1" in text for text in warned)


def test_the_schema_has_their_options(installed):
    done = installed.haversack("schema")
    assert done.returncode == 0
    definitions = json.loads(done.stdout)["$defs"]
    energies = {choice["properties"]["kind"]["enum"][0]: choice for choice in definitions["energy"]["oneOf"]}
    assert energies["weakest"]["properties"]["floor"] == {
        "type": "number",
        "minimum": 0,
        "maximum": 1,
        "description": "No member counts as less accurate than this, whatever the pool says.",
        "default": 0.0,
    }
    assert energies["weakest"]["properties"]["empty"]["enum"] == ["wrong", "coin"]
    assert energies.keys() >= {"haversack-twin-a:twin", "haversack-twin-b:twin"}
    assert "twin" not in energies
    searchers = {
        choice["properties"]["kind"]["enum"][0]: choice
        for choice in definitions["searcher"]["oneOf"]
        if "kind" in choice["properties"]
    }
    assert searchers["coin"]["required"] == ["kind", "chance"]


def test_no_complaint_comes_with_a_traceback_unless_asked_for(installed, pool_file):
    done = installed.haversack("select", str(pool_file), "--energy", "twin", "--debug")
    assert done.returncode == 2
    assert "Traceback" in done.stderr
