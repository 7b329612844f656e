"""Parts that belong together, under one name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from haversack.pools.pool import Pool


class Preset(Protocol):
    """Choose the parts of a run that the caller has left open.

    Registered by its class, or another function without required arguments that returns an object with this method. It
    may declare, as a class attribute, ``keeps_answer = True``: the answer is that of its searcher, and a better set
    that bounding finds is shown beside it.
    """

    def choose_parts(self, pool: Pool, given: Mapping[str, object]) -> Mapping[str, Any]:
        """Return the parts, by their keyword in `haversack.select`.

        Parameters
        ----------
        pool
            The pool of the run.
        given
            The parts that the caller has chosen, built, by the same keywords; these are not replaced.

        Returns
        -------
        Mapping
            Any of ``energy``, ``searcher``, ``stopping`` and ``cost``, as `haversack.select` takes them. Others have
            their usual defaults.
        """
