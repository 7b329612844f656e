"""Experiments at all scales."""

import pytest
from haversack_paper.experiment import Sources
from haversack_paper.experiments import all_experiments
from haversack_paper.tasks import tasks_of

SCALES = ("quick", "usual", "full")
THEORY = ("greedy-limits", "monte-carlo", "convergence", "lemmas", "beta-fit")


@pytest.mark.parametrize("name", THEORY)
def test_every_scale_has_parts_with_different_keys(name):
    for scale in SCALES:
        assert tasks_of(all_experiments()[name].at_scale(scale, Sources()))


@pytest.mark.parametrize(("name", "field"), [("convergence", "draws"), ("lemmas", "draws"), ("beta-fit", "sample")])
def test_larger_scales_have_larger_samples(name, field):
    sizes = [getattr(all_experiments()[name].at_scale(scale, Sources()), field) for scale in SCALES]
    assert sizes == sorted(set(sizes))
