"""Equal voters: how good or how many they must be for a given accuracy of their majority."""

from __future__ import annotations

_MOST = 10_001


def odd_panel(size: int) -> int:
    """Return the size of the best panel of so many equal voters: as ties are wrong, one less if it is even."""
    return size - 1 + size % 2


def majority_accuracy(size: int, accuracy: float) -> float:
    """Return how often more than half of so many equal voters are right: also the mean of q over random members."""
    from scipy.special import betainc

    return float(betainc(size // 2 + 1, size - size // 2, accuracy))


def accuracy_needed(size: int, wanted: float) -> float:
    """Return how good so many equal voters must be for their best panel to have the wanted accuracy."""
    from scipy.special import betaincinv

    size = odd_panel(size)
    return float(betaincinv(size // 2 + 1, size - size // 2, wanted))


def voters_needed(accuracy: float, wanted: float) -> int | None:
    """Return the least odd number of equal voters whose majority has the wanted accuracy; None if no number does.

    Examples
    --------
    >>> voters_needed(0.7, 0.78), voters_needed(0.7, 0.79), voters_needed(0.5, 0.6)
    (3, 5, None)
    """
    if accuracy <= 0.5 and wanted > accuracy:
        return None
    return next((size for size in range(1, _MOST + 1, 2) if majority_accuracy(size, accuracy) >= wanted), None)
