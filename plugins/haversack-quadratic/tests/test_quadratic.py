"""The energy against enumeration, walks against whole sets, the searcher on small and on real instances."""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path

import haversack_quadratic as hq
import numpy as np
import pytest
from haversack_quadratic.__main__ import main
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import haversack as hs

# Compiling a kernel takes seconds on its first call; machines are shared and noisy.
settings.register_profile("quadratic", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("quadratic")

SMALL = """tiny
3
 3 1 4
 5 0
 2

0
 5
 2 3 4

Comments
Density : 67 %
"""


def text_of(**changes):
    """The lines of the small instance, some of them replaced; numbered from 1."""
    lines = SMALL.splitlines()
    for key, line in changes.items():
        lines[int(key.removeprefix("line")) - 1] = line
    return "\n".join(lines)


@pytest.fixture
def written(tmp_path):
    def write(text, name="tiny.txt"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


@st.composite
def knapsacks(draw, max_members=8, smallest=0):
    """Profits, weights and a capacity that fits at least one member."""
    members = draw(st.integers(1, max_members))
    entries = st.lists(st.integers(smallest, 20), min_size=members * members, max_size=members * members)
    upper = np.triu(np.array(draw(entries), dtype=float).reshape(members, members))
    weights = draw(st.lists(st.integers(1, 9), min_size=members, max_size=members))
    capacity = draw(st.integers(min(weights), sum(weights)))
    return upper + np.triu(upper, 1).T, weights, capacity


def plain_profit(profits, row):
    chosen = np.flatnonzero(row)
    return sum(profits[i, j] for i in chosen for j in chosen if i <= j)


def best_by_enumeration(profits, weights, capacity):
    rows = [np.array(row) for row in product([False, True], repeat=len(weights)) if any(row)]
    return max(plain_profit(profits, row) for row in rows if row @ weights <= capacity)


@given(case=knapsacks(smallest=-20), data=st.data())
def test_losses_equal_the_plain_sum(case, data):
    profits, weights, _ = case
    rows = data.draw(st.lists(st.lists(st.booleans(), min_size=len(weights), max_size=len(weights)), max_size=5))
    sets = np.array(rows, dtype=bool).reshape(len(rows), len(weights))
    energy = hq.QuadraticProfit(profits=profits)
    losses = energy.losses(hs.Pool(costs=weights), sets)
    assert losses.tolist() == [-plain_profit(profits, row) for row in sets]


@given(case=knapsacks(smallest=-20), seed=st.integers(0, 10**6))
def test_walks_have_the_losses_of_the_sets_they_come_to(case, seed):
    profits, weights, _ = case
    rng = np.random.default_rng(seed)
    pool, energy = hs.Pool(costs=weights), hq.QuadraticProfit(profits=profits)
    sets = rng.random((3, len(weights))) < 0.5
    walks = energy.walks(pool, sets)
    sets = sets.copy()
    for _ in range(30):
        rows = rng.permutation(3)[: rng.integers(1, 4)]
        flips = np.array([rng.permutation(len(weights)) for _ in rows])
        lengths = rng.integers(0, len(weights) + 1, len(rows))
        proposed = sets[rows]
        for row, members, length in zip(proposed, flips, lengths, strict=True):
            row[members[:length]] ^= True
        assert walks.losses(rows, flips, lengths).tolist() == energy.losses(pool, proposed).tolist()
        if rng.random() < 0.5:
            walks.flip(rows, flips, lengths)
            sets[rows] = proposed


@settings(max_examples=60)
@given(case=knapsacks(), searcher=st.sampled_from(["quadratic-tabu", "annealing"]))
@pytest.mark.slow
def test_small_knapsacks_are_solved(case, searcher):
    profits, weights, capacity = case
    found = hs.select(
        hs.Pool(costs=weights), capacity, energy=hq.QuadraticProfit(profits=profits), searcher=searcher,
        stopping={"kind": "max-step", "limit": 20_000}, seed=0,
    )  # fmt: skip
    assert found.value == best_by_enumeration(profits, weights, capacity)
    assert found.is_feasible()
    assert found.error is None


@settings(max_examples=30)
@given(case=knapsacks(smallest=-20))
@pytest.mark.slow
def test_pairs_may_be_worth_less_than_nothing(case):
    profits, weights, capacity = case
    energy = hq.QuadraticProfit(profits=profits)
    found = hs.select(
        hs.Pool(costs=weights), capacity, energy=energy, searcher={"kind": "quadratic-tabu", "rounds": 30}, seed=0
    )
    # The empty set is worth 0 and feasible too.
    assert found.value == max(0.0, best_by_enumeration(profits, weights, capacity))


def test_without_a_budget_all_members_are_taken():
    found = hs.select(
        hs.Pool(names=["a", "b"]),
        energy=hq.QuadraticProfit(profits=[[1, 2], [2, 0]]),
        searcher="quadratic-tabu",
        seed=0,
    )
    assert (found.members, found.value) == ((0, 1), 3.0)


def instance(members, seed):
    rng = np.random.default_rng(seed)
    upper = np.triu(np.where(rng.random((members, members)) < 0.5, rng.integers(1, 101, (members, members)), 0))
    return upper + np.triu(upper, 1).T, rng.integers(1, 51, members)


def test_the_same_seed_gives_the_same_answer_and_trace():
    profits, weights = instance(60, 0)
    pool, energy = hs.Pool(costs=weights), hq.QuadraticProfit(profits=profits)
    rule = {"kind": "max-step", "limit": 9_000}
    runs = [hs.select(pool, 400, energy=energy, searcher=hq.DEFAULT_SEARCHER, stopping=rule, seed=4) for _ in range(2)]
    assert [(row.step, row.value) for row in runs[0].trace] == [(row.step, row.value) for row in runs[1].trace]
    assert runs[0].members == runs[1].members
    assert runs[0].steps == 9_000


@pytest.mark.slow
def test_annealing_gives_the_same_answer_without_the_walks():
    profits, weights = instance(60, 1)
    pool, energy = hs.Pool(costs=weights), hq.QuadraticProfit(profits=profits)

    class Hidden:
        def losses(self, pool, sets):
            return energy.losses(pool, sets)

        def value(self, loss):
            return -loss

    rule = {"kind": "max-step", "limit": 40_000}
    found, hidden = (
        hs.select(pool, 400, energy=e, searcher="annealing", stopping=rule, seed=2) for e in (energy, Hidden())
    )
    assert (found.members, found.value) == (hidden.members, hidden.value)


@pytest.mark.parametrize("searcher", ["annealing", "greedy-forward", "greedy-backward", "monte-carlo"])
def test_built_in_searchers_need_no_accuracies(searcher):
    profits, weights = instance(20, 2)
    found = hs.select(
        hs.Pool(costs=weights), 200, energy=hq.QuadraticProfit(profits=profits), searcher=searcher,
        stopping={"kind": "max-step", "limit": 5_000}, seed=0,
    )  # fmt: skip
    assert found.is_feasible()
    assert found.value > 0


@pytest.mark.slow
def test_it_ends_by_itself_or_by_the_default_rule():
    profits, weights = instance(30, 3)
    pool, energy = hs.Pool(costs=weights), hq.QuadraticProfit(profits=profits)
    found = hs.select(pool, 200, energy=energy, searcher={"kind": "quadratic-tabu", "rounds": 2}, seed=0)
    assert found.stop_reason == "2 rounds made"
    assert hs.select(pool, 200, energy=energy, seed=0).stop_reason.endswith("no better set in 200,000 steps")


def test_the_papers_rule_is_refused():
    with pytest.raises(
        hs.CapabilityError,
        match="needs an energy that is a probability.*rules that need no forecast: auto, gap, noise, stag",
    ):
        hs.select(hs.Pool(costs=[1]), 1, energy=hq.QuadraticProfit(profits=[[1]]), stopping="paper")


def test_other_energies_are_refused():
    with pytest.raises(hs.CapabilityError, match="energy MajorityVote does not offer PairProfits; searchers that work"):
        hs.select(hs.Pool(accuracies=[0.5], costs=[1]), 1, searcher="quadratic-tabu")


def test_several_limits_are_refused():
    pool = hs.Pool(costs=[1, 2], metadata={"seconds": [1.0, 2.0]})
    cost = {"kind": "vector", "budgets": {"cost": 2.0, "seconds": 2.0}}
    with pytest.raises(
        hs.CapabilityError, match="'quadratic-tabu' supports one limit, but the cost model Vector has 2"
    ):
        hs.select(pool, energy=hq.QuadraticProfit(profits=[[1, 0], [0, 1]]), cost=cost, searcher="quadratic-tabu")


# ------------------------------------------------------------------------------------------------------------- options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "path or profits must be given, and not both"),
        ({"path": "x", "profits": [[1]]}, "path or profits must be given, and not both"),
        ({"profits": [[1, 2]]}, r"profits must be a square matrix, got one of shape \(1, 2\)"),
        ({"profits": []}, r"profits must be a square matrix, got one of shape \(0,\)"),
        ({"profits": [[1, 2], [3, 4]]}, r"profits must be symmetric, got 2 at \(0, 1\) and 3 at \(1, 0\)"),
        ({"profits": [[float("nan")]]}, "profits must be finite numbers, got nan"),
        ({"profits": "abc"}, "profits must be a list of lists of numbers, got 'abc'"),
        ({"profits": [[1, 2], [2]]}, "profits must be rows of equal length, got .1, 2."),
    ],
)
def test_invalid_options_are_reported(options, message):
    with pytest.raises(ValueError, match=message):
        hq.QuadraticProfit(**options)


