"""`haversack policy`: whom to ask, in which order, until when."""

from __future__ import annotations

import json

import numpy as np
import pytest

from haversack import Policy


@pytest.fixture
def log(folder):
    """Answers of three members of different prices to sixty questions."""
    random = np.random.default_rng(5)
    truth = random.integers(0, 2, 60)
    right = random.random((60, 3)) < [0.7, 0.8, 0.95]
    rows = [
        f"{item},{label},{','.join(str(label if hit else 1 - label) for hit in hits)}"
        for item, (label, hits) in enumerate(zip(truth, right, strict=True))
    ]
    (folder / "log.csv").write_text("\n".join(["item,truth,cheap,middle,strong", *rows]) + "\n")
    (folder / "prices.csv").write_text("name,cost\ncheap,1\nmiddle,2\nstrong,10\n")
    return ("--votes", "log.csv", "--costs", "prices.csv", "--seed", "0", "--estimate", "none")


def test_it_prints_and_writes_a_policy_that_replays(call, folder, log):
    status, out, err = call("policy", *log, "--budget", "4", "--out", "policy.json")
    assert status == 0
    assert err.startswith("log.csv: 3 members, 60 items")
    assert "mean cost" in out
    policy = Policy.from_json(folder / "policy.json")
    assert out.rstrip("\n") == policy.summary()
    assert policy.expected_cost <= 4.0 + 1e-9
    status, out, _ = call("replay", "policy.json", "log.csv", "--json")
    assert (status, json.loads(out)["items"]) == (0, 60)


def test_json_is_that_of_the_file(call, folder, log):
    _, out, _ = call("policy", *log, "--budget", "4", "--json", "--out", "policy.json")
    assert json.loads(out) == json.loads((folder / "policy.json").read_text())


def test_an_accuracy_may_be_asked_for(call, log):
    status, out, _ = call("policy", *log, "--accuracy", "0.8", "--vote", "bayes", "--adaptive", "no")
    assert status == 0
    assert "wanted     an accuracy of 0.8" in out


def test_a_pool_is_enough(answer):
    out = answer("policy", "pool.csv", "--budget", "4", "--seed", "0")
    assert "if members err independently" in out


def test_a_run_file_brings_pool_budget_and_seed(answer):
    out = answer("policy", "run.toml")
    assert "budget     8 per item, on average" in out
    assert "seed       1" in out


def test_a_plot_is_drawn(call, folder, log):
    pytest.importorskip("matplotlib")
    status, _, _ = call("policy", *log, "--budget", "4", "--plot", "policy.svg")
    assert status == 0
    assert (folder / "policy.svg").read_text().lstrip().startswith("<?xml")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("pool.csv",), "policy: expected a budget, the mean price per item, or an accuracy to reach; got neither"),
        (("pool.csv", "--budget", "3", "--accuracy", "0.9"), "got both"),
        (("pool.csv", "--budget", "0.5"), "is below 1, the price of the cheapest member, 'dan'"),
        (("pool.csv", "--budget", "many"), "budget: must be a number, got 'many'"),
        (("pool.csv", "--accuracy", "high"), "accuracy: must be above 0 and at most 1, got 'high'"),
        (("pool.csv", "--budget", "3", "--adaptive", "maybe"), "--adaptive: must be one of auto, yes, no, got 'maybe'"),
        (
            ("pool.csv", "--budget", "3", "--vote", "median"),
            "vote: must be 'auto', 'plurality' or 'bayes', got",
        ),
        (("pool.csv", "--budget", "3", "--estimate", "x"), "estimate: must be 'auto' or 'none', got 'x'"),
        (("gone.csv", "--budget", "3"), "gone.csv: cannot be read"),
        (("pool.csv", "--budget", "3", "--out", "pool.csv"), "--out pool.csv: would overwrite pool.csv"),
        (("pool.csv", "--budget", "3", "--plot", "plot.txt"), "--plot plot.txt: must end in one of .png, .svg, .pdf"),
        (("--budget", "3"), "expected a pool, POOL.csv, or a log of recorded answers, --votes LOG"),
    ],
)
def test_mistakes_get_one_sentence(call, words, message):
    status, out, err = call("policy", *words)
    assert (status, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_an_interrupt_before_there_is_an_answer(call, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("haversack.cli.policy.choose_policy", interrupt)
    assert call("policy", "pool.csv", "--budget", "3") == (130, "", "interrupted before any policy was found\n")
