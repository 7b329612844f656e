"""How commands read a run."""

from __future__ import annotations

import types
from pathlib import Path

import attrs
import pytest

from haversack import Pool
from haversack.cli.inputs import find_source, list_assignments, read_catalog, read_run_file, read_run_options
from haversack.plugins import Catalog, Entry, Source, Trouble

SOURCE = Source("readers", "haversack-readers", "1.0")


@attrs.frozen
class ReadsPools:
    """As much of an energy as is asked here: it makes a pool from a file."""

    path: str

    def own_pool(self):
        return Pool(accuracies=[0.9])


@attrs.frozen
class HasAPath:
    """An energy that reads a file, but makes no pool from it."""

    path: str


CATALOG = Catalog(
    tuple(Entry("energy", name, factory, "", SOURCE) for name, factory in [("reads", ReadsPools), ("has", HasAPath)])
)


@pytest.mark.parametrize(
    ("file", "energy", "section"),
    [
        ("pool.csv", None, {"pool": {"path": "pool.csv"}}),
        ("pool.txt", "reads", {"energy": {"kind": "reads", "path": "pool.txt"}}),
        ("pool.CSV", "reads", {"pool": {"path": "pool.CSV"}}),
        ("pool.txt", "has", {"pool": {"path": "pool.txt"}}),
        ("pool.txt", "unknown", {"pool": {"path": "pool.txt"}}),
    ],
)
def test_a_file_is_a_pool_unless_the_energy_reads_it(file, energy, section):
    assert find_source(Path(file), energy, CATALOG) == section


def test_votes_and_truth_are_files_of_the_pool():
    source = find_source(None, "votes", CATALOG, votes=Path("votes.csv"), truth=Path("truth.csv"))
    assert source == {"pool": {"votes": "votes.csv", "truth": "truth.csv"}}


def test_settings_come_after_options_so_that_they_win():
    words = list_assignments({"energy": "votes", "cost": None}, ["seed=2"], budget="many", seed="7")
    assert words == ["budget=many", "seed=7", "energy.kind=votes", "seed=2"]


def test_a_run_of_options_and_one_of_a_file_are_the_same(folder, builtins):
    parts = {"stopping": "max-step", "energy": None}
    source = find_source(Path("pool.csv"), None, builtins)
    options = read_run_options(source, parts, ["stopping.limit=300"], builtins, budget="8", seed="1")
    file = read_run_file(folder / "run.toml", [], builtins)
    assert (
        (options.budget, options.seed, options.stopping)
        == (file.budget, file.seed, file.stopping)
        == (
            8.0,
            1,
            file.stopping,
        )
    )
    assert options.pool.names == file.pool.names == ("ann", "bob", "cat", "dan")


def test_broken_plugins_are_reported_and_the_others_returned(capsys):
    catalog = attrs.evolve(CATALOG, troubles=(Trouble(SOURCE, "broken", "ImportError: no greetings"),))
    assert read_catalog(types.SimpleNamespace(obj=lambda: catalog)) is catalog
    printed = capsys.readouterr()
    expected = "warning: haversack-readers 1.0 (plugin 'readers') is broken: ImportError: no greetings\n"
    assert (printed.out, printed.err) == ("", expected)


@pytest.mark.parametrize("command", ["select", "plan", "frontier"])
def test_neither_a_pool_nor_votes_is_told(call, command):
    expected = "error: command line: expected a pool, POOL.csv, or recorded answers, --votes FILE.csv\n"
    assert call(command) == (2, "", expected)


def test_an_energy_that_is_not_there_is_told_whatever_the_file(call, folder):
    (folder / "pool.txt").write_text("")
    (status, _, err) = call("select", "pool.txt", "--energy", "quadratc")
    assert status == 2
    assert "'quadratc' is not registered" in err
