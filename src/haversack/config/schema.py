"""JSON Schema of a run file, for editors that complete and check it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.api.certify import MODES
from haversack.config.options import list_options, parse_type
from haversack.config.pool_section import list_pool_keys, list_sufficient_keys
from haversack.errors import PluginError
from haversack.kinds import PART_KINDS
from haversack.selection import defaults

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
            "seed": {"type": "integer", "minimum": 0, "description": "Same seed, same answer."},
            "certify": {
                "enum": list(MODES),
                "default": defaults.CERTIFY,
                "description": "Effort spent on bounding the optimality gap.",
            },
            "pool": {
                "type": "object",
                "additionalProperties": False,
                "properties": pool,
                "oneOf": [
                    {"required": ["path"], "propertyNames": {"enum": ["path", "votes", "truth"]}},
                    {
                        "anyOf": [{"required": [key]} for key in list_sufficient_keys()],
                        "not": {"required": ["path"]},
                    },
                ],
            },
            **{name: {"$ref": f"#/$defs/{name}", "description": kind.description} for name, kind in PART_KINDS.items()},
        },
        "$defs": {kind: _part_schema(kind, catalog) for kind in PART_KINDS},
    }


def _part_schema(kind: Kind, catalog: Catalog) -> dict[str, Any]:
    choices = [_entry_schema(entry) for entry in catalog.of_kind(kind)]
    if PART_KINDS[kind].compositions:
        # Within a list, a part without required options may be given by its name alone.
        bare = [choice["properties"]["kind"]["const"] for choice in choices if choice["required"] == ["kind"]]
        parts = {"type": "array", "minItems": 1, "items": {"anyOf": [{"$ref": f"#/$defs/{kind}"}, {"enum": bare}]}}
        choices += [
            {"type": "object", "additionalProperties": False, "required": [key], "properties": {key: parts}}
            for key in PART_KINDS[kind].compositions
        ]
    return {"oneOf": choices}


def _entry_schema(entry: Entry) -> dict[str, Any]:
    kind = {"const": entry.name}
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
