"""Everything that is known about one registered part, as plain values and as text."""

from __future__ import annotations

import inspect
import json
from typing import TYPE_CHECKING, Any

from haversack import capabilities
from haversack.config.options import list_options
from haversack.hookspecs import PROJECT
from haversack.kinds import BUILT_KINDS, PART_KINDS, READER
from haversack.reports.tables import write_paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from haversack.config.records import Option
    from haversack.kinds import Kind
    from haversack.plugins import Catalog, Entry

# Tried in this order as the value of a required option in an example.
_SAMPLES: tuple[Any, ...] = (
    1,
    0.5,
    1000,
    -1.0,
    "file.csv",
    "file.jsonl",
    True,
    ["name"],
    [0.0, 1.0],
    [[0.0, 1.0]],
    {"cost": 10.0},
    [{"budget": 10.0, "column": "cost"}],
    {},
    [],
)

# Of options that name a column of the pool.
_COLUMNS = {"column": "latency", "group": "vendor"}


def describe_entry(entry: Entry, catalog: Catalog) -> dict[str, Any]:
    """Return what there is to know about a part as values that JSON can hold."""
    return {
        "kind": entry.kind,
        "name": entry.name,
        "summary": entry.summary,
        "description": _read_description(entry.factory),
        "distribution": entry.source.distribution,
        "version": entry.source.version,
        "plugin": entry.source.plugin,
        "qualified_name": entry.qualified_name,
        "is_hidden": catalog.find_hider(entry) is not None,
        "clashes": [str(other.source) for other in catalog.find_clashes(entry)],
        "needs": list(_list_needs(entry.factory)),
        "offers": _list_offers(entry.kind, entry.factory),
        "options": [_describe_option(option) for option in list_options(entry.factory)],
        "example": write_example(entry, catalog.name_of(entry)),
    }


def write_details(details: dict[str, Any], *, width: int) -> str:
    """Return what `describe_entry` returned as text."""
    source = f"{details['distribution']} {details['version']} (plugin {details['plugin']!r})"
    lines = [(0, f"{details['kind']} {details['name']}: {details['summary']}"), (2, f"from {source}")]
    if details["is_hidden"]:
        lines.append((2, f"hidden by haversack's own; use {details['qualified_name']}"))
    elif details["distribution"] != PROJECT:
        lines += [(2, f"clashes with {other}; use {details['qualified_name']}") for other in details["clashes"]]
    if details["description"]:
        lines.append((2, details["description"]))
    for key in ("needs", "offers"):
        if details[key]:
            lines.append((2, f"{key}: {', '.join(details[key])}"))
    if details["kind"] in BUILT_KINDS:
        lines.append((2, "options:" if details["options"] else "no options"))
    for option in details["options"]:
        default = "required" if option["required"] else f"default {_format_default(option['default'])}"
        lines.append((4, f"{option['name']}: {option['takes']}; {default}"))
        if option["doc"]:
            lines.append((8, option["doc"]))
    text = "\n".join(write_paragraph(text, indent=indent, width=width) for indent, text in lines)
    # As it is: the lines of an example are to be copied.
    example = "\n".join(f"    {line}" for line in details["example"].splitlines())
    return f"{text}\n  example:\n{example}"


def write_example(entry: Entry, name: str) -> str:
    """Return a section of a run file with all options that have a value by default; for a command, a call by its name.

    A required option has a value that passes its checks. Where the part needs one of several options, one is added.
    """
    if entry.kind == "preset":
        return f'preset = "{name}"'
    if entry.kind not in BUILT_KINDS:
        return f"haversack {name} --help"
    options = list_options(entry.factory)
    values = {
        option.name: next(_list_samples(option), None) if option.is_required else option.default for option in options
    }
    others = ({option.name: sample} for option in options if not option.is_required for sample in _list_samples(option))
    plain = {name: value for name, value in values.items() if _is_plain(value)}
    chosen = next((plain | other for other in ({}, *others) if _builds(entry, options, plain | other)), plain)
    if entry.kind == READER.name:
        return f'[pool]\nvotes = "log"\nformat = {_write_toml({"kind": name, **chosen})}'
    lines = [f"{name} = {_write_toml(value)}" for name, value in chosen.items()]
    title = f"[{entry.kind}]" if entry.kind in PART_KINDS else f"[[{entry.kind}s]]"
    return "\n".join([title, f'kind = "{name}"', *lines])


