"""How commands read a run."""

from __future__ import annotations

import types
from pathlib import Path

import attrs
import pytest

from haversack import ConfigError, Pool
from haversack.cli.inputs import RunOptions, find_source, read_catalog, read_run, read_run_file, read_run_options
from haversack.cli.log_options import LogOptions
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
    source = find_source(None, "votes", CATALOG, log=LogOptions(votes=[Path("votes.csv")], truth=Path("truth.csv")))
    assert source == {"pool": {"votes": "votes.csv", "truth": "truth.csv"}}


def test_a_file_with_the_options_of_a_log_is_one(folder, builtins):
    (folder / "graded.csv").write_text("id,ann,bob\n1,1,0\n", encoding="utf-8")
    graded = LogOptions(answers="graded")
    section = find_source(Path("graded.csv"), None, builtins, log=graded)
    assert section == {"pool": {"votes": "graded.csv", "answers": "graded"}}
    with pytest.raises(ConfigError, match="--answers: has no meaning without a log of answers"):
        find_source(Path("pool.csv"), None, builtins, log=graded)


def test_settings_come_after_options_so_that_they_win():
    options = RunOptions(energy="votes", budget="many", seed="7", certify="off", assignments=["seed=2"])
    changed = options.apply_to({"seed": 1, "budget": 3})
    assert changed == {"budget": "many", "seed": 2, "certify": "off", "energy": {"kind": "votes"}}


@pytest.mark.parametrize(
    ("searcher", "assignments", "section"),
    [
        (None, [], {"kind": "annealing", "cooling": 0.5, "moves": 3}),
        ("annealing", [], {"kind": "annealing", "cooling": 0.5, "moves": 3}),
        ("annealing:cooling=0.9", [], {"kind": "annealing", "cooling": 0.9, "moves": 3}),
        ("annealing:cooling=0.9", ["searcher.cooling=0.8"], {"kind": "annealing", "cooling": 0.8, "moves": 3}),
        ("sherlock:workers=2", [], {"kind": "sherlock", "workers": 2}),
        ("sherlock:workers=2", ["searcher.kind=exact"], {"kind": "exact"}),
    ],
)
def test_a_part_of_the_command_line_changes_that_of_the_run(searcher, assignments, section):
    document = {"searcher": {"kind": "annealing", "cooling": 0.5, "moves": 3}}
    changed = RunOptions(searcher=searcher, assignments=assignments).apply_to(document)
    assert changed == {"searcher": section}
    assert document == {"searcher": {"kind": "annealing", "cooling": 0.5, "moves": 3}}


def test_a_file_that_the_energy_reads_is_found_by_its_kind():
    assert find_source(Path("pool.txt"), "reads:extra=1", CATALOG) == {"energy": {"kind": "reads", "path": "pool.txt"}}


def test_a_run_of_options_and_one_of_a_file_are_the_same(folder, builtins):
    given = RunOptions(stopping="max-step:limit=300", budget="8", seed="1")
    options = read_run_options(find_source(Path("pool.csv"), None, builtins), given, builtins)
    file = read_run_file(folder / "run.toml", RunOptions(), builtins)
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


def test_the_name_of_a_file_says_whether_it_is_a_run_or_a_pool(folder, builtins):
    assert read_run(folder / "run.toml", RunOptions(), builtins).budget == 8.0
    assert read_run(folder / "pool.csv", RunOptions(), builtins).budget is None


@pytest.mark.parametrize("command", ["plan", "frontier"])
def test_a_run_file_with_answers_beside_it_is_refused(call, command):
    expected = "error: run.toml: a run file names its own answers; --votes and --truth go with a pool\n"
    assert call(command, "run.toml", "--votes", "votes.csv") == (2, "", expected)


def test_select_says_which_command_takes_a_run_file(call):
    expected = "error: run.toml: expected a pool, got a run file; use `haversack run run.toml`\n"
    assert call("select", "run.toml") == (2, "", expected)


def test_broken_plugins_are_reported_and_the_others_returned(capsys):
    catalog = attrs.evolve(CATALOG, troubles=(Trouble(SOURCE, "broken", "ImportError: no greetings"),))
    assert read_catalog(types.SimpleNamespace(obj=lambda: catalog)) is catalog
    printed = capsys.readouterr()
    expected = "warning: haversack-readers 1.0 (plugin 'readers') is broken: ImportError: no greetings\n"
    assert (printed.out, printed.err) == ("", expected)


@pytest.mark.parametrize("command", ["select", "plan", "frontier"])
def test_neither_a_pool_nor_votes_is_told(call, command):
    expected = "error: command line: expected a pool, POOL.csv, or a log of recorded answers, --votes LOG\n"
    assert call(command) == (2, "", expected)


def test_an_energy_that_is_not_there_is_told_whatever_the_file(call, folder):
    (folder / "pool.txt").write_text("")
    (status, _, err) = call("select", "pool.txt", "--energy", "quadratc")
    assert status == 2
    assert "'quadratc' is not registered" in err


@pytest.mark.parametrize(
    "words",
    [
        ["select", "pool.csv", "--out", "pool.csv"],
        ["select", "pool.csv", "--out", "./sub/../pool.csv"],
        ["select", "pool.csv", "--out", "link.csv"],
        ["select", "link.csv", "--out", "pool.csv"],
        ["select", "--votes", "answers.csv", "--truth", "truth.csv", "--out", "truth.csv"],
        ["select", "pool.csv", "--set", "pool.votes=answers.csv", "--out", "answers.csv"],
        ["run", "run.toml", "--out", "run.toml"],
        ["run", "run.toml", "--out", "pool.csv"],
        ["run", "earlier.json", "--out", "earlier.json"],
        ["frontier", "pool.csv", "--out", "pool.csv"],
        ["frontier", "run.toml", "--out", "link.csv"],
        ["frontier", "pool.csv", "--plot", "link.svg"],
        ["compare", "pool.csv", "--out", "pool.csv"],
        ["compare", "pool.csv", "--best-known", "best.csv", "--out", "best.csv"],
    ],
    ids=" ".join,
)
def test_no_file_that_a_command_reads_is_overwritten(folder, call, crowd, words):
    (folder / "sub").mkdir()
    (folder / "best.csv").write_text("pool,value\npool,0.9\n")
    (folder / "earlier.json").write_text('{"config": {"pool": {"path": "pool.csv"}}}')
    for link in ("link.csv", "link.svg"):
        (folder / link).symlink_to("pool.csv")
    before = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    status, out, err = call(*words)
    option, file = words[-2:]
    assert (status, out) == (2, "")
    assert err.startswith(f"error: {option} {Path(file)}: would overwrite ")
    assert err.endswith(", which the command reads\n")
    assert {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()} == before


def test_an_earlier_answer_is_overwritten(folder, call):
    for _ in range(2):
        status, _, err = call("select", "pool.csv", "--budget", 8, "--out", "answer.json")
        assert (status, err) == (0, "")
