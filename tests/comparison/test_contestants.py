from __future__ import annotations

import pytest

from fakes import ListSearcher
from haversack import AllOf, AnyOf, ConfigError
from haversack.comparison.contestants import label_parts
from haversack.searchers import Annealing
from haversack.stopping import MaxStep, TimeLimit


def labels(kind, given, catalog):
    return list(label_parts(kind, given, catalog, place="here"))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("sweep", ["sweep"]),
        (["sweep", "annealing"], ["sweep", "annealing"]),
        ({"kind": "annealing", "cooling": 0.5}, ["annealing:cooling=0.5"]),
        (["annealing", Annealing(cooling=0.99, chains=8)], ["annealing", "annealing:cooling=0.99,chains=8"]),
        ({"quick": {"kind": "annealing", "cooling": 0.5}, "slow": "annealing"}, ["quick", "slow"]),
        (ListSearcher(), ["ListSearcher"]),
    ],
)
def test_searchers_are_labelled_by_name_and_unusual_options(builtins, given, expected):
    assert labels("searcher", given, builtins) == expected


def patience(progress):
    return None


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"any": ["paper", {"kind": "max-step", "limit": 5}]}, ["paper or max-step:limit=5"]),
        (AllOf([MaxStep(limit=5), TimeLimit(seconds=0.5)]), ["max-step:limit=5 and time-limit:seconds=0.5"]),
        (["paper", {"kind": "paper", "odd_size": True}], ["paper", "paper:odd_size=true"]),
        (AnyOf([patience]), ["patience"]),
    ],
)
def test_rules_are_labelled_likewise(builtins, given, expected):
    assert labels("stopping", given, builtins) == expected


def test_the_parts_are_made(builtins):
    assert label_parts("searcher", {"quick": {"kind": "annealing", "cooling": 0.5}}, builtins, place="here") == {
        "quick": Annealing(cooling=0.5)
    }


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "here: none given; expected at least one"),
        (["sweep", "sweep"], "here[1]: duplicate label 'sweep'; give parts by label, for example {'first': ...}"),
        (["swep"], "here[0].kind: 'swep' is not registered; did you mean 'sweep'? known: "),
        ({"mine": {"kind": "annealing", "colling": 1}}, "here.mine.colling: unknown key; did you mean 'cooling'?"),
        ([7], "here[0]: expected a registered name, a dict with the key 'kind', or an object with the method 'search'"),
    ],
)
def test_mistakes_are_told_with_their_place(builtins, given, message):
    with pytest.raises(ConfigError) as caught:
        label_parts("searcher", given, builtins, place="here")
    assert str(caught.value).startswith(message)


def test_all_mistakes_are_told_at_once(builtins):
    with pytest.raises(ConfigError) as caught:
        label_parts("searcher", ["swep", "anealing"], builtins, place="here")
    assert len(caught.value.problems) == 2
