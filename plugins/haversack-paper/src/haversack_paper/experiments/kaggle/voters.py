"""Equal voters: how good or how many they must be for a given accuracy of their majority."""

from __future__ import annotations

_MOST = 10_001


def odd_panel(size: int) -> int:
    """Return the size of the best panel of so many equal voters: ties being wrong, an even one is better with one less.

    Examples
    --------
    >>> odd_panel(30), odd_panel(29)
    (29, 29)
    """
    return size - 1 + size % 2


def majority_of(size: int, accuracy: float) -> float:
    """Return how often more than half of so many equal voters are right, which is also the mean of q of random members.

    Examples
    --------
    >>> round(majority_of(3, 0.7), 3)
    0.784
    """
    from scipy.special import betainc

    return float(betainc(size // 2 + 1, size - size // 2, accuracy))


def accuracy_needed(size: int, wanted: float) -> float:
    """Return how good so many equal voters must be for the majority of their best panel to be right so often.

    Examples
    --------
    >>> round(accuracy_needed(3, 0.784), 6), round(accuracy_needed(4, 0.784), 6)
    (0.7, 0.7)
    """
    from scipy.special import betaincinv

    size = odd_panel(size)
    return float(betaincinv(size // 2 + 1, size - size // 2, wanted))


def voters_needed(accuracy: float, wanted: float) -> int | None:
    """Return the least odd number of equal voters whose majority is right so often; None if no number will do.

    Examples
    --------
    >>> voters_needed(0.7, 0.78), voters_needed(0.7, 0.79), voters_needed(0.5, 0.6)
    (3, 5, None)
    """
    if accuracy <= 0.5 and wanted > accuracy:
        return None
    return next((size for size in range(1, _MOST + 1, 2) if majority_of(size, accuracy) >= wanted), None)
