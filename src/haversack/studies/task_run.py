"""Runs one task, in whatever process, and returns what is kept of it."""

from __future__ import annotations

import functools
import math
import platform
from typing import TYPE_CHECKING, Any

from haversack.config.build import build_part
from haversack.config.dependencies import check_versions
from haversack.errors import HaversackError, InfeasibleError
from haversack.execution.store import DONE, FAILED
from haversack.kinds import PART_KINDS
from haversack.selection.run import select
from haversack.text import format_error

if TYPE_CHECKING:
    from collections.abc import Iterable

    from haversack.api.selection import Selection
    from haversack.plugins import Catalog
    from haversack.plugins.recipe import CatalogRecipe
    from haversack.pools.pool import Pool
    from haversack.studies.tasks import Task

INFEASIBLE = "infeasible"
_FIELDS = (
    "members",
    "names",
    "value",
    "error",
    "cost",
    "bound",
    "error_bound",
    "gap",
    "proven",
    "steps",
    "evaluations",
    "stop_reason",
    "seconds",
    "setup_seconds",
)
MEASURED = ("seconds", "setup_seconds")
"""Fields of a record that differ from one run to the next."""


@functools.cache
def _check_once(versions: tuple[tuple[str, str], ...], recipe: CatalogRecipe) -> None:
    check_versions(dict(versions), recipe.load(), f"worker on {platform.node()}")


def run_task(
    task: Task,
    pool: Pool,
    *,
    recipe: CatalogRecipe | None = None,
    catalog: Catalog | None = None,
    observers: Iterable[Any] | None = None,
) -> dict[str, Any]:
    """Run a task and return its record, also where it has no answer.

    Parameters
    ----------
    task
        The run.
    pool
        Its pool.
    recipe
        Of the catalog, for a worker that has none.
    catalog
        Where names are looked up.
    observers
        Who watches the run; None for nobody.

    Raises
    ------
    KeyboardInterrupt
        If the run was interrupted: what it found so far is not its answer.
    HaversackError
        If this machine has other versions than the study.
    """
    if catalog is None:
        assert recipe is not None
        _check_once(tuple(task.versions.items()), recipe)
        catalog = recipe.load()
    settings = dict(task.settings)
    try:
        for kind in PART_KINDS:
            if kind in settings:
                settings[kind] = build_part(kind, settings[kind], catalog)
        selection = select(pool, **settings, observers=observers, catalog=catalog)
    except InfeasibleError as error:
        return {"key": task.key, "status": INFEASIBLE, "reason": str(error)}
    except HaversackError as error:
        return {"key": task.key, "status": FAILED, "reason": str(error)}
    # One broken task must not cost the others.
    except Exception as error:
        return {"key": task.key, "status": FAILED, "reason": f"unexpected {format_error(error)}"}
    if selection.interrupted:
        raise KeyboardInterrupt
    return _record(task, selection)


def _record(task: Task, selection: Selection) -> dict[str, Any]:
    record: dict[str, Any] = {"key": task.key, "status": FAILED if selection.failed else DONE}
    if selection.failed:
        record["reason"] = selection.stop_reason.removeprefix("failed: ")
    record |= {name: _to_plain(getattr(selection, name)) for name in _FIELDS}
    expected = selection.expected
    for name in ("accuracy", "low", "high"):
        record[f"expected_{name}"] = None if expected is None else _to_plain(getattr(expected, name))
    single = selection.best_single
    record["best_single"] = None if single is None or not single.names else single.names[0]
    record["best_single_error"] = None if single is None else single.error
    record["best_single_value"] = None if single is None else single.value
    return record


def _to_plain(value: Any) -> Any:
    """Return what JSON can hold, so that a result is the same before and after it was written."""
    if isinstance(value, tuple):
        return list(value)
    return None if isinstance(value, float) and not math.isfinite(value) else value
