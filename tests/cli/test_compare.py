"""``haversack compare``: what it prints, what it writes, and what it complains of."""

from __future__ import annotations

import csv
import functools
import json

import pytest

from haversack import Pool
from haversack.api.stopping import Limits
from haversack.cli.compare import _format_stage
from haversack.comparison import Comparison, Stage, paper_pool

RUN = """\
budget = 3.0
[pool]
path = "pool.csv"
[energy]
kind = "majority"
ties = "coin"
[searcher]
kind = "monte-carlo"
"""
PARTS = """\
[searchers.slow]
kind = "annealing"
cooling = 0.99
[stopping.short]
any = [{kind = "max-step", limit = 30}, {kind = "stagnation", steps = 20}]
"""
QUICK = ("--stopping", "max-step:limit=30", "--seeds", "1")


@pytest.fixture
def folder(folder):
    (folder / "other.csv").write_text((folder / "pool.csv").read_text().replace("0.9", "0.85"))
    (folder / "more").mkdir()
    (folder / "more" / "pool.csv").write_text((folder / "pool.csv").read_text())
    (folder / "run.toml").write_text(RUN)
    (folder / "parts.toml").write_text(PARTS)
    (folder / "known.csv").write_text("pool,value\npool,0.95\n")
    return folder


@pytest.fixture
def call(call):
    """Call the command; returns status, standard output and standard error."""
    return functools.partial(call, "compare")


@pytest.fixture
def rows(call):
    """Call the command, which must work; returns the rows that it prints as JSON."""

    def made(*words):
        status, out, err = call(*words, "--json")
        assert (status, err) == (0, "")
        return Comparison.from_json(out).rows

    return made


def test_the_table_is_printed(call):
    status, out, err = call("pool.csv", "--budget", 8, "--searchers", "sweep,annealing", *QUICK)
    assert (status, err) == (0, "")
    assert out.startswith("pools  searcher ")
    assert "pool   sweep" in out
    assert "reference: 1 proven optimum\n" in out
    assert "stopping: max-step:limit=30; at most 10 s each\n" in out


def test_searchers_left_out_are_all_that_can_be_used(rows):
    assert {row.searcher for row in rows("pool.csv", "--budget", 8, *QUICK)} >= {"annealing", "sherlock", "sweep"}


def test_pools_and_run_files_stand_side_by_side(rows):
    found = rows("pool.csv", "other.csv", "run.toml", "--searchers", "sweep", *QUICK)
    assert [(row.pool, row.group, row.budget) for row in found] == [
        ("pool", "pool", None),
        ("other", "other", None),
        ("run", "run", 3.0),
    ]


def test_files_of_one_name_are_told_by_their_paths(rows):
    found = rows("pool.csv", "more/pool.csv", "--searchers", "sweep", *QUICK)
    assert [row.pool for row in found] == ["pool.csv", "more/pool.csv"]


def test_options_come_before_those_of_a_run_file(rows):
    words = ("--searchers", "sweep", *QUICK)
    assert rows("run.toml", "--budget", "5.", *words)[0].budget == 5.0
    assert rows("run.toml", "--budget-share", 0.5, *words)[0].budget == 4.5


def test_constraints_hold_for_files_and_synthetic_pools(rows):
    words = ("--searchers", "sweep", "--constraint", "size:least=2,most=2", *QUICK)
    assert [row.chosen for row in rows("pool.csv", "--budget", 9, *words)] == [2]
    assert [row.chosen for row in rows("--paper-pools", 5, "--pools-per-size", 1, *words)] == [2]


def test_synthetic_pools(rows):
    found = rows("--paper-pools", "5,7", "--pools-per-size", 2, "--searchers", "sweep", *QUICK)
    assert [row.pool for row in found] == ["n=5 seed 0", "n=5 seed 1", "n=7 seed 0", "n=7 seed 1"]
    assert [row.group for row in found] == ["n=5", "n=5", "n=7", "n=7"]
    assert found[3].budget == pytest.approx(0.3 * paper_pool(7, 1).costs.sum())


def test_synthetic_pools_with_other_costs_budgets_and_settings(rows):
    words = ("--paper-pools", "5", "--pools-per-size", 1, "--searchers", "sweep", *QUICK)
    (uniform,) = rows(*words, "--costs", "uniform", "--budget-share", 0.5)
    assert uniform.group == "n=5 uniform"
    assert uniform.budget == pytest.approx(0.5 * paper_pool(5, 0, "uniform").costs.sum())
    assert rows(*words, "--budget", 9)[0].budget == 9.0


