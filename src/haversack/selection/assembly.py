"""From the arguments of a run to its parts and its problem."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, cast

import attrs
import numpy as np

from haversack.api.cost import SetsBudget
from haversack.api.problem import Problem
from haversack.api.searcher import ChoosesSearcher
from haversack.api.stopping import AdaptsToRun
from haversack.config.build import PartBuilder, build_part
from haversack.config.nesting import check_nesting
from haversack.config.part_lists import build_list
from haversack.errors import ConfigError, InfeasibleError, PluginError
from haversack.kinds import PART_KINDS
from haversack.pools.pool import Pool
from haversack.pools.silent import distrust_silent_members
from haversack.selection import defaults
from haversack.selection.compatibility import check_capabilities, list_provers
from haversack.spelling import explain_unknown_key
from haversack.text import format_value
from haversack.validators import budget_check, seed_check

if TYPE_CHECKING:
    from haversack.api.constraint import Constraint
    from haversack.api.cost import CostModel
    from haversack.api.energy import Energy
    from haversack.api.preset import Preset
    from haversack.api.searcher import Searcher
    from haversack.api.stopping import StoppingRule
    from haversack.kinds import Kind
    from haversack.plugins import Catalog

_SEED_BITS = 53  # What every JSON reader can hold.


@attrs.frozen
class Parts:
    """The parts of a run, built."""

    energy: Energy
    stopping: StoppingRule
    cost: CostModel
    searcher: Searcher
    constraints: tuple[Constraint, ...] = ()


def build_parts(
    pool: Pool,
    *,
    energy: Any = None,
    searcher: Any = None,
    stopping: Any = None,
    cost: Any = None,
    constraints: Any = (),
    preset: Preset | None = None,
    catalog: Catalog,
) -> Parts:
    """Build each part once, that of the preset or the default where it is None.

    Raises
    ------
    HaversackError
        For any mistake in the arguments, in one of its subclasses.
    """
    check_pool(pool)
    met = build_constraints(constraints, catalog)
    named: dict[Kind, Any] = {"energy": energy, "searcher": searcher, "stopping": stopping, "cost": cost}
    given: dict[str, Any] = {kind: build_part(kind, spec, catalog) for kind, spec in named.items() if spec is not None}
    if preset is not None:
        given |= build_preset_parts(preset, pool, given, catalog)
    usual: dict[Kind, Any] = {
        "energy": defaults.choose_energy(pool),
        "searcher": defaults.SEARCHER,
        "stopping": defaults.STOPPING,
        "cost": defaults.choose_cost(pool),
    }
    others = {kind: build_part(kind, usual[kind], catalog) for kind in PART_KINDS if kind not in given}
    return Parts(**given, **others, constraints=met)


def build_constraints(specs: Any, catalog: Catalog) -> tuple[Constraint, ...]:
    """Build the constraints of a run; raise `ConfigError` with one message per problem."""
    check_nesting(specs, "constraints")
    builder = PartBuilder(catalog)
    constraints = build_list("constraint", specs, builder, where="constraints")
    if builder.problems:
        raise ConfigError(builder.problems)
    return constraints


def pose_problem(parts: Parts, pool: Pool, budget: float | None, catalog: Catalog) -> tuple[Parts, Problem]:
    """Return the parts as they are used for the problem, and the problem.

    A searcher that leaves the work to others is replaced by them.
    """
    problem = _limit(Problem(pool, parts.energy, parts.cost), budget)
    problem = use_pool(problem, pool)
    if parts.constraints:
        problem = attrs.evolve(problem, constraints=parts.constraints)
    searcher, rule = parts.searcher, parts.stopping
    check_capabilities(searcher, problem, catalog)
    if isinstance(searcher, ChoosesSearcher):
        searcher = searcher.choose(problem, list_provers(problem, catalog))
    if isinstance(rule, AdaptsToRun):
        rule = rule.adapt(problem, searcher)
    return attrs.evolve(parts, searcher=searcher, stopping=rule), problem


def use_pool(problem: Problem, pool: Pool) -> Problem:
    """Return the problem on this pool, whose members without answers are not trusted by an energy of accuracies."""
    if problem.traits.assumes_independence:
        pool = distrust_silent_members(pool)
    return problem if problem.pool is pool else attrs.evolve(problem, pool=pool)


def find_preset(name: str | None, catalog: Catalog) -> Preset | None:
    """Return the preset of this name, or None without a name; raise `ConfigError` if there is none."""
    if name is None:
        return None
    if not isinstance(name, str):
        raise ConfigError([f"preset: expected a registered name, got {format_value(name)}"])
    try:
        return cast("Preset", catalog.find("preset", name).factory())
    except PluginError as error:
        raise ConfigError([f"preset: {error}"]) from error


def build_preset_parts(preset: Preset, pool: Pool, given: dict[str, Any], catalog: Catalog) -> dict[str, Any]:
    """Return the parts that the preset adds to those given."""
    chosen = preset.choose_parts(pool, dict(given))
    unknown = [explain_unknown_key(f"preset: {key}", key, PART_KINDS) for key in chosen if key not in PART_KINDS]
    if unknown:
        raise ConfigError(unknown)
    return {
        kind: build_part(kind, chosen[kind], catalog, place="preset: ")
        for kind in PART_KINDS
        if kind in chosen and kind not in given
    }


def check_pool(pool: object) -> None:
    """Raise `ConfigError` if this is not a pool."""
    if not isinstance(pool, Pool):
        raise ConfigError([f"pool: expected a haversack.Pool, got {format_value(pool)}; Pool.from_csv reads a file"])


def check_listener(on_progress: object) -> None:
    """Raise `ConfigError` if progress cannot be reported to this."""
    if on_progress is not None and not callable(on_progress):
        raise ConfigError([f"on_progress: expected a function, got {format_value(on_progress)}"])


def check_seed(seed: int | None) -> int:
    """Return the seed, drawn at random if it is None; raise `ConfigError` if it cannot be one."""
    if seed is None:
        return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> np.uint64(64 - _SEED_BITS))
    if not seed_check.accepts(seed):
        raise ConfigError([f"seed: must be {seed_check.wanted}, got {format_value(seed)}"])
    return int(seed)


def _limit(problem: Problem, budget: float | None) -> Problem:
    """Return the problem under a budget, that of the cost model if None is given."""
    limit: Any = budget
    cost_model = problem.original_cost_model
    if budget is None:
        limit = cost_model.own_budget() if isinstance(cost_model, SetsBudget) else math.inf
    if not budget_check.accepts(limit):
        raise ConfigError([f"budget: must be {budget_check.wanted}, got {format_value(budget)}"])
    problem = attrs.evolve(problem, budget=float(limit))
    if math.isfinite(problem.budget):
        # Members that cost nothing fit in every budget; a budget that no cost counts against is a mistake.
        has_own_budgets = budget is None or isinstance(cost_model, SetsBudget)
        has_costs = has_own_budgets or problem.pool.is_free or problem.total_cost() > 0
        if not has_costs:
            raise ConfigError([f"budget: {limit:g} was given, but {_explain_lack(problem)}"])
        _check_something_fits(problem)
    return problem


def _explain_lack(problem: Problem) -> str:
    """Return why nothing in a problem has a cost."""
    if problem.pool.costs is not None:
        return "under this cost model nothing has a cost to spend it on"
    others = ", ".join(map(repr, problem.pool.metadata))
    found = f"; expected a column 'cost' beside {others}" if others else ""
    return f"the pool has no costs to spend it on{found}"


def _check_something_fits(problem: Problem) -> None:
    if problem.members_that_fit().any():
        return
    cheapest = ""
    if problem.pool.costs is not None:
        index = int(np.argmin(problem.pool.costs))
        cheapest = f"; the cheapest, {problem.pool.names[index]!r}, costs {problem.pool.costs[index]:g}"
    raise InfeasibleError(f"budget: no member fits in {problem.budget:g}{cheapest}")
