"""The five UCI sets: where their files may lie, and how they are written."""

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
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    import numpy.typing as npt

    from haversack import FloatArray, IntArray

REPOSITORY = "the UCI Machine Learning Repository"

LEAST_ROWS = 500
"""Of fewer rows too few would be left to choose by and to be tried on, a quarter each."""

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


@attrs.frozen
class DataSet:
    """One of the sets.

    Parameters
    ----------
    key
        Its name here.
    title
        Its name in the paper's tables.
    size
        Number of rows in the paper's tables.
    page, number
        Title and number of its page in the repository.
    folders
        Where the file may lie in the folder of all data, besides that folder itself.
    files
        How each file that may hold it is written, by name; each may also be compressed, with the ending ``.gz``.
    most_rows
        How many rows are read at most, the first ones; all if left out.
    least_rows
        How many rows there must be.
    """

    key: str
    title: str
    size: int
    page: str
    number: int
    folders: tuple[str, ...]
    files: Mapping[str, Layout]
    most_rows: int | None = None
    least_rows: int = LEAST_ROWS

    def find(self, data: Path | None) -> Path | None:
        """Return the first file that holds it, or None."""
        if data is None:
            return None
        places = itertools.product((data, *(data / folder for folder in self.folders)), self.files, ("", ".gz"))
        return next((path for folder, name, end in places if (path := folder / f"{name}{end}").is_file()), None)

    def missing(self, data: Path | None) -> str:
        """Say which file was looked for, and where to get it."""
        names = " or ".join(self.files)
        where = f"expected in {data} or its folder {self.folders[0]}"
        if data is None:
            where = "no folder was given, use --data DIR"
        told = (
            f"{self.title}: {names} (perhaps with .gz) is not there: {where}; "
            f"get it from {REPOSITORY}, data set {self.number}, {self.page!r}"
        )
        packed = [] if data is None else [data, *(data / folder for folder in self.folders)]
        stuck = [path for folder in packed for name in self.files if (path := folder / f"{name}.Z").is_file()]
        return f"{told}; unpack {stuck[0]} first, with uncompress or gzip -d" if stuck else told

    def read(self, path: Path) -> Rows:
        """Read a file that `find` returned; what was read before is remembered.

        Raises
        ------
        DataError
            Names the file and the line, what was expected and what came; also of a file that was cut short.
        """
        try:
            state = path.stat()
        except OSError as error:
            raise DataError(f"{path}: cannot be read: {error.strerror or error}") from error
        layout = self.files[path.name.removesuffix(".gz")]
        rows = _read(path, layout, self.most_rows, state.st_mtime_ns, state.st_size)
        ones = int(rows.labels.sum())
        whole = f"the whole set has {self.size:,} rows"
        if ones in (0, len(rows)):
            one, other = layout.classes if ones == 0 else layout.classes[::-1]
            raise DataError(
                f"{path}: expected rows of both classes, {' and '.join(layout.classes)}, got {len(rows):,} of class "
                f"{one} and none of class {other}; {whole}"
            )
        if len(rows) < self.least_rows:
            raise DataError(f"{path}: expected {self.least_rows:,} rows at least, got {len(rows):,}; {whole}")
        return rows

    def problem(self, data: Path | None) -> str | None:
        """Say why the set cannot be used: there is no file, or none that is good; None if it can."""
        path = self.find(data)
        if path is None:
            return self.missing(data)
        try:
            self.read(path)
        except DataError as error:
            return f"{self.title}: {error}"
        return None


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


_HIGGS = Layout(features=28, label=0)

DATA_SETS: Mapping[str, DataSet] = {
    data_set.key: data_set
    for data_set in (
        DataSet(
            "magic",
            "MAGIC",
            19_020,
            "MAGIC Gamma Telescope",
            159,
            ("magic", "magic+gamma+telescope"),
            {"magic04.data": Layout(features=10, classes=("h", "g"))},
        ),
        DataSet("spambase", "Spambase", 4_601, "Spambase", 94, ("spambase",), {"spambase.data": Layout(features=57)}),
        DataSet(
            "higgs",
            "HIGGS",
            20_000,
            "HIGGS",
            280,
            ("higgs",),
            {"HIGGS.csv": _HIGGS, "higgs_20000.csv": attrs.evolve(_HIGGS, head="names")},
            most_rows=20_000,  # Of 11 million; which ones the paper took it does not say.
        ),
        DataSet(
            "eeg",
            "EEG",
            14_980,
            "EEG Eye State",
            264,
            ("eeg", "eeg_eye_state", "eeg+eye+state"),
            dict.fromkeys(("EEG Eye State.arff", "EEG_Eye_State.arff"), Layout(features=14, head="arff")),
        ),
        DataSet(
            "musk",
            "Musk",
            6_598,
            "Musk (Version 2)",
            75,
            ("musk", "musk2", "musk+version+2"),
            {
                "clean2.data": Layout(features=166, group=0, ignored=1),
                "musk2.csv": Layout(features=166, label=0, group=1),
            },
        ),
    )
}
