"""`haversack schema`."""

from __future__ import annotations

import json

from jsonschema import Draft202012Validator


def test_schema_prints_the_schema(answer):
    schema = json.loads(answer("schema"))
    Draft202012Validator.check_schema(schema)
    assert set(schema["$defs"]) == {"energy", "searcher", "stopping", "cost", "constraint", "observer", "reader"}
