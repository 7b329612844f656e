"""Parts of an installed plugin that fail in mid-run, through the command line in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

POOL = "name,accuracy,cost\n" + "".join(f"m{i},{0.55 + 0.01 * i:.2f},{1 + i % 5}\n" for i in range(16))

PLUGIN = '''
import attrs
import numpy as np
from haversack import Registration, hookimpl
from haversack.capabilities import SizeEstimate

CALLS = {"energy": 0, "cost": 0, "searcher": 0, "stopping": 0}


def tick(kind, at, text):
    CALLS[kind] += 1
    if CALLS[kind] >= at:
        if text == "exit":
            raise SystemExit(0)
        raise ValueError(text)


@attrs.frozen
class Energy:
    at: int = 3
    text: str = "out of\\norder \\x1b[31m"

    def losses(self, pool, sets):
        tick("energy", self.at, self.text)
        return 1.0 - (sets @ pool.accuracies) / len(pool)


@attrs.frozen
class Cost:
    at: int = 3
    text: str = "out of order"

    def costs(self, pool, sets):
        tick("cost", self.at, self.text)
        return sets @ pool.costs

    def expected_size(self, pool, budget, accuracy):
        return SizeEstimate(1, "always")


@attrs.frozen
class Searcher:
    at: int = 3
    text: str = "out of order"

    def search(self, problem, monitor, rng):
        while True:
            tick("searcher", self.at, self.text)
            if not monitor.offer(rng.random((2, len(problem.pool))) < 0.3):
                return


@attrs.frozen
class Rule:
    at: int = 5
    text: str = "out of order"

    def __call__(self, progress):
        tick("stopping", self.at, self.text)
        return "100 steps" if progress.steps >= 100 else None


def make_rule(at: int = 5):
    """A rule that a function builds."""
    return Rule(at)


@hookimpl
def haversack_energies():
    yield Registration("fragile", Energy, "fails")


@hookimpl
def haversack_cost_models():
    yield Registration("fragile", Cost, "fails")


@hookimpl
def haversack_searchers():
    yield Registration("fragile", Searcher, "fails")


@hookimpl
def haversack_stopping_rules():
    yield Registration("fragile", Rule, "fails")
    yield Registration("made", make_rule, "fails")
'''
WORDS = {"energy": "energy", "cost": "cost model", "searcher": "searcher", "stopping": "stopping rule"}
STEPS = "max-step:limit=200"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A pool, and a folder in which a third party is installed."""
    folder = tmp_path_factory.mktemp("failing")
    (folder / "pool.csv").write_text(POOL)
    (folder / "third_party.py").write_text(PLUGIN)
    information = folder / "third_party-1.2.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: third-party\nVersion: 1.2\n")
    (information / "entry_points.txt").write_text("[haversack]\nthird = third_party\n")
    return folder


def call(folder, *words):
    """Run the command; returns the finished process."""
    return subprocess.run(
        [sys.executable, "-m", "haversack", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "200", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )


def call_select(folder, kind, *words, at=5, part="fragile"):
    # It asks for two sets at a time, so that all parts are called often.
    parts = {"searcher": "fragile:at=1000000", "stopping": STEPS} | {kind: f"{part}:at={at}"}
    options = [word for each, text in parts.items() for word in (f"--{each}", text)]
    return call(folder, "select", "pool.csv", "--budget", "20", "--seed", "1", *options, *words)


@pytest.mark.parametrize(("kind", "at"), [("energy", 20), ("cost", 40), ("searcher", 3), ("stopping", 5)])
@pytest.mark.slow
def test_a_part_that_fails_leaves_the_answer_and_status_3(folder, kind, at):
    done = call_select(folder, kind, "--json", "--out", "found.json", "--certify", "off", at=at)
    assert done.returncode == 3, done.stderr
    found = json.loads(done.stdout)
    assert json.loads((folder / "found.json").read_text()) == found
    assert (found["failed"], found["interrupted"], bool(found["members"])) == (True, False, True)
    sentence = f"{WORDS[kind]} 'fragile' of third-party 1.2 raised ValueError: out of order"
    assert found["stop_reason"].startswith(f"failed: {sentence}")
    assert done.stderr.startswith(f"error: {sentence}")
    assert done.stderr.count("\n") == 1
    assert found["parts"][kind] == {"name": "fragile", "distribution": "third-party", "version": "1.2"}
    assert "\x1b" not in done.stderr


@pytest.mark.slow
def test_the_text_shows_the_failure_first(folder):
    done = call_select(folder, "searcher", "--certify", "off", at=3)
    assert done.returncode == 3
    result = " ".join(done.stdout[done.stdout.index("\nresult\n") :].split())
    assert result.startswith(
        "result failed searcher 'fragile' of third-party 1.2 raised ValueError: out of order members"
    )
    assert "parts searcher 'fragile' of third-party 1.2 " in result


@pytest.mark.slow
def test_a_part_that_a_function_builds_has_its_name(folder):
    done = call_select(folder, "stopping", "--json", "--certify", "off", at=5, part="made")
    assert (done.returncode, json.loads(done.stdout)["parts"]["stopping"]["name"]) == (3, "made")
    assert done.stderr.startswith("error: stopping rule 'made' of third-party 1.2 raised ")


def test_a_failure_before_any_set_is_one_sentence_and_status_2(folder):
    done = call_select(folder, "cost", at=1)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "error: cost model 'fragile' of third-party 1.2 raised ValueError: out of order; no set had been found before\n"
    )


@pytest.mark.parametrize("at", [1, 3])
@pytest.mark.slow
def test_debug_raises_with_status_1(folder, at):
    done = call_select(folder, "searcher", "--debug", at=at)
    assert (done.returncode, done.stdout) == (1, "")
    assert "Traceback (most recent call last)" in done.stderr
    assert "error: unexpected ValueError: out of order" in done.stderr


@pytest.mark.parametrize(("flags", "status"), [((), 3), (("--debug",), 1)])
@pytest.mark.slow
def test_a_part_that_exits_does_not_end_the_command(folder, flags, status):
    done = call_select(folder, "searcher", "--set", "searcher.text=exit", "--certify", "off", *flags, at=3)
    assert done.returncode == status
    assert "SystemExit" in done.stderr


@pytest.mark.slow
def test_a_failing_budget_keeps_the_points_of_others(folder):
    searcher = ("--searcher", "fragile:at=1000000", "--stopping", STEPS)
    words = ("--budgets", "4,10,20", *searcher, "--seed", "1", "--json")
    done = call(folder, "frontier", "pool.csv", "--energy", "fragile:at=20", *words)
    assert done.returncode == 3, done.stderr
    found = json.loads(done.stdout)
    assert found["failed"]
    assert found["points"]
    assert found["failed_budgets"]
    assert found["parts"]["energy"]["distribution"] == "third-party"
    assert done.stderr.startswith("error: energy 'fragile' of third-party 1.2 raised ValueError: out of order")


@pytest.mark.slow
def test_a_failing_contestant_keeps_the_rows_of_others(folder):
    words = ("--budget", "20", "--stopping", STEPS, "--seeds", "1", "--json")
    done = call(folder, "compare", "pool.csv", "--searchers", "fragile,sweep", *words)
    assert done.returncode == 3, done.stderr
    rows = {row["searcher"]: row for row in json.loads(done.stdout)["rows"]}
    assert (rows["fragile"]["failed"], rows["sweep"]["failed"]) == (True, False)
    assert rows["sweep"]["value"] is not None
    assert done.stderr.startswith(
        "error: pool: fragile, seed 0: searcher 'fragile' of third-party 1.2 raised ValueError: out of order"
    )
