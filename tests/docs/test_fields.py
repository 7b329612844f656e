"""`docs/reference/fields.md` lists exactly the fields and columns that results have and that readers know."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import re
from collections import defaultdict
from pathlib import Path

import pytest

import haversack as hs
from haversack.cli import main
from haversack.pools.columns import COLUMNS
from haversack.pools.logs.roles import ALIASES, ROLES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "fields.md").read_text(encoding="utf-8")
JURY = ROOT / "docs" / "tutorial" / "jury"

NESTED = {
    "best_single|best_known": "Panel",
    "trace": "Row of a trace",
    "plan": "Plan",
    "notes": "Note",
    "parts": {".*": "Part"},
    "Part.parts": "Part",
    "expected": "Expected accuracy",
    "Expected accuracy.(best_single|everybody)": "Rival",
    "points|rows": "Point of a frontier",
    "Comparison.standings": "Standing",
    "Comparison.stops": "Standing of STOP",
    "Comparison.rows": "Row of a comparison",
    "(Standing|Standing of STOP).(excess|decades|steps|evaluations|seconds)": "Range",
    "Study.rows": "Row of a study",
    "Explanation.(members|others|constraints)": "Alternative",
    "Explanation.budgets": "Step of budget",
    "branches|Corner of a policy.branch": "Branch",
    "model": "Answer model",
    "Policy.alternatives": "Way of asking",
    "Policy.points": "Corner of a policy",
    "calibration": "Bin of calibration",
    "Verdicts.items": "Verdict",
    "Verdicts.accuracy": "Share",
    "options": "Option",
}
"""Where an object within another is listed: by its key, or by that of the section and its key."""

ELSEWHERE = {
    "config": "docs/reference/configuration.md",
    "settings": "docs/reference/configuration.md",
    "pool": "docs/reference/configuration.md",
    "unknown_labels": "labels of the log are its keys",
    "provenance": "its two keys are named in its row",
    "versions": "its keys are names of distributions",
}


def documented():
    """The names in the first column of the tables, by section."""
    sections = defaultdict(set)
    for part in re.split(r"^##+ ", PAGE, flags=re.MULTILINE)[1:]:
        title = part.splitlines()[0]
        for row in re.findall(r"^\| (`.*?) \|", part, re.MULTILINE):
            sections[title] |= set(re.findall(r"`([^`]+)`", row))
    return sections


def csv_columns():
    """The columns of the CSV files that are written, by what they are of."""
    texts = re.findall(r"^CSV of (?:a |)(\w+)[^:]*: (.*?)\.$", PAGE, re.MULTILINE | re.DOTALL)
    return {title: re.findall(r"`([^`]+)`", text) for title, text in texts}


def find_section(section, key):
    # The more special way first.
    for pattern, target in sorted(NESTED.items(), key=lambda each: "." not in each[0]):
        if re.fullmatch(pattern, f"{section}.{key}") or re.fullmatch(pattern, key):
            return target
    raise LookupError(f"{section}: {key}: an object of which the test does not know where it is listed")


def collect(section, value, found):
    """Add the keys of an object, and those of all objects within, to what is found by section."""
    for each in value if isinstance(value, list) else [value]:
        if not isinstance(each, dict):
            continue
        found[section] |= each.keys()
        for key, inner in each.items():
            held = inner if isinstance(inner, list) else [inner]
            if key in ELSEWHERE or not any(isinstance(entry, dict) for entry in held):
                continue
            target = find_section(section, key)
            if isinstance(target, dict):
                collect(target[".*"], list(inner.values()) if isinstance(inner, dict) else inner, found)
            else:
                collect(target, inner, found)


@pytest.fixture(scope="module")
def call():
    """Call the command line, and return what it prints."""

    def called(*words):
        buffer = io.StringIO()
        with contextlib.redirect_stdout(buffer), contextlib.suppress(SystemExit):
            main([str(word) for word in words])
        return buffer.getvalue()

    return called


@pytest.fixture(scope="module")
def made(tmp_path_factory, call):
    """Results of small runs of all kinds, as plain values, by section; and the CSV files."""
    folder = tmp_path_factory.mktemp("fields")
    pool = hs.Pool.from_csv(ROOT / "docs" / "tutorial" / "pool.csv")
    votes = hs.Pool.from_log(JURY / "digit.csv", costs=JURY / "digit-prices.csv")
    events = folder / "events.jsonl"
    observer = {"kind": "jsonl", "path": str(events)}
    first = hs.select(
        pool, 10.0, preset="paper", seed=0, constraints=[{"kind": "size", "most": 3}], observers=[observer]
    )
    chosen = hs.select(votes, 60.0, seed=0)
    bare = hs.select(pool, 10.0, energy=hs.energies.MajorityVote(), searcher=Nameless(), seed=0)
    auto = hs.select(pool, 10.0, seed=0)
    frontiers = [hs.frontier(pool, budgets=[5.0, 10.0]), hs.frontier(pool)]
    frontiers.append(hs.frontier(pool, budgets=[40.0], energy=hs.energies.MajorityVote(), searcher=Nameless()))
    compared = hs.compare(
        hs.comparison.paper_cases([8], 1),
        ["greedy-forward"],
        stopping={"kind": "max-step", "limit": 50},
        seconds=None,
        seeds=1,
    )
    studied = hs.study(pools={"readers": pool}, budgets=[10.0], store=folder / "store")
    policy = hs.policy(votes, budget=60, seed=0)
    replayed = policy.replay(votes)
    result, new, good, bad = (folder / name for name in ("result.json", "new.csv", "good.toml", "bad.toml"))
    result.write_text(hs.select(votes, 60.0, energy="bayes", seed=0, estimate="none").to_json())
    new.write_text("\n".join((JURY / "digit.csv").read_text().splitlines()[:4]) + "\n")
    good.write_text("budget = 5.0\npool = { accuracies = [0.9, 0.8, 0.7], costs = [4.0, 2.0, 2.0] }\n")
    bad.write_text("budgt = 5.0\n")
    lines = [json.loads(line) for line in call("run", good, bad, "--jsonl").splitlines()]
    verdicts, table = call("decide", result, new, "--json", "--out", folder / "verdicts.csv"), folder / "verdicts.csv"
    written = {
        "Selection": [json.loads(each.to_json()) for each in (first, chosen, bare, auto)] + lines,
        "Frontier": [json.loads(each.to_json()) for each in frontiers],
        "Comparison": json.loads(compared.to_json()),
        "Study": json.loads(studied.to_json()),
        "Explanation": [json.loads(each.explain().to_json()) for each in (first, auto)],
        "Policy": json.loads(policy.to_json()),
        "Replay": json.loads(replayed.to_json()),
        "Replayed item": json.loads(replayed.to_jsonl().splitlines()[0]),
        "Verdicts": json.loads(verdicts),
        "Plugins": json.loads(call("plugins", "--json")),
        "Details of a part": json.loads(call("plugins", "show", "annealing", "--json")),
        "Events of a run": [*map(json.loads, events.read_text().splitlines()), {"reason": "Ctrl-C"}],
    }
    files = {
        "frontier": frontiers[0].to_csv(),
        "comparison": compared.to_csv(),
        "study": studied.to_csv(),
        "verdicts": table.read_text(),
    }
    return written, files


class Nameless:
    """A searcher without a registered name: its run has no configuration."""

    def search(self, problem, monitor, rng):
        monitor.offer([[True] + [False] * (len(problem.pool) - 1)])


@pytest.mark.slow  # many small runs
def test_results_have_the_fields_of_the_page_and_no_others(made):
    found = defaultdict(set)
    for section, value in made[0].items():
        collect(section, value, found)
    pages = documented()
    assert {title: sorted(keys ^ pages[title]) for title, keys in found.items() if keys != pages[title]} == {}
    read = {"Pool", "Costs of members", "Log of answers"}
    assert sorted(set(pages) - set(found) - read) == []


@pytest.mark.slow
def test_csv_files_have_the_columns_of_the_page_in_this_order(made):
    headers = {title: next(csv.reader(io.StringIO(text))) for title, text in made[1].items()}
    assert headers == csv_columns()


def test_rows_have_the_columns_of_their_files():
    pages, columns = documented(), csv_columns()
    assert set(columns["comparison"]) == pages["Row of a comparison"] - {"trace"}
    assert set(columns["study"]) == pages["Row of a study"]
    assert set(columns["verdicts"]) == pages["Verdict"]
    assert set(columns["frontier"]) == pages["Point of a frontier"] - {"members"}


def test_columns_that_are_read_are_those_of_the_page():
    pages = documented()
    assert pages["Pool"] == {column.header for column in COLUMNS if column.header}
    assert pages["Log of answers"] == set(ROLES)
    log = (ROOT / "docs" / "how-to" / "read-a-log-of-answers.md").read_text(encoding="utf-8")
    for role in ROLES:
        (names,) = re.findall(rf"^\| `{role}` \| (.*?) \|$", log, re.MULTILINE)
        spelt = re.split(r"[,;:]? ", names)
        assert [alias for alias in ALIASES[role] if not alias.endswith(("_id", "_name")) and alias not in spelt] == []


def list_keys(value):
    """All keys of an object and of those within."""
    if isinstance(value, dict):
        return set(value) | {key for inner in value.values() for key in list_keys(inner)}
    return {key for inner in value for key in list_keys(inner)} if isinstance(value, list) else set()


@pytest.mark.slow  # makes six certificates
def test_certificates_have_the_entries_of_their_page_and_no_others():
    pool = hs.Pool.from_csv(ROOT / "docs" / "tutorial" / "pool.csv")
    votes = hs.Pool.from_log(JURY / "digit.csv", costs=JURY / "digit-prices.csv")
    sure = hs.Pool(accuracies=[1.0, 0.8, 0.7])
    curve = {"kind": "spatial", "curve": {"a": -3.43, "b": 101.7}}
    results = [
        hs.select(pool, 10.0, seed=0),
        hs.select(pool, 10.0, seed=0, constraints=[{"kind": "size", "least": 2}]),
        hs.select(hs.Pool(accuracies=[0.9, 0.8, 0.7]), seed=0),
        hs.select(sure, seed=0),
        hs.select(votes, 60.0, seed=0, estimate="none"),
        hs.select(hs.Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[1.0] * 4), 3.0, seed=0, energy=curve),
    ]
    made = [json.loads(result.certificate.to_json()) for result in results]
    page = (ROOT / "docs" / "reference" / "certificates.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_]+)`", page))
    values = {"majority", "counts", "votes", "wrong", "coin", "nothing", "prefixes", "tilts", "tree"}
    assert named - values == set().union(*map(list_keys, made)) - values
