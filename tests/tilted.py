"""Arguments of kernels, and members under a tilt, for tests of bounds."""

from __future__ import annotations

import math

import numpy as np

from haversack.kernels.jit import plain
from haversack.kernels.resources import Knapsack
from haversack.statistics.tilts import tilt_members
from oracles import right_votes


def knapsack(usage, limits):
    return plain(Knapsack(usage, limits))


def tilt_all(accuracies, tilt):
    """Gains, shares and spreads of the members, and the largest |2 share - 1|."""
    gains, shares, rests = tilt_members(np.asarray(accuracies, dtype=float), tilt)
    return gains, shares, shares * rests, float(abs(shares - rests).max())


def half(tilt):
    """The b of `haversack.kernels.error_integral`."""
    return 0.5 / math.tanh(0.5 * tilt)


def log_integral(shares, tilt, rests=None):
    """The logarithm of H, term by term."""
    size = len(shares)
    votes = np.arange((size + 1) // 2)
    return math.log(float(np.exp(-tilt * (size / 2 - votes)) @ right_votes(shares, rests)[: len(votes)]))


def sum_deviations(row, keys, prices, usage, limits):
    """How far above the base keys and prices put a panel."""
    deviations = np.maximum(keys, 0.0)[row].sum() + np.maximum(-keys, 0.0)[~row].sum()
    left = limits - usage[row].sum(axis=0)
    return deviations + prices[prices > 0.0] @ left[prices > 0.0]
