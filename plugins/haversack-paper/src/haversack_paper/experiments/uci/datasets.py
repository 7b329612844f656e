"""The five UCI sets: where their files may lie, how they are written and how much of them there must be."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import attrs

from haversack_paper.experiments.uci.rows import DataError, Layout, read_rows

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from haversack_paper.experiments.uci.rows import Rows

REPOSITORY = "the UCI Machine Learning Repository"

LEAST_ROWS = 500
"""Of fewer rows too few would be left to choose by and to be tried on, a quarter each."""


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
        """Read a file that `find` returned.

        Raises
        ------
        DataError
            Names the file and the line, what was expected and what came; also of a file that was cut short.
        """
        layout = self.files[path.name.removesuffix(".gz")]
        rows = read_rows(path, layout, self.most_rows)
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
