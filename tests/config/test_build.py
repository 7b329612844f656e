"""Names, dicts and objects become parts."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
import pytest

from fakes import ListSearcher, SlowestMember, WrongShare
from haversack import AllOf, AnyOf, ConfigError
from haversack.config.build import PartBuilder, build_part
from haversack.costs import Additive, NoCost
from haversack.energies import MajorityVote
from haversack.plugins import Catalog, Entry, Source
from haversack.searchers import MonteCarlo, Sherlock
from haversack.stopping import MaxStep, Paper, Target, TimeLimit
from haversack.validators import OptionError, whole

if TYPE_CHECKING:
    from decimal import Decimal


def problems_of(kind, spec, catalog, **keywords):
    with pytest.raises(ConfigError) as caught:
        build_part(kind, spec, catalog, **keywords)
    return caught.value.problems


def catalog_of(*factories, kind="stopping"):
    source = Source("tests", "tests", "1")
    return Catalog(tuple(Entry(kind, factory.__name__.lower(), factory, "made up", source) for factory in factories))


# ------------------------------------------------------------------------------------------------- what is right


@pytest.mark.parametrize(
    ("kind", "spec", "part"),
    [
        ("energy", "majority", MajorityVote()),
        ("searcher", "sherlock", Sherlock()),
        ("searcher", {"kind": "monte-carlo"}, MonteCarlo()),
        ("cost", {"kind": "additive", "size": "mean"}, Additive(size="mean")),
        ("cost", "none", NoCost()),
        ("stopping", {"kind": "max-step", "limit": 5}, MaxStep(limit=5)),
        ("stopping", MappingProxyType({"kind": "max-step", "limit": 5}), MaxStep(limit=5)),
        ("stopping", {"kind": "time-limit", "seconds": 2}, TimeLimit(seconds=2.0)),
        ("stopping", {"any": ["paper", {"kind": "max-step", "limit": 5}]}, AnyOf([Paper(), MaxStep(limit=5)])),
        (
            "stopping",
            {"all": [{"kind": "target", "value": 0.9}, {"any": [{"kind": "max-step", "limit": 5}]}]},
            AllOf([Target(value=0.9), AnyOf([MaxStep(limit=5)])]),
        ),
    ],
)
def test_names_and_dicts_become_parts(builtins, kind, spec, part):
    assert build_part(kind, spec, builtins) == part


def test_whole_numbers_become_floats_where_floats_are_wanted(builtins):
    assert type(build_part("stopping", {"kind": "time-limit", "seconds": 2}, builtins).seconds) is float


@pytest.mark.parametrize(
    ("kind", "part"),
    [("energy", WrongShare()), ("searcher", ListSearcher()), ("cost", SlowestMember()), ("stopping", lambda _: None)],
)
def test_objects_are_taken_as_they_are(builtins, kind, part):
    assert build_part(kind, part, builtins) is part


def test_a_function_may_make_a_part():
    def limit(most: int, least: int = 1):
        return MaxStep(limit=most + least)

    assert build_part("stopping", {"kind": "limit", "most": 4}, catalog_of(limit)) == MaxStep(limit=5)


# ------------------------------------------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("kind", "method"),
    [("energy", "losses"), ("searcher", "search"), ("stopping", "__call__"), ("cost", "costs")],
)
@pytest.mark.parametrize("wrong", [5, None, ["majority"], object])
def test_anything_else_is_refused(builtins, kind, method, wrong):
    assert problems_of(kind, wrong, builtins) == (
        f"{kind}: expected a registered name, a dict with the key 'kind', or an object with the method '{method}', "
        f"got {wrong!r}",
    )


def test_a_class_in_place_of_an_object_is_refused(builtins):
    (problem,) = problems_of("energy", MajorityVote, builtins)
    assert problem.endswith("got <class 'haversack.energies.majority.MajorityVote'>")


def test_a_dict_without_kind_is_reported_what_there_is(builtins):
    costs, rules = ", ".join(builtins.names("cost")), ", ".join(builtins.names("stopping"))
    assert problems_of("cost", {}, builtins) == (f"cost: the key 'kind' is missing; known kinds: {costs}",)
    assert problems_of("stopping", {"limit": 5}, builtins) == (
        f"stopping: the key 'kind' is missing; known kinds: {rules}, or 'any' or 'all' with a list of parts",
    )


def test_a_kind_that_is_no_text_is_reported(builtins):
    assert problems_of("cost", {"kind": 3}, builtins) == ("cost.kind: must be text, got 3",)


def test_a_misspelt_kind_is_reported_with_a_suggestion(builtins):
    known = ", ".join(builtins.names("searcher"))
    assert problems_of("searcher", "sherlok", builtins) == (
        f"searcher.kind: 'sherlok' is not registered; did you mean 'sherlock'? known: {known}",
    )


def test_a_kind_like_no_other_is_reported_what_there_is(builtins):
    known = ", ".join(builtins.names("cost"))
    assert problems_of("cost", "xyz", builtins) == (f"cost.kind: 'xyz' is not registered; known: {known}",)


def test_the_place_stands_before_every_complaint(builtins):
    (problem,) = problems_of("cost", "xyz", builtins, place="run.toml: ")
    assert problem.startswith("run.toml: cost.kind: ")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({"kind": "gap"}, "stopping.share: missing; must be a number"),
        ({"kind": "stagnation"}, "stopping: steps or seconds must be given, or both"),
        ({"kind": "stagnation", "steps": 0}, "stopping.steps: must be a whole number of at least 1, got 0"),
        ({"kind": "stagnation", "steps": 2.5}, "stopping.steps: must be a whole number or nothing, got 2.5"),
        ({"kind": "stagnation", "steps": True}, "stopping.steps: must be a whole number or nothing, got True"),
        ({"kind": "stagnation", "steps": "5"}, "stopping.steps: must be a whole number or nothing, got '5'"),
        ({"kind": "gap", "share": None}, "stopping.share: must be a number, got None"),
        (
            {"kind": "time-limit", "seconds": float("inf")},
            "stopping.seconds: must be a finite number above 0, got inf",
        ),
        ({"kind": "time-limit", "seconds": "soon"}, "stopping.seconds: must be a number, got 'soon'"),
        ({"kind": "paper", "fit": "gamma"}, "stopping.fit: must be 'auto' or 'beta' or 'empirical', got 'gamma'"),
        ({"kind": "paper", "odd_size": 1}, "stopping.odd_size: must be true or false, got 1"),
        ({"kind": "paper", "max_steps": 0}, "stopping.max_steps: must be a whole number of at least 1, got 0"),
        ({"kind": "paper", "max_steps": []}, "stopping.max_steps: must be a whole number or nothing, got []"),
        ({"kind": "target"}, "stopping: value or error must be given, and only one of them"),
        (
            {"kind": "target", "value": 0.9, "error": 0.1},
            "stopping: value or error must be given, and only one of them",
        ),
        ({"kind": "paper", "od_size": True}, "stopping.od_size: unknown key; did you mean 'odd_size'?"),
        (
            {"kind": "target", "value": 0.5, "xyz": True},
            "stopping.xyz: unknown key; known: error, kind, value",
        ),
        ({"any": []}, "stopping.any: must be a list of at least one stopping rule, got []"),
        ({"all": "paper"}, "stopping.all: must be a list of at least one stopping rule, got 'paper'"),
        (
            {"any": [{"kind": "max-step", "limit": 0}]},
            "stopping.any[0].limit: must be a whole number of at least 1, got 0",
        ),
        (
            {"any": ["paper", {"all": [{"kind": "papper"}]}]},
            "stopping.any[1].all[0].kind: 'papper' is not registered; did you mean 'paper'? known: KNOWN",
        ),
        (
            {"any": [5]},
            "stopping.any[0]: expected a registered name, a dict with the key 'kind', or an object with the method "
            "'__call__', got 5",
        ),
    ],
)
def test_a_mistake_is_reported_with_its_place(builtins, spec, message):
    known = ", ".join(builtins.names("stopping"))
    assert problems_of("stopping", spec, builtins) == (message.replace("KNOWN", known),)


def test_an_option_of_something_without_options_is_reported(builtins):
    assert problems_of("cost", {"kind": "none", "xyz": 1}, builtins) == ("cost.xyz: unknown key; known: kind",)


def test_a_misspelt_kind_is_recognised(builtins):
    (problem,) = problems_of("cost", {"kind": "none", "kindd": "additive"}, builtins)
    assert problem == "cost.kindd: unknown key; did you mean 'kind'?"


def test_a_key_that_is_no_text_is_reported(builtins):
    assert problems_of("cost", {"kind": "none", 5: 1}, builtins) == ("cost.5: unknown key; known: kind",)


def test_all_mistakes_are_reported_at_once(builtins):
    spec = {
        "any": [
            {"kind": "max-step", "limit": 0},
            {"kind": "paper", "fitt": "auto", "min_steps": "many", "max_steps": -1},
            {"kind": "gap"},
            "xyz",
        ]
    }
    assert [problem.partition(": ")[0] for problem in problems_of("stopping", spec, builtins)] == [
        "stopping.any[0].limit",
        "stopping.any[1].fitt",
        "stopping.any[1].min_steps",
        "stopping.any[1].max_steps",
        "stopping.any[2].share",
        "stopping.any[3].kind",
    ]


def test_mistakes_are_added_to_those_found_before(builtins):
    problems = ["earlier"]
    builder = PartBuilder(builtins, problems)
    builder.build("cost", "none", "cost")
    assert problems == ["earlier"]
    builder.build("cost", "xyz", "here")
    assert [problem.partition(":")[0] for problem in problems] == ["earlier", "here.kind"]


@attrs.frozen
class Picky:
    """Checks with the validators of attrs itself, and one that looks at two fields."""

    low: int = attrs.field(default=1, validator=attrs.validators.ge(1))
    word: Any = attrs.field(default="a", validator=attrs.validators.instance_of(str))
    high: int = attrs.field(default=9)
    rounded: float = attrs.field(default=1.0, converter=round, validator=whole(1))

    @high.validator
    def _above_low(self, attribute, value):
        if value <= self.low:
            raise OptionError("high", f"must be above low, got {value}")

    def __call__(self, progress): ...


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"low": 0}, "stopping.low: 'low' must be >= 1: 0"),
        ({"word": 3}, "stopping.word: 'word' must be <class 'str'> (got 3 that is a <class 'int'>)."),
        ({"low": 5, "high": 4}, "stopping: high must be above low, got 4"),
        ({"rounded": 0.2}, "stopping: rounded must be a whole number of at least 1, got 0"),
    ],
)
def test_the_words_of_other_validators_are_kept(options, message):
    assert problems_of("stopping", {"kind": "picky", **options}, catalog_of(Picky)) == (message,)


def test_a_converter_comes_before_the_check():
    assert build_part("stopping", {"kind": "picky", "rounded": 1.4}, catalog_of(Picky)).rounded == 1


def test_a_factory_that_refuses_is_reported():
    def stubborn(limit: int):
        raise ValueError("not today")

    assert problems_of("stopping", {"kind": "stubborn", "limit": 1}, catalog_of(stubborn)) == ("stopping: not today",)


def test_option_types_that_cannot_be_read_are_reported():
    def hidden(precision: Decimal): ...

    (problem,) = problems_of("stopping", "hidden", catalog_of(hidden))
    assert problem.startswith("stopping.kind: the option types of ")
    assert "name 'Decimal' is not defined" in problem


@pytest.mark.parametrize("steps", [10**20, 1e20, np.int64(10**9), np.float64(1e20)])
def test_a_count_may_be_of_any_size_and_written_as_a_float(builtins, steps):
    rule = build_part("stopping", {"kind": "stagnation", "steps": steps}, builtins)
    assert rule.steps == int(steps)
    assert type(rule.steps) is int


@pytest.mark.parametrize(
    ("spec", "most"),
    [
        ({"kind": "sherlock", "workers": 10**7}, "1,024, got 10000000"),
        ({"kind": "monte-carlo", "workers": 1025}, "1,024, got 1025"),
        ({"kind": "annealing", "workers": 1e20}, "1,024, got 100000000000000000000"),
        ({"kind": "annealing", "groups": 10**7}, "1,024, got 10000000"),
        ({"kind": "annealing", "chains": 10**9}, "65,536, got 1000000000"),
    ],
)
def test_what_would_exhaust_memory_or_threads_is_refused(builtins, spec, most):
    option = list(spec)[1]
    message = f"searcher.{option}: must be a whole number of at least 1 and at most {most}"
    with pytest.raises(ConfigError, match=re.escape(message)):
        build_part("searcher", spec, builtins)
