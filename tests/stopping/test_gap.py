from __future__ import annotations

import pytest

from haversack import Progress
from haversack.stopping import Gap


def test_it_needs_a_best_set_and_a_bound():
    rule = Gap(share=1.0)
    assert rule(Progress()) is None
    assert rule(Progress(best_loss=0.02)) is None


def test_it_fires_when_the_gap_is_small_enough():
    rule = Gap(share=0.1)
    assert rule(Progress(best_loss=0.02, loss_bound=0.01)) is None
    assert rule(Progress(best_loss=0.02, loss_bound=0.0185)) == "gap of 7.50% is within 10.00%"


def test_a_loss_of_0_has_no_gap():
    assert Gap(share=0.0)(Progress(best_loss=0.0, loss_bound=0.0)) == "gap of 0.00% is within 0.00%"


def test_the_gap_of_a_negative_loss_is_relative_to_its_size():
    rule = Gap(share=0.1)
    assert rule(Progress(best_loss=-100.0, loss_bound=-111.0)) is None
    assert rule(Progress(best_loss=-100.0, loss_bound=-105.0)) == "gap of 5.00% is within 10.00%"


@pytest.mark.parametrize("share", [-0.1, 1.5, True])
def test_a_share_out_of_range_is_refused(share):
    with pytest.raises(ValueError, match=r"^share must be .*, got"):
        Gap(share=share)
