from __future__ import annotations

import pytest

from haversack import Progress
from haversack.stopping import Gap


def test_a_gap_needs_a_bound_and_fires_when_it_is_close():
    rule = Gap(share=0.1)
    assert rule(Progress()) is None
    assert rule(Progress(best_loss=0.02)) is None
    assert rule(Progress(best_loss=0.02, loss_bound=0.01)) is None
    assert rule(Progress(best_loss=0.02, loss_bound=0.0185)) == "gap of 7.50% is within 10.00%"
    assert rule(Progress(best_loss=0.0, loss_bound=0.0)) == "gap of 0.00% is within 10.00%"


@pytest.mark.parametrize(("option", "value"), [("share", 1.5), ("share", -0.1)])
def test_options_out_of_range_are_refused_by_name(option, value):
    with pytest.raises(ValueError, match=f"^{option} must be .*, got"):
        Gap(**{option: value})
