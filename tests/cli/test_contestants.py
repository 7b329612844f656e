"""Several parts from the command line and from a file."""

from __future__ import annotations

import pytest

from haversack import ConfigError
from haversack.cli.contestants import read_parts


def test_names_with_options_become_specifications():
    assert read_parts("searchers", ["sweep, annealing:cooling=0.5,chains=8", "exact"], None) == {
        "sweep": {"kind": "sweep"},
        "annealing:cooling=0.5,chains=8": {"kind": "annealing", "cooling": 0.5, "chains": 8},
        "exact": {"kind": "exact"},
    }


def test_sections_of_a_file_come_after_the_words(tmp_path):
    file = tmp_path / "parts.toml"
    file.write_text("[searchers.slow]\nkind = 'annealing'\n[stopping.short]\nkind = 'max-step'\n")
    assert read_parts("searchers", ["sweep"], file) == {"sweep": {"kind": "sweep"}, "slow": {"kind": "annealing"}}
    assert read_parts("stopping", None, file) == {"short": {"kind": "max-step"}}


def test_without_any_parts_there_are_none():
    assert read_parts("searchers", None, None) is None


@pytest.mark.parametrize("word", ["", ":limit=5", "sweep,", "limit=5"])
def test_words_that_are_no_parts_are_refused(word):
    with pytest.raises(ConfigError, match="^--stopping .*: expected KIND or KIND:key=value,key=value"):
        read_parts("stopping", [word], None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("searchers = 5\n", "searchers: must hold sections like [searchers.LABEL], got 5"),
        ("[searchers]\nslow = 'annealing'\n", "searchers: must hold sections like [searchers.LABEL], got {'slow': "),
        ("[searchers.sweep]\nkind = 'sweep'\n", "searchers.sweep: also given on the command line"),
        ("[searcher.a]\nkind = 'sweep'\n", "searcher: unknown key; did you mean 'searchers'?"),
    ],
)
def test_files_of_parts_that_cannot_be_used_are_refused(tmp_path, text, message):
    file = tmp_path / "wrong.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as caught:
        read_parts("searchers", ["sweep"], file)
    assert str(caught.value).startswith(f"{file}: {message}")
