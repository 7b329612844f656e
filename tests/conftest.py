"""Settings and data shared by all tests."""

from __future__ import annotations

import os
from pathlib import Path

import attrs
import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from browser import Browser, find_browser
from haversack import Plan, Pool, Selection, TraceRow
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


@pytest.fixture
def plan():
    return Plan(
        accuracy_mean=0.75,
        accuracy_variance=0.0125,
        accuracy_fit="beta",
        size=3,
        mean=0.84,
        variance=0.001,
        alpha=20.5,
        beta=4.25,
        rule="beta",
        threshold=0.9,
        max_steps=142_506,
        mean_error=0.16,
        error_threshold=0.1,
        size_rule="the mean cost",
        quantile=0.8,
        accuracy_alpha=10.2,
        accuracy_beta=3.4,
    )


@pytest.fixture
def selection(small_pool, plan):
    return Selection(
        members=(0, 2),
        names=("ann", "cat"),
        value=0.902,
        error=0.098,
        cost=6.0,
        budget=8.0,
        steps=1_500,
        evaluations=4_000,
        seconds=0.25,
        stop_reason="limit of 1,500 steps",
        seed=7,
        trace=(TraceRow(3, 0.01, 0.8, 0.2, 4.0), TraceRow(90, 0.02, 0.902, 0.098, 6.0)),
        pool=small_pool,
        plan=plan,
        settings={"seed": 7},
    )


@pytest.fixture(scope="session")
def browser():
    """A real browser, without which continuous integration fails."""
    program = find_browser()
    if program is None:
        assert os.environ.get("CI") != "true", "no Chromium: .ci/run installs it"
        pytest.skip("no Chromium is installed")
    opened = Browser(program)
    yield opened
    opened.close()
