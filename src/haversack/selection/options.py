"""How a selection is made, as one value: what runs, frontiers, targets, explanations and run files share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import attrs

from haversack.kinds import PART_KINDS
from haversack.selection import defaults

if TYPE_CHECKING:
    from haversack.api.certify import Certify
    from haversack.api.expected import Estimate

OnFailure = Literal["keep", "raise"]


@attrs.frozen(kw_only=True)
class SelectOptions:
    """The keywords of `haversack.select` that say what to select and how; as given, not yet checked.

    A new keyword of `select` is one more field here.

    Parameters
    ----------
    energy, searcher, stopping, cost
        The parts; None leaves the choice to the preset or the default.
    constraints
        What every answer must meet.
    preset
        Name of the preset that chooses the parts left out, or None.
    seed
        Source of all randomness; drawn if None.
    certify
        How much to spend on a bound.
    estimate, estimate_workers
        How the accuracy on new items is estimated, and on how many threads.
    vote
        The energy whose vote decides on new items; None for that of the run.
    frugal
        Whether to take the cheapest panel that is as good as the best one up to chance.
    on_failure
        What to do when a part raises an exception after a set has been found.
    """

    energy: Any = None
    searcher: Any = None
    stopping: Any = None
    cost: Any = None
    constraints: Any = ()
    preset: str | None = None
    seed: int | None = None
    certify: Certify = defaults.CERTIFY
    estimate: Estimate = defaults.ESTIMATE
    estimate_workers: int = 1
    vote: Any = None
    frugal: bool = False
    on_failure: OnFailure = "keep"

    @property
    def named_parts(self) -> dict[str, Any]:
        """The parts and the constraints, as `haversack.selection.assembly.build_parts` takes them."""
        return {name: getattr(self, name) for name in (*PART_KINDS, "constraints")}
