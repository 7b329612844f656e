"""The tasks of a study: every combination of a pool, parts, a budget and a seed."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import attrs

from haversack.config.dependencies import digest_settings
from haversack.execution.digests import digest_bytes, digest_plain, digest_pool
from haversack.selection import defaults

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool
    from haversack.studies.axes import LabelledParts

LABELS = ("pool", "energy", "searcher", "stopping", "cost_model", "preset", "budget", "seed")
"""By what a task is known to its reader; the key of a task depends on content and not on labels."""


@attrs.frozen
class Task:
    """One run.

    Parameters
    ----------
    key
        Digest of all that its result depends on.
    settings
        The run as plain tables, without the pool.
    versions
        Of the distributions that take part in it.
    """

    key: str
    settings: Mapping[str, Any]
    versions: Mapping[str, str]


@attrs.frozen
class StudyCase:
    """A pool of a study with the settings that a run file gave for it.

    Parameters
    ----------
    name
        Its label.
    pool
        The members to choose from.
    settings
        Plain sections of parts, and the numbers of a run.
    budgets
        By label; None is no limit.
    """

    name: str
    pool: Pool
    settings: Mapping[str, Any]
    budgets: Sequence[float | None]


@attrs.frozen
class TaskList:
    """All tasks of a study.

    Parameters
    ----------
    rows
        The labels of each task, by `LABELS`.
    tasks
        The tasks, each with the digest of its pool.
    pools
        Pools by digest.
    observers
        Who watches every run, in the process that makes it; the results do not depend on them.
    config
        The study as plain tables, with digests in place of pools.
    """

    rows: list[tuple[Any, ...]]
    tasks: list[tuple[Task, str]]
    pools: dict[str, Pool]
    observers: tuple[Any, ...] = ()
    config: Mapping[str, Any] = attrs.field(factory=dict)

    def find_versions(self) -> dict[str, str]:
        """Return the versions of the distributions that take part in any task, by name."""
        return dict(sorted({item for task, _ in self.tasks for item in task.versions.items()}))


def list_tasks(
    cases: Sequence[StudyCase],
    combinations: Sequence[LabelledParts],
    seeds: Sequence[int] | None,
    certify: str | None,
    catalog: Catalog,
) -> TaskList:
    """Return the tasks of a study, pool by pool.

    Parameters
    ----------
    cases
        The pools.
    combinations
        Parts that replace those of the cases.
    seeds
        The seeds; None for that of the case, or 0.
    certify
        As in a run; None for what the case says.
    catalog
        Where names are looked up.
    """
    found = TaskList([], [], {})
    bases: dict[str, tuple[str, dict[str, str]]] = {}
    digests: dict[int, str] = {}
    for case, parts in itertools.product(cases, combinations):
        settings = {key: value for key, value in {**case.settings, **parts.settings}.items() if value is not None}
        own_seed = settings.pop("seed", 0)
        if certify is not None:
            settings["certify"] = certify
        # As in `_describe_run`: a setting at its default does not change the key.
        if settings.get("certify") == defaults.CERTIFY:
            del settings["certify"]
        text = digest_plain(settings)
        if text not in bases:
            bases[text] = digest_settings(settings, catalog)
        base, versions = bases[text]
        # Once per pool, and equal pools are one.
        digest = digests.get(id(case.pool)) or digests.setdefault(id(case.pool), digest_pool(case.pool))
        found.pools.setdefault(digest, case.pool)
        labels = (case.name, *parts.labels)
        for budget, seed in itertools.product(case.budgets, [own_seed] if seeds is None else seeds):
            limit = None if budget is None or math.isinf(budget) else float(budget)
            key = digest_bytes(base.encode(), digest.encode(), repr(limit).encode(), repr(int(seed)).encode())
            run = {**settings, "seed": int(seed)} | ({} if limit is None else {"budget": limit})
            found.rows.append((*labels, limit, int(seed)))
            found.tasks.append((Task(key, run, versions), digest))
    return found
