"""The sections of a run that hold parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.kinds import BUILT_KINDS, PART_KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from haversack.kinds import Kind, PartKind

SECTIONS: dict[str, PartKind] = {**{str(name): kind for name, kind in PART_KINDS.items()}, "vote": PART_KINDS["energy"]}
"""The kind of the part in each section. A vote is the part of an energy that decides."""


def change_part(kind: Kind, spec: Any, change: Callable[[Kind, Mapping[str, Any]], Any]) -> Any:
    """Return the section of a part, or None, with the part replaced: each of several where it is composed of them.

    Examples
    --------
    >>> rule = {"any": [{"kind": "max-step", "limit": 5}, {"kind": "gap", "share": 0.1}]}
    >>> change_part("stopping", rule, lambda kind, spec: f"{kind} {spec['kind']}")
    {'any': ['stopping max-step', 'stopping gap']}
    """
    if spec is None:
        return None
    if BUILT_KINDS[kind].is_composition(spec):
        return {key: [change_part(kind, each, change) for each in parts] for key, parts in spec.items()}
    return change(kind, spec)


def list_parts(kind: Kind, spec: Any) -> list[Mapping[str, Any]]:
    """Return the sections of a part: none for None, several where it is composed of parts.

    Examples
    --------
    >>> list_parts("stopping", {"any": [{"kind": "max-step", "limit": 5}, {"kind": "gap", "share": 0.1}]})
    [{'kind': 'max-step', 'limit': 5}, {'kind': 'gap', 'share': 0.1}]
    """
    found: list[Mapping[str, Any]] = []
    change_part(kind, spec, lambda _, each: found.append(each))
    return found


def change_parts(settings: Mapping[str, Any], change: Callable[[Kind, Mapping[str, Any]], Any]) -> dict[str, Any]:
    """Return the settings of a run with each part replaced, constraints included.

    Examples
    --------
    >>> settings = {"budget": 3, "cost": {"kind": "none"}, "constraints": [{"kind": "size", "most": 2}]}
    >>> change_parts(settings, lambda kind, spec: f"{kind} {spec['kind']}")
    {'budget': 3, 'cost': 'cost none', 'constraints': ['constraint size']}
    """
    changed = dict(settings)
    for key in settings.keys() & SECTIONS.keys():
        changed[key] = change_part(SECTIONS[key].name, settings[key], change)
    if "constraints" in settings:
        changed["constraints"] = [change_part("constraint", each, change) for each in settings["constraints"]]
    return changed
