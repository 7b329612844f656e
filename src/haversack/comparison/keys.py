"""Keys of the runs of a comparison: digests of all that their answers depend on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.config.dependencies import digest_settings
from haversack.config.describe import describe_part
from haversack.errors import ConfigError
from haversack.execution.digests import digest_bytes, digest_pool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.comparison.runs import CaseRun, CaseWork
    from haversack.kinds import Kind
    from haversack.plugins import Catalog


def find_keys(work: CaseWork, tasks: Sequence[CaseRun], catalog: Catalog) -> list[str]:
    """Return the key of each task of a case.

    Raises
    ------
    ConfigError
        If a part has no registered name, or options that plain data cannot express: its answers could be mistaken for
        those of another.
    """
    case = work.case
    common: dict[str, Any] = {}
    parts: list[tuple[Kind, Any]] = [("energy", case.energy), ("cost", case.cost)]
    for kind, part in parts:
        if part is not None:
            common[kind] = _describe(kind, part, catalog)
    if case.constraints:
        common["constraints"] = [_describe("constraint", each, catalog) for each in case.constraints]
    pool = digest_pool(case.pool).encode()
    bases: dict[int | None, bytes] = {}
    keys = []
    for task in tasks:
        if task.number not in bases:
            bases[task.number] = _digest_base(work, task.number, common, catalog)
        pieces = (repr(case.budget).encode(), repr(int(task.seed)).encode(), work.on_failure.encode())
        keys.append(digest_bytes(bases[task.number], pool, *pieces))
    return keys


def _digest_base(work: CaseWork, number: int | None, common: dict[str, Any], catalog: Catalog) -> bytes:
    if number is not None:
        contestant = work.contestants[number]
        own = {"searcher": contestant.part, "stopping": contestant.rule}
    elif work.prover is not None:
        own = {"searcher": work.prover, "stopping": work.limit}
    else:
        own = {}
    described = {kind: _describe(kind, part, catalog) for kind, part in own.items()}  # type: ignore[arg-type]
    digest, _ = digest_settings({**common, **described}, catalog)
    return f"{digest} {'reference' if number is None else 'run'}".encode()


def _describe(kind: Kind, part: object, catalog: Catalog) -> dict[str, Any]:
    spec = describe_part(kind, part, catalog)
    if spec is None:
        raise ConfigError(
            f"store: the {kind} {type(part).__name__} has no registered name, or an option that plain data cannot "
            "express, so that its answers cannot be found again; compare without a store"
        )
    return spec
