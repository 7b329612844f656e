"""A study as plain tables, from which it can be computed again without its files."""

from __future__ import annotations

import math
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
    given: Mapping[str, Any],
) -> dict[str, Any]:
    """Return a study as the tables of a study file, with the digest of each pool in place of its columns.

    Parameters
    ----------
    cases
        The pools.
    digests
        Those of the pools, by name of the case.
    combinations
        The parts.
    given
        The keys of the file that hold numbers and words; None where it has none.
    """
    pools = [
        {"name": case.name, "pool": digests[case.name], **case.settings, **_describe_own_budget(case, given)}
        for case in cases
    ]
    parts: dict[str, Any] = {
        key: {each.labels[place]: each.settings[kind] for each in combinations if kind in each.settings}
        for place, (key, kind) in enumerate(AXES.items())
    }
    presets = (each.settings["preset"] for each in combinations if "preset" in each.settings)
    parts["presets"] = list(dict.fromkeys(presets))
    listed = {key: value for key, value in parts.items() if value}
    words = {key: value for key, value in given.items() if value is not None}
    if "budgets" in words:
        # JSON has no word for infinity.
        words["budgets"] = [None if math.isinf(budget) else budget for budget in words["budgets"]]
    plain: dict[str, Any] = to_plain({"pools": pools, **listed, **words})
    return plain


def fill_pools(config: Mapping[str, Any], columns: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return a study with the columns of its pools, by digest, in their places."""
    return {**config, "pools": [{**each, "pool": columns[each["pool"]]} for each in config["pools"]]}


def _describe_own_budget(case: StudyCase, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the budget of a pool for which the study has none."""
    own = case.budgets[0]
    if given["budgets"] is not None or given["budget_shares"] is not None or own is None or math.isinf(own):
        return {}
    return {"budget": float(own)}
