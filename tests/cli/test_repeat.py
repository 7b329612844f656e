"""`haversack run` repeats frontiers, comparisons and studies."""

from __future__ import annotations

import json

import pytest

import haversack
from haversack.config.embedded import embed_json

COMPARE = ("compare", "run.toml", "--searchers", "annealing,sweep", "--stopping", "max-step:limit=50", "--seeds", "2")
STUDY = 'pools = ["pool.csv", "run.toml"]\nsearchers = ["exact", "sweep"]\nbudgets = [3, 8]\n'


MADE = {}
"""The same for all tests, as text."""


@pytest.fixture
def results(answer, folder, builtins):
    """The JSON of a selection, a frontier, a comparison and a study, whose files are gone."""
    if not MADE:
        MADE.update(make_results(answer, folder, builtins))
    for kind, text in MADE.items():
        (folder / f"{kind}.json").write_text(text)
    for name in ("pool.csv", "run.toml"):
        (folder / name).unlink()
    return {kind: json.loads(text) for kind, text in MADE.items()}


def make_results(answer, folder, builtins):
    (folder / "study.toml").write_text(STUDY)
    answer("frontier", "run.toml", "--budgets", "3,5,8", "--searcher", "annealing", "--out", "frontier.json")
    answer(*COMPARE, "--out", "comparison.json")
    answer("select", "pool.csv", "--budget", "5", "--out", "selection.json")
    (folder / "study.json").write_text(haversack.study("study.toml", jobs=1, catalog=builtins).to_json())
    (folder / "study.toml").unlink()
    return {kind: (folder / f"{kind}.json").read_text() for kind in ("selection", "frontier", "comparison", "study")}


def drop_times(value):
    """The values without what a clock measures."""
    if isinstance(value, dict):
        return {key: drop_times(each) for key, each in value.items() if "seconds" not in key and key != "source"}
    return [drop_times(each) for each in value] if isinstance(value, list) else value


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["frontier", "comparison", "study"])
def test_a_result_is_repeated_from_its_json_and_from_a_page(answer, folder, results, kind):
    again = json.loads(answer("run", f"{kind}.json", "--json"))
    assert drop_times(again) == drop_times(results[kind])
    (folder / "page.html").write_text(embed_json(results[kind]))
    assert drop_times(json.loads(answer("run", "page.html", "--json", "--out", "again.json"))) == drop_times(again)
    assert drop_times(json.loads((folder / "again.json").read_text())) == drop_times(again)


def test_each_is_shown_as_its_own_command_shows_it(answer, results):
    assert "annealing" in answer("run", "frontier.json")
    assert "reference: 1 proven optimum" in answer("run", "comparison.json")
    assert answer("run", "study.json").endswith("8 of 8 tasks are finished\n")


def test_all_results_of_a_page_are_repeated_in_turn(answer, folder, results):
    selection = haversack.select(haversack.Pool(accuracies=[0.9, 0.8]), seed=1).to_dict()
    (folder / "page.html").write_text("".join(map(embed_json, [selection, results["frontier"], results["study"]])))
    lines = [json.loads(line) for line in answer("run", "page.html", "--jsonl").splitlines()]
    assert [line["source"] for line in lines] == [f"page.html, result {number}" for number in (1, 2, 3)]
    assert drop_times(lines[1:]) == drop_times([results["frontier"], results["study"]])
    printed = answer("run", "page.html")
    assert [line for line in printed.splitlines() if line.startswith("page.html")] == [
        f"page.html, result {number}:" for number in (1, 2, 3)
    ]


def test_a_budget_selects_from_the_pool_of_a_frontier(answer, results):
    chosen = json.loads(answer("run", "frontier.json", "--budget", "5", "--json"))
    row = next(row for row in results["frontier"]["rows"] if row["budget"] == 5.0)
    assert (chosen["budget"], chosen["names"]) == (5.0, row["names"])
    assert chosen["config"]["searcher"]["kind"] == "annealing"


def test_seed_constraints_and_settings_change_a_frontier(answer, results):
    words = ("--seed", "7", "--constraint", "size:most=1", "--set", "searcher.cooling=0.5")
    again = json.loads(answer("run", "frontier.json", *words, "--json"))
    config = again["config"]
    assert (config["seed"], config["searcher"]["cooling"]) == (7, 0.5)
    assert all(len(point["members"]) == 1 for point in again["points"])
    assert config["budgets"] == results["frontier"]["config"]["budgets"] == [3.0, 5.0, 8.0]


