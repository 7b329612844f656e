"""Small studies that need no compiler."""

from __future__ import annotations

import pytest

from haversack.comparison import paper_pool
from haversack.studies.task_run import MEASURED


@pytest.fixture
def pools():
    return {f"pool {seed}": paper_pool(9, seed) for seed in range(4)}


@pytest.fixture
def plain():
    """Rows of a result without what is measured, in the order of the tasks."""

    def drop_measured(result):
        return [{key: value for key, value in row.items() if key not in MEASURED} for row in result.rows()]

    return drop_measured
