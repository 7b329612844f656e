"""Results inside of pages."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import ConfigError
from haversack.config.embedded import embed_json, extract_json

TEXTS = st.text() | st.sampled_from(["</script>", "<!--", "<script>", "-->", "&lt;", "]]>", "\ud800", "\u2028"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


@given(st.lists(VALUES, min_size=1, max_size=3))
def test_whatever_a_page_carries_comes_back(documents):
    page = "<!doctype html><p>a &lt; b</p>" + "<p></p>".join(map(embed_json, documents))
    assert extract_json(page, "page.html") == documents


@given(VALUES)
def test_nothing_in_it_means_anything_to_a_browser(document):
    inside = embed_json(document).partition(">")[2].removesuffix("</script>")
    assert not set(inside) & set("<>&")
    assert inside.isascii()
    assert json.loads(inside) == document


def test_other_scripts_and_texts_are_left_alone():
    page = f"<script>let a = [1];</script>{embed_json([2])}<script type='application/json'>[3]</script>4"
    assert extract_json(page, "page.html") == [[2]]


def test_a_page_without_results_is_reported():
    with pytest.raises(ConfigError, match="^x.html: expected a page that `haversack report` wrote, got one without"):
        extract_json("<p>hello</p>", "x.html")


def test_a_damaged_result_is_reported():
    with pytest.raises(ConfigError, match="^x.html: is not JSON: "):
        extract_json(embed_json([1, 2]).replace("2]", ""), "x.html")
