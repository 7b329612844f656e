"""Parts in a word of the command line."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import ConfigError
from haversack.config.part_text import parse_part, split_parts

GOOD = {
    "sherlock": {"kind": "sherlock"},
    " sherlock ": {"kind": "sherlock"},
    "annealing:cooling=0.9": {"kind": "annealing", "cooling": 0.9},
    "annealing: cooling = 0.9 , moves=5": {"kind": "annealing", "cooling": 0.9, "moves": 5},
    "annealing:start=sweep": {"kind": "annealing", "start": "sweep"},
    'annealing:start="sweep"': {"kind": "annealing", "start": "sweep"},
    "a:x=true,y=inf,z=": {"kind": "a", "x": True, "y": float("inf"), "z": ""},
    "a:x=[1, 2],y=3": {"kind": "a", "x": [1, 2], "y": 3},
    "a:x=[ann, gpt-4],y=3": {"kind": "a", "x": ["ann", "gpt-4"], "y": 3},
    'include:members=[a,"ç,d"]': {"kind": "include", "members": ["a", "ç,d"]},
    'a:x={b = 1, c = "d,e"},y=3': {"kind": "a", "x": {"b": 1, "c": "d,e"}, "y": 3},
    'a:x="b,c=d",y=3': {"kind": "a", "x": "b,c=d", "y": 3},
    "a:x='b,c',y=3": {"kind": "a", "x": "b,c", "y": 3},
    "a:x=it's,y=3": {"kind": "a", "x": "it's", "y": 3},
    "a:path=C:\\b=c.txt": {"kind": "a", "path": "C:\\b=c.txt"},
    "a:inner.kind=b,inner.x=1": {"kind": "a", "inner": {"kind": "b", "x": 1}},
}


@pytest.mark.parametrize(("text", "section"), GOOD.items(), ids=GOOD)
def test_a_word_is_a_section_of_a_run_file(text, section):
    assert parse_part(text, "--searcher") == section


BAD = {
    "": "--searcher : expected KIND or KIND:key=value,key=value",
    ":cooling=0.9": "--searcher :cooling=0.9: expected KIND or KIND:key=value,key=value",
    "cooling=0.9": "--searcher cooling=0.9: expected KIND or KIND:key=value,key=value",
    "a,b": "--searcher a,b: expected KIND or KIND:key=value,key=value",
    "a:": "--searcher a:: expected key=value after the colon, got ''",
    "a:5": "--searcher a:5: expected key=value after the colon, got '5'",
    "a:5,b=1": "--searcher a:5,b=1: expected key=value after the colon, got '5'",
    "a:b:5": "--searcher a:b:5: expected key=value after the colon, got '5'",
    "a:x=1,": "--searcher a:x=1,: expected key=value after the colon, got ''",
    "a:x=b,c": "--searcher a:x=b,c: expected key=value after the colon, got 'c'; a list is written x=[b,c]",
    "a:=1": "--searcher a:=1: expected key=value after the colon, got '=1'",
    "a:x=1,x=2": "--searcher a:x=1,x=2: 'x' is given twice",
    "a:kind=b": "--searcher a:kind=b: 'kind' is given twice",
    "a:x=1,x.y=2": "--searcher a: x.y=2: 'x' is not a section",
}


@pytest.mark.parametrize(("text", "message"), BAD.items(), ids=BAD)
def test_a_word_that_is_no_part_is_refused(text, message):
    with pytest.raises(ConfigError, match=f"^{re.escape(message)}$"):
        parse_part(text, "--searcher")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a", ["a"]),
        ("a,b", ["a", "b"]),
        ("a:x=1,b", ["a:x=1", "b"]),
        ("a:x=1,y=[1,2],b:z=3", ["a:x=1,y=[1,2]", "b:z=3"]),
        ("a, b:x = 1, y = 2, c", ["a", "b:x = 1, y = 2", "c"]),
        ('a:x="b,c",d', ['a:x="b,c"', "d"]),
        ("a,x=1", ["a", "x=1"]),
        ("a,", ["a", ""]),
    ],
)
def test_a_list_of_parts_is_split_between_them(text, parts):
    assert split_parts(text) == parts


values = st.one_of(
    st.integers(-(10**6), 10**6), st.booleans(), st.text("abc ,='[]{}:", max_size=8), st.lists(st.integers(0, 9))
)


@given(st.dictionaries(st.text("abcxyz_", min_size=1, max_size=5), values, max_size=4))
def test_options_written_as_toml_come_back(options):
    """JSON of these values is also TOML."""
    text = ",".join(f"{key}={json.dumps(value)}" for key, value in options.items())
    assert parse_part(f"part:{text}" if text else "part", "--searcher") == {"kind": "part"} | options
    assert split_parts(f"first,part:{text},last" if text else "first,part,last") == [
        "first",
        f"part:{text}" if text else "part",
        "last",
    ]
