from __future__ import annotations

import pytest

from haversack import CapabilityError, ConfigError, Pool, PoolError, run, select
from haversack.energies import BayesVote, PluralityVote, SpatialVote
from haversack.plugins import get_catalog
from haversack.selection.voting import build_vote, describe_vote, find_vote, list_voters

POOL = Pool.from_votes([["a", "b", "a"], ["b", "b", "a"], ["a", "a", "a"]], ["a", "b", "a"], names=["x", "y", "z"])


def test_a_vote_is_a_name_a_dict_or_an_object():
    catalog = get_catalog(None)
    assert build_vote(None, catalog) is None
    assert build_vote("bayes", catalog) == BayesVote()
    assert build_vote({"kind": "votes", "ties": "coin"}, catalog) == PluralityVote("coin")
    assert build_vote(BayesVote("coin"), catalog) == BayesVote("coin")
    assert describe_vote(None, catalog) == {}
    assert describe_vote(BayesVote("coin"), catalog) == {"vote": {"kind": "bayes", "ties": "coin"}}
    assert list_voters(catalog) == "auto, bayes, majority, smoothed, votes"


def test_an_energy_without_verdicts_is_no_vote():
    with pytest.raises(ConfigError, match="vote: expected an energy with the method 'fit_vote', got SpatialVote"):
        select(POOL, vote=SpatialVote(table=[0.0, 0.5, 1.0]))
    with pytest.raises(ConfigError, match=r"vote.kind: 'bays' is not registered; did you mean 'bayes'\?"):
        select(POOL, vote="bays")


def test_a_vote_that_cannot_be_fitted_is_refused_before_the_search():
    with pytest.raises(PoolError, match="this needs recorded votes"):
        select(Pool(accuracies=[0.7, 0.8]), vote="bayes")


def test_the_vote_is_recorded_and_repeated():
    chosen = select(POOL, vote={"kind": "bayes", "ties": "coin"}, seed=1)
    assert chosen.settings["vote"] == {"kind": "bayes", "ties": "coin"}
    again = run(chosen.config)
    assert (again.members, again.settings) == (chosen.members, chosen.settings)
    assert run({**chosen.config, "vote": "votes"}).settings["vote"]["kind"] == "votes"


def test_a_run_without_names_needs_a_vote():
    with pytest.raises(CapabilityError, match="chosen by a part that has no registered name; say how it decides"):
        find_vote(None, POOL, [0], None, get_catalog(None))
    assert find_vote(None, POOL, [0], "votes", get_catalog(None)).ties == "wrong"


def test_an_energy_without_verdicts_needs_a_vote():
    settings = {"energy": {"kind": "spatial", "table": [0.0, 0.5, 1.0]}}
    with pytest.raises(CapabilityError, match="the energy 'spatial' says nothing about verdicts; say how the panel"):
        find_vote(settings, POOL, [0], None, get_catalog(None))
