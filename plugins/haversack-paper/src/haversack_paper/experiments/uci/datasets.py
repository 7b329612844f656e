"""The five UCI sets: where their files may be, how they are written and how much of them there must be."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Literal

import attrs

from haversack_paper.experiments.uci.rows import DataError, Layout, Rows, read_rows

if TYPE_CHECKING:
    from pathlib import Path

SplitKind = Literal["rows", "blocks", "groups"]

LEAST_ROWS = 500
"""With fewer rows, the quarters to choose by and to test on would be too small."""


@attrs.frozen
class DataSet:
    """One of the sets: its name and size in the paper's tables, and the title and number of its page at UCI.

    Its file is in the folder of all data or in one of `folders` in it. It has one of the names in `files`, perhaps with
    the ending ``.gz``. At most `most_rows` rows are read, the first ones, and there must be `least_rows`.
    """

    title: str
    size: int
    page: str
    number: int
    folders: tuple[str, ...]
    files: dict[str, Layout]
    most_rows: int | None = None
    least_rows: int = LEAST_ROWS

    def find(self, data: Path | None, endings: tuple[str, ...] = ("", ".gz")) -> Path | None:
        """Return the first file that holds it, or None."""
        if data is None:
            return None
        places = itertools.product((data, *(data / folder for folder in self.folders)), self.files, endings)
        return next((path for folder, name, end in places if (path := folder / f"{name}{end}").is_file()), None)

    def read(self, data: Path | None) -> Rows:
        """Read the set; a `DataError` says where to get a file that is not there, or what is wrong with it."""
        path = self.find(data)
        if path is None:
            raise DataError(self._missing(data))
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

    def _missing(self, data: Path | None) -> str:
        where = f"expected in {data} or its folder {self.folders[0]}"
        message = (
            f"{' or '.join(self.files)} (perhaps with .gz) is not there: "
            f"{'no folder was given, use --data DIR' if data is None else where}; "
            f"get it from the UCI Machine Learning Repository, data set {self.number}, {self.page!r}"
        )
        packed = self.find(data, (".Z",))
        return f"{message}; unpack {packed} first, with uncompress or gzip -d" if packed else message


_MAGIC = Layout(features=10, classes=("h", "g"))
_HIGGS = Layout(features=28, label=0)
_EEG = Layout(features=14, head="arff")

DATA_SETS = {
    "magic": DataSet(
        "MAGIC", 19_020, "MAGIC Gamma Telescope", 159, ("magic", "magic+gamma+telescope"), {"magic04.data": _MAGIC}
    ),
    "spambase": DataSet("Spambase", 4_601, "Spambase", 94, ("spambase",), {"spambase.data": Layout(features=57)}),
    "higgs": DataSet(
        "HIGGS",
        20_000,
        "HIGGS",
        280,
        ("higgs",),
        {"HIGGS.csv": _HIGGS, "higgs_20000.csv": attrs.evolve(_HIGGS, head="names")},
        most_rows=20_000,  # Of 11 million; the paper does not say which ones it took.
    ),
    "eeg": DataSet(
        "EEG",
        14_980,
        "EEG Eye State",
        264,
        ("eeg", "eeg_eye_state", "eeg+eye+state"),
        {"EEG Eye State.arff": _EEG, "EEG_Eye_State.arff": _EEG},
    ),
    "musk": DataSet(
        "Musk",
        6_598,
        "Musk (Version 2)",
        75,
        ("musk", "musk2", "musk+version+2"),
        {"clean2.data": Layout(features=166, group=0, ignored=1), "musk2.csv": Layout(features=166, label=0, group=1)},
    ),
}


@attrs.frozen
class Study:
    """A data set, by its key, and how `split_rows` splits it."""

    data_set: str
    split: SplitKind = "rows"

    @property
    def key(self) -> str:
        """Its name in keys of parts."""
        return self.data_set if self.split == "rows" else f"{self.data_set}-{self.split}"

    @property
    def title(self) -> str:
        """Its name on the page."""
        kinds = {"rows": "", "blocks": ", by stretch of time", "groups": ", by molecule"}
        return f"{DATA_SETS[self.data_set].title}{kinds[self.split]}"


STUDIES = (*(Study(key) for key in DATA_SETS), Study("eeg", "blocks"), Study("musk", "groups"))