def test_messages_do_not_print_the_whole_matrix(written):
    assert repr(hq.QuadraticProfit(profits=np.eye(200))) == "QuadraticProfit(path=None, profits=of 200 members)"
    path = written(SMALL)
    assert repr(hq.QuadraticProfit(path=path)) == f"QuadraticProfit(path={path}, profits=None)"


def test_profits_must_be_of_the_members_of_the_pool():
    with pytest.raises(hs.EnergyError, match="expected a pool of 1 members, as many as the profits have, got 2"):
        hs.select(hs.Pool(costs=[1, 1]), 1, energy=hq.QuadraticProfit(profits=[[1]]))


def test_profits_alone_bring_no_pool():
    with pytest.raises(hq.InstanceError, match="profits alone have neither weights nor a capacity; give a path"):
        hq.QuadraticProfit(profits=[[1]]).own_pool()


# --------------------------------------------------------------------------------------------------------------- files


@pytest.mark.slow
def test_a_file_is_read(written):
    pool, energy, budget = hq.load(written(SMALL))
    assert (pool.accuracies, pool.costs.tolist(), budget) == (None, [2.0, 3.0, 4.0], 5.0)
    assert energy.pair_profits(pool).tolist() == [[3, 5, 0], [5, 1, 2], [0, 2, 4]]
    assert hq.read_instance(written(SMALL)).name == "tiny"
    chosen = hs.select(pool, budget=budget, energy=energy, searcher=hq.DEFAULT_SEARCHER, seed=0)
    assert (chosen.members, chosen.value, chosen.error) == ((0, 1), 9.0, None)


