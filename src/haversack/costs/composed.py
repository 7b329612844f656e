"""Several costs of different kinds, each with its own budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.cost import Resources, SizeEstimate
from haversack.costs.part import CostPart
from haversack.text import format_value
from haversack.validators import OptionError

if TYPE_CHECKING:
    from haversack.api.accuracy import AccuracyModel
    from haversack.arrays import FloatArray, Sets
    from haversack.costs.amounts import Amount
    from haversack.pools.pool import Pool

_LARGEST = float(np.finfo(np.float64).max)


def _to_tuple(parts: Any) -> Any:
    return tuple(parts) if isinstance(parts, list) else parts


@attrs.frozen
class Costs:
    """Several costs, each a sum or a maximum with its own budget, with tiers and set-up fees where needed.

    The cost of a set is the largest share of a budget that it uses, so a set is feasible if it costs at most 1.

    Parameters
    ----------
    parts
        The costs: tables with a ``budget``, the ``column``, and whether its ``sum`` or its ``max`` counts (``of``);
        optionally ``tiers``, and the ``fee`` of each ``group``.

    Examples
    --------
    >>> from haversack import Pool
    >>> pool = Pool(accuracies=[0.9, 0.8], costs=[2.0, 1.0], metadata={"latency": [1.5, 0.5]})
    >>> model = Costs(parts=(CostPart(budget=4.0, column="cost"), CostPart(budget=3.0, column="latency", of="max")))
    >>> model.costs(pool, np.array([[True, True], [False, True]])).tolist()
    [0.75, 0.25]
    """

    parts: tuple[CostPart, ...] = attrs.field(converter=_to_tuple)

    @parts.validator
    def _check_parts(self, attribute: attrs.Attribute[Any], parts: Any) -> None:
        if not isinstance(parts, tuple) or not parts or not all(isinstance(part, CostPart) for part in parts):
            raise OptionError(attribute.name, f"must be a list of at least one cost, got {format_value(parts)}")

    def own_budget(self) -> float:
        """Return 1: the whole of every budget."""
        return 1.0

    def prepare(self, pool: Pool) -> PreparedCosts:
        """Read the columns; without fees, the result also has limits on sums."""
        amounts = tuple(part.read(pool, f"cost.parts[{place}]") for place, part in enumerate(self.parts))
        budgets = tuple(float(part.budget) for part in self.parts)
        kind = PreparedCosts if any(amount.has_fees for amount in amounts) else LimitedCosts
        return kind(amounts, budgets)

    def costs(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return the largest share of a budget that each set uses."""
        return self.prepare(pool).costs(pool, sets)

    def expected_size(self, pool: Pool, budget: float, accuracy: AccuracyModel) -> SizeEstimate:
        """Count what each budget buys on average; the scarcest decides."""
        return self.prepare(pool).expected_size(pool, budget, accuracy)


@attrs.frozen(eq=False)
class PreparedCosts:
    """Several costs of the members of one pool.

    Parameters
    ----------
    amounts
        What each part amounts to.
    budgets
        The budget of each part.
    """

    amounts: tuple[Amount, ...]
    budgets: tuple[float, ...]

    def costs(self, pool: Pool, sets: Sets) -> FloatArray:  # noqa: ARG002 - the interface's signature
        """Return the largest share of a budget that each set uses."""
        pairs = zip(self.amounts, self.budgets, strict=True)
        with np.errstate(over="ignore"):
            shares = np.array([amount.compute(sets) / budget for amount, budget in pairs])
        return np.asarray(np.minimum(shares.max(axis=0), _LARGEST))

    def expected_size(self, pool: Pool, budget: float, accuracy: AccuracyModel) -> SizeEstimate:  # noqa: ARG002
        """Count what each budget buys on average; the scarcest decides."""
        pairs = zip(self.amounts, self.budgets, strict=True)
        sizes = [amount.estimate_size(budget * own) for amount, own in pairs]
        scarcest = int(np.argmin(sizes))
        return SizeEstimate(sizes[scarcest], f"the mean cost by {self.amounts[scarcest].name}")


@attrs.frozen(eq=False)
class LimitedCosts(PreparedCosts):
    """Several costs that are limits on sums, or on the value of each member."""

    def resources(self, pool: Pool, budget: float) -> Resources:  # noqa: ARG002 - the interface's signature
        """Limit the sum of each column, and keep out the members that exceed a maximum alone."""
        limits = [amount.limit(budget * own) for amount, own in zip(self.amounts, self.budgets, strict=True)]
        return Resources(np.column_stack([usage for usage, _ in limits]), np.concatenate([most for _, most in limits]))
