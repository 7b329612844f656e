"""The experiments: one module, or one package, each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from haversack_paper.experiment import Experiment


def all_experiments() -> dict[str, type[Experiment]]:
    """Return the experiments by name, in the order of the paper."""
    found: list[type[Experiment]] = []
    return {experiment.name: experiment for experiment in found}
