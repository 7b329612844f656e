"""A study as plain tables, from which it can be computed again without its files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.api.plain import to_plain
from haversack.studies.axes import AXES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack.studies.axes import LabelledParts
    from haversack.studies.tasks import StudyCase


def describe_study(
    cases: Sequence[StudyCase],
    digests: Mapping[str, str],
    combinations: Sequence[LabelledParts],
    numbers: Mapping[str, Any],
) -> dict[str, Any]:
    """Return a study as a study file would say it, with the digest of each pool in place of its columns.

    Parameters
    ----------
    cases
        The pools.
    digests
        Those of the pools, by name of the case.
    combinations
        The parts.
    numbers
        The keys of the file that hold numbers and words; None where it does not say.
    """
    pools = [
        {"name": case.name, "pool": digests[case.name], **case.settings, **_describe_own_budget(case, numbers)}
        for case in cases
    ]
    parts: dict[str, Any] = {
        key: {each.labels[place]: each.settings[kind] for each in combinations if kind in each.settings}
        for place, (key, kind) in enumerate(AXES.items())
    }
    presets = (each.settings["preset"] for each in combinations if "preset" in each.settings)
    parts["presets"] = list(dict.fromkeys(presets))
    given = {key: value for key, value in parts.items() if value}
    said = {key: value for key, value in numbers.items() if value is not None}
    plain: dict[str, Any] = to_plain({"pools": pools, **given, **said})
    return plain


def fill_pools(config: Mapping[str, Any], columns: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return a study with the columns of its pools, by digest, in their places."""
    return {**config, "pools": [{**each, "pool": columns[each["pool"]]} for each in config["pools"]]}


def _describe_own_budget(case: StudyCase, numbers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the budget of a pool for which the study has none."""
    if numbers["budgets"] is not None or numbers["budget_shares"] is not None or case.budgets[0] is None:
        return {}
    return {"budget": float(case.budgets[0])}
