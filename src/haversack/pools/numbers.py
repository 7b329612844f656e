"""Numbers that users give, in any of the forms that Python and numpy have for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.errors import PoolError
from haversack.text import format_value

if TYPE_CHECKING:
    import numpy.typing as npt

    from haversack.arrays import FloatArray, IntArray

_KINDS = {"c": "complex numbers: ", "m": "durations: ", "M": "dates: ", "V": "records: "}


def read_numbers(key: str, values: Any) -> FloatArray:
    """Return a read-only copy of a list or array of real numbers.

    Parameters
    ----------
    key
        What the numbers are, for messages.
    values
        A sequence of numbers, or what numpy makes an array of one dimension from.

    Raises
    ------
    PoolError
        If these are no numbers (text, truth values, complex numbers, dates), if some are masked, or if the array
        has another number of dimensions.
    """
    numbers = np.array(_read_array(key, values), dtype=np.float64)
    if numbers.ndim != 1:
        found = f"an array of shape {numbers.shape}" if numbers.ndim else format_value(values)
        raise PoolError(f"pool: {key}: expected a list of numbers, got {found}")
    numbers.setflags(write=False)
    return numbers


def read_positions(key: str, values: Any) -> IntArray:
    """Return a read-only copy of an array of whole numbers, of any number of dimensions.

    Raises
    ------
    PoolError
        If these are no whole numbers.
    """
    array = _read_array(key, values)
    if array.size and array.dtype.kind not in "iu":
        raise PoolError(f"pool: {key}: expected whole numbers, got {format_value(values)}")
    positions = np.array(array, dtype=np.int64)
    positions.setflags(write=False)
    return positions


def is_masked(values: Any) -> bool:
    """Return whether this is an array of numpy in which entries may be missing."""
    return isinstance(values, np.ma.MaskedArray)


def _read_array(key: str, values: Any) -> npt.NDArray[Any]:
    """Return an array of real numbers."""
    if is_masked(values):
        raise PoolError(f"pool: {key}: expected a number per entry, got a masked array; fill it, or drop the entries")
    try:
        array = np.asarray(values)
        # Fractions and whole numbers beyond 64 bits are numbers, and None becomes NaN; but "1" and True must not be 1.
        is_mixed = array.dtype == object and array.ndim > 0
        if is_mixed and not any(isinstance(value, (str, bytes, bool, np.bool_)) for value in array.flat):
            array = array.astype(np.float64)
    # An object may turn itself into an array, and raise anything meanwhile.
    except Exception as error:
        raise PoolError(f"pool: {key}: expected a list of numbers, got {format_value(values)}") from error
    if array.dtype.kind not in "iuf":
        found = f"{_KINDS.get(array.dtype.kind, '')}{format_value(values)}"
        raise PoolError(f"pool: {key}: expected a list of numbers, got {found}")
    return array
