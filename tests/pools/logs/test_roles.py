"""Which column of a log has which role."""

from __future__ import annotations

import pytest

from haversack import ConfigError, LogTable, PoolError
from haversack.pools.logs.roles import (
    ALIASES,
    check_assigned,
    find_role,
    parse_assignments,
    read_assignments,
    sort_by_role,
)


@pytest.mark.parametrize(("role", "alias"), [(role, alias) for role, names in ALIASES.items() for alias in names])
def test_aliases_are_known_in_every_spelling(role, alias):
    for spelling in (alias, alias.upper(), alias.replace("_", "-"), alias.replace("_", " ").title()):
        assert find_role(spelling) == role


def test_no_alias_has_two_roles_and_the_usual_name_comes_first():
    names = [alias for names in ALIASES.values() for alias in names]
    assert len(names) == len(set(names))
    assert sort_by_role(["id", "gpt", "question"])["item"] == ["question", "id"]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (3, "columns: expected names of columns by role, got 3"),
        ({"memebr": "x"}, "columns: expected a role, got 'memebr'; did you mean 'member'? known: item"),
        ({"member": 3}, "columns: member: expected the name of a column, got 3"),
        ({"answer": ["a", "b"]}, "columns: answer: expected the name of a column, got ['a', 'b']"),
    ],
)
def test_wrong_assignments_are_reported(columns, message):
    with pytest.raises(ConfigError) as caught:
        read_assignments(columns)
    assert str(caught.value).startswith(message)


def test_texts_must_be_assignments_and_columns_must_exist():
    with pytest.raises(ConfigError, match=r"^--columns foo: expected ROLE=COLUMN, for example member=model,item=quest"):
        parse_assignments(["member=a,foo"])
    assert read_assignments(None) == {}
    with pytest.raises(PoolError, match=r"^f: no column 'modl', which is named for member; did you mean 'model'\?"):
        check_assigned(LogTable("f", {"model": []}), {"member": ("modl",)})
