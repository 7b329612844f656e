"""Results that the modules of tests of the Kaggle experiment share, since they take seconds."""

from __future__ import annotations

import json

import numpy as np
import pytest
from haversack_paper.experiments.kaggle import Kaggle
from haversack_paper.experiments.kaggle.results import collect
from kaggle_fakes import PORTO, STATOIL, TINY, write_board


@pytest.fixture(scope="session")
def kaggle(tmp_path_factory):
    """Two small leaderboards of the paper's competitions, and one that stands in for another."""
    folder = tmp_path_factory.mktemp("data") / "kaggle_leaderboards"
    random = np.random.default_rng(0)
    write_board(folder, PORTO, np.sort(random.normal(0.28, 0.005, 61))[::-1])
    write_board(folder, STATOIL, [*np.sort(random.gamma(4.0, 0.06, 60)), 1.7])
    write_board(folder, "aptos2019-blindness-detection", [*np.sort(random.beta(9, 3, 40))[::-1], -0.1])
    return Kaggle(folder, **TINY)


@pytest.fixture(scope="session")
def kaggle_results(kaggle):
    return {part.key: json.loads(json.dumps(kaggle.run(part, {}), allow_nan=False)) for part in kaggle.parts()}


@pytest.fixture(scope="session")
def kaggle_studies(kaggle, kaggle_results):
    return collect(kaggle.parts(), kaggle_results)