@pytest.mark.parametrize(
    ("group", "groups"), [("pool", {"n=5 seed 0", "n=5 seed 1", "pool"}), ("size", {"n=5", "n=4"}), ("all", {"all"})]
)
def test_groups_can_be_chosen(rows, group, groups):
    words = ("pool.csv", "--paper-pools", "5", "--pools-per-size", 2, "--searchers", "sweep", "--group", group)
    assert {row.group for row in rows(*words, *QUICK)} == groups


def test_searchers_and_rules_have_options_on_the_line_and_in_a_file(rows):
    words = ("--searchers", "annealing:cooling=0.5,chains=8", "--searchers", "sweep", "--parts", "parts.toml")
    found = rows("pool.csv", "--budget", 8, *words, "--stopping", "max-step:limit=9", "--seeds", 1)
    assert list(dict.fromkeys(row.searcher for row in found)) == ["annealing:cooling=0.5,chains=8", "sweep", "slow"]
    assert list(dict.fromkeys(row.stopping for row in found)) == ["max-step:limit=9", "short"]
    assert found[0].stop_reason == "limit of 9 steps"


def test_seeds_are_a_number_or_a_list(rows):
    words = ("pool.csv", "--budget", 8, "--searchers", "sweep", "--stopping", "max-step:limit=30")
    assert [row.seed for row in rows(*words, "--seeds", 2)] == [0, 1]
    assert [row.seed for row in rows(*words, "--seeds", "5, 9")] == [5, 9]


def test_limits_and_references_can_be_chosen(call, rows):
    words = ("pool.csv", "--budget", 8, "--searchers", "sweep", *QUICK)
    assert rows(*words, "--reference", "none")[0].reference.kind == "best-found"
    assert rows(*words, "--best-known", "known.csv")[0].reference.error == pytest.approx(0.05)
    assert call(*words, "--seconds", "inf")[1].endswith("stopping: max-step:limit=30\n")


def test_the_runs_are_written_as_csv_or_json(call, folder):
    words = ("pool.csv", "--budget", 8, "--searchers", "sweep", *QUICK)
    assert call(*words, "--out", "runs.csv")[0] == 0
    with (folder / "runs.csv").open() as file:
        assert [line["searcher"] for line in csv.DictReader(file)] == ["sweep"]
    status, out, _ = call(*words, "--out", "runs.json", "--json")
    assert status == 0
    assert (folder / "runs.json").read_text() == out
    assert json.loads(out)["interrupted"] is False


@pytest.mark.slow
def test_the_picture_is_drawn(call, folder):
    pytest.importorskip("matplotlib")
    words = ("pool.csv", "--budget", 8, "--searchers", "sweep", *QUICK)
    for over in ("seconds", "steps"):
        assert call(*words, "--plot", f"{over}.svg", "--plot-over", over)[0] == 0
        assert (folder / f"{over}.svg").stat().st_size > 2000


def test_the_command_and_the_function_agree(rows, folder):
    import haversack

    (message,) = rows("pool.csv", "--budget", 8, "--searchers", "annealing", *QUICK)
    rule = {"kind": "max-step", "limit": 30}
    pool = {"pool": Pool.from_csv(folder / "pool.csv")}
    (made,) = haversack.compare(pool, "annealing", budget=8, stopping=rule, seeds=1).rows
    assert (message.error, message.steps, message.reference) == (made.error, made.steps, made.reference)


@pytest.mark.parametrize("out", ["no/such/runs.csv", "no/such/runs.json"])
def test_where_the_runs_cannot_be_written_the_table_is_printed_all_the_same(call, out):
    status, printed, err = call("pool.csv", "--budget", 8, "--searchers", "sweep", *QUICK, "--out", out)
    assert status == 2
    assert err == f"error: --out {out}: cannot be written: No such file or directory\n"
    assert printed.startswith("pools  searcher")


def test_a_store_keeps_runs_on_any_number_of_workers(call, folder):
    words = ("pool.csv", "--budget", 8, "--searchers", "sweep,annealing", *QUICK, "--store", "runs", "--json")
    status, first, _ = call(*words)
    assert status == 0
    # Everything is there, seconds included, so that no worker is started.
    assert call(*words, "--jobs", 2)[1] == first
    (folder / "haversack-comparison.json").write_text("{}")
    status, out, err = call("pool.csv", "--budget", 8, "--searchers", "sweep", *QUICK, "--store", folder)
    assert (status, out) == (2, "")
    assert err == (
        f'error: {folder / "haversack-comparison.json"}: expected {{"haversack-comparison": 1}}, got {{}}; '
        "made by another version?\n"
    )