def test_one_member_is_an_instance_too(written):
    pool, energy, _ = hq.load(written("one\n1\n7\n0\n5\n2\n"))
    assert energy.losses(pool, np.ones((1, 1), dtype=bool)).tolist() == [-7.0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a name, got the end of the file"),
        ("tiny\n", "expected the number of members, at least 1, got the end of the file"),
        (text_of(line2="three"), "line 2: expected the number of members, at least 1, got 'three'"),
        (text_of(line2="0"), "line 2: expected the number of members, at least 1, got 0"),
        (text_of(line3="3 1"), "line 3: expected 3 linear profits, got 2 numbers"),
        (text_of(line3="3 x 4"), "line 3: expected 3 linear profits, got 'x'"),
        (text_of(line3="3 nan 4"), "line 3: expected 3 linear profits, got 'nan'"),
        (text_of(line4="5 0 0"), "line 4: expected 2 profits of member 1 with later members, got 3 numbers"),
        (text_of(line5="2 2"), "line 5: expected one number (profits of member 2 with later members), got 2 numbers"),
        (text_of(line7="1"), "line 7: expected 0, the code of a constraint with an upper limit, got 1"),
        (text_of(line8="0"), "line 8: expected a capacity above 0, got 0"),
        (text_of(line8="5 6"), "line 8: expected one number (capacity), got 2 numbers"),
        (text_of(line9="2 0 4"), "line 9: expected weights above 0, got 0 for member 2"),
        ("\n".join(SMALL.splitlines()[:8]), "expected 3 weights, got the end of the file"),
    ],
)
def test_malformed_files_are_reported_with_their_line(written, text, message):
    path = written(text)
    with pytest.raises(hq.InstanceError) as caught:
        hq.load(path)
    assert str(caught.value) == f"{path}: {message}"


def test_files_that_cannot_be_read_are_reported(tmp_path):
    with pytest.raises(hq.InstanceError, match="none.txt: cannot be read: No such file or directory"):
        hq.load(tmp_path / "none.txt")
    (tmp_path / "latin.txt").write_bytes("José".encode("latin-1"))
    with pytest.raises(hq.InstanceError, match="latin.txt: is not text in UTF-8"):
        hq.load(tmp_path / "latin.txt")


# ---------------------------------------------------------------------------------------------------------- run files


