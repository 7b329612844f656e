"""Pools of a study, wherever they come from."""

from __future__ import annotations

from pathlib import Path

import pytest

import haversack as hs
from haversack import ConfigError, Pool
from haversack.comparison import Case, paper_pool
from haversack.config.embedded import embed_json
from haversack.studies.sources import _name_file, read_cases

CSV = "name,accuracy,cost\nann,0.9,4\nbob,0.8,2\n"


@pytest.fixture
def read(tmp_path, builtins):
    (tmp_path / "crowds").mkdir()
    for name in ("north", "south"):
        (tmp_path / "crowds" / f"{name}.csv").write_text(CSV)
    (tmp_path / "run.toml").write_text(
        'budget = 5\nseed = 7\n[pool]\npath = "crowds/north.csv"\n[searcher]\nkind = "exact"\n'
    )

    def read_given(given, **options):
        options = {"budgets": None, "shares": None, **options}
        return read_cases(given, builtins, place="study.toml: ", directory=tmp_path, **options)

    return read_given


def test_a_pattern_names_all_files_that_match_in_order(read):
    assert [case.name for case in read("crowds/*.csv")] == ["crowds/north", "crowds/south"]
    assert [case.name for case in read(["crowds/south.csv", {"path": "crowds/north.csv", "name": "n"}])] == [
        "crowds/south",
        "n",
    ]


def test_a_section_of_several_pools_puts_its_name_before_theirs(read):
    paper = {"generator": "paper", "sizes": [5], "count": 1}
    by_name = {"crowds": {"path": "crowds/*.csv"}, "first": paper, "second": {**paper, "count": 2}}
    several = ["second: n=5 seed 0", "second: n=5 seed 1"]
    assert [case.name for case in read(by_name)] == ["crowds: crowds/north", "crowds: crowds/south", "first", *several]
    assert [case.name for case in read([{**paper, "count": 2, "name": "second"}])] == several


def test_a_pattern_passes_over_folders(read, tmp_path):
    (tmp_path / "crowds" / "deep").mkdir()
    (tmp_path / "crowds" / "deep" / "west.csv").write_text(CSV)
    assert [case.name for case in read("crowds/*")] == ["crowds/north", "crowds/south"]
    assert [case.name for case in read("crowds/**")] == ["crowds/deep/west", "crowds/north", "crowds/south"]


def test_a_folder_that_is_a_log_is_a_pool(read, tmp_path):
    for name in ("first", "second"):
        (tmp_path / "logs" / name).mkdir(parents=True)
        (tmp_path / "logs" / name / "log.csv").write_text(
            "item,worker,answer,truth\n1,a,x,x\n1,b,y,x\n2,a,y,y\n2,b,y,y\n"
        )
    assert [case.name for case in read("logs/*")] == ["logs/first", "logs/second"]
    assert [case.name for case in read("logs/**")] == ["logs/first/log", "logs/second/log"]


def test_a_run_file_gives_its_settings(read):
    (case,) = read("run.toml")
    assert (case.name, case.budgets, case.pool.names) == ("run", [5.0], ("ann", "bob"))
    assert case.settings["searcher"]["kind"] == "exact"
    assert case.settings["seed"] == 7


def test_a_run_file_keeps_its_constraints_and_how_it_votes(read, tmp_path):
    (tmp_path / "run.toml").write_text(
        'estimate = "none"\nfrugal = true\n[pool]\npath = "crowds/north.csv"\n[vote]\nkind = "bayes"\n'
        '[[constraints]]\nkind = "exclude"\nmembers = ["ann"]\n'
    )
    (case,) = read("run.toml")
    assert case.settings["constraints"][0]["kind"] == "exclude"
    assert (case.settings["estimate"], case.settings["frugal"], case.settings["vote"]["kind"]) == (
        "none",
        True,
        "bayes",
    )
    own = Case(pool=case.pool, name="own", constraints=({"kind": "exclude", "members": ["bob"]},))
    assert read(own)[0].settings["constraints"][0]["members"] == ["bob"]


def test_budgets_of_the_study_replace_those_of_pools(read):
    (case,) = read("run.toml", budgets=[1.0, 2.0], shares=[0.5])
    assert case.budgets == [1.0, 2.0, 3.0]


def test_the_papers_generator(read):
    cases = read({"generator": "paper", "sizes": [10, 20], "count": 2, "costs": "uniform"})
    assert [case.name for case in cases] == [f"n={n} uniform seed {s}" for n in (10, 20) for s in (0, 1)]
    assert cases[0].pool == paper_pool(10, 0, "uniform")
    assert cases[0].budgets == [pytest.approx(0.3 * cases[0].pool.costs.sum())]


def test_pools_objects_cases_and_tables(read):
    pool = Pool(accuracies=[0.9, 0.8], costs=[1, 2])
    assert [case.name for case in read({"a": pool, "b": pool})] == ["a", "b"]
    assert read(pool)[0].name == "pool-0"
    case = Case(pool=pool, name="case", budget=2.0, energy={"kind": "majority", "ties": "coin"})
    (found,) = read([case])
    assert (found.name, found.budgets, found.settings["energy"]["ties"]) == ("case", [2.0], "coin")
    (table,) = read([{"name": "own", "accuracies": [0.7], "costs": [3.0]}])
    assert (table.name, table.budgets, len(table.pool)) == ("own", [None], 1)


