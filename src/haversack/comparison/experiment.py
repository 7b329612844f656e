"""Runs every searcher on every case, and measures what they find."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, NoReturn

import attrs

from haversack.api.stopping import AnyOf
from haversack.comparison.cases import as_cases
from haversack.comparison.contestants import Contestant, labelled
from haversack.comparison.result import Comparison
from haversack.comparison.runs import CaseRuns, Stage, finished
from haversack.config.build import build_part
from haversack.config.options import list_options
from haversack.errors import CapabilityError, ConfigError, HaversackError, ManyProblemsError, SearchError
from haversack.plugins import default_catalog
from haversack.selection import defaults
from haversack.validators import positive_finite, seed_check, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from haversack.api.forecast import Plan
    from haversack.api.progress import Progress
    from haversack.api.searcher import Searcher
    from haversack.api.stopping import StoppingRule
    from haversack.comparison.cases import Case
    from haversack.comparison.reference import Reference
    from haversack.comparison.rows import ComparisonRow
    from haversack.plugins import Catalog


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
    on_progress: Callable[[Stage], None] | None = None,
    catalog: Catalog | None = None,
) -> Comparison:
    """Run several searchers on several pools with several seeds, and measure them against the best there is.

    Parameters
    ----------
    pools
        A pool, a list of pools, or pools by name. A `Case` in place of a pool brings its own budget, energy and costs.
    searchers
        One or several, each a registered name, a dict with the key ``kind`` and options, or an object; or such by
        label. Left out: all that are installed, need no options and can be used on all pools.
    budget, budget_share
        What a set may cost, in each pool: a number, or a share of the total cost of the pool.
    energy, cost
        As in `select`, for all pools.
    stopping
        One rule or several, given like searchers; each searcher runs with each of them. Left out: ``paper``, or the
        rule that `select` takes for an energy that does not go with it, on all pools if there is one.
    seconds
        No run takes longer than this, whatever its rule says; None for no such limit.
    seeds
        How many, or which.
    reference
        The searcher that is to prove the optimum. Where it cannot, its bound serves; where it cannot be used, the best
        value that any run found does. None to go by what the runs themselves prove or find.
    reference_seconds
        How long it may take for each pool.
    best_known
        References by name of the pool, where better is known than can be computed.
    on_progress
        Called with a `Stage` after every batch of candidates.
    catalog
        Where names are looked up; all installed plugins if left out.

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
    catalog = catalog or default_catalog()
    cases = as_cases(pools, budget=budget, budget_share=budget_share, energy=energy, cost=cost)
    cases = tuple(_resolved(case, catalog) for case in cases)
    numbers = _checked_seeds(seeds)
    _check_seconds(seconds=seconds, reference_seconds=reference_seconds)
    _check_known(best_known, cases)
    prover = None if reference is None else build_part("searcher", reference, catalog, place="reference: ")
    rule = _default_stopping(cases) if stopping is None else stopping
    rules = {
        label: rule if seconds is None else AnyOf((rule, _time_limit(seconds, catalog)))
        for label, rule in labelled("stopping", rule, catalog, place="stopping").items()
    }
    if searchers is None:
        searchers = _usable(cases, prover, next(iter(rules.values())), catalog)
    parts = labelled("searcher", searchers, catalog, place="searchers")
    contestants = [Contestant(name, label, parts[name], rules[label]) for name in parts for label in rules]
    planned = len(cases) * len(contestants) * len(numbers)
    limit = _time_limit(reference_seconds, catalog)
    rows: list[ComparisonRow] = []

    def on_stage(number: int, what: str, progress: Progress, plan: Plan | None) -> None:
        if on_progress is not None:
            on_progress(Stage(len(rows) + number, planned, what, progress, plan))

    # Whatever is complete when Ctrl-C comes is kept.
    with contextlib.suppress(KeyboardInterrupt):
        _rehearse(cases, contestants, catalog)
        for case in cases:
            known = (best_known or {}).get(case.name)
            runs = CaseRuns(case, contestants, numbers, on_stage, catalog)
            try:
                runs.make(prover if known is None else None, limit)
            finally:
                rows.extend(runs.rows(known))
    return Comparison(rows, planned, seconds)