def _builds(entry: Entry, options: Sequence[Option], values: dict[str, Any]) -> bool:
    types = {option.name: option.type for option in options}
    try:
        entry.factory(**{name: types[name].structure(value) for name, value in values.items()})
    # A factory may raise anything.
    except Exception:
        return False
    return True


def _list_samples(option: Option) -> Iterator[Any]:
    named = [_COLUMNS[option.name]] if option.name in _COLUMNS else []
    return (sample for sample in (*named, *_SAMPLES) if _accepts(option, sample))


def _accepts(option: Option, value: Any) -> bool:
    try:
        structured = option.type.structure(value)
        return all(check.accepts(structured) for check in option.checks)
    # Checks are those of plugins, too.
    except Exception:
        return False


def _is_plain(value: Any) -> bool:
    """Return whether a run file can hold a value."""
    if isinstance(value, (list, tuple)):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(entry) for key, entry in value.items())
    return isinstance(value, (bool, int, str)) or (isinstance(value, float) and abs(value) < float("inf"))


def _write_toml(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{{', '.join(f'{json.dumps(key)} = {_write_toml(entry)}' for key, entry in value.items())}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_write_toml, value))}]"
    # JSON of a single value is also TOML.
    return json.dumps(value)


def _describe_option(option: Option) -> dict[str, Any]:
    default = None if option.is_required else option.default
    return {
        "name": option.name,
        # A check says more than the type.
        "takes": " and ".join(check.wanted for check in option.checks) or option.type.words,
        "required": option.is_required,
        "default": default if default is None or _is_plain(default) else str(default),
        "doc": option.doc,
    }


def _read_description(factory: Any) -> str:
    """Return the docstring up to its first section, as one paragraph."""
    text = inspect.getdoc(factory) or ""
    paragraphs: list[str] = []
    for paragraph in text.split("\n\n"):
        lines = paragraph.strip().splitlines()
        if len(lines) > 1 and set(lines[1]) == {"-"}:
            break
        paragraphs.append(" ".join(line.strip() for line in lines))
    return " ".join(paragraphs)


def _list_needs(factory: Any) -> Iterator[str]:
    """Yield what a searcher declares that it needs of the other parts."""
    for role, attribute in (("energy", "energy_needs"), ("cost model", "cost_needs")):
        for capability in getattr(factory, attribute, ()):
            yield f"{getattr(capability, '__name__', capability)} of the {role}"
    for trait in getattr(factory, "trait_needs", ()):
        yield f"the trait {trait} of the energy"


def _list_offers(kind: Kind, factory: Any) -> list[str]:
    """Return what a part declares, and the optional protocols that it has."""
    declared = {
        "proves_optimality": "a proof of optimality",
        "proves_bounds": "bounds",
        "ends_by_itself": "an end by itself",
    }
    offers = [words for attribute, words in declared.items() if getattr(factory, attribute, False)]
    # Both have a method `prepare`.
    other = capabilities.PreparesForPool if kind == "stopping" else capabilities.NeedsForecast
    named = {name: getattr(capabilities, name) for name in capabilities.__all__}
    return offers + [name for name, each in named.items() if each is not other and _has_capability(factory, each)]


def _has_capability(factory: Any, capability: Any) -> bool:
    if not isinstance(factory, type) or not getattr(capability, "_is_runtime_protocol", False):
        return False
    members = [name for name in vars(capability) if not name.startswith("_")]
    # An option of the same name, which is neither, is no capability.
    found = [inspect.getattr_static(factory, name, None) for name in members]
    return bool(found) and all(inspect.isfunction(member) or isinstance(member, property) for member in found)


def _format_default(default: Any) -> str:
    return "none" if default is None else json.dumps(default)