def run_file(folder, text):
    from haversack.config.run_file import build_run, read_document
    from haversack.plugins import load_catalog

    path = folder / "run.toml"
    path.write_text(text, encoding="utf-8")
    return build_run(read_document(path), load_catalog(), source="run.toml", directory=folder)


def test_a_run_file_needs_no_pool_and_no_budget(written, tmp_path):
    written(SMALL)
    run = run_file(tmp_path, '[energy]\nkind = "quadratic"\npath = "tiny.txt"\n')
    assert (run.pool.costs.tolist(), run.budget) == ([2.0, 3.0, 4.0], 5.0)
    assert run.energy == hq.QuadraticProfit(path=tmp_path / "tiny.txt")


def test_a_run_file_may_give_its_own(written, tmp_path):
    written(SMALL)
    run = run_file(tmp_path, 'budget = 9\n[pool]\ncosts = [1, 1, 1]\n[energy]\nkind = "quadratic"\npath = "tiny.txt"\n')
    assert (run.pool.costs.tolist(), run.budget) == ([1.0, 1.0, 1.0], 9.0)


def test_a_malformed_file_is_reported_with_the_section(written, tmp_path):
    written(text_of(line3="3 1"))
    with pytest.raises(
        hs.ConfigError, match=r"^run.toml: energy: .*tiny.txt: line 3: expected 3 linear profits, got 2"
    ):
        run_file(tmp_path, '[energy]\nkind = "quadratic"\npath = "tiny.txt"\n')


def test_a_name_of_a_file_must_be_text(tmp_path):
    with pytest.raises(hs.ConfigError, match=r"energy.path: must be the name of a file or nothing, got 3"):
        run_file(tmp_path, '[energy]\nkind = "quadratic"\npath = 3\n')


def test_a_result_repeats_its_run(written, tmp_path):
    from haversack.config.run_file import build_run
    from haversack.plugins import load_catalog

    pool, energy, budget = hq.load(written(SMALL))
    chosen = hs.select(pool, budget, energy=energy, searcher=hq.DEFAULT_SEARCHER, seed=1)
    assert chosen.config["energy"] == {"kind": "quadratic", "path": str(tmp_path / "tiny.txt")}
    run = build_run(chosen.config, load_catalog(), source="result.json")
    assert (run.energy, run.pool) == (energy, pool)


# --------------------------------------------------------------------------------------------------------- real files


@pytest.fixture(scope="session")
def qkp():
    root = Path(__file__).parents[4] / "shared" / "data"
    folder = Path(os.environ.get("HAVERSACK_DATA", root)) / "qkp"
    if not folder.is_dir():
        pytest.skip(f"instances not found at {folder}")
    return folder


@pytest.mark.parametrize(
    ("name", "value"), [("jeu_100_100_2", 190424), ("jeu_200_50_2", 211130), ("jeu_300_50_1", 513379)]
)
def test_best_known_values_are_reached(qkp, name, value):
    pool, energy, budget = hq.load(qkp / f"{name}.txt")
    assert len(pool) == int(name.split("_")[1])
    rule = {"any": [{"kind": "target", "value": value}, {"kind": "max-step", "limit": 200_000}]}
    chosen = hs.select(pool, budget=budget, energy=energy, searcher=hq.DEFAULT_SEARCHER, stopping=rule, seed=0)
    assert chosen.value == value
    assert chosen.cost <= budget


# ------------------------------------------------------------------------------------------------------- the benchmark


def test_the_benchmark_prints_a_table(written, tmp_path, capsys):
    written(SMALL)
    written("instance,best_known\ntiny,9\n", "best-known.csv")
    assert main(["bench", str(tmp_path), "--seconds", "5"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].split() == ["instance", "best", "known", "found", "share", "after", "s"]
    assert printed[1].split()[:4] == ["tiny", "9", "9", "1.000000"]
    assert printed[2] == "best known reached on 1 of 1; smallest share 1.000000"


def test_the_benchmark_does_without_best_known_values(written, tmp_path, capsys):
    written(SMALL)
    assert main(["bench", str(tmp_path), "--seconds", "0.1", "--searcher", "monte-carlo"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[:2] == ["tiny", "9"]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "no instances (*.txt) found"),
        ({"tiny.txt": SMALL, "best-known.csv": "name,value\ntiny,9\n"}, "expected the columns instance and best_known"),
        ({"tiny.txt": "tiny"}, "expected the number of members, at least 1, got the end of the file"),
    ],
)
def test_mistakes_in_the_benchmark_are_reported_in_a_sentence(written, tmp_path, capsys, files, message):
    for name, text in files.items():
        written(text, name)
    assert main(["bench", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert message in error
