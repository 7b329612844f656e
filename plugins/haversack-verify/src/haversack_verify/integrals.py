"""A lower bound on log H, by rigorous integration (lemmas 7 to 10)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from flint import acb, arb

_REACH = 6.5
_PIECES = 32
_TOLERANCE = 1e-9
_MOST_EVALUATIONS = 1_000
_I = acb(0, 1)


@dataclass(frozen=True)
class Phase:
    """The largest distance from 0 of the phase: (b + width) s - beta(s) + twist (2 tan(s / 2) - s), rising in s."""

    tilt: arb
    width: arb
    twist: arb

    @property
    def rate(self) -> arb:
        """What the phase grows by at most near 0: b and the width."""
        return (self.tilt / 2).coth() / 2 + self.width

    def at(self, place: arb) -> arb:
        """Return the phase at one place below pi."""
        shrink = (-self.tilt).exp()
        beta = place / 2 + (shrink * place.sin() / (1 - shrink * place.cos())).atan()
        return self.rate * place - beta + self.twist * (2 * (place / 2).tan() - place)

    def find_turn(self) -> arb:
        """Return a place up to which the cosine of the phase is certainly not negative."""
        tilt, rate, twist = float(self.tilt), float(self.rate), float(self.twist)
        shrink = math.exp(-tilt)
        low, high = 0.0, math.pi * (1.0 - 1e-9)
        for _ in range(50):
            place = 0.5 * (low + high)
            beta = 0.5 * place + math.atan2(shrink * math.sin(place), 1.0 - shrink * math.cos(place))
            phase = rate * place - beta + twist * (2.0 * math.tan(0.5 * place) - place)
            low, high = (place, high) if phase < 0.5 * math.pi else (low, place)
        turn = arb(low * (1.0 - 1e-9))
        return turn if self.at(turn) < arb.pi() / 2 else arb(0)


def bound_log_h(phase: Phase, low: arb, high: arb, slope: arb) -> arb:
    """Return a lower bound on log H + slope * v for all spreads v from low to high; not finite where there is none."""
    turn = phase.find_turn()
    at = (low * high).sqrt().mid()
    top = turn.min(arb(_REACH) / at.sqrt()).lower()
    positive, derivative = (
        _integrate(phase, at, top, is_derivative=False),
        _integrate(phase, at, top, is_derivative=True),
    )
    if not positive > 0:
        return arb.neg_inf()
    rate = -derivative / positive
    falls_faster = 2 * (turn / 2).sin() ** 2 >= rate
    least_positive = positive if falls_faster else positive * (-rate * (high - at)).exp()
    share = _bound_negative(phase, turn, low) / least_positive
    if not share < 1:
        return arb.neg_inf()
    value = (positive / arb.pi()).log() + (-share).log1p()
    return (value + rate * (at - low) + slope * low).min(value - rate * (high - at) + slope * high)


def _integrate(phase: Phase, spread: arb, top: arb, *, is_derivative: bool) -> arb:
    """Return the integral of cos(s / 2)^(4 v) r(s) cos(phase(s)) up to the top, or its derivative by v (lemma 8)."""
    shrink, root = (-phase.tilt).exp(), (-phase.tilt / 2).exp()
    rate, twist, power = acb(phase.rate) - acb(0.5), acb(phase.twist), acb(4 * spread)

    def integrand(place: acb, is_analytic: bool) -> acb:
        sine, cosine = (place / 2).sin_cos()
        decay = cosine.log(analytic=is_analytic)
        turning = rate * place + twist * (2 * sine / cosine - place)
        value = (power * decay - _I * turning).exp() * root / (1 - shrink * (_I * place).exp())
        return 4 * decay * value if is_derivative else value

    return acb.integral(
        integrand, acb(0), acb(top), rel_tol=arb(_TOLERANCE), abs_tol=arb(1e-60), eval_limit=_MOST_EVALUATIONS
    ).real


def _bound_negative(phase: Phase, turn: arb, least_spread: arb) -> arb:
    """Return an upper bound on what the integral loses beyond the turn, piece by piece (lemma 10)."""
    step = (arb.pi() - turn) / _PIECES
    total = arb(0)
    for piece in range(_PIECES):
        place = turn + piece * step
        largest = phase.at(place + step).min(arb.pi()) if piece + 1 < _PIECES else arb.pi()
        sink = (-largest.cos()).max(arb(0)) if largest.is_finite() else arb(1)
        height = 1 / (2 * (phase.tilt.cosh() - place.cos())).sqrt()
        total += step * height * sink * (-2 * least_spread * (place / 2).sin() ** 2).exp()
    return total
