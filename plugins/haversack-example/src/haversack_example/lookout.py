"""A whole plugin in ten lines; the tutorial begins with it."""

import attrs
import numpy as np

from haversack import Registration, hookimpl


@attrs.frozen
class Lookout:
    def losses(self, pool, sets):
        return np.where(sets, 1.0 - pool.require_accuracies(), 1.0).prod(axis=1)


@hookimpl
def haversack_energies():
    yield Registration("lookout", Lookout, "probability that at least one member is right")
