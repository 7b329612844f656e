"""Files of rows to be classified, as UCI's sets come: values with commas between them."""

from __future__ import annotations

import functools
import gzip
import hashlib
import itertools
import math
import zlib
from typing import TYPE_CHECKING, Literal

import attrs
import numpy as np

from haversack import HaversackError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import numpy.typing as npt

    from haversack import FloatArray, IntArray

LARGEST = 1e30
"""No measured value is beyond it, either way, and squares and sums of what is within are still numbers."""


class DataError(HaversackError, ValueError):
    """A file that is not the data set it should be."""


@attrs.frozen
class Layout:
    """How the rows of a file are written: values with commas between them.

    Parameters
    ----------
    features
        How many values of a row are numbers to classify by.
    classes
        What stands for class 0 and for class 1; of numbers, any way to write them will do.
    label
        In which column the class stands; -1 for the last.
    group
        In which column it says what a row was measured on, if it says so.
    ignored
        In which column there is a name that nobody needs, if any.
    head
        What stands above the rows: nothing, the head of an ARFF file, or perhaps a line of column names, which is known
        by a first cell that is no number.
    """

    features: int
    classes: tuple[str, str] = ("0", "1")
    label: int = -1
    group: int | None = None
    ignored: int | None = None
    head: Literal["nothing", "names", "arff"] = "nothing"

    @property
    def width(self) -> int:
        """Number of values in a row."""
        return self.features + 1 + sum(column is not None for column in (self.group, self.ignored))


@attrs.frozen(eq=False)
class Rows:
    """What was read.

    Parameters
    ----------
    features
        Of shape (rows, features).
    labels
        Whether each row is of class 1.
    groups
        What each row was measured on, numbered in the order of the file; every row by itself if the file does not say.
    digest
        SHA-256 of the lines that were read.
    """

    features: FloatArray
    labels: npt.NDArray[np.bool_]
    groups: IntArray
    digest: str

    def __len__(self) -> int:
        return len(self.labels)


def read_rows(path: Path, layout: Layout, most_rows: int | None = None) -> Rows:
    """Read the rows of a file, the first ones if there are too many; what was read before is remembered.

    Raises
    ------
    DataError
        Names the file and the line, what was expected and what came.
    """
    try:
        state = path.stat()
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {error.strerror or error}") from error
    return _read(path, layout, most_rows, state.st_mtime_ns, state.st_size)


# All five sets together are some 20 MB, and a process meets each of them many times.
@functools.lru_cache(maxsize=8)
def _read(path: Path, layout: Layout, most_rows: int | None, *_state: int) -> Rows:
    digest = hashlib.sha256()
    features: list[list[float]] = []
    labels: list[bool] = []
    names: list[str] = []
    for number, line in itertools.islice(_lines(path, layout), most_rows):
        digest.update(line.encode() + b"\n")
        row, label, name = _parsed(line, layout, f"{path}: line {number}")
        features.append(row)
        labels.append(label)
        names.append(name or str(number))
    if not labels:
        raise DataError(f"{path}: expected rows of {layout.width} values, got none")
    seen: dict[str, int] = {}
    groups = [seen.setdefault(name, len(seen)) for name in names]
    return Rows(np.array(features), np.array(labels), np.array(groups), digest.hexdigest())


def _lines(path: Path, layout: Layout) -> Iterator[tuple[int, str]]:
    """Yield the rows with the number of their line, no more of the file being read than is asked for."""
    opened = gzip.open if path.suffix == ".gz" else open
    waits_for_data, may_be_names = layout.head == "arff", layout.head == "names"
    try:
        with opened(path, "rt", encoding="utf-8-sig") as lines:
            for number, line in enumerate(lines, start=1):
                text = line.strip()
                if waits_for_data:
                    waits_for_data = text.lower() != "@data"
                elif text and not text.startswith("%"):
                    is_row = not may_be_names or _is_number(text.split(",")[0])
                    may_be_names = False
                    if is_row:
                        yield number, text
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{path}: cannot be read: {error}") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: is not text in UTF-8: {error}") from error
    if waits_for_data:
        raise DataError(f"{path}: expected a line @DATA, as in every ARFF file, and there is none")


def _parsed(line: str, layout: Layout, place: str) -> tuple[list[float], bool, str | None]:
    cells = [cell.strip() for cell in line.split(",")]
    if len(cells) != layout.width:
        raise DataError(f"{place}: expected {layout.width} values, got {len(cells)}")
    label = layout.label % layout.width
    if (known := _class(cells[label], layout.classes)) is None:
        raise DataError(f"{place}: expected the label {' or '.join(layout.classes)}, got {cells[label]!r:.60}")
    words = [column for column in (layout.group, layout.ignored) if column is not None]
    row = [_number(cell, place, column) for column, cell in enumerate(cells) if column not in (label, *words)]
    return row, known, None if layout.group is None else cells[layout.group]


def _class(word: str, classes: tuple[str, str]) -> bool | None:
    if word in classes:
        return word == classes[1]
    try:
        value = float(word)
        return {float(name): bool(code) for code, name in enumerate(classes)}.get(value)
    except ValueError:
        return None


def _number(cell: str, place: str, column: int) -> float:
    value = float(cell) if _is_number(cell) else math.nan
    if abs(value) <= LARGEST:
        return value
    # Also infinity is what a number that is too large is read as.
    wanted = "a number" if math.isnan(value) else f"a number from -{LARGEST:g} to {LARGEST:g}"
    raise DataError(f"{place}, value {column + 1}: expected {wanted}, got {cell!r:.60}")


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
