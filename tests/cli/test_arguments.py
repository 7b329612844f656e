"""Options that several commands share: their help says what they take and what happens without them."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("command", "texts"),
    [
        ("select", ["--budget NUMBER", "(no limit)", "--searcher KIND[:KEY=VALUE,...]", "(auto)", "(quick)"]),
        ("run", ["--budget NUMBER", "--seed NUMBER", "--certify off|quick|prove", "(that of the file)"]),
        ("select", ["--estimate auto|bootstrap|nested|holdout|none", "--estimate-workers NUMBER"]),
        ("frontier", ["POOL.csv|RUN.toml", "(by the size of the pool)", "(by pool and energy)"]),
        ("plan", ["POOL.csv|RUN.toml", "(paper)", "(drawn at random, and recorded)"]),
        ("compare", ["--searchers, --searcher", "(all that are applicable)", "[default: 10]", "[default: exact]"]),
    ],
)
def test_help_shows_what_options_take_and_their_defaults(answer, command, texts):
    help_text = " ".join(answer(command, "-h").split())
    assert [text for text in texts if text not in help_text] == []


@pytest.mark.parametrize("command", ["select", "run", "frontier", "plan", "compare"])
def test_every_option_with_a_value_shows_its_default_or_is_a_file_or_an_addition(answer, command):
    """What remains adds something that is not there without it."""
    options = answer(command, "-h").partition("Options:\n")[2].partition("\n\n")[0]
    entries = [" ".join(entry.split()) for entry in options.replace("\n  -", "\n\n  -").split("\n\n")]
    additions = (
        "--votes",
        "--truth",
        "--costs",
        "--columns",
        "--set",
        "--out",
        "--plot ",
        "--json",
        "--parts",
        "--best-known",
        "--store",
        "--address",
        "--certificate",
        "-h,",
    )
    additions += ("--paper-pools", "--budget-share", "--preset", "--plan", "--observer", "--frugal", "--constraint")
    additions += ("--separate",)
    assert [entry for entry in entries if "[default: " not in entry and not entry.startswith(additions)] == []
