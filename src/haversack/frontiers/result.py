"""The best set for every budget, as a value."""

from __future__ import annotations

import bisect
import json
import math
from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.frontier import BudgetBound
from haversack.api.plain import arrange_run, to_plain
from haversack.api.problem import ROUNDING
from haversack.errors import CertificateError, ConfigError, InfeasibleError
from haversack.frontiers.point import FrontierPoint, bound_point, link_points
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack.api.certificate import Certificate
    from haversack.api.part_record import PartRecord
    from haversack.api.problem import Problem
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool


_CSV_COLUMNS = (
    *("budget", "cost", "size", "value", "error", "bound", "error_bound", "gap", "proven", "failed"),
    *("next_budget", "value_gain", "digits_gain", "enters", "leaves", "names"),
)


@attrs.frozen
class Frontier:
    """The best set known for every budget. A larger budget never has a worse one.

    Parameters
    ----------
    points
        The sets, by rising cost: each is the best one known from its cost on, up to that of the next.
    whole
        Whether every point is proved and none is missing: for every budget there is, no set is better.
    budgets
        The budgets that were searched one by one, rising; None if all were searched at once.
    searcher
        Registered name of the searcher, or the name of its class.
    stop_reason
        Why the search ended.
    steps, seconds
        Search steps of all budgets together, duration of the search.
    seed
        Source of all randomness; None if nothing was random.
    last_budget
        The cost of all members together: a larger budget buys nothing more.
    proven_to
        Every budget up to this one is proved; 0 if only single ones are.
    bounds
        Bounds proved for single budgets, by rising budget.
    pool
        The pool chosen from.
    interrupted
        Whether Ctrl-C ended the search.
    failed
        Whether a part raised an exception: `stop_reason` names the part and the cause, the sets are the best ones found
        in spite of it.
    failed_budgets
        The single budgets at which that happened, rising.
    parts
        The parts that were used, by kind, with the distribution and version that each comes from.
    settings
        The arguments of the search as tables of a run file, without its pool; None if a part has no registered name.
    problem
        What was searched, with the largest budget; certificates are made from it.
    """

    points: tuple[FrontierPoint, ...] = attrs.field(repr=False)
    whole: bool
    budgets: tuple[float, ...] | None
    searcher: str
    stop_reason: str
    steps: int
    seconds: float
    seed: int | None
    last_budget: float
    proven_to: float
    bounds: tuple[BudgetBound, ...] = attrs.field(repr=False)
    pool: Pool = attrs.field(repr=False)
    interrupted: bool = False
    failed: bool = False
    failed_budgets: tuple[float, ...] = ()
    parts: Mapping[str, PartRecord] = attrs.field(factory=dict, repr=False)
    settings: Mapping[str, Any] | None = attrs.field(default=None, repr=False)
    problem: Problem | None = attrs.field(default=None, repr=False, eq=False)

    @property
    def config(self) -> dict[str, Any] | None:
        """The search with its pool as tables of a run file, and the budgets asked for; None as for `settings`."""
        return None if self.settings is None else arrange_run(self.settings, self.pool)

    def at(self, budget: float) -> FrontierPoint:
        """Return the best set known for a budget, with the bound for just that budget.

        Raises
        ------
        InfeasibleError
            If nothing fits in it.
        ConfigError
            If it is not a number.
        """
        try:
            limit = float(budget) * (1 + ROUNDING)
        except Exception as error:
            raise ConfigError([f"budget: must be a number, got {format_value(budget)}"]) from error
        place = bisect.bisect_right(self.points, limit, key=lambda point: point.cost) - 1
        if place < 0 or math.isnan(limit):
            raise InfeasibleError(
                f"budget: nothing fits in {float(budget):g}; the frontier starts at {self.points[0].cost:g}"
            )
        return self._as_of(self.points[place], float(budget))

    def is_proved_to(self, budget: float) -> bool:
        """Return whether up to a budget every point is proved and none is missing."""
        return self.whole or budget <= self.proven_to

    def certify(self, budget: float, *, catalog: Catalog | None = None) -> Certificate:
        """Return a proof of the bound for a budget that ``haversack verify`` checks without haversack.

        Raises
        ------
        CertificateError
            If there is no bound, or no certificate for this kind of problem yet.
        InfeasibleError, ConfigError
            As `at` does.
        """
        # Not at the top: reports import this module, and compose nothing.
        from haversack.certificates.making import certify_set
        from haversack.plugins import get_catalog

        point = self.at(budget)
        if self.problem is None:
            raise CertificateError("certificate: this frontier does not know what was searched, so it proves nothing")
        problem = attrs.evolve(self.problem, budget=point.budget)
        return certify_set(problem, point.members, point.error, point.error_bound, get_catalog(catalog))

    def rows(self) -> tuple[FrontierPoint, ...]:
        """Return the points, or where single budgets were asked for, one row for each of them."""
        if not self.budgets:
            return self.points
        fitting = [budget for budget in self.budgets if self.points[0].cost <= budget * (1 + ROUNDING)]
        rows = [attrs.evolve(self.at(budget), failed=budget in self.failed_budgets) for budget in fitting]
        return link_points(rows)

    def summary(self) -> str:
        """Return a short text summary; long tables are truncated."""
        # Not at the top: reports import this module.
        from haversack.reports.frontier import summarise_frontier

        return summarise_frontier(self)

    def __str__(self) -> str:
        return self.summary()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold; `rows` is there only where single budgets were searched."""
        plain: dict[str, Any] = {
            name: getattr(self, name)
            for name in ("whole", "searcher", "stop_reason", "interrupted", "failed", "steps", "seconds", "seed")
        }
        plain["last_budget"] = self.last_budget
        plain["failed_budgets"] = list(self.failed_budgets)
        plain["parts"] = {kind: part.to_dict() for kind, part in self.parts.items()}
        plain["proven_to"] = min(self.proven_to, self.last_budget)
        plain["budgets"] = None if self.budgets is None else list(self.budgets)
        plain["points"] = [point.to_dict() for point in self.points]
        if self.budgets is not None:
            plain["rows"] = [row.to_dict() for row in self.rows()]
        plain["config"] = to_plain(self.config)
        if self.settings is None:
            # Which pool it was is known also where the search cannot be repeated from a file.
            plain["pool"] = to_plain(self.pool.to_dict())
        return plain

    def to_json(self, *, indent: int | None = 2) -> str:
        """Return everything as JSON."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def to_csv(self) -> str:
        """Return the rows as CSV, a line each under a line of titles; names are separated by semicolons."""
        # Not at the top: reports import this module.
        from haversack.reports.csv_files import write_csv

        return write_csv(_CSV_COLUMNS, [_to_cells(row) for row in self.rows()])

    def _as_of(self, point: FrontierPoint, budget: float) -> FrontierPoint:
        reached = min(budget, self.last_budget)
        if reached <= self.proven_to:
            return bound_point(point, budget, BudgetBound(reached, point.loss, point.value))
        return bound_point(point, budget, find_bound(self.bounds, reached))


def find_bound(bounds: Sequence[BudgetBound], budget: float) -> BudgetBound | None:
    """Return the best bound for a budget: what no set within a larger one can do, none within this one can."""
    place = bisect.bisect_left(bounds, budget, key=lambda bound: bound.budget)
    return max(bounds[place:], key=lambda bound: bound.loss, default=None)


def _to_cells(point: FrontierPoint) -> dict[str, Any]:
    """Return the cells of a line of CSV."""
    cells = {column: getattr(point, column) for column in _CSV_COLUMNS}
    names = {column: ";".join(cells[column]) for column in ("enters", "leaves", "names")}
    return cells | names | {"proven": str(point.proven).lower(), "failed": str(point.failed).lower()}