def test_names_stand_before_files_and_tables(read):
    own = {"accuracies": [0.7], "costs": [3.0]}
    given = {"a": "crowds/north.csv", "b": own, "c": {"path": "crowds/south.csv"}, "d": "crowds/*.csv"}
    assert [case.name for case in read(given)] == ["a", "b", "c", "d: crowds/north", "d: crowds/south"]
    with pytest.raises(ConfigError, match=r"^study.toml: pools.a: .*missing.csv: cannot be read: "):
        read({"a": "missing.csv"})


def test_logs_are_pools_each_with_its_votes(read, tmp_path):
    (tmp_path / "logs").mkdir()
    for name in ("one", "two"):
        (tmp_path / "logs" / f"{name}.csv").write_text("item,model,answer,truth\n1,ann,x,x\n1,bob,y,x\n")
    (tmp_path / "prices.csv").write_text("name,cost\nann,3\nbob,1\n")
    plain = read("logs/*.csv")
    assert [(case.name, case.pool.names, case.pool.costs) for case in plain] == [
        ("logs/one", ("ann", "bob"), None),
        ("logs/two", ("ann", "bob"), None),
    ]
    priced = read({"path": "logs/*.csv", "costs": "prices.csv", "columns": {"member": "model"}}, shares=[0.5])
    assert [(case.pool.costs.tolist(), case.budgets) for case in priced] == [([3.0, 1.0], [2.0])] * 2
    with pytest.raises(ConfigError, match=r"^study.toml: budget_shares: logs/one has no costs to take a share of$"):
        read("logs/*.csv", shares=[0.5])
    with pytest.raises(ConfigError, match=r"one.csv: no column 'who'"):
        read({"path": "logs/one.csv", "columns": {"member": "who"}})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "study.toml: pools: none given; expected at least one"),
        ("north/*.csv", "study.toml: pools[0]: north/*.csv: no file of that name in "),
        ("missing.csv", "study.toml: pools[0]: "),
        ([3], "study.toml: pools[0]: expected a pool, the name of a file or a table, got 3"),
        (["crowds/north.csv"] * 2, "study.toml: pools: duplicate name 'crowds/north'; each needs its own"),
        ([{"accuracy": [0.5]}], "study.toml: pools[0]: pool.accuracy: unknown key; did you mean 'accuracies'?"),
        (
            [{"path": "crowds/north.csv", "budget": 3}],
            "study.toml: pools[0].budget: belongs to a run, not to its pool: write the pool as a table `pool`",
        ),
        ([{"path": "crowds/north.csv", "name": 3}], "study.toml: pools[0].name: must be text, got 3"),
        ({7: Pool([0.9])}, "study.toml: pools.7.name: must be text, got 7"),
        ({"generator": "papper", "sizes": [3]}, "study.toml: pools[0].generator: 'papper' is not known; did you mean"),
        ({"generator": "paper"}, "study.toml: pools[0].sizes: missing; expected a list of numbers of members"),
        (
            {"generator": "paper", "sizes": [3], "cots": 1},
            "study.toml: pools[0].cots: unknown key; did you mean 'costs'?",
        ),
        ({"generator": "paper", "sizes": [0]}, "study.toml: pools[0]: paper pools: members: must be a whole number"),
    ],
)
def test_mistakes_name_their_place(read, given, message):
    with pytest.raises(ConfigError) as caught:
        read(given)
    assert caught.value.problems[0].startswith(message)


def test_a_pool_may_have_the_name_of_a_key_of_a_run(read):
    columns = {"accuracies": [0.9, 0.8]}
    for given in ({"pool": columns}, {"pool": {"pool": columns, "budget": 3}}):
        assert [case.name for case in read(given)] == ["pool"]
    assert [case.name for case in read({"pool": columns, "cost": columns})] == ["pool", "cost"]
    assert [case.name for case in read({"pool": columns, "north": "crowds/north.csv"})] == ["pool", "north"]
    (case,) = read({"pool": columns, "cost": {"kind": "none"}, "name": "run"})
    assert case.settings["cost"]["kind"] == "none"
    (case,) = read({"pool": columns, "budget": 3, "name": "run"})
    assert (case.name, case.budgets) == ("run", [3])


def test_an_empty_name_of_a_file_is_reported(read):
    with pytest.raises(ConfigError, match=r"^study.toml: pools\[0\]: expected the name of a file, got an empty text$"):
        read({"path": ""})


@pytest.mark.parametrize(("file", "name"), [("a/b.csv", "a/b"), ("b", "b"), (".", "place"), ("a/..", "place")])
def test_files_are_named_without_their_endings(tmp_path, file, name):
    assert _name_file(Path(file), tmp_path / "place") == name


def test_a_report_on_a_run_is_one(read, tmp_path):
    found = hs.select(Pool(accuracies=[0.9, 0.8]), seed=3)
    (tmp_path / "page.html").write_text(embed_json(found.to_dict()))
    (case,) = read("page.html")
    assert (case.name, case.pool, case.settings["seed"]) == ("page", found.pool, 3)