def test_progress_of_several_runs_at_a_time_has_the_time_left():
    stage = Stage(12, 60, "", None, None, computed=10, seconds=20.0)
    assert _format_stage(stage, Limits()) == "12 of 60 runs, about 1 min 36 s left"
    assert _format_stage(Stage(0, 60, "", None, None), Limits()) == "0 of 60 runs"


def test_an_interrupt_before_anything_is_complete_is_told(call, monkeypatch):
    def broken(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("haversack.cli.compare.run_comparison", broken)
    assert call("pool.csv") == (130, "", "interrupted before any run was complete\n")
    monkeypatch.setattr("haversack.cli.compare.run_comparison", lambda *_, **__: Comparison([], 3))
    assert call("pool.csv") == (130, "", "interrupted before any run was complete\n")


MISTAKES = {
    "nothing": ([], "nothing to compare on: give pools, run files or --paper-pools"),
    "two budgets": (
        ["pool.csv", "--budget", "3", "--budget-share", "0.5"],
        "--budget and --budget-share: give one of them, not both",
    ),
    "budget": (["pool.csv", "--budget", "much"], "command line: budget: must be a number, got 'much'"),
    "share": (
        ["pool.csv", "--budget-share", "2"],
        "budget share: must be a number above 0 and at most 1, got 2",
    ),
    "no number": (["pool.csv", "--budget-share", "x"], "budget share: must be a number above 0 and at most 1"),
    "sizes": (
        ["--paper-pools", "5,x"],
        "paper pools: members: must be a whole number of at least 1 and at most 10,000,000, got 'x'",
    ),
    "count": (
        ["--paper-pools", "5", "--pools-per-size", "x"],
        "paper pools: pools per size: must be a whole number of at least 1 and at most 100,000, got 'x'",
    ),
    "costs": (
        ["--paper-pools", "5", "--costs", "free"],
        "paper pools: costs: must be one of exponential, correlated, uniform, got 'free'",
    ),
    "missing file": (["no.csv"], "no.csv: cannot be read: No such file or directory"),
    "searcher": (
        ["pool.csv", "--searchers", "swep"],
        "searchers.swep.kind: 'swep' is not registered; did you mean 'sweep'?",
    ),
    "option": (
        ["pool.csv", "--searchers", "annealing:coling=1"],
        "searchers.annealing:coling=1.coling: unknown key; did you mean 'cooling'?",
    ),
    "no option": (
        ["pool.csv", "--stopping", "max-step:5"],
        "--stopping max-step:5: expected key=value after the colon, got '5'",
    ),
    "no name": (
        ["pool.csv", "--searchers", "sweep,,"],
        "--searchers : expected KIND or KIND:key=value,key=value",
    ),
    "choice": (
        ["pool.csv", "--set", "searcher.kind=sweep"],
        "--set searcher.kind=sweep: has no effect on a comparison; use --searchers",
    ),
    "seed": (["pool.csv", "--set", "seed=4"], "--set seed=4: has no effect on a comparison; use --seeds"),
    "seeds": (["pool.csv", "--searchers", "sweep", "--seeds", "x"], "seeds: must be a whole number of at least 1"),
    "seconds": (["pool.csv", "--seconds", "0"], "seconds: must be a finite number above 0, got 0"),
    "jobs": (
        ["pool.csv", "--searchers", "sweep", "--jobs", "0"],
        "jobs: must be a whole number of at least 1 and at most 10,000, got 0",
    ),
    "no address": (["pool.csv", "--searchers", "sweep", "--backend", "dask"], "address: missing; backend dask needs"),
    "no store": (["pool.csv", "--searchers", "sweep", "--store", "pool.csv"], "pool.csv: must be a folder, got a file"),
    "known": (["pool.csv", "--best-known", "no.csv"], "no.csv: cannot be read: No such file or directory"),
    "ending": (["pool.csv", "--out", "runs.txt"], "--out runs.txt: must end in one of .csv, .json"),
    "picture": (["pool.csv", "--plot", "runs.gif"], "--plot runs.gif: must end in one of .png, .svg, .pdf"),
    "setting": (
        ["run.toml", "--set", "energy.ties=dice"],
        "run.toml: energy.ties: must be 'wrong' or 'coin', got 'dice'",
    ),
    "axis": (["pool.csv", "--plot-over", "miles"], "--plot-over miles: must be one of seconds, steps"),
    "group": (["pool.csv", "--group", "colour"], "--group colour: must be one of pool, size, all"),
    "parts": (["pool.csv", "--parts", "run.toml"], "run.toml: budget: unknown key; known: searchers, stopping"),
}


@pytest.mark.parametrize(("words", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes_are_told_with_status_two(call, words, message):
    status, out, err = call(*words)
    assert (status, out) == (2, "")
    assert err.startswith(f"error: {message}")
    assert "Traceback" not in err