@pytest.mark.usefixtures("results")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("frontier.json", "--certify", "off"),
            "frontier.json: --certify: has no effect on a frontier, which is repeated as it was; with --budget too, a "
            "panel is selected from its pool",
        ),
        (("frontier.json", "--plan"), "frontier.json: --plan: has no effect on a frontier"),
        (("comparison.json", "--seed", "3"), "comparison.json: --seed: has no effect on a comparison"),
        (("study.json", "--set", "seed=3"), "study.json: --set: has no effect on a study"),
        (
            ("study.json", "--budget", "3"),
            "study.json: --budget: has no effect on a study, which is repeated as it was",
        ),
        (("comparison.json", "--out", "comparison.json"), "--out comparison.json: would overwrite comparison.json"),
        (("study.json", "--out", "study.json"), "--out study.json: would overwrite study.json"),
        (("frontier.json", "--out", "frontier.json"), "--out frontier.json: would overwrite frontier.json"),
    ],
)
def test_options_that_change_nothing_are_mistakes(call, words, message):
    status, out, err = call("run", *words)
    assert (status, out) == (2, "")
    assert err.startswith(f"error: {message}")


def test_a_comparison_with_a_part_without_a_name_says_so(call, folder, results):
    config = {**results["comparison"]["config"], "searchers": {"mine": None}}
    (folder / "page.html").write_text(embed_json({**results["comparison"], "config": config}))
    status, _, err = call("run", "page.html")
    assert (status, err.partition(", or")[0]) == (2, "error: page.html: searchers.mine: has no registered name")


def test_an_interrupted_study_keeps_what_is_finished(call, results, monkeypatch):
    import haversack.cli.study as command

    whole = haversack.study(results["study"]["config"], jobs=1)

    def interrupt(*words, **keywords):
        return type(whole)(whole.labels, [*whole.records[:-1], None], interrupted=True)

    monkeypatch.setattr(command, "run_study", interrupt)
    status, out, _ = call("run", "study.json", "--json")
    assert (status, json.loads(out)["finished"]) == (4, 7)


@pytest.mark.usefixtures("results")
def test_a_study_is_continued_in_a_store_from_its_json(answer):
    assert answer("study", "study.json", "--store", "store", "--jobs", "1").endswith("8 of 8 tasks are finished\n")
    assert answer("study", "status", "store").endswith("8 of 8 tasks are finished\n")


POLICY = {"branches": [], "model": {}}
OLD_FRONTIER = {"points": [], "last_budget": 1.0}


def test_what_cannot_be_repeated_is_skipped_with_a_sentence(call, folder, results):
    (folder / "page.html").write_text("".join(map(embed_json, [POLICY, results["study"], OLD_FRONTIER])))
    status, out, err = call("run", "page.html")
    assert (status, out.splitlines()[-1]) == (0, "8 of 8 tasks are finished")
    assert err.splitlines() == [
        "page.html, result 1: skipped: expected something to repeat, got a policy; `haversack replay` values it on "
        "a log",
        "page.html, result 3: skipped: this frontier records no pool, so it cannot be repeated",
    ]


@pytest.mark.parametrize("words", [(), ("--budget", "3")])
@pytest.mark.parametrize(
    ("document", "message"),
    [
        (POLICY, "expected something to repeat, got a policy"),
        (OLD_FRONTIER, "this frontier records no pool, so it cannot be repeated"),
        ({**OLD_FRONTIER, "config": None}, "this frontier used parts that have no registered name"),
    ],
)
def test_a_result_that_cannot_be_repeated_says_why(call, folder, words, document, message):
    (folder / "result.json").write_text(json.dumps(document))
    status, out, err = call("run", "result.json", *words)
    assert (status, out) == (2, "")
    assert err.startswith(f"error: result.json: {message}")


def test_a_mistake_in_what_is_repeated_has_its_place(call, folder, results):
    for kind, key, value in (("frontier", "budgets", "some"), ("study", "budgets", [-1]), ("comparison", "seeds", 0)):
        config = {**results[kind]["config"], key: value}
        (folder / f"{kind}.json").write_text(json.dumps({**results[kind], "config": config}))
        status, out, err = call("run", f"{kind}.json")
        assert (status, out) == (2, "")
        assert err.startswith(
            (f"error: {kind}.json: {key}: ", f"error: {kind}.json: study: {key}: ", f"error: {kind}.json: {key}[0]: ")
        )


