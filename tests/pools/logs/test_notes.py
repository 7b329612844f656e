"""What was understood of a log, in sentences."""

from __future__ import annotations

import attrs

from haversack import Pool
from haversack.pools.logs.collecting import CollectedVotes
from haversack.pools.logs.layout import Layout
from haversack.pools.logs.notes import Facts, write_notes


def test_everything_to_check_has_a_sentence():
    votes = Pool.from_votes([["a"]], ["a"]).votes
    collected = CollectedVotes(("m",), votes, votes.truth, without_truth=1, unasked=2, nearly_right=3, same_number=4)
    layout = Layout(item=("i",), member="m", correct="c", ignored=tuple("abcdefghijk"), noun="model")
    facts = Facts(
        layout=layout, collected=collected, members=1, missing=1200, silent=("x",), price="usd", skipped=("f",)
    )
    notes = write_notes("log", facts)
    assert notes[0] == "log: 1 model, 1 item, 1,200 missing answers, prices from column usd"
    assert notes[1].endswith("item = i, member = m, correct = c; ignored: a, b, c, d, e, f, g, h and 3 more")
    assert len(notes) == 10
    plain = attrs.evolve(
        facts, collected=attrs.evolve(collected, without_truth=0, unasked=0, nearly_right=0, same_number=0)
    )
    assert len(write_notes("log", plain)) == 6
