"""Lists of parts in runs."""

from __future__ import annotations

import pytest

import haversack as hs
from constrained import example_pool

SIZE = {"kind": "size", "least": 3}


def test_names_dicts_and_objects_make_a_list():
    from haversack.constraints import Include

    chosen = hs.select(example_pool(), 9, constraints=[SIZE, Include(["d"])], seed=1)
    assert len(chosen.members) >= 3
    assert "d" in chosen.names
    assert chosen.settings["constraints"] == [{"kind": "size", "least": 3}, {"kind": "include", "members": ["d"]}]
    assert [part.name for part in chosen.parts["constraints"].parts] == ["size", "include"]


def test_a_run_file_has_constraints_and_a_result_repeats_them(tmp_path):
    (tmp_path / "run.toml").write_text(
        "budget = 9\n[pool]\naccuracies = [0.9, 0.8, 0.7]\ncosts = [1, 1, 1]\n"
        '[[constraints]]\nkind = "size"\nmost = 2\n'
        '[[constraints]]\nkind = "exclude"\nmembers = ["member-0"]\n',
        encoding="utf-8",
    )
    chosen = hs.run(tmp_path / "run.toml", seed=1)
    assert chosen.names == ("member-1",)
    assert hs.run(chosen.config).names == chosen.names
    assert hs.run(chosen.config, constraints=[{"kind": "exclude", "members": ["member-1"]}]).names == ("member-2",)


@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        ("size", "constraints: must be a list of constraints, got 'size'"),
        ([{"kind": "sise", "least": 1}], "constraints\\[0\\].kind: 'sise' is not registered; did you mean 'size'?"),
        ([SIZE, {"kind": "size", "leest": 1}], "constraints\\[1\\].leest: unknown key; did you mean 'least'?"),
        ([3], "constraints\\[0\\]: expected a registered name"),
    ],
)
def test_mistakes_are_named(constraints, message):
    with pytest.raises(hs.ConfigError, match=message):
        hs.select(example_pool(), 9, constraints=constraints)
