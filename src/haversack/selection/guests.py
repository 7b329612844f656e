"""Searchers of plugins that bound the answer of a run which does not name them.

A guest may bound an answer; it never changes one unless a proof is asked for, and cannot lose it, delay it for long, or
end the run.
"""

from __future__ import annotations

import contextlib
import copy
import math
import sys
import time
import warnings
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.config.options import list_options
from haversack.errors import HaversackError, SearchError
from haversack.evaluation.evaluator import RunEvaluator
from haversack.forwarding import ForwardingMonitor
from haversack.hookspecs import PROJECT
from haversack.in_turn import InTurn
from haversack.monitor import INTERRUPTED, RunMonitor, SearchOver
from haversack.needs import find_missing_capabilities
from haversack.plugins import PluginWarning
from haversack.selection.bound import BoundingRule, limit_bounding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from haversack.api.certify import Certify
    from haversack.api.problem import Problem
    from haversack.api.searcher import Searcher
    from haversack.plugins import Catalog, Entry

_LEAST_SECONDS, _MOST_SECONDS = 0.1, 2.0


@attrs.frozen(eq=False)
class GuestReport:
    """What guests found out about an answer.

    Parameters
    ----------
    known
        The best set and the strongest bound that are known now.
    bounded_by
        The guest that proved that bound, or None if none did.
    reason
        Why the last guest that found something ended, or None.
    interrupted
        Whether Ctrl-C ended them.
    """

    known: RunMonitor
    bounded_by: str | None = None
    reason: str | None = None
    interrupted: bool = False


def limit_guests(certify: Certify, rule: object, search_seconds: float) -> float:
    """Return how long all guests together may take.

    Unless a proof is asked for, as long as the search itself took, at least 0.1 and at most 2 seconds, and no longer
    than the time limit of the run allows.
    """
    if certify == "prove":
        return math.inf
    left = limit_bounding(certify, rule).seconds - search_seconds
    return min(max(_LEAST_SECONDS, min(search_seconds, _MOST_SECONDS)), left)


def ask_guests(
    problem: Problem,
    best: RunMonitor,
    *,
    named: Searcher,
    seconds: float,
    seeds: np.random.SeedSequence,
    catalog: Catalog,
) -> GuestReport:
    """Let guests bound an answer, one after the other, until it is proved or the time is up.

    Parameters
    ----------
    problem
        The problem. Guests get a copy.
    best
        Knows the answer, and the bound so far.
    named
        The searcher of the run; a guest of the same kind is not asked again.
    seconds
        How long all guests together may take.
    seeds
        Source of their random streams.
    catalog
        Where guests are looked up.

    Returns
    -------
    GuestReport
        A guest that fails is left out of it, with a `PluginWarning` that names it.
    """
    report = GuestReport(best)
    deadline = time.perf_counter() + seconds
    for entry, stream in _pair(list_guests(problem, catalog, named), seeds):
        left = deadline - time.perf_counter()
        if left <= 0.0 or report.known.loss_bound >= report.known.best_loss:
            break
        monitor = _build_monitor(problem, report.known, left)
        try:
            reason = _run_guest(entry, problem, monitor, np.random.default_rng(stream))
        except KeyboardInterrupt:
            return attrs.evolve(report, interrupted=True, reason=INTERRUPTED)
        if reason is not None:
            report = _add_findings(report, entry, problem, monitor, reason)
    return report


def list_guests(problem: Problem, catalog: Catalog, named: Searcher | None = None) -> list[Entry]:
    """Return the searchers of plugins that can be asked for a bound, the quickest first.

    They declare that they prove something, find what they need, and can be built without options. One that fails to
    answer these questions is left out with a warning.
    """
    used = {type(searcher) for searcher in flatten_searcher(named)}
    guests = []
    for entry in catalog.of_kind("searcher"):
        if entry.source.distribution == PROJECT or entry.factory in used:
            continue
        with warning_of_failures(entry):
            proves = any(getattr(entry.factory, name, False) is True for name in ("proves_optimality", "proves_bounds"))
            has_defaults = proves and not any(option.is_required for option in list_options(entry.factory))
            if has_defaults and not find_missing_capabilities(entry.factory, problem):
                guests.append(entry)
    return sorted(guests, key=lambda entry: (_read_proof_seconds(entry.factory), entry.name))


def take_better_set(monitor: RunMonitor, known: RunMonitor) -> None:
    """Make a better set the answer of a run that is over; a bound that it contradicts is forgotten."""
    if known.best_set is not None and known.best_loss < monitor.best_loss:
        with contextlib.suppress(SearchError):
            monitor.offer_late(known.best_set)


