"""The JSON Schema of run files says what the reader of run files says."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import pytest
from hypothesis import given
from jsonschema import Draft202012Validator, ValidationError

from conftest import ROOT
from haversack.config.run_file import RUN_KEYS, build_run
from haversack.config.schema import build_run_schema
from haversack.plugins import Catalog, Entry, Source, load_catalog
from haversack.validators import whole
from strategies import run_documents

if TYPE_CHECKING:
    from decimal import Decimal

POOL = {"accuracies": [0.9, 0.8], "costs": [2, 1]}


@pytest.fixture(scope="module")
def schema(builtins):
    return build_run_schema(builtins)


@pytest.fixture(scope="module")
def validator(schema):
    return Draft202012Validator(schema)


def test_it_is_a_schema_of_the_draft_it_names(schema):
    assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    Draft202012Validator.check_schema(schema)


def test_with_all_that_is_installed_it_is_a_schema_too():
    Draft202012Validator.check_schema(build_run_schema(load_catalog()))


def test_it_survives_strict_json(schema):
    assert json.loads(json.dumps(schema, allow_nan=False)) == schema


@pytest.mark.parametrize("path", sorted((ROOT / "docs").rglob("run*.toml")), ids=lambda path: path.name)
def test_the_run_files_of_the_documentation_are_valid(validator, path):
    validator.validate(tomllib.loads(Path(path).read_text(encoding="utf-8")))


def test_the_tutorial_has_a_run_file():
    assert (ROOT / "docs" / "tutorial" / "run.toml").is_file()


@given(document=run_documents())
def test_what_the_reader_accepts_is_valid(builtins, validator, document):
    build_run(document, builtins, source="run.toml")
    validator.validate(document)


@pytest.mark.parametrize(
    "changes",
    [
        {"bugdet": 3},
        {"budget": 0},
        {"budget": -1},
        {"budget": "30"},
        {"budget": True},
        {"seed": -1},
        {"seed": 1.5},
        {"pool": {}},
        {"pool": {"names": ["a"]}},
        {"pool": {"path": 3}},
        {"pool": {"path": "a.csv", "costs": [1]}},
        {"pool": {"path": "a.csv", "names": ["a"]}},
        {"pool": {"acuracies": [0.5]}},
        {"pool": {"accuracies": "high"}},
        {"pool": POOL | {"metadata": {"x": "ab"}}},
        {"energy": "majority"},
        {"energy": {}},
        {"energy": {"kind": "majorty"}},
        {"energy": {"kind": "majority", "x": 1}},
        {"stopping": {"kind": "gap"}},
        {"stopping": {"kind": "max-step", "limit": 0}},
        {"stopping": {"kind": "max-step", "limit": "x"}},
        {"stopping": {"kind": "max-step", "limit": 3, "limt": 3}},
        {"stopping": {"kind": "time-limit", "seconds": 0}},
        {"stopping": {"kind": "paper", "fit": "gamma"}},
        {"stopping": {"any": []}},
        {"stopping": {"any": ["gap"]}},
        {"stopping": {"any": [{"kind": "papper"}]}},
        {"stopping": {"any": ["paper"], "kind": "paper"}},
        {"cost": {"kind": "additive", "size": "median"}},
        {"disable": "haversack-coin"},
        {"disable": [3]},
        {"disable": [" "]},
    ],
)
def test_what_is_invalid_the_reader_refuses_too(builtins, validator, changes):
    document = {"pool": POOL} | changes
    with pytest.raises(ValidationError):
        validator.validate(document)
    with pytest.raises(ValueError, match=r"run\.toml: "):
        build_run(document, builtins, source="run.toml")


def test_the_schema_has_the_keys_of_run_files(schema):
    assert sorted(schema["properties"]) == sorted(RUN_KEYS)


@pytest.mark.parametrize(
    "changes",
    [
        {"disable": ["haversack-coin"]},
        {"energy": {"kind": "haversack:majority", "ties": "coin"}},
        {"preset": "haversack:paper"},
        {"stopping": {"any": ["haversack:paper", {"kind": "gap", "share": 0.1}]}},
    ],
)
def test_qualified_names_and_disabled_plugins_are_valid(builtins, validator, changes):
    document = {"pool": POOL} | changes
    build_run(document, builtins, source="run.toml")
    validator.validate(document)


def test_a_pool_is_required(validator):
    with pytest.raises(ValidationError, match="'pool' is a required property"):
        validator.validate({"budget": 3})


def test_every_implementation_is_offered_with_its_options_and_docs(schema, builtins):
    assert schema["properties"]["preset"]["enum"] == ["paper", "haversack:paper"]
    for entry in builtins.entries:
        if entry.kind == "preset":
            continue
        (choice,) = [
            choice
            for choice in schema["$defs"][entry.kind]["oneOf"]
            if choice["properties"].get("kind") == {"enum": [entry.name, f"haversack:{entry.name}"]}
        ]
        assert choice["description"] == entry.summary
    (paper,) = [
        choice
        for choice in schema["$defs"]["stopping"]["oneOf"]
        if choice["properties"].get("kind") == {"enum": ["paper", "haversack:paper"]}
    ]
    assert paper["properties"]["min_steps"]["default"] == 10_000
    assert paper["properties"]["fit"]["enum"] == ["auto", "beta", "empirical"]
    assert all(option.get("description") for name, option in paper["properties"].items() if name != "kind")


@attrs.frozen
class Patience:
    """A rule from elsewhere."""

    patience: int = attrs.field(validator=whole(2))


def hidden(precision: Decimal): ...


def test_the_options_of_plugins_are_part_of_it_and_a_faulty_one_spoils_nothing(builtins):
    source = Source("tests", "tests", "1")
    catalog = Catalog(
        (
            *builtins.entries,
            Entry("stopping", "hidden", hidden, "faulty", source),
            Entry("stopping", "patience", Patience, "wait", source),
        )
    )
    schema = build_run_schema(catalog)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    validator.validate({"pool": POOL, "stopping": {"kind": "patience", "patience": 2}})
    validator.validate({"pool": POOL, "stopping": {"kind": "hidden", "precision": "high"}})
    validator.validate({"pool": POOL, "stopping": {"kind": "paper"}})
    with pytest.raises(ValidationError):
        validator.validate({"pool": POOL, "stopping": {"kind": "patience", "patience": 1}})
