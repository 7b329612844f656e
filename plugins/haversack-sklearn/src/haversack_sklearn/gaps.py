"""Rows with missing or infinite values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse
from sklearn.utils import assert_all_finite, get_tags

if TYPE_CHECKING:
    from haversack_sklearn.panel import PanelClassifier


def has_gaps(X: Any) -> bool:
    """Return whether an array or sparse matrix of floats has gaps; False for other types."""
    values = getattr(X, "data", None) if sparse.issparse(X) else X
    if not isinstance(values, np.ndarray) or values.dtype.kind != "f":
        return False
    return not bool(np.isfinite(values).all())


def refuse_gaps(panel: PanelClassifier, X: Any) -> None:
    """Raise `ValueError` for gaps that a member of the pool would refuse.

    The chosen members alone might accept them, but what a panel accepts should not depend on the choice.
    """
    if has_gaps(X) and not get_tags(panel).input_tags.allow_nan:
        assert_all_finite(X, estimator_name=type(panel).__name__, input_name="X")
