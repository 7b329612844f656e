"""Runs every searcher on every case, and measures the answers."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

import attrs

from haversack.api.stopping import AnyOf
from haversack.comparison.cases import list_cases
from haversack.comparison.contestants import Contestant, label_parts
from haversack.comparison.description import describe_comparison
from haversack.comparison.engine import Engine
from haversack.comparison.reference import Reference
from haversack.comparison.result import Comparison
from haversack.comparison.runs import CaseWork, make_one_step
from haversack.config.build import build_part
from haversack.config.describe import anchor_part
from haversack.config.options import list_options
from haversack.errors import CapabilityError, ConfigError, HaversackError, ManyProblemsError
from haversack.execution.workers import WorkerPool
from haversack.plugins import get_catalog
from haversack.pools.columns import list_present_columns
from haversack.selection import defaults
from haversack.selection.assembly import build_constraints, check_listener
from haversack.selection.choosing import settle_energy
from haversack.selection.failures import check_on_failure
from haversack.selection.guests import warning_of_failures
from haversack.selection.run import select
from haversack.text import format_value
from haversack.validators import positive_finite, seed_check, to_list, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from os import PathLike

    from haversack.api.stopping import StoppingRule
    from haversack.comparison.cases import Case
    from haversack.comparison.engine import Stage
    from haversack.kinds import Kind
    from haversack.plugins import Catalog
    from haversack.selection.options import OnFailure

_COUNT = whole(1, 1_000_000)


def compare(
    pools: Any,
    searchers: Any = None,
    *,
    budget: float | None = None,
    budget_share: float | None = None,
    energy: Any = None,
    cost: Any = None,
    stopping: Any = None,
    seconds: float | None = defaults.COMPARISON_SECONDS,
    seeds: int | Sequence[int] = defaults.COMPARISON_SEEDS,
    reference: Any = defaults.COMPARISON_REFERENCE,
    reference_seconds: float = defaults.COMPARISON_REFERENCE_SECONDS,
    best_known: Mapping[str, Reference] | None = None,
    on_failure: OnFailure = "keep",
    jobs: int | None = 1,
    backend: str = "loky",
    address: str | None = None,
    store: str | PathLike[str] | None = None,
    on_progress: Callable[[Stage], None] | None = None,
    catalog: Catalog | None = None,
) -> Comparison:
    """Run several searchers on several pools with several seeds, and measure them against the optimum.

    Parameters
    ----------
    pools
        A pool, a list of pools, or pools by name. A `Case` in place of a pool brings its own budget, energy and costs.
    searchers
        One or several, each a registered name, a dict with the key ``kind`` and options, or an object; or such by
        label. Default: all that are installed, need no options and can be used on all pools.
    budget, budget_share
        What a set may cost, in each pool: a number, or a share of the total cost of the pool.
    energy, cost
        As in `select`, for all pools.
    stopping
        One rule or several, given like searchers; each searcher runs with each of them. Default: that of `select`.
    seconds
        Time limit of each run, beside its rule; None for no limit.
    seeds
        How many, or which.
    reference
        The searcher that proves the optimum. Where it does not finish, its bound is used; where it cannot be used, the
        best value of any run. None to use only what the runs themselves prove or find.
    reference_seconds
        Its time limit for each pool.
    best_known
        References by name of the pool, for optima known from elsewhere.
    on_failure
        What to do when a part raises an exception: ``keep`` marks its run as failed and goes on with the others;
        ``raise`` lets the exception through.
    jobs, backend, address
        How many runs are made at a time, and where, as in `haversack.study`. The answers are the same, except for runs
        that a clock ends.
    store
        A folder where every complete run is kept; one that is there is not made again, unless it failed.
    on_progress
        Called with a `Stage`: after every batch of candidates where one run is made at a time, else when runs end.
    catalog
        Where names are looked up; by default all installed plugins.

    Returns
    -------
    Comparison
        All complete runs, also when Ctrl-C ends the comparison.

    Raises
    ------
    HaversackError
        For any mistake in the arguments, in one of its subclasses, before the first run.

    Examples
    --------
    >>> from haversack import Pool
    >>> pool = Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1])
    >>> outcome = compare(pool, ["annealing", "sweep"], budget=8, stopping={"kind": "max-step", "limit": 100}, seeds=2)
    >>> [(standing.searcher, standing.runs, standing.reached) for standing in outcome.standings()]
    [('annealing', 2, 1.0), ('sweep', 2, 1.0)]
    """
    catalog = get_catalog(catalog)
    check_listener(on_progress)
    on_failure = check_on_failure(on_failure)
    workers = WorkerPool(jobs, backend, address)
    cases = list_cases(pools, budget=budget, budget_share=budget_share, energy=energy, cost=cost)
    cases = tuple(_build_parts(case, catalog) for case in cases)
    numbers = _check_seeds(seeds)
    _check_seconds(seconds=seconds, reference_seconds=reference_seconds)
    _check_known(best_known, cases)
    prover = None
    if reference is not None:
        prover = anchor_part("searcher", build_part("searcher", reference, catalog, place="reference: "), catalog)
    rule = defaults.STOPPING if stopping is None else stopping
    own_rules = _label_parts("stopping", rule, catalog, "stopping")
    rules = {
        label: rule if seconds is None else AnyOf((rule, _time_limit(seconds, catalog)))
        for label, rule in own_rules.items()
    }
    if searchers is None:
        searchers = _usable_searchers(cases, prover, next(iter(rules.values())), catalog)
    parts = _label_parts("searcher", searchers, catalog, "searchers")
    contestants = [Contestant(name, label, parts[name], rules[label]) for name in parts for label in rules]
    known = dict(best_known or {})
    limit = _time_limit(reference_seconds, catalog)
    works = [
        CaseWork(case, contestants, None if case.name in known else prover, limit, numbers[0], on_failure)
        for case in cases
    ]
    options = {"seconds": seconds, "seeds": numbers, "reference": prover, "reference_seconds": reference_seconds}
    config, versions = describe_comparison(cases, {"searchers": parts, "stopping": own_rules}, options, known, catalog)
    engine = Engine(works, numbers, catalog, workers, store, on_progress)
    # Complete runs are kept after Ctrl-C.
    with contextlib.suppress(KeyboardInterrupt):
        _rehearse(cases, contestants, catalog)
        engine.run()
    rows, failures = engine.collect(known)
    return Comparison(rows, engine.planned, seconds, failures, config, versions)


def _build_parts(case: Case, catalog: Catalog) -> Case:
    """Build the parts of a case, so that a mistake is reported before the first run."""
    named: list[tuple[Kind, Any]] = [("energy", case.energy), ("cost", case.cost)]
    parts = {
        kind: anchor_part(kind, build_part(kind, spec, catalog, place=f"{case.name}: "), catalog)
        for kind, spec in named
        if spec is not None
    }
    if "energy" in parts:
        parts["energy"], _ = settle_energy(parts["energy"], case.pool, case.budget, case.cost, catalog, select)
    try:
        constraints = build_constraints(case.constraints, catalog)
    except ConfigError as error:
        _raise_with_place(case.name, error)
    constraints = tuple(anchor_part("constraint", each, catalog) for each in constraints)
    return attrs.evolve(case, **parts, constraints=constraints)


def _label_parts(kind: Kind, given: Any, catalog: Catalog, place: str) -> dict[str, Any]:
    """Return parts by label, to be used in any process."""
    labelled = label_parts(kind, given, catalog, place=place)
    return {label: anchor_part(kind, part, catalog) for label, part in labelled.items()}


def _check_seeds(seeds: int | Sequence[int]) -> tuple[int, ...]:
    listed = to_list(seeds)
    if listed is not None:
        wrong = [seed for seed in listed if not seed_check.accepts(seed)]
        if wrong or not listed:
            got = format_value(wrong[0]) if wrong else "none"
            raise ConfigError([f"seeds: each must be {seed_check.wanted}, got {got}"])
        return tuple(int(seed) for seed in listed)
    if not _COUNT.accepts(seeds):
        raise ConfigError([f"seeds: must be {_COUNT.wanted}, or a list of seeds, got {format_value(seeds)}"])
    return tuple(range(int(seeds)))  # type: ignore[arg-type]


def _check_seconds(**limits: float | None) -> None:
    problems = [
        f"{key.replace('_', ' ')}: must be {positive_finite.wanted}, got {format_value(number)}"
        for key, number in limits.items()
        if number is not None and not positive_finite.accepts(number)
    ]
    if problems:
        raise ConfigError(problems)


def _check_known(best_known: Any, cases: Iterable[Case]) -> None:
    if best_known is not None and not isinstance(best_known, Mapping):
        raise ConfigError([f"best known: expected references by name of the pool, got {format_value(best_known)}"])
    wrong = [value for value in (best_known or {}).values() if not isinstance(value, Reference)]
    if wrong:
        raise ConfigError([f"best known: expected a haversack.comparison.Reference, got {format_value(wrong[0])}"])
    names = [case.name for case in cases]
    if best_known and not set(names) & set(best_known):
        asked, there = ", ".join(names), ", ".join(map(str, best_known))
        raise ConfigError([f"best known: no value for {asked!s:.80}; there are values for {there!s:.80}"])


def _time_limit(seconds: float, catalog: Catalog) -> StoppingRule:
    rule: StoppingRule = build_part("stopping", {"kind": defaults.TIME_LIMIT, "seconds": seconds}, catalog)
    return rule


def _usable_searchers(cases: Sequence[Case], prover: object, rule: StoppingRule, catalog: Catalog) -> list[str]:
    """Return the searchers that need no options and work on all kinds of cases, without the one that proves."""
    found = []
    for entry in catalog.of_kind("searcher"):
        if entry.factory is type(prover) or any(option.is_required for option in list_options(entry.factory)):
            continue
        searcher = None
        with warning_of_failures(entry, "while it was built, and is left out"):
            searcher = entry.factory()
        if searcher is None:
            continue
        with contextlib.suppress(CapabilityError):
            for case in _kinds(cases):
                make_one_step(case, searcher, rule, catalog)
            found.append(catalog.name_of(entry))
    if not found:
        raise CapabilityError("searchers: none that is installed can be used on all of these pools; name some")
    return found


def _rehearse(cases: Sequence[Case], contestants: Sequence[Contestant], catalog: Catalog) -> None:
    """Make one step of every combination.

    A mistake is then reported before the first run and not after the hundredth, and kernels are compiled before a
    clock runs.
    """
    kinds = {case.name for case in _kinds(cases)}
    for case in cases:
        for contestant in contestants if case.name in kinds else contestants[:1]:
            try:
                make_one_step(case, contestant.part, contestant.rule, catalog)
            except HaversackError as error:
                _raise_with_place(case.name, error)


def _kinds(cases: Iterable[Case]) -> list[Case]:
    """Return one case for each combination of energy, costs and columns."""
    kinds: dict[tuple[object, ...], Case] = {}
    for case in cases:
        columns = (column.key for column, _ in list_present_columns(case.pool))
        kinds.setdefault((type(case.energy), type(case.cost), *columns), case)
    return list(kinds.values())


def _raise_with_place(place: str, error: HaversackError) -> NoReturn:
    if isinstance(error, ManyProblemsError):
        raise type(error)([f"{place}: {problem}" for problem in error.problems]) from error
    raise type(error)(f"{place}: {error}") from error
