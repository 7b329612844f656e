"""Deep nesting and huge numbers are mistakes like others, with a place."""

from __future__ import annotations

import re

import pytest

from haversack import ConfigError, Pool, select
from haversack.config.build import build_part
from haversack.config.nesting import DEEPEST, check_nesting
from haversack.config.overrides import apply_overrides
from haversack.config.run_file import read_document

POOL = Pool(accuracies=[0.9, 0.8, 0.7], costs=[1, 1, 1])


def nest(depth, inner=None):
    for _ in range(depth):
        inner = [inner]
    return inner


def test_as_many_levels_as_are_allowed_pass():
    check_nesting(nest(DEEPEST), "here")
    check_nesting({"a": nest(DEEPEST - 1)}, "here")
    with pytest.raises(ConfigError, match=re.escape("here: 0.0.0...: nested more than 50 levels deep")):
        check_nesting(nest(DEEPEST + 1), "here")


def test_the_place_is_named():
    with pytest.raises(ConfigError, match=re.escape("here: searcher.x.0...: nested more than 50 levels deep")):
        check_nesting({"searcher": {"x": nest(60)}}, "here")


def test_what_contains_itself_is_nested_without_end():
    endless = {}
    endless["any"] = [endless]
    with pytest.raises(ConfigError, match=re.escape("stopping: any.0.any...: nested more than 50 levels deep")):
        select(POOL, 2, stopping=endless)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("run.toml", f"x={'[' * 20_000}{']' * 20_000}", "nested too deeply to be read"),
        ("run.toml", f"x={'[' * 300}{']' * 300}", "x.0.0...: nested more than 50 levels deep"),
        ("run.toml", f"{'a.' * 5_000}a=1", "a.a.a...: nested more than 50 levels deep"),
        ("run.json", f'{{"config": {"[" * 200_000}{"]" * 200_000}}}', "nested too deeply to be read"),
        ("run.json", f'{{"config": {{"x": {"[" * 300}{"]" * 300}}}}}', "x.0.0...: nested more than 50 levels deep"),
        ("run.toml", f"seed={'9' * 9_000}", "is not TOML: Exceeds the limit"),
        ("run.json", f'{{"config": {{"seed": {"9" * 9_000}}}}}', "is not JSON: Exceeds the limit"),
    ],
    ids=["deep list", "list", "keys", "deep JSON", "JSON", "digits", "digits in JSON"],
)
def test_a_file_that_is_nested_too_deeply_is_refused(tmp_path, name, text, message):
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises(ConfigError, match=re.escape(f"{file}: {message}")):
        read_document(file)


@pytest.mark.parametrize(
    ("assignment", "message"),
    [
        (f"searcher.x={'[' * 20_000}{']' * 20_000}", "--set searcher.x: nested too deeply to be read"),
        (f"searcher.x={'[' * 300}{']' * 300}", "--set: searcher.x.0...: nested more than 50 levels deep"),
        (f"{'a.' * 3_000}b=1", "--set: a.a.a...: nested more than 50 levels deep"),
    ],
    ids=["deep list", "list", "keys"],
)
def test_an_assignment_that_is_nested_too_deeply_is_refused(assignment, message):
    with pytest.raises(ConfigError, match=re.escape(message)):
        apply_overrides({}, [assignment])


def test_a_whole_number_has_digits_that_can_be_written(builtins):
    with pytest.raises(ConfigError, match=re.escape("stopping.limit: must have at most 4,000 digits, got 3.98e+6020")):
        build_part("stopping", {"kind": "max-step", "limit": 16**5000}, builtins)
    assert build_part("stopping", {"kind": "max-step", "limit": 10**3999}, builtins).limit == 10**3999


@pytest.mark.parametrize("seed", [2**128, 16**5000], ids=["bits", "digits"])
def test_a_seed_has_128_bits(seed):
    with pytest.raises(ConfigError, match="seed: must be a whole number of at least 0 and below 2.128, got"):
        select(POOL, 2, seed=seed)
