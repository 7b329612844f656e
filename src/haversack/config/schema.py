"""JSON Schema of a run file, for editors that complete and check it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.api.certify import MODES
from haversack.api.expected import ESTIMATES
from haversack.config.options import list_options, parse_type
from haversack.config.pool_section import LOG_KEYS, list_pool_keys, list_sufficient_keys
from haversack.errors import PluginError
from haversack.kinds import BUILT_KINDS, CONSTRAINT, OBSERVER, PART_KINDS
from haversack.selection import defaults
from haversack.validators import seed_check

if TYPE_CHECKING:
    from haversack.kinds import Kind
    from haversack.plugins import Catalog, Entry


def build_run_schema(catalog: Catalog) -> dict[str, Any]:
    """Return the schema of a run file, with the options of every installed implementation."""
    pool = {key: parse_type(kind).schema() | {"description": text} for key, (kind, text) in list_pool_keys().items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "haversack run",
        "type": "object",
        "additionalProperties": False,
        "required": ["pool"],
        "properties": {
            "budget": {"type": "number", "exclusiveMinimum": 0, "description": "What the set may cost."},
            "seed": {"type": "integer", **seed_check.schema, "description": "Same seed, same answer."},
            "certify": {
                "enum": list(MODES),
                "default": defaults.CERTIFY,
                "description": "Effort spent on bounding the optimality gap.",
            },
            "estimate": {
                "enum": list(ESTIMATES),
                "default": defaults.ESTIMATE,
                "description": "How the accuracy on new items is estimated, of a pool with recorded votes.",
            },
            "preset": {
                "enum": [
                    name for entry in catalog.entries if entry.kind == "preset" for name in _list_names(entry, catalog)
                ],
                "description": "Chooses the parts that are left out.",
            },
            "frugal": {
                "type": "boolean",
                "default": False,
                "description": "Take the cheapest panel that is as good as the best one up to chance.",
            },
            "disable": {
                "type": "array",
                "items": {"type": "string", "pattern": r"\S"},
                "description": "Names of distributions or plugins that are left out of this run.",
            },
            "pool": {
                "type": "object",
                "additionalProperties": False,
                "properties": pool,
                "oneOf": [
                    {"required": ["path"], "propertyNames": {"enum": ["path", "votes", *LOG_KEYS]}},
                    {
                        "anyOf": [{"required": [key]} for key in list_sufficient_keys()],
                        "not": {"required": ["path"]},
                    },
                ],
            },
            **{name: {"$ref": f"#/$defs/{name}", "description": kind.description} for name, kind in PART_KINDS.items()},
            "vote": {"$ref": "#/$defs/energy", "description": "The energy whose vote decides on new items."},
            "constraints": _list_schema("constraint", catalog) | {"description": CONSTRAINT.description},
            "observers": _list_schema("observer", catalog) | {"description": OBSERVER.description},
        },
        "$defs": {kind: _part_schema(kind, catalog) for kind in BUILT_KINDS},
    }


def _part_schema(kind: Kind, catalog: Catalog) -> dict[str, Any]:
    choices = _list_choices(kind, catalog)
    parts = _list_schema(kind, catalog) | {"minItems": 1}
    choices += [
        {"type": "object", "additionalProperties": False, "required": [key], "properties": {key: parts}}
        for key in BUILT_KINDS[kind].compositions
    ]
    # No value is one of none.
    return {"oneOf": choices} if choices else {"not": {}}


def _list_schema(kind: Kind, catalog: Catalog) -> dict[str, Any]:
    """Return the schema of a list of parts, of which one without required options may be given by its name alone."""
    choices = _list_choices(kind, catalog)
    bare = [
        name for choice in choices if choice["required"] == ["kind"] for name in choice["properties"]["kind"]["enum"]
    ]
    return {"type": "array", "items": {"anyOf": [{"$ref": f"#/$defs/{kind}"}, {"enum": bare}]}}


def _list_choices(kind: Kind, catalog: Catalog) -> list[dict[str, Any]]:
    return [_entry_schema(entry, catalog) for entry in catalog.entries if entry.kind == kind]


def _list_names(entry: Entry, catalog: Catalog) -> list[str]:
    """Return the names of an entry that a run file may use."""
    return list(dict.fromkeys([catalog.name_of(entry), entry.qualified_name]))


def _entry_schema(entry: Entry, catalog: Catalog) -> dict[str, Any]:
    kind = {"enum": _list_names(entry, catalog)}
    try:
        options = list_options(entry.factory)
    except PluginError as error:
        # One faulty plugin must not affect the schema of the others.
        return {"type": "object", "description": str(error), "required": ["kind"], "properties": {"kind": kind}}
    return {
        "type": "object",
        "description": entry.summary,
        "additionalProperties": False,
        "required": ["kind", *(option.name for option in options if option.is_required)],
        "properties": {"kind": kind, **{option.name: option.schema() for option in options}},
    }