def name_foreign_prover(searcher: Searcher, catalog: Catalog) -> str | None:
    """Return the searchers of a run that are not built in, which may have proved its bound; None if all are."""
    names = []
    for part in flatten_searcher(searcher):
        entry = catalog.entry_for("searcher", part)
        if entry is not None and entry.source.distribution != PROJECT:
            names.append(name_searcher(entry))
        elif entry is None and type(part).__module__.partition(".")[0] != PROJECT:
            names.append(f"searcher {type(part).__name__}")
    return " and ".join(names) or None


def name_searcher(entry: Entry) -> str:
    """Return a searcher with its distribution, for messages and results."""
    return f"searcher {entry.name!r} of {entry.source.distribution} {entry.source.version}"


def flatten_searcher(searcher: Searcher | None) -> Iterator[Searcher]:
    """Yield a searcher, or those that it lets search in turn."""
    if isinstance(searcher, InTurn):
        for part in searcher.searchers:
            yield from flatten_searcher(part)
    elif searcher is not None:
        yield searcher


def _read_proof_seconds(factory: object) -> float:
    declared = getattr(factory, "proof_seconds", None)
    return float(declared) if isinstance(declared, (int, float)) and declared >= 0.0 else math.inf


def _pair(guests: list[Entry], seeds: np.random.SeedSequence) -> Iterator[tuple[Entry, np.random.SeedSequence]]:
    return zip(guests, seeds.spawn(len(guests)), strict=True)


def _build_monitor(problem: Problem, known: RunMonitor, seconds: float) -> RunMonitor:
    """Return a monitor that starts from the best known set; its clock is never stopped for set-up."""
    assert known.best_set is not None
    monitor = RunMonitor(problem, BoundingRule(math.inf), clock=time.perf_counter)
    monitor.offer(known.best_set[None, :])
    monitor.go_on(BoundingRule(seconds))
    return monitor


def _run_guest(entry: Entry, problem: Problem, monitor: RunMonitor, rng: np.random.Generator) -> str | None:
    """Let a guest search; returns why it ended, or None if it failed."""
    try:
        # What a guest changes is its own.
        own_problem = copy.deepcopy(attrs.evolve(problem, evaluator=None))
    except Exception:
        return None
    evaluator = RunEvaluator(own_problem)
    evaluator.watch(monitor.watch_clock)
    own_reason: object = None
    has_ended = False
    with warning_of_failures(entry), contextlib.redirect_stdout(sys.stderr), np.errstate():
        with contextlib.suppress(SearchOver):
            own_reason = entry.factory().search(evaluator.problem, ForwardingMonitor(monitor), rng)
        has_ended = True
    if not has_ended:
        return None
    reason = own_reason if isinstance(own_reason, str) else "the searcher had nothing left to try"
    return monitor.stop_reason or reason


@contextlib.contextmanager
def warning_of_failures(
    entry: Entry, circumstances: str = "while bounding the answer, which is unchanged"
) -> Iterator[None]:
    """Turn whatever a searcher that no one named raises, except for Ctrl-C, into a warning that names it."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    # SystemExit and a panic of compiled code included: the answer is there already.
    except BaseException as error:
        cause = str(error) if isinstance(error, HaversackError) else f"{type(error).__name__}: {error}".rstrip(": ")
        warnings.warn(
            f"{name_searcher(entry)} failed {circumstances}: {' '.join(cause.split())}",
            PluginWarning,
            stacklevel=2,
        )


def _add_findings(report: GuestReport, entry: Entry, problem: Problem, monitor: RunMonitor, reason: str) -> GuestReport:
    """Return what is known after a guest has ended."""
    before = report.known
    has_better_set, has_better_bound = monitor.best_loss < before.best_loss, monitor.loss_bound > before.loss_bound
    if not has_better_set and not has_better_bound:
        return report
    known = RunMonitor(problem, BoundingRule(math.inf))
    if before.loss_bound > -math.inf:
        known.prove(before.loss_bound)
    assert monitor.best_set is not None
    # A set that the bound so far does not allow shows that this bound is false; it goes.
    with contextlib.suppress(SearchError):
        known.offer(monitor.best_set[None, :])
    if monitor.loss_bound <= known.loss_bound:
        return attrs.evolve(report, known=known, reason=reason)
    known.prove(monitor.loss_bound)
    return attrs.evolve(report, known=known, bounded_by=name_searcher(entry), reason=reason)
