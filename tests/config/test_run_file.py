"""Run files: what they may say, and what is reported if they are wrong."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import numpy as np
import pytest
from hypothesis import given

import haversack
from haversack import AnyOf, ConfigError, Pool
from haversack.config.run_file import RunConfig, build_run, read_document
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.plugins import Entry, Source
from haversack.searchers import MonteCarlo
from haversack.stopping import MaxStep, Paper
from strategies import run_documents

POOL = {"accuracies": [0.9, 0.8], "costs": [2, 1]}


@pytest.fixture
def write(tmp_path):
    def written(text, name="run.toml"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return written


def problems_of(function, *arguments, **keywords):
    with pytest.raises(ConfigError) as caught:
        function(*arguments, **keywords)
    return caught.value.problems


def run_problems(document, catalog, **keywords):
    return problems_of(build_run, document, catalog, source="run.toml", **keywords)


# ------------------------------------------------------------------------------------------------- reading a file


def test_a_toml_file_is_read(write):
    path = write('budget = 3\n[pool]\npath = "pool.csv"\n')
    assert read_document(path) == read_document(str(path)) == {"budget": 3, "pool": {"path": "pool.csv"}}


def test_a_byte_order_mark_is_passed_over(write):
    assert read_document(write(b"\xef\xbb\xbfseed = 1\n")) == {"seed": 1}
    assert read_document(write(b'\xef\xbb\xbf{"config": {"seed": 1}}', "result.JSON")) == {"seed": 1}


def test_the_run_of_an_earlier_result_is_read(write):
    path = write(json.dumps({"value": 0.9, "config": {"seed": 3, "pool": POOL}}), "result.json")
    assert read_document(path) == {"seed": 3, "pool": POOL}


def test_a_missing_file_is_reported(tmp_path):
    path = tmp_path / "nowhere.toml"
    assert problems_of(read_document, path) == (f"{path}: cannot be read: No such file or directory",)


def test_a_directory_is_reported(tmp_path):
    assert problems_of(read_document, tmp_path) == (f"{tmp_path}: cannot be read: Is a directory",)


def test_another_encoding_is_reported(write):
    path = write("# José\n".encode("latin-1"))
    (problem,) = problems_of(read_document, path)
    assert problem.startswith(f"{path}: is not text in UTF-8: 'utf-8' codec can't decode byte 0xe9")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("budget = \n", "Invalid value (at line 1, column 10)"),
        ("budget = 3\n[pool\n", "Expected ']' at the end of a table declaration (at line 2, column 6)"),
        ("budget = 1\nbudget = 2\n", "Cannot overwrite a value (at line 2, column 11)"),
        ("name,accuracy\nann,0.9\n", "Expected '=' after a key in a key/value pair (at line 1, column 5)"),
    ],
)
def test_what_is_not_toml_is_reported_with_its_line(write, text, message):
    path = write(text)
    assert problems_of(read_document, path) == (f"{path}: is not TOML: {message}",)


def test_a_pool_in_place_of_a_run_file_is_recognised_by_its_ending(write):
    path = write("name,accuracy\n", "pool.csv")
    (problem,) = problems_of(read_document, path)
    assert problem.endswith(f"; `haversack select {path}` selects from a pool")


def test_what_is_not_json_is_reported_with_its_line(write):
    path = write('{"config":\n }', "result.json")
    assert problems_of(read_document, path) == (f"{path}: is not JSON: Expecting value: line 2 column 2 (char 12)",)


@pytest.mark.parametrize("name", ["run.toml", "result.json"])
def test_a_number_of_too_many_digits_is_reported(write, name):
    path = write(("[1" if name == "result.json" else "seed = 1") + "0" * 5000, name)
    (problem,) = problems_of(read_document, path)
    assert problem.startswith(f"{path}: is not {'JSON' if name == 'result.json' else 'TOML'}: ")


@pytest.mark.parametrize("text", ["[]", "3", '"config"', "{}", '{"value": 0.9}'])
def test_json_that_is_no_result_is_reported(write, text):
    path = write(text, "result.json")
    assert problems_of(read_document, path) == (
        f"{path}: expected a result of haversack with the key 'config', which holds the run",
    )


def test_a_result_of_a_run_that_had_no_configuration_is_reported(write):
    chosen = haversack.select(Pool(**POOL), stopping=lambda progress: "enough" if progress.steps > 9 else None, seed=0)
    path = write(chosen.to_json(), "result.json")
    assert problems_of(read_document, path) == (
        f"{path}: this run used parts that have no registered name, so it cannot be repeated from a file",
    )


# ---------------------------------------------------------------------------------------------------- a right run


def test_a_complete_run_is_made(builtins):
    document = {
        "budget": 3,
        "seed": 5,
        "pool": POOL,
        "energy": {"kind": "majority"},
        "searcher": {"kind": "monte-carlo"},
        "stopping": {"any": [{"kind": "paper", "fit": "empirical"}, {"kind": "max-step", "limit": 9}]},
        "cost": {"kind": "additive", "size": "mean"},
    }
    made = build_run(document, builtins, source="run.toml")
    assert made == RunConfig(
        pool=Pool(**POOL),
        budget=3.0,
        seed=5,
        energy=MajorityVote(),
        searcher=MonteCarlo(),
        stopping=AnyOf([Paper(fit="empirical"), MaxStep(limit=9)]),
        cost=Additive(size="mean"),
    )
    assert type(made.budget) is float


def test_what_is_left_out_is_left_to_the_defaults(builtins):
    assert build_run({"pool": POOL}, builtins, source="run.toml") == RunConfig(pool=Pool(**POOL))


def test_null_stands_for_left_out(builtins):
    made = build_run({"pool": POOL, "budget": None, "seed": None}, builtins, source="run.toml")
    assert (made.budget, made.seed) == (None, None)


def test_a_budget_may_be_infinite(builtins):
    assert build_run({"pool": POOL, "budget": float("inf")}, builtins, source="x").budget == float("inf")


def test_the_path_of_the_pool_is_relative_to_the_directory(write, tmp_path, builtins):
    path = write("accuracy\n0.9\n", "pool.csv")
    for named in ("pool.csv", str(path)):
        made = build_run({"pool": {"path": named}}, builtins, source="run.toml", directory=tmp_path)
        assert made.pool == Pool(accuracies=[0.9])


@pytest.mark.parametrize(
    "columns",
    [
        {"accuracies": [0.9, 0.8]},
        {"costs": [1.0, 2.0]},
        {"accuracies": [0, 1], "names": ["a", "b"]},
        {"accuracies": [0.9, 0.8], "metadata": {"year": [1, "x"]}},
    ],
)
def test_the_columns_of_the_pool_may_stand_in_the_file(builtins, columns):
    assert build_run({"pool": columns}, builtins, source="x").pool == Pool(**columns)


@given(document=run_documents())
def test_a_right_document_is_accepted_and_its_numbers_kept(builtins, document):
    made = build_run(document, builtins, source="run.toml")
    assert made.pool == Pool(**document["pool"])
    assert made.budget == document.get("budget")
    assert made.seed == document.get("seed")


# ---------------------------------------------------------------------------------------------------- a wrong run


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sercher": {"kind": "sherlock"}}, "sercher: unknown key; did you mean 'searcher'?"),
        (
            {"xyz": 3},
            "xyz: unknown key; known: budget, certify, constraints, cost, disable, energy, estimate, frugal, "
            "observers, pool, preset, searcher, seed, stopping, vote",
        ),
        ({"estimate": "guess"}, "estimate: must be 'auto', 'bootstrap', 'nested', 'holdout' or 'none', got 'guess'"),
        ({"energy": "majority"}, "energy: must be a section with the key 'kind', got 'majority'"),
        ({"cost": 3}, "cost: must be a section with the key 'kind', got 3"),
        ({"stopping": [{"kind": "paper"}]}, "stopping: must be a section with the key 'kind', got [{'kind': 'paper'}]"),
        ({"energy": {"kind": "majorty"}}, "energy.kind: 'majorty' is not registered; did you mean 'majority'? known: "),
        ({"energy": {"kind": 3}}, "energy.kind: must be text, got 3"),
        ({"energy": {}}, "energy: the key 'kind' is missing; known kinds: "),
        (
            {"stopping": {"kind": "max-step", "limt": 3, "limit": 3}},
            "stopping.limt: unknown key; did you mean 'limit'?",
        ),
        (
            {"stopping": {"kind": "stagnation", "steps": "x"}},
            "stopping.steps: must be a whole number or nothing, got 'x'",
        ),
        ({"budget": -1}, "budget: must be a number above 0, got -1.0"),
        ({"budget": 0}, "budget: must be a number above 0, got 0.0"),
        ({"budget": float("nan")}, "budget: must be a number above 0, got nan"),
        ({"budget": "30"}, "budget: must be a number, got '30'"),
        ({"budget": True}, "budget: must be a number, got True"),
        ({"budget": [3]}, "budget: must be a number, got [3]"),
        ({"seed": -1}, "seed: must be a whole number of at least 0 and below 2^128, got -1"),
        ({"seed": 1.5}, "seed: must be a whole number, got 1.5"),
        ({"seed": "x"}, "seed: must be a whole number, got 'x'"),
        ({"pool": None}, "pool: missing; expected a section with a path, or with one of accuracies, costs, votes"),
        ({"pool": "pool.csv"}, "pool: must be a section, got 'pool.csv'"),
        ({"pool": {}}, "pool: expected a path, or one of accuracies, costs, votes"),
        ({"pool": {"names": ["a"]}}, "pool: expected a path, or one of accuracies, costs, votes"),
        ({"pool": {"path": 3}}, "pool.path: must be text, got 3"),
        ({"pool": {"path": "a.csv", "costs": [1]}}, "pool: give a path or the columns themselves, not both"),
        ({"pool": {"acuracies": [0.5]}}, "pool.acuracies: unknown key; did you mean 'accuracies'?"),
        (
            {"pool": POOL | {"file": "x"}},
            "pool.file: unknown key; known: accuracies, answers, columns, costs, format, metadata, names, path, truth, "
            "votes",
        ),
        ({"pool": {"accuracies": "high"}}, "pool.accuracies: must be a list, each a number, got 'high'"),
        ({"pool": {"accuracies": [0.5, "x"]}}, "pool.accuracies: entry 1 must be a number, got 'x'"),
        ({"pool": {"accuracies": [0.5, True]}}, "pool.accuracies: entry 1 must be a number, got True"),
        ({"pool": {"accuracies": [0.5] * 3, "names": "abc"}}, "pool.names: must be a list, each text, got 'abc'"),
        ({"pool": {"accuracies": [0.5], "names": [7]}}, "pool.names: entry 0 must be text, got 7"),
        ({"pool": POOL | {"metadata": {"x": "ab"}}}, "pool.metadata: entry 'x' must be a list, got 'ab'"),
        ({"pool": {"accuracies": []}}, "pool: empty; expected at least one member"),
        ({"pool": {"accuracies": [0.5, 2]}}, "pool: accuracies[1] (row 2, 'member-1'): must lie in [0, 1], got 2.0"),
        (
            {"pool": {"accuracies": [0.5], "costs": [1, 2]}},
            "pool: every column needs one entry per member, but accuracies has 1, costs has 2",
        ),
    ],
)
def test_a_mistake_is_reported_with_file_and_key(builtins, changes, message):
    (problem,) = run_problems({"pool": POOL} | changes, builtins)
    if message.endswith(("known: ", "kinds: ")):
        message += ", ".join(builtins.names("energy"))
    assert problem == f"run.toml: {message}"


def test_a_pool_file_that_is_missing_is_reported(builtins, tmp_path):
    assert run_problems({"pool": {"path": "no.csv"}}, builtins, directory=tmp_path) == (
        f"{tmp_path / 'no.csv'}: cannot be read: No such file or directory",
    )


def test_what_is_wrong_in_a_pool_file_is_reported_with_that_file(builtins, write, tmp_path):
    path = write("accuracy\n2\n", "pool.csv")
    assert run_problems({"pool": {"path": "pool.csv"}}, builtins, directory=tmp_path) == (
        f"{path}: line 2, row 1, accuracy: must lie in [0, 1], got 2.0; divide percentages by 100",
    )


def test_all_mistakes_are_reported_at_once_in_a_fixed_order(builtins):
    document = {
        "bugdet": 3,
        "budget": -1,
        "seed": -1,
        "pool": {"names": "abc", "costs": "x", "accuracies": 3, "metdata": {}},
        "energy": {"kind": "xyz"},
        "searcher": 5,
        "stopping": {"kind": "max-step", "limit": 0},
        "cost": {"kind": "additive", "size": "median"},
    }
    assert [problem.split(": ")[1] for problem in run_problems(document, builtins)] == [
        "bugdet",
        "budget",
        "seed",
        "pool.metdata",
        "pool.accuracies",
        "pool.costs",
        "pool.names",
        "energy.kind",
        "searcher",
        "stopping.limit",
        "cost.size",
    ]


# ------------------------------------------------------------------------------------------------- recorded votes

ANSWERS = "question,worker,answer\nq1,ann,yes\nq1,bob,no\nq2,bob,no\nq2,ann,yes\n"
TRUTH = "question,truth\nq1,yes\nq2,no\n"


@pytest.fixture
def vote_files(write):
    return write(ANSWERS, "answers.csv"), write(TRUTH, "truth.csv"), write("name,cost\nbob,2\nann,1\n", "members.csv")


@pytest.mark.parametrize(
    ("section", "names", "costs"),
    [
        ({"votes": "answers.csv", "truth": "truth.csv"}, ("ann", "bob"), None),
        ({"votes": "answers.csv", "truth": "truth.csv", "costs": [3, 4]}, ("ann", "bob"), [3, 4]),
        ({"votes": "answers.csv", "truth": "truth.csv", "names": ["bob"], "costs": [3]}, ("bob",), [3]),
        ({"votes": "answers.csv", "truth": "truth.csv", "path": "members.csv"}, ("bob", "ann"), [2, 1]),
    ],
)
def test_votes_come_from_files_beside_the_run_file(vote_files, tmp_path, builtins, section, names, costs):
    pool = build_run({"pool": section}, builtins, source="run.toml", directory=tmp_path).pool
    assert pool.names == names
    assert (pool.costs is None) if costs is None else (pool.costs.tolist() == costs)
    assert len(pool.votes) == 2


def test_votes_may_stand_in_the_run_file(builtins):
    votes = {"labels": ["no", "yes"], "truth": [1, 0], "answers": ["1 0", "0 ."]}
    pool = build_run({"pool": {"votes": votes}}, builtins, source="run.toml").pool
    assert pool.votes.accuracies.tolist() == [1.0, 0.0]


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ({"path": "members.csv", "votes": {"labels": []}}, "pool: give a path or the columns themselves, not both"),
        ({"accuracies": [0.5], "truth": "truth.csv"}, "pool.truth: has no meaning without votes from a file"),
        ({"votes": 3}, "pool.votes: must be text, or a list, each text, or a table"),
        ({"votes": {"labels": ["a"]}}, "pool: votes: the key 'truth' is missing; expected labels, truth, answers and"),
    ],
)
def test_votes_that_do_not_fit_are_reported(vote_files, tmp_path, builtins, section, message):
    (problem,) = run_problems({"pool": section}, builtins, directory=tmp_path)
    assert problem.startswith(f"run.toml: {message}")


def test_a_mistake_in_a_file_of_votes_is_reported_with_its_file(write, tmp_path, builtins):
    write(ANSWERS + "q1,bob,no\n", "answers.csv")
    write(TRUTH, "truth.csv")
    section = {"votes": "answers.csv", "truth": "truth.csv"}
    assert run_problems({"pool": section}, builtins, directory=tmp_path) == (
        f"{tmp_path / 'answers.csv'}: line 6: 'bob' answers item 'q1' a second time, first on line 3",
    )


# ------------------------------------------------------------------------------------ energies that bring their own


@attrs.frozen
class Brought:
    """An energy with a file, a pool and perhaps a budget of its own."""

    file: Path | None = None
    limit: float = 2.0

    def losses(self, pool, sets):
        return np.zeros(len(sets))

    def own_pool(self):
        return Pool(costs=[1.0, 2.0])

    def own_budget(self):
        return self.limit


@pytest.fixture
def with_brought(builtins):
    entry = Entry("energy", "brought", Brought, "brings its own", Source("tests", "tests", "1"))
    return attrs.evolve(builtins, entries=(*builtins.entries, entry))


def test_an_energy_may_bring_pool_and_budget(with_brought):
    run = build_run({"energy": {"kind": "brought"}}, with_brought, source="run.toml")
    assert (run.pool, run.budget) == (Pool(costs=[1.0, 2.0]), 2.0)
    run = build_run({"budget": 1.0, "energy": {"kind": "brought"}}, with_brought, source="run.toml")
    assert run.budget == 1.0
    run = build_run({"pool": POOL, "energy": {"kind": "brought"}}, with_brought, source="run.toml")
    assert (run.pool, run.budget) == (Pool(**POOL), None)


def test_names_of_files_are_relative_to_the_run_file(with_brought, tmp_path):
    document = {"energy": {"kind": "brought", "file": "data.txt"}}
    run = build_run(document, with_brought, source="run.toml", directory=tmp_path)
    assert run.energy.file == tmp_path / "data.txt"
    assert document["energy"]["file"] == "data.txt"
    (problem,) = run_problems({"energy": {"kind": "brought", "file": 3}}, with_brought)
    assert problem == "run.toml: energy.file: must be the name of a file or nothing, got 3"


def test_a_vote_and_frugal_are_keys_of_a_run(builtins):
    document = {"pool": {"accuracies": [0.7]}, "vote": {"kind": "bayes"}, "frugal": True}
    config = build_run(document, builtins, source="run.toml")
    assert (type(config.vote).__name__, config.frugal) == ("BayesVote", True)
    with pytest.raises(ConfigError) as caught:
        build_run({**document, "vote": "bayes", "frugal": "yes"}, builtins, source="run.toml")
    assert set(caught.value.problems) == {
        "run.toml: vote: must be a section with the key 'kind', got 'bayes'",
        "run.toml: frugal: must be true or false, got 'yes'",
    }


def test_paths_of_combined_parts_are_relative_to_the_file_too(tmp_path, builtins):
    @attrs.frozen
    class Listed:
        path: Path = attrs.field(converter=Path)

        def __call__(self, progress): ...

    entry = Entry("stopping", "listed", Listed, "", Source("x", "x", "1"))
    catalog = attrs.evolve(builtins, entries=(*builtins.entries, entry))
    document = {"pool": {"accuracies": [0.9]}, "stopping": {"any": [{"kind": "listed", "path": "a.csv"}]}}
    config = build_run(document, catalog, source="run.toml", directory=tmp_path)
    assert config.stopping.rules == (Listed(tmp_path / "a.csv"),)
