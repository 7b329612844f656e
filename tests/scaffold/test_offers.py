"""Texts of new plugins that depend on what they offer."""

from __future__ import annotations

import pytest

from haversack.kinds import HOOKS
from haversack.scaffold.offers import OFFERS, compose_texts, join_words


def test_every_offer_has_a_hook_and_an_article():
    assert set(OFFERS) <= set(HOOKS)
    assert OFFERS["energy"].noun == "an energy"
    assert OFFERS["cost"].noun == "a cost model"


@pytest.mark.parametrize(
    ("words", "text"), [(["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")], ids=len
)
def test_lists_are_joined(words, text):
    assert join_words(words) == text


def test_a_command_is_loaded_late_and_is_no_class():
    words = {"module": "haversack_x", "part": "x"}
    texts = compose_texts([OFFERS["command"]], words, {"command": "X"})
    assert (texts["imports"], texts["exports"], texts["Nouns"]) == ("", "", "A command")
    assert "from haversack_x.command import app" in texts["hooks"]
    assert 'Registration("x", _load_command, ' in texts["hooks"]
    assert texts["requirements"] == ', "typer>=0.20"'
