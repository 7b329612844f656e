"""Expected accuracies."""

from __future__ import annotations

import attrs

from haversack.api.expected import ESTIMATES, WANTED_ESTIMATE, Rival

RIVAL = Rival(("bert",), 0.8, 0.7, 0.9, 0.82, 0.05, 0.01, 0.09)


def test_a_rival_is_beaten_where_the_whole_interval_is_above_zero():
    assert RIVAL.is_beaten
    assert not attrs.evolve(RIVAL, gain_low=0.0).is_beaten
    assert not attrs.evolve(RIVAL, gain_low=-0.02).is_beaten


def test_messages_name_every_way():
    assert all(f"'{way}'" in WANTED_ESTIMATE for way in ESTIMATES)
