"""The options of an implementation, read off its factory."""

from __future__ import annotations

import functools
import inspect
import math
import re
import types
import typing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import attrs

from haversack.errors import PluginError
from haversack.validators import Check

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_WORDS: dict[Any, str] = {
    float: "a number",
    int: "a whole number",
    str: "text",
    bool: "true or false",
    Path: "the name of a file",
    list: "a list",
    dict: "a table",
    type(None): "nothing",
}
_SCHEMAS: dict[Any, dict[str, Any]] = {
    float: {"type": "number"},
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    Path: {"type": "string"},
    list: {"type": "array"},
    dict: {"type": "object"},
    type(None): {"type": "null"},
}
LISTS = (list, tuple, set, frozenset)
"""The types that a configuration writes as a list."""


@attrs.frozen
class Option:
    """One keyword of a factory.

    Parameters
    ----------
    name
        The key in a configuration.
    type
        Its annotation, resolved.
    default
        Its default; `attrs.NOTHING` if it must be given.
    doc
        What the docstring says of it, on one line.
    field
        The attrs field behind it, if the factory is an attrs class.
    """

    name: str
    type: Any
    default: Any
    doc: str
    field: attrs.Attribute[Any] | None = None

    @property
    def required(self) -> bool:
        """Whether it must be given."""
        return self.default is attrs.NOTHING

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        schema = type_schema(self.type)
        for check in _checks(self.field):
            schema |= check.schema
        if self.doc:
            schema["description"] = self.doc
        if isinstance(self.default, (str, int)) or (isinstance(self.default, float) and math.isfinite(self.default)):
            schema["default"] = self.default
        return schema


@functools.cache
def list_options(factory: Callable[..., Any]) -> tuple[Option, ...]:
    """Return the options of a factory: the fields of an attrs class, or the parameters of a function.

    Raises
    ------
    PluginError
        If the annotations cannot be resolved.
    """
    docs = _docs(factory)
    try:
        hints = _hints(factory)
    # An annotation is code of somebody else, and may raise anything.
    except Exception as error:
        name = getattr(factory, "__qualname__", repr(factory))
        raise PluginError(
            f"the option types of {name} cannot be read ({error}); import them outside of TYPE_CHECKING"
        ) from error
    if attrs.has(factory if isinstance(factory, type) else type(None)):
        return tuple(
            Option(
                field.alias or field.name,
                hints.get(field.name, Any),
                _default(field),
                docs.get(field.alias or field.name, docs.get(field.name, "")),
                field,
            )
            for field in attrs.fields(typing.cast("type", factory))
            if field.init
        )
    keywords = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return tuple(
        Option(
            parameter.name,
            hints.get(parameter.name, Any),
            attrs.NOTHING if parameter.default is inspect.Parameter.empty else parameter.default,
            docs.get(parameter.name, ""),
        )
        for parameter in inspect.signature(factory).parameters.values()
        if parameter.kind in keywords
    )


def _hints(factory: Callable[..., Any]) -> dict[str, Any]:
    if not inspect.isfunction(factory):
        return typing.get_type_hints(factory)
    # What it returns is no option, and may well be imported for type checkers only.
    parameters = {name: hint for name, hint in factory.__annotations__.items() if name != "return"}
    return typing.get_type_hints(types.SimpleNamespace(__annotations__=parameters), globalns=factory.__globals__)


def describe_type(annotation: Any) -> str:
    """Say a type in words.

    Examples
    --------
    >>> describe_type(float | None), describe_type(Literal["a", "b"]), describe_type(list[int])
    ('a number or nothing', "'a' or 'b'", 'a list, each a whole number')
    """
    if annotation in _WORDS:
        return _WORDS[annotation]
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Literal:
        return " or ".join(repr(part) for part in parts)
    if origin in (typing.Union, types.UnionType):
        words = [describe_type(part) for part in parts]
        return (", or " if any(", " in word for word in words) else " or ").join(words)
    if origin in LISTS and _has_one_kind_of_entry(origin, parts):
        return "a list" if parts[0] is Any else f"a list, each {describe_type(parts[0])}"
    if origin in LISTS:
        return f"a list of {', '.join(describe_type(part) for part in parts)}"
    if origin is dict:
        return f"a table, each {describe_type(parts[1])}"
    if isinstance(annotation, type) and attrs.has(annotation):
        return f"a table of {', '.join(option.name for option in list_options(annotation))}"
    return "anything" if annotation is Any else getattr(annotation, "__name__", str(annotation))


