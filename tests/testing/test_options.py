"""For each promise about options a part that breaks it, and the complaint; and how parts may be given."""

from __future__ import annotations

import re
from typing import Any, Literal

import attrs
import numpy as np
import pytest

from haversack.testing import check_energy, energy_checks
from haversack.testing.options import OPTIONS
from haversack.validators import one_of, optional, positive_finite, whole


class Right:
    def losses(self, pool, sets):
        return np.where(sets.any(axis=1), 0.5, 1.0)


@attrs.frozen
class Careful(Right):
    """Has options of several types.

    Parameters
    ----------
    weight
        Above 0.
    count
        At least 1.
    mode
        One of two.
    label, either
        Anything.
    """

    weight: float = attrs.field(default=1.0, validator=positive_finite)
    count: int | None = attrs.field(default=None, validator=optional(whole(1)))
    mode: Literal["fast", "slow"] = attrs.field(default="fast", validator=one_of("fast", "slow"))
    label: str = ""
    either: int | str = 1
    cache: dict = attrs.field(factory=dict, init=False, eq=False)


@attrs.define
class Thawed(Right):
    """Can be changed.

    Parameters
    ----------
    weight
        Above 0.
    """

    weight: float = attrs.field(default=1.0, validator=positive_finite)


class NoAttrs(Right):
    def __init__(self, weight=1.0):
        self.weight = weight


@attrs.frozen
class Unexplained(Right):
    """Says nothing of its option."""

    weight: float = attrs.field(default=1.0, validator=positive_finite)


@attrs.frozen
class Untyped(Right):
    """Has an option of no type.

    Parameters
    ----------
    weight
        Above 0.
    """

    weight: Any = 1.0


@attrs.frozen
class UnknownType(Right):
    """Has an option of a type that nobody knows.

    Parameters
    ----------
    weight
        Above 0.
    """

    weight: Nowhere = 1.0  # noqa: F821


@attrs.frozen
class HoldsAFunction(Right):
    """Has an option that no file can hold.

    Parameters
    ----------
    function
        Any.
    """

    function: Any = abs


@attrs.frozen
class Doubles(Right):
    """Reads back another number than it wrote.

    Parameters
    ----------
    weight
        Any.
    """

    weight: float = attrs.field(default=1.0, converter=lambda weight: 2.0 * weight)


@attrs.frozen
class Infinite(Right):
    """Has an option that JSON cannot hold.

    Parameters
    ----------
    weight
        Any.
    """

    weight: float = float("inf")


@attrs.frozen
class NumbersForKeys(Right):
    """Has a table whose keys are no text, which JSON makes of them.

    Parameters
    ----------
    weights
        By size.
    """

    weights: dict[int, float] = attrs.field(factory=lambda: {1: 2.0})


@attrs.frozen
class Careless(Right):
    """Takes anything.

    Parameters
    ----------
    weight
        Any.
    """

    weight: float = 1.0


@attrs.frozen
class CarelessMode(Right):
    """Takes any word.

    Parameters
    ----------
    mode
        Any.
    """

    mode: Literal["fast", "slow"] = "fast"


@attrs.frozen
class Asserts(Right):
    """Refuses in a way that no configuration expects.

    Parameters
    ----------
    weight
        Above 0.
    """

    weight: float = attrs.field(default=1.0)

    @weight.validator
    def _positive(self, attribute, value):
        assert isinstance(value, float)
        assert value > 0


BROKEN = [
    (
        "options-are-frozen",
        Thawed(),
        "option = 'weight'\n  found: it can be assigned, so one run could change the next",
    ),
    ("options-are-frozen", NoAttrs(), r"options = \['weight'\]\n  found: NoAttrs is not an attrs class"),
    ("options-are-documented", Unexplained(), "option = 'weight'\n  found: the docstring does not describe it"),
    ("options-are-documented", Untyped(), "option = 'weight'\n  found: it has no type annotation"),
    ("options-are-documented", UnknownType(), "found: the option types of UnknownType cannot be read"),
    ("options-round-trip", HoldsAFunction(), "TypeError: Object of type builtin_function_or_method is not JSON ser"),
    (
        "options-round-trip",
        Doubles(),
        "weight = '2.0'\n  found: a configuration with these options does not build an equal object",
    ),
    ("options-round-trip", Infinite(), "found: ValueError: Out of range float values are not JSON compliant"),
    ("options-round-trip", NumbersForKeys(), r"found: read back as NumbersForKeys\(weights=\{'1': 2.0\}\)"),
    ("options-reject-invalid-values", Careless(), r"weight = nan\n  found: it was accepted: Careless\(weight=nan\)"),
    ("options-reject-invalid-values", CarelessMode(), "mode = 'nonsense'\n  found: it was accepted"),
    (
        "options-reject-invalid-values",
        Asserts(),
        "it raised AssertionError, which cannot be reported with its place in a configuration",
    ),
]


@pytest.mark.parametrize(
    ("name", "energy", "message"), BROKEN, ids=lambda value: value if isinstance(value, str) else None
)
def test_it_is_caught(name, energy, message, complaint):
    text = complaint(energy_checks(energy), name)
    assert re.search(message, text), text


def test_there_is_a_broken_part_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in OPTIONS}


@pytest.mark.slow
def test_options_that_keep_their_promises_pass():
    check_energy(Careful(count=3, mode="slow"))
