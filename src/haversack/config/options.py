"""The options of an implementation, read from its factory."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import types
import typing
from collections.abc import Callable, Collection, Iterable, Mapping, MutableMapping, MutableSequence, Sequence
from enum import Enum
from typing import Any, Literal

import attrs

from haversack.config.docstrings import read_factory_docs
from haversack.config.records import Option, Record
from haversack.config.types import (
    SCALARS,
    Anything,
    Choice,
    EnumMember,
    ListOf,
    OptionType,
    TableOf,
    TupleOf,
    Union,
    Unknown,
)
from haversack.errors import PluginError

_LISTS: dict[Any, Callable[[list[Any]], Any]] = {kind: kind for kind in (list, tuple, set, frozenset)} | dict.fromkeys(
    (Collection, Iterable, MutableSequence, Sequence), list
)
_TABLES = (dict, Mapping, MutableMapping)


def parse_type(annotation: Any) -> OptionType:
    """Return the tree of an annotation.

    Examples
    --------
    >>> parse_type(float | None).words, parse_type(Literal["a", "b"]).words, parse_type(list[int]).words
    ('a number or nothing', "'a' or 'b'", 'a list, each a whole number')
    >>> parse_type(int | None).schema()
    {'anyOf': [{'type': 'integer'}, {'type': 'null'}]}
    >>> parse_type(tuple[float, ...]).structure([1, 2])
    (1.0, 2.0)
    """
    if annotation is Any:
        return Anything()
    if annotation in SCALARS:
        return SCALARS[annotation]
    if isinstance(annotation, typing.NewType):
        return parse_type(annotation.__supertype__)
    arguments = typing.get_args(annotation)
    origin = typing.get_origin(annotation) or annotation
    if origin is Literal:
        return Choice(arguments)
    if origin in (typing.Union, types.UnionType):
        return Union(tuple(map(parse_type, arguments)))
    if origin is tuple and arguments and arguments[-1] is not ...:
        return TupleOf(tuple(map(parse_type, arguments)))
    if origin in _LISTS:
        return ListOf(_LISTS[origin], parse_type(arguments[0]) if arguments else None)
    if origin in _TABLES:
        return TableOf(parse_type(arguments[1]) if arguments else None)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return EnumMember(annotation)
    if isinstance(annotation, type) and (attrs.has(annotation) or dataclasses.is_dataclass(annotation)):
        return Record(annotation, functools.partial(list_options, annotation))
    return Unknown(getattr(annotation, "__name__", str(annotation)))


@functools.cache
def list_options(factory: Callable[..., Any]) -> tuple[Option, ...]:
    """Return the options of a factory: the fields of an attrs class, or the parameters of a function.

    Raises
    ------
    PluginError
        If the annotations cannot be resolved.
    """
    docs = read_factory_docs(factory)
    try:
        value_types = {name: parse_type(hint) for name, hint in _resolve_hints(factory).items()}
    # An annotation is third-party code, and may raise anything.
    except Exception as error:
        name = getattr(factory, "__qualname__", repr(factory))
        raise PluginError(
            f"the option types of {name} cannot be read ({error}); import them outside of TYPE_CHECKING"
        ) from error
    if isinstance(factory, type) and attrs.has(factory):
        return tuple(
            Option(
                field.alias or field.name,
                value_types.get(field.name, Anything()),
                _read_default(field),
                docs.get(field.alias or field.name, docs.get(field.name, "")),
                field,
            )
            for field in attrs.fields(factory)
            if field.init
        )
    keywords = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return tuple(
        Option(
            parameter.name,
            value_types.get(parameter.name, Anything()),
            attrs.NOTHING if parameter.default is inspect.Parameter.empty else parameter.default,
            docs.get(parameter.name, ""),
        )
        for parameter in inspect.signature(factory).parameters.values()
        if parameter.kind in keywords
    )


def _resolve_hints(factory: Callable[..., Any]) -> dict[str, Any]:
    if not inspect.isfunction(factory):
        return typing.get_type_hints(factory)
    # The type that a function returns is not an option, and is often imported for type checkers only.
    parameters = {name: hint for name, hint in factory.__annotations__.items() if name != "return"}
    return typing.get_type_hints(types.SimpleNamespace(__annotations__=parameters), globalns=factory.__globals__)


def _read_default(field: attrs.Attribute[Any]) -> Any:
    factory: Any = field.default
    if isinstance(factory, attrs.Factory):  # type: ignore[arg-type]  # attrs types Factory as a function
        return None if factory.takes_self else factory.factory()
    return factory
