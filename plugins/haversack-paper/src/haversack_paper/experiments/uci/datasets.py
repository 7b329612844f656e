"""The five UCI sets: where their files may lie, and how they are written."""

from __future__ import annotations

import functools
import gzip
import hashlib
import itertools
import math
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
        What stands above the rows: nothing, a line of column names, or the head of an ARFF file.
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
    """

    key: str
    title: str
    size: int
    page: str
    number: int
    folders: tuple[str, ...]
    files: Mapping[str, Layout]
    most_rows: int | None = None

    def find(self, data: Path | None) -> Path | None:
        """Return the first file that holds it, or None."""
        if data is None:
            return None
        places = itertools.product((data, *(data / folder for folder in self.folders)), self.files, ("", ".gz"))
        return next((path for folder, name, end in places if (path := folder / f"{name}{end}").is_file()), None)

    def missing(self, data: Path | None) -> str:
        """Say which file was looked for, and where to get it."""
        names = " or ".join(self.files)
        where = "no folder was given" if data is None else f"expected in {data} or its folder {self.folders[0]}"
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
            Names the file and the line, what was expected and what came.
        """
        try:
            state = path.stat()
        except OSError as error:
            raise DataError(f"{path}: cannot be read: {error.strerror or error}") from error
        layout = self.files[path.name.removesuffix(".gz")]
        return _read(path, layout, self.most_rows, state.st_mtime_ns, state.st_size)


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
    if len(set(labels)) == 1:
        one, other = layout.classes if not labels[0] else layout.classes[::-1]
        raise DataError(
            f"{path}: expected rows of both classes, {' and '.join(layout.classes)}, got {len(labels):,} of class "
            f"{one} and none of class {other}"
        )
    seen: dict[str, int] = {}
    groups = [seen.setdefault(name, len(seen)) for name in names]
    return Rows(np.array(features), np.array(labels), np.array(groups), digest.hexdigest())


def _lines(path: Path, layout: Layout) -> Iterator[tuple[int, str]]:
    """Yield the rows with the number of their line, no more of the file being read than is asked for."""
    opened = gzip.open if path.suffix == ".gz" else open
    waits_for_data = layout.head == "arff"
    try:
        with opened(path, "rt", encoding="utf-8-sig") as lines:
            for number, line in enumerate(lines, start=1):
                text = line.strip()
                if waits_for_data:
                    waits_for_data = text.lower() != "@data"
                elif text and not (layout.head == "names" and number == 1) and not text.startswith("%"):
                    yield number, text
    except (OSError, EOFError) as error:
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
    try:
        value = float(cell)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise DataError(f"{place}, value {column + 1}: expected a number, got {cell!r:.60}")
    return value


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
