"""From a name, a dict or an object to a part of a run, and back."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import cattrs

from haversack.api.stopping import AllOf, AnyOf
from haversack.config.options import LISTS, describe_type, list_options
from haversack.errors import ConfigError, PluginError
from haversack.spelling import explain_unknown_key
from haversack.validators import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from haversack.config.options import Option
    from haversack.plugins import Catalog, Entry, Kind

METHODS: dict[Kind, tuple[str, ...]] = {
    "energy": ("losses",),
    "searcher": ("search",),
    "stopping": ("__call__",),
    "cost": ("costs", "expected_size"),
}
"""The methods by which an object of each kind is known."""

COMPOSITIONS = {"any": AnyOf, "all": AllOf}
"""The keys under which a configuration lists several stopping rules."""


def build_part(kind: Kind, spec: object, catalog: Catalog, *, place: str = "") -> Any:
    """Make a part from a registered name, a dict with the key ``kind``, or take the object as it is.

    Parameters
    ----------
    kind
        Which interface it is for.
    spec
        What the caller gave.
    catalog
        Where names are looked up.
    place
        Stands before every complaint, for example ``"run.toml: "``.

    Raises
    ------
    ConfigError
        With one sentence per mistake.
    """
    problems: list[str] = []
    part = try_part(kind, spec, catalog, f"{place}{kind}", problems)
    if problems:
        raise ConfigError(problems)
    return part


def try_part(kind: Kind, spec: object, catalog: Catalog, where: str, problems: list[str]) -> Any:
    """Do the same, writing complaints to `problems`; the result counts only if there are none."""
    if isinstance(spec, str):
        return try_part(kind, {"kind": spec}, catalog, where, problems)
    if not isinstance(spec, Mapping):
        if isinstance(spec, type) or not all(callable(getattr(spec, name, None)) for name in METHODS[kind]):
            methods = " and ".join(map(repr, METHODS[kind]))
            problems.append(
                f"{where}: expected a registered name, a dict with the key 'kind', "
                f"or an object with the method {methods}, got {spec!r:.80}"
            )
        return spec
    if kind == "stopping" and len(spec) == 1 and next(iter(spec)) in COMPOSITIONS:
        return _composed(spec, catalog, where, problems)
    if "kind" not in spec:
        also = ", or 'any' or 'all' with a list of rules" if kind == "stopping" else ""
        problems.append(f"{where}: the key 'kind' is missing; known kinds: {', '.join(catalog.names(kind))}{also}")
        return None
    if not isinstance(spec["kind"], str):
        problems.append(f"{where}.kind: must be text, got {spec['kind']!r}")
        return None
    try:
        entry = catalog.find(kind, spec["kind"])
        options = list_options(entry.factory)
    except PluginError as error:
        problems.append(f"{where}.kind: {error}")
        return None
    given = {key: value for key, value in spec.items() if key != "kind"}
    return _made(entry, options, given, where, problems)


def describe_part(kind: Kind, part: object, catalog: Catalog) -> dict[str, Any] | None:
    """Return the dict that makes this part again, or None if it has no registered name."""
    for key, composition in COMPOSITIONS.items():
        if isinstance(part, composition):
            inner = [describe_part(kind, rule, catalog) for rule in part.rules]
            return None if None in inner else {key: inner}
    entry = catalog.entry_for(kind, part)
    if entry is None or not attrs.has(type(part)):
        return None
    values = {option.name: getattr(part, option.field.name) for option in list_options(entry.factory) if option.field}
    # None stands for "left out": TOML has no word for it.
    plain = {name: _converter.unstructure(value) for name, value in values.items() if value is not None}
    spec = {"kind": entry.name, **plain}
    # An option may hold an object of the caller's own, which no dict can make again.
    problems: list[str] = []
    return spec if try_part(kind, spec, catalog, kind, problems) == part and not problems else None


def structure_value(annotation: Any, value: Any) -> Any:
    """Check a value from a configuration against a type; raises ValueError saying what was wanted and what came."""
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    try:
        if origin in (typing.Union, types.UnionType):
            return _first_that_fits(parts, value)
        if annotation is type(None):
            _require(value is None)
            return None
        if annotation in LISTS or origin in LISTS:
            # A text is iterable too, but nobody who writes "abc" means three entries.
            _require(isinstance(value, (list, tuple)))
            if origin is list:
                return [_entry(parts[0], index, entry) for index, entry in enumerate(value)]
        if origin is dict:
            _require(isinstance(value, dict))
            return {key: _entry(parts[1], repr(key), entry) for key, entry in value.items()}
        if isinstance(annotation, type) and attrs.has(annotation):
            _require(isinstance(value, (annotation, Mapping)))
            return _table(annotation, value) if isinstance(value, Mapping) else value
        return _converter.structure(value, annotation)
    except _EntryError:
        raise
    except Exception as error:
        raise ValueError(f"must be {describe_type(annotation)}, got {value!r:.80}") from error


class _EntryError(ValueError):
    """What is wrong with one entry of a list, which says more than that the list is wrong."""


def _require(condition: bool) -> None:
    if not condition:
        raise TypeError


def _first_that_fits(annotations: Iterable[Any], value: Any) -> Any:
    complaint: Exception = TypeError()
    for annotation in annotations:
        try:
            return structure_value(annotation, value)
        except _EntryError as error:
            complaint = error
        except ValueError:
            continue
    raise complaint


def _table(annotation: type, value: Mapping[str, Any]) -> Any:
    known = {option.name: option for option in list_options(annotation)}
    complaints = [explain_unknown_key(str(key), key, known) for key in value if key not in known]
    complaints += [
        f"{option.name}: missing; must be {describe_type(option.type)}"
        for option in known.values()
        if option.required and option.name not in value
    ]
    if complaints:
        raise _EntryError(complaints[0])
    values = {key: _entry(known[key].type, repr(key), entry) for key, entry in value.items()}
    try:
        return annotation(**values)
    except (ValueError, TypeError) as error:
        raise _EntryError(str(error.args[0] if error.args else error)) from error


def _entry(annotation: Any, key: object, value: Any) -> Any:
    try:
        return structure_value(annotation, value)
    except ValueError as error:
        raise _EntryError(f"entry {key} {error}") from error


def _composed(spec: Mapping[str, Any], catalog: Catalog, where: str, problems: list[str]) -> Any:
    key, rules = next(iter(spec.items()))
    if not isinstance(rules, (list, tuple)) or not rules:
        problems.append(f"{where}.{key}: must be a list of at least one stopping rule, got {rules!r:.80}")
        return None
    parts = [try_part("stopping", rule, catalog, f"{where}.{key}[{i}]", problems) for i, rule in enumerate(rules)]
    return None if problems else COMPOSITIONS[key](parts)


def _made(entry: Entry, options: tuple[Option, ...], given: Mapping[str, Any], where: str, problems: list[str]) -> Any:
    found = len(problems)
    known = {option.name: option for option in options}
    problems.extend(explain_unknown_key(f"{where}.{key}", key, [*known, "kind"]) for key in given if key not in known)
    problems.extend(
        f"{where}.{option.name}: missing; must be {describe_type(option.type)}"
        for option in options
        if option.required and option.name not in given
    )
    values = {}
    for key, value in given.items():
        if key not in known:
            continue
        try:
            values[key] = structure_value(known[key].type, value)
            _validate(known[key], values[key])
        except (ValueError, TypeError) as error:
            problems.append(f"{where}.{key}: {_complaint(error)}")
    if len(problems) > found:
        return None
    try:
        return entry.factory(**values)
    except (ValueError, TypeError) as error:
        problems.append(f"{where}: {error.args[0] if error.args else error}")
        return None


def _validate(option: Option, value: Any) -> None:
    """Run a field's own checks on its own, so that all mistakes are told at once.

    A check that looks at other fields fails here for want of them; it runs again when the object is made.
    """
    # What a converter makes of the value is known only when the object is made.
    if option.field is None or option.field.validator is None or option.field.converter is not None:
        return
    try:
        option.field.validator(None, option.field, value)
    except AttributeError:
        return


def _complaint(error: Exception) -> str:
    if isinstance(error, OptionError):
        return error.complaint
    # The validators of attrs put further things behind the sentence.
    return str(error.args[0]) if error.args else str(error)


def _strict(kind: type, *accepted: type) -> Any:
    def structure(value: Any, _: Any) -> Any:
        if isinstance(value, bool) and kind is not bool:
            raise TypeError
        if not isinstance(value, accepted):
            raise TypeError
        return kind(value)

    return structure


_converter = cattrs.Converter()
_converter.register_structure_hook(float, _strict(float, float, int))
_converter.register_structure_hook(int, _strict(int, int))
_converter.register_structure_hook(str, _strict(str, str))
_converter.register_structure_hook(bool, _strict(bool, bool))
_converter.register_structure_hook(Path, _strict(Path, str, Path))
_converter.register_unstructure_hook(Path, str)
