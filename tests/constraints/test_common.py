"""What constraints share."""

from __future__ import annotations

from haversack.constraints.common import mark, to_names


def test_a_single_name_is_a_list_of_one():
    assert to_names("a, b") == ("a, b",)
    assert to_names(["a", "b"]) == ("a", "b")
    assert to_names(3) == 3


def test_members_are_marked():
    assert mark([0, 2], 3).tolist() == [True, False, True]
