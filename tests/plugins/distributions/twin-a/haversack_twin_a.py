"""One of two that want the same name."""

import numpy as np

from haversack import Registration, hookimpl


class Twin:
    """Every set is as good as any other."""

    def losses(self, pool, sets):
        """Return the same for all."""
        return np.full(len(sets), 0.5)


@hookimpl
def haversack_energies():
    """Offer the energy."""
    yield Registration("twin", Twin, "every set is as good as any other")
