"""Promises of a searcher about limits on time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.clock import read_setup_seconds
from haversack.errors import HaversackError
from haversack.testing.examples import build_pool
from haversack.testing.promises import NotKept, Promises
from haversack.testing.searcher_runs import run_watched

if TYPE_CHECKING:
    from haversack.testing.searcher_case import SearcherCase

_MEMBERS = 30
_LIMIT = 0.05
_GRACE = 3.0
_MOST_ATTEMPTS = 20
_NO_LIMIT = 10**15  # Steps.

DEADLINES: Promises[SearcherCase] = Promises()


@DEADLINES.add("when the time is up, it ends: it calls the monitor often, or looks at seconds_left")
def ends_in_time(case: SearcherCase) -> None:
    """Search a pool of 30 members with a limit on time; seconds of delay are allowed."""
    places = np.arange(_MEMBERS)
    pool = build_pool(
        case.make_pool, (0.55 + 0.4 * (places * 7 % _MEMBERS) / _MEMBERS).tolist(), (1.0 + places * 11 % 13).tolist()
    )
    problem = case.build_problem(pool, tuple(range(0, _MEMBERS, 2)))
    grace = min(_GRACE, case.patience)
    for attempt in range(_MOST_ATTEMPTS):
        setup_before = read_setup_seconds()
        run = run_watched(case.part, problem, steps=_NO_LIMIT, patience=_LIMIT + grace, seconds=_LIMIT)
        # The first run may compile code, and further ones wait for it.
        is_setting_up = attempt == 0 or read_setup_seconds() - setup_before > _LIMIT
        if run.is_finished or not is_setting_up:
            break
    if not run.is_finished:
        found = f"with a limit of {_LIMIT:g} seconds, it had not ended {grace:g} seconds later, after "
        raise NotKept(f"{found}{len(run.spy.offers)} offers and {len(run.spy.bounds)} bounds", {"members": _MEMBERS})
    if isinstance(run.error, Exception) and not isinstance(run.error, HaversackError):
        raise NotKept(f"it raised {type(run.error).__name__}: {run.error}", {"members": _MEMBERS}) from run.error
