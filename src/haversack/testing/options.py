"""Promises about the options of a part of any kind."""

from __future__ import annotations

import inspect
import json
from typing import TYPE_CHECKING, Any

import attrs

from haversack.config.build import build_part
from haversack.config.describe import describe_part
from haversack.config.options import list_options
from haversack.config.types import SCALARS, Anything, Choice, OptionType, Scalar, Union
from haversack.plugins import Catalog, Entry, Source
from haversack.testing.promises import NotKept, PartCase, Promises

if TYPE_CHECKING:
    from collections.abc import Callable

_NAME = "checked"

OPTIONS: Promises[PartCase] = Promises()


def _is_attrs(case: PartCase) -> bool:
    return attrs.has(type(case.part))


def _has_options(case: PartCase) -> bool:
    return not inspect.isroutine(case.part) and bool(_parameters(type(case.part)))


def _factory(case: PartCase) -> Callable[..., Any]:
    return type(case.part)


def _parameters(factory: type) -> list[str]:
    if factory.__init__ is object.__init__:  # type: ignore[misc]
        return []
    return [name for name in inspect.signature(factory).parameters if name not in ("args", "kwargs")]


@OPTIONS.add("options are the fields of a frozen attrs class", when=_has_options)
def options_are_frozen(case: PartCase) -> None:
    """Try to set one."""
    if not _is_attrs(case):
        raise NotKept(f"{type(case.part).__name__} is not an attrs class", {"options": _parameters(type(case.part))})
    field = attrs.fields(type(case.part))[0].name
    try:
        setattr(case.part, field, getattr(case.part, field))
    except attrs.exceptions.FrozenInstanceError:
        return
    raise NotKept("it can be assigned, so one run could change the next", {"option": field})


@OPTIONS.add(
    "every option has a type and a paragraph under Parameters in the docstring",
    when=lambda case: _has_options(case) and _is_attrs(case),
)
def options_are_documented(case: PartCase) -> None:
    """Read the types and texts that listings and the JSON Schema use."""
    try:
        options = list_options(_factory(case))
    except Exception as error:
        raise NotKept(str(error), {}) from error
    for option in options:
        if isinstance(option.type, Anything):
            raise NotKept("it has no type annotation", {"option": option.name})
        if not option.doc:
            raise NotKept("the docstring does not describe it", {"option": option.name})


@OPTIONS.add("written to a JSON configuration and read back, it is an equal part", when=_is_attrs)
def options_round_trip(case: PartCase) -> None:
    """Repeat the part as a result does to repeat its run."""
    catalog = Catalog((Entry(case.kind, _NAME, type(case.part), "", Source(_NAME, _NAME, "0")),))
    spec = describe_part(case.kind, case.part, catalog)
    if spec is None:
        options = {name: repr(value) for name, value in attrs.asdict(case.part, recurse=False).items()}
        raise NotKept("a configuration with these options does not build an equal object", options)
    try:
        text = json.dumps(spec, allow_nan=False)
        again = build_part(case.kind, json.loads(text), catalog)
    except Exception as error:
        raise NotKept(f"{type(error).__name__}: {error}", {"section": spec}) from error
    if again != case.part:
        raise NotKept(f"read back as {again!r}", {"section": text})


@OPTIONS.add("options reject invalid values with ValueError or TypeError", when=_is_attrs)
def options_reject_invalid_values(case: PartCase) -> None:
    """Assign NaN, booleans and unknown words."""
    for option in list_options(_factory(case)):
        for value in _invalid_values(option.type):
            try:
                changed = attrs.evolve(case.part, **{option.name: value})
            except (ValueError, TypeError):
                continue
            except Exception as error:
                found = f"it raised {type(error).__name__}, which cannot be reported with its place in a configuration"
                raise NotKept(found, {option.name: value}) from error
            raise NotKept(f"it was accepted: {changed!r:.80}", {option.name: value})


def _invalid_values(option_type: OptionType) -> tuple[Any, ...]:
    """Return values that are invalid for every option of that type."""
    if isinstance(option_type, Union):
        inner = [_invalid_values(each) for each in option_type.types if each is not SCALARS[type(None)]]
        return inner[0] if len(inner) == 1 else ()
    if isinstance(option_type, Scalar) and option_type.kind in (int, float):
        return (float("nan"), True, "nonsense")
    return ("nonsense",) if isinstance(option_type, Choice) else ()