def _resolved(case: Case, catalog: Catalog) -> Case:
    """Make the parts of a case, so that a mistake in one is told before the first run."""
    made = {
        kind: build_part(kind, spec, catalog, place=f"{case.name}: ")  # type: ignore[arg-type]
        for kind, spec in (("energy", case.energy), ("cost", case.cost))
        if spec is not None
    }
    return attrs.evolve(case, **made)


def _default_stopping(cases: Iterable[Case]) -> Any:
    """Return the paper's rule, or another one that all cases can be stopped by."""
    rules = [
        defaults.PAPER_STOPPING if case.energy is None else defaults.default_stopping(case.energy) for case in cases
    ]
    return next((rule for rule in rules if rule != defaults.PAPER_STOPPING), defaults.PAPER_STOPPING)


def _checked_seeds(seeds: int | Sequence[int]) -> tuple[int, ...]:
    if isinstance(seeds, (list, tuple, range)):
        wrong = [seed for seed in seeds if not seed_check.accepts(seed)]
        if wrong or not seeds:
            told = repr(wrong[0]) if wrong else "none"
            raise ConfigError([f"seeds: each must be {seed_check.wanted}, got {told}"])
        return tuple(int(seed) for seed in seeds)
    if not whole(1).accepts(seeds):
        raise ConfigError([f"seeds: must be {whole(1).wanted}, or a list of seeds, got {seeds!r}"])
    return tuple(range(int(seeds)))  # type: ignore[arg-type]


def _check_seconds(**limits: float | None) -> None:
    problems = [
        f"{key.replace('_', ' ')}: must be {positive_finite.wanted}, got {number!r}"
        for key, number in limits.items()
        if number is not None and not positive_finite.accepts(number)
    ]
    if problems:
        raise ConfigError(problems)


def _check_known(best_known: Mapping[str, Reference] | None, cases: Iterable[Case]) -> None:
    names = [case.name for case in cases]
    if best_known and not set(names) & set(best_known):
        asked, there = ", ".join(names), ", ".join(best_known)
        raise ConfigError([f"best known: nothing is known of {asked!s:.80}; there are values for {there!s:.80}"])


def _time_limit(seconds: float, catalog: Catalog) -> StoppingRule:
    rule: StoppingRule = build_part("stopping", {"kind": defaults.TIME_LIMIT, "seconds": seconds}, catalog)
    return rule


def _one_step(progress: Progress) -> str | None:
    return "one step" if progress.steps else None


def _tried(case: Case, searcher: Searcher, rule: StoppingRule, catalog: Catalog) -> None:
    with contextlib.suppress(SearchError):
        finished(case, searcher, AnyOf((_one_step, rule)), 0, catalog)  # type: ignore[arg-type]


def _usable(cases: Sequence[Case], prover: object, rule: StoppingRule, catalog: Catalog) -> list[str]:
    """Return the searchers that need no options and work on all kinds of cases; the one that proves is left out."""
    found = []
    for entry in catalog.of_kind("searcher"):
        if entry.factory is type(prover) or any(option.required for option in list_options(entry.factory)):
            continue
        with contextlib.suppress(CapabilityError):
            for case in _kinds(cases):
                _tried(case, entry.factory(), rule, catalog)
            found.append(entry.name)
    if not found:
        raise CapabilityError("searchers: none that is installed can be used on all of these pools; name some")
    return found


def _rehearse(cases: Sequence[Case], contestants: Sequence[Contestant], catalog: Catalog) -> None:
    """Make a first step with everything.

    So that a mistake is told before the first run and not after the hundredth, and so that kernels are compiled
    before a clock runs.
    """
    kinds = {case.name for case in _kinds(cases)}
    for case in cases:
        for contestant in contestants if case.name in kinds else contestants[:1]:
            try:
                _tried(case, contestant.part, contestant.rule, catalog)
            except HaversackError as error:
                _raise_with_place(case.name, error)


def _kinds(cases: Iterable[Case]) -> list[Case]:
    """Return one case for each combination of energy, costs and columns."""
    kinds: dict[tuple[object, ...], Case] = {}
    for case in cases:
        columns = case.pool.accuracies is None, case.pool.costs is None
        kinds.setdefault((type(case.energy), type(case.cost), *columns), case)
    return list(kinds.values())


def _raise_with_place(place: str, error: HaversackError) -> NoReturn:
    if isinstance(error, ManyProblemsError):
        raise type(error)([f"{place}: {problem}" for problem in error.problems]) from error
    raise type(error)(f"{place}: {error}") from error
