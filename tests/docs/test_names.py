"""Pages that name modules, functions, fields and keys name those that exist, and all of them."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import attrs
import pytest

import haversack as hs

DOCS = Path(__file__).parents[2] / "docs"
PAPER = (DOCS / "explanation" / "from-paper-to-product.md").read_text(encoding="utf-8")


def find(name):
    """The object behind a dotted name: the longest module in it, then attributes."""
    words = name.split(".")
    for length in range(len(words), 0, -1):
        try:
            found = importlib.import_module(".".join(words[:length]))
        except ModuleNotFoundError:
            continue
        for word in words[length:]:
            found = getattr(found, word)
        return found
    raise ModuleNotFoundError(name)


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(haversack(?:_paper)?\.[\w.]+)`", PAPER))))
def test_the_paper_page_names_what_exists(name):
    if name.startswith("haversack_paper"):
        pytest.importorskip("haversack_paper")
    assert find(name) is not None


@pytest.mark.parametrize("kind", ["Plan", "Pool", "Selection"])
def test_the_paper_page_names_fields_that_exist(kind):
    fields = {field.name for field in attrs.fields(getattr(hs, kind))}
    named = set(re.findall(rf"\b{kind}\.(\w+)`?", PAPER))
    assert named
    assert sorted(name for name in named if name not in fields and not hasattr(getattr(hs, kind), name)) == []
