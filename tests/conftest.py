"""Settings and data shared by all tests."""

from __future__ import annotations

import os
from pathlib import Path

import attrs
import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from haversack import Pool
from haversack.plugins import load_catalog

# Compiling a kernel takes seconds on its first call; machines are shared and noisy. `make check` uses "quick".
settings.register_profile("haversack", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", parent=settings.get_profile("haversack"), max_examples=20)
settings.load_profile("haversack")

ROOT = Path(__file__).parents[1]


def pytest_collection_modifyitems(items):
    """Slow tests first: a worker that gets one last keeps the others waiting."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(scope="session")
def shared_data():
    """The public data beside the repository; tests that need it are skipped without it."""
    folder = Path(os.environ.get("HAVERSACK_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"real data not found at {folder}")
    return folder


OPTIC_DISC = Pool(
    accuracies=[0.220, 0.304, 0.319, 0.643, 0.754, 0.765, 0.958, 0.976], costs=[31, 38, 34, 69, 11, 7, 21, 90]
)
"""The paper's eight optic disc detectors."""


def paper_pool(members: int, seed: int) -> Pool:
    """The paper's generator: accuracies Beta(17, 5), costs exponential with rate 1 - accuracy."""
    generator = np.random.default_rng(seed)
    accuracies = generator.beta(17, 5, members)
    return Pool(accuracies=accuracies, costs=generator.exponential(1 / (1 - accuracies)))


@pytest.fixture
def small_pool():
    return Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4.0, 2.0, 2.0, 1.0], names=["ann", "bob", "cat", "dan"])


@pytest.fixture(scope="session")
def builtins():
    """The catalog of built-in parts, whatever else is installed."""
    return attrs.evolve(load_catalog(third_parties=False), troubles=())
