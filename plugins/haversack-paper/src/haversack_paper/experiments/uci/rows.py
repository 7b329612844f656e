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

    from haversack import FloatArray, IntArray
    from haversack_paper.experiments.uci.classifiers import Flags

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
        The labels of class 0 and class 1; numbers may be written in any way.
    label, group, ignored
        Columns of the class, of what a row was measured on, and one that is not used.
    head
        What precedes the rows; a line of column names may be missing, and is known by a first cell that is no number.
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
    """What was read: values of shape (rows, features), whether each row is of class 1, and the SHA-256 of the lines.

    `groups` is what each row was measured on, numbered in the order of the file; every row by itself if it is unknown.
    """

    features: FloatArray
    labels: Flags
    groups: IntArray
    digest: str

    def __len__(self) -> int:
        return len(self.labels)


def read_rows(path: Path, layout: Layout, most_rows: int | None = None) -> Rows:
    """Read the rows of a file, the first ones if there are too many; results are cached.

    A `DataError` names the file and the line, what was expected and what came.
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
    groups: list[int] = []
    seen: dict[str, int] = {}
    for number, line in itertools.islice(_lines(path, layout), most_rows):
        digest.update(line.encode() + b"\n")
        row, label, name = _parse(line, layout, f"{path}: line {number}")
        features.append(row)
        labels.append(label)
        groups.append(seen.setdefault(name or str(number), len(seen)))
    if not labels:
        raise DataError(f"{path}: expected rows of {layout.width} values, got none")
    return Rows(np.array(features), np.array(labels), np.array(groups), digest.hexdigest())


def _lines(path: Path, layout: Layout) -> Iterator[tuple[int, str]]:
    """Yield the rows with their line numbers; no more of the file is read than is needed."""
    opened = gzip.open if path.suffix == ".gz" else open
    waits_for_data, may_be_names = layout.head == "arff", layout.head == "names"
    try:
        with opened(path, "rt", encoding="utf-8-sig") as lines:
            for number, line in enumerate(lines, start=1):
                text = line.strip()
                if waits_for_data:
                    waits_for_data = text.lower() != "@data"
                elif text and not text.startswith("%"):
                    is_row = not may_be_names or _number(text.split(",")[0]) is not None
                    may_be_names = False
                    if is_row:
                        yield number, text
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{path}: cannot be read: {error}") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: is not text in UTF-8: {error}") from error
    if waits_for_data:
        raise DataError(f"{path}: expected a line @DATA, as in every ARFF file, and there is none")


def _parse(line: str, layout: Layout, place: str) -> tuple[list[float], bool, str | None]:
    cells = [cell.strip() for cell in line.split(",")]
    if len(cells) != layout.width:
        raise DataError(f"{place}: expected {layout.width} values, got {len(cells)}")
    label = layout.label % layout.width
    word, number = cells[label], _number(cells[label])
    is_class = [word == name or (number is not None and number == _number(name)) for name in layout.classes]
    if not any(is_class):
        raise DataError(f"{place}: expected the label {' or '.join(layout.classes)}, got {word!r:.60}")
    row = []
    for column, cell in enumerate(cells):
        if column in (label, layout.group, layout.ignored):
            continue
        value = _number(cell)
        if value is None or not abs(value) <= LARGEST:
            # A number that is too large is read as infinity.
            is_number = value is not None and not math.isnan(value)
            wanted = f"a number from -{LARGEST:g} to {LARGEST:g}" if is_number else "a number"
            raise DataError(f"{place}, value {column + 1}: expected {wanted}, got {cell!r:.60}")
        row.append(value)
    return row, is_class[1], None if layout.group is None else cells[layout.group]


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
