"""What the options of a part promise, whatever kind of part it is."""

from __future__ import annotations

import inspect
import json
import types
import typing
from typing import TYPE_CHECKING, Any, Literal

import attrs

from haversack.config.build import build_part, describe_part
from haversack.config.options import list_options
from haversack.plugins import Catalog, Entry, Source
from haversack.testing.promises import Case, NotKept, Promises

if TYPE_CHECKING:
    from collections.abc import Callable

_NAME = "checked"

OPTIONS: Promises[Case] = Promises()


def _is_attrs(case: Case) -> bool:
    return attrs.has(type(case.part))


def _has_options(case: Case) -> bool:
    return not inspect.isroutine(case.part) and bool(_parameters(type(case.part)))


def _factory(case: Case) -> Callable[..., Any]:
    return type(case.part)


def _parameters(factory: type) -> list[str]:
    if factory.__init__ is object.__init__:  # type: ignore[misc]
        return []
    return [name for name in inspect.signature(factory).parameters if name not in ("args", "kwargs")]


@OPTIONS.add("options are the fields of a frozen attrs class", when=_has_options)
def options_are_frozen(case: Case) -> None:
    """Try to set one."""
    if not _is_attrs(case):
        raise NotKept(f"{type(case.part).__name__} is no attrs class", {"options": _parameters(type(case.part))})
    field = attrs.fields(type(case.part))[0].name
    try:
        setattr(case.part, field, getattr(case.part, field))
    except attrs.exceptions.FrozenInstanceError:
        return
    raise NotKept("it can be set, so one run can change the next", {"option": field})


@OPTIONS.add(
    "every option has a type and a paragraph under Parameters in the docstring",
    when=lambda case: _has_options(case) and _is_attrs(case),
)
def options_are_documented(case: Case) -> None:
    """Read what listings and the JSON Schema are made from."""
    try:
        options = list_options(_factory(case))
    except Exception as error:
        raise NotKept(str(error), {}) from error
    for option in options:
        if option.type is Any:
            raise NotKept("it has no type annotation", {"option": option.name})
        if not option.doc:
            raise NotKept("the docstring does not say what it is", {"option": option.name})


@OPTIONS.add("written into a configuration as JSON and read back, it is the same part", when=_is_attrs)
def options_round_trip(case: Case) -> None:
    """Do what a result does to repeat its run."""
    catalog = Catalog((Entry(case.kind, _NAME, type(case.part), "", Source(_NAME, _NAME, "0")),))
    spec = describe_part(case.kind, case.part, catalog)
    if spec is None:
        options = {name: repr(value) for name, value in attrs.asdict(case.part, recurse=False).items()}
        raise NotKept("a configuration with these options does not make an equal object", options)
    try:
        text = json.dumps(spec, allow_nan=False)
        again = build_part(case.kind, json.loads(text), catalog)
    except Exception as error:
        raise NotKept(f"{type(error).__name__}: {error}", {"section": spec}) from error
    if again != case.part:
        raise NotKept(f"{again!r}", {"section": text})


@OPTIONS.add("options refuse what they cannot be, by ValueError or TypeError", when=_is_attrs)
def options_refuse_nonsense(case: Case) -> None:
    """Offer numbers that are none, and words that mean nothing."""
    for option in list_options(_factory(case)):
        for nonsense in _nonsense(option.type):
            try:
                made = attrs.evolve(case.part, **{option.name: nonsense})
            except (ValueError, TypeError):
                continue
            except Exception as error:
                found = f"it raised {type(error).__name__}, which a configuration cannot tell with its place"
                raise NotKept(found, {option.name: nonsense}) from error
            raise NotKept(f"it was accepted: {made!r:.80}", {option.name: nonsense})


def _nonsense(annotation: Any) -> tuple[Any, ...]:
    """Return values that no option of that type can have."""
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        inner = [_nonsense(part) for part in parts if part is not type(None)]
        return inner[0] if len(inner) == 1 else ()
    if annotation in (int, float):
        return (float("nan"), True, "nonsense")
    return ("nonsense",) if origin is Literal else ()
