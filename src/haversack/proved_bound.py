"""The strongest proved bound of a search, checked against the sets that are known."""

from __future__ import annotations

import math

from haversack.errors import SearchError

_ROUNDING = 1e-9
_UNDERFLOW = 1e-300


class ProvedBound:
    """The strongest bound on the loss of every feasible set.

    Parameters
    ----------
    is_probability
        Whether losses are error probabilities, small ones of which are precise. The rounding of others is in proportion
        to the largest loss seen.
    is_checked
        Whether a bound that a known set contradicts is refused; otherwise it is lowered to the loss of that set.
    """

    def __init__(self, *, is_probability: bool, is_checked: bool = True) -> None:
        self._is_probability = is_probability
        self._is_checked = is_checked
        self._largest = 0.0
        self.loss = -math.inf
        """No feasible set has a smaller loss; minus infinity before the first bound."""
        self.gap: float | None = None
        """The share of the best loss that could still be removed, where the searcher reports it."""

    def tighten(self, bound: float, best_loss: float, gap: float | None = None) -> None:
        """Take a bound that is proved while the best known loss is `best_loss`.

        Raises
        ------
        SearchError
            If the bound is not a number, or exceeds the best known loss by more than rounding.
        """
        bound = float(bound)
        if math.isnan(bound):
            raise SearchError("searcher proved a bound that is not a number")
        if self._contradicts(bound, best_loss):
            raise SearchError(
                f"searcher proved that no feasible set has a loss below {bound:.6g}, but {best_loss:.6g} is known"
            )
        # Anything beyond the loss of a known set is rounding.
        self.loss = max(self.loss, min(bound, best_loss))
        if gap is not None:
            self.gap = gap if self.gap is None else min(gap, self.gap)

    def meet(self, loss: float) -> None:
        """Take the loss of a new best set.

        Raises
        ------
        SearchError
            If the bound exceeds it by more than rounding; the bound is then forgotten.
        """
        bound, self.gap = self.loss, None
        self._largest = max(self._largest, abs(loss))
        if self._contradicts(bound, loss):
            self.loss = -math.inf
            raise SearchError(
                f"searcher found a set of loss {loss:.6g} after it was proved that none has a loss below {bound:.6g}"
            )
        self.loss = min(bound, loss)

    def _contradicts(self, bound: float, loss: float) -> bool:
        if not self._is_checked or bound <= loss:
            return False
        scale = abs(loss) if self._is_probability else max(self._largest, abs(loss))
        return bound - loss > _ROUNDING * scale + _UNDERFLOW