def type_schema(annotation: Any) -> dict[str, Any]:
    """Return the JSON Schema of a type; what has none is left open.

    Examples
    --------
    >>> type_schema(int | None)
    {'anyOf': [{'type': 'integer'}, {'type': 'null'}]}
    """
    if annotation in _SCHEMAS:
        return dict(_SCHEMAS[annotation])
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Literal:
        return {"enum": list(parts)}
    if origin in (typing.Union, types.UnionType):
        return {"anyOf": [type_schema(part) for part in parts]}
    if origin in LISTS and _has_one_kind_of_entry(origin, parts):
        return {"type": "array", "items": type_schema(parts[0])}
    if origin in LISTS:
        return {
            "type": "array",
            "prefixItems": [type_schema(part) for part in parts],
            "minItems": len(parts),
            "maxItems": len(parts),
        }
    if origin is dict:
        return {"type": "object", "additionalProperties": type_schema(parts[1])}
    if isinstance(annotation, type) and attrs.has(annotation):
        return table_schema(list_options(annotation))
    return {}


def table_schema(options: Iterable[Option]) -> dict[str, Any]:
    """Return the JSON Schema of a table that holds these options and nothing else."""
    options = tuple(options)
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [option.name for option in options if option.required],
        "properties": {option.name: option.schema() for option in options},
    }


def parameter_docs(docstring: str) -> dict[str, str]:
    """Read the parameter descriptions of a numpy-style docstring.

    Examples
    --------
    >>> from haversack.api.progress import Progress
    >>> parameter_docs(inspect.getdoc(Progress))["seconds"]
    'Since the search began.'
    """
    section = re.search(r"^Parameters\n-+\n(.*?)(?=^\S[^\n]*\n-{3,}|\Z)", docstring, re.DOTALL | re.MULTILINE)
    docs: dict[str, str] = {}
    names: list[str] = []
    for line in section.group(1).splitlines() if section else ():
        if line and not line[0].isspace():
            names = [name.strip() for name in line.split(":")[0].split(",")]
        elif line.strip():
            for name in names:
                docs[name] = f"{docs.get(name, '')} {line.strip()}".strip()
    return docs


def _docs(factory: Callable[..., Any]) -> dict[str, str]:
    if not isinstance(factory, type):
        return parameter_docs(inspect.getdoc(factory) or "")
    # Fields may be inherited, and are then documented where they come from.
    docs: dict[str, str] = {}
    for ancestor in reversed(factory.__mro__[:-1]):
        docs |= parameter_docs(inspect.cleandoc(ancestor.__doc__ or ""))
    return docs


def _has_one_kind_of_entry(origin: Any, parts: tuple[Any, ...]) -> bool:
    return origin is not tuple or (len(parts) == 2 and parts[1] is ...)


def _default(field: attrs.Attribute[Any]) -> Any:
    factory: Any = field.default
    if isinstance(factory, attrs.Factory):  # type: ignore[arg-type]  # attrs types Factory as a function
        return None if factory.takes_self else factory.factory()
    return factory


def _checks(field: attrs.Attribute[Any] | None) -> Iterator[Check]:
    pending = [field.validator] if field is not None else []
    while pending:
        validator = pending.pop()
        if isinstance(validator, Check):
            yield validator
        # attrs joins several validators of a field into one that holds them.
        pending.extend(getattr(validator, "_validators", ()))