@pytest.mark.usefixtures("results")
@pytest.mark.parametrize("key", ["budget=3", "certify='off'", "frugal=true", "vote.kind='majority'"])
def test_settings_that_change_nothing_in_a_frontier_are_mistakes(call, key):
    status, out, err = call("run", "frontier.json", "--set", key)
    assert (status, out) == (2, "")
    assert err.startswith(f"error: frontier.json: --set {key.partition('=')[0].partition('.')[0]}: has no effect on a")


def test_budgets_are_set_too(answer, results):
    again = json.loads(answer("run", "frontier.json", "--set", "budgets=[3, 5]", "--set", "separate=true", "--json"))
    assert [row["budget"] for row in again["rows"]] == [3.0, 5.0]
    assert again["config"]["separate"] is True


def test_a_frontier_is_written_as_its_own_command_writes_it(answer, folder, results):
    answer("run", "frontier.json", "--out", "again.csv")
    assert len((folder / "again.csv").read_text().splitlines()) == 1 + len(results["frontier"]["rows"])


def test_plugins_that_a_result_disables_are_left_out(call, folder, results):
    config = {**results["study"]["config"], "disable": ["quadratik"]}
    (folder / "study.json").write_text(json.dumps({**results["study"], "config": config}))
    status, _, err = call("run", "study.json")
    assert (status, err.partition("; ")[0]) == (0, "warning: study.json: disable: no plugin 'quadratik' is installed")


@pytest.mark.parametrize("kind", ["selection", "frontier", "comparison", "study"])
def test_other_versions_are_warned_of(call, folder, results, kind):
    if "versions" in results[kind]:
        versions = {"versions": {**results[kind]["versions"], "haversack": "0.1", "gone": "3.0"}}
    else:
        old = [
            {"name": "x", "distribution": name, "version": at} for name, at in [("haversack", "0.1"), ("gone", "3.0")]
        ]
        versions = {"parts": {"energy": old[0], "stopping": {"name": "any", "parts": [old[1]]}}}
    (folder / "result.json").write_text(json.dumps({**results[kind], **versions}))
    status, _, err = call("run", "result.json")
    here = haversack.__version__
    assert (status, err.splitlines()) == (
        0,
        [
            f"warning: result.json: was computed with haversack 0.1; version {here} is installed here",
            "warning: result.json: was computed with gone 3.0, which is not loaded",
        ],
    )


def test_a_study_that_is_continued_from_its_result_warns_of_other_versions(call, folder, results):
    (folder / "study.json").write_text(json.dumps({**results["study"], "versions": {"haversack": "0.1"}}))
    status, _, err = call("study", "study.json", "--store", "store", "--jobs", "1")
    here = f"version {haversack.__version__} is installed here"
    assert (status, err) == (0, f"warning: study.json: was computed with haversack 0.1; {here}\n")


@pytest.mark.parametrize("kind", ["comparison", "study"])
def test_relative_paths_are_those_of_the_folder_of_the_result(answer, folder, results, kind):
    config = dict(results[kind]["config"])
    key = "pools" if kind == "study" else "cases"
    config[key] = [{**config[key][0], "pool": {"path": "pool.csv"}}]
    (folder / "inner").mkdir()
    (folder / "inner" / "pool.csv").write_text("name,accuracy,cost\nann,0.9,1\nbob,0.8,1\ncid,0.7,1\n")
    (folder / "inner" / "result.json").write_text(json.dumps({**results[kind], "config": config}))
    again = json.loads(answer("run", "inner/result.json", "--json"))
    assert again["config"][key][0]["pool"]["names"] == ["ann", "bob", "cid"]


def test_versions_of_a_wrong_kind_are_reported(call, folder, results):
    (folder / "result.json").write_text(json.dumps({**results["frontier"], "parts": 5}))
    status, out, err = call("run", "result.json")
    assert (status, out) == (2, "")
    assert err.startswith("error: result.json: parts: ")


def test_the_ending_of_a_file_is_checked_before_anything_is_computed(call, folder, results):
    status, out, err = call("run", "comparison.json", "--out", "again.txt")
    assert (status, out, err) == (2, "", "error: --out again.txt: must end in one of .csv, .json\n")
    assert not (folder / "again.txt").exists()


@pytest.mark.parametrize("key", ["budgets", "separate"])
def test_keys_of_frontiers_are_unknown_in_runs(call, folder, results, key):
    (folder / "run.toml").write_text(f"{key} = 3\n[pool]\naccuracies = [0.9]\n")
    (folder / "run.json").write_text(json.dumps({"config": {**results["selection"]["config"], key: 3}}))
    for name in ("run.toml", "run.json"):
        status, out, err = call("run", name)
        assert (status, out) == (2, "")
        assert err.startswith(f"error: {name}: {key}: unknown key")
