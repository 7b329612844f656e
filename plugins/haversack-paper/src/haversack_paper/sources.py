"""Where the public data of the experiments can be had, and how what comes is recognised."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack_paper.experiments.kaggle.competitions import COMPETITIONS
from haversack_paper.experiments.kaggle.leaderboard import FOLDER
from haversack_paper.experiments.uci.datasets import DATA_SETS
from haversack_paper.experiments.uci.rows import Rows, read_rows

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_UCI = "https://archive.ics.uci.edu/static/public"
_LEADERBOARDS = (
    "https://raw.githubusercontent.com/MLE-Dojo/MLE-Dojo/667a8fd0e959eb47f140ce7e621f831fdb55e5dd/mledojo/competitions"
)


@attrs.frozen
class Source:
    """A file that can be downloaded.

    Parameters
    ----------
    title
        Of the data set.
    address
        Where it is.
    target
        Where experiments look for it, below the folder of the data.
    digest
        SHA-256 of its content: of the rows, sorted and as numbers, for a UCI set, so that it does not depend on the
        format; of the file for a leaderboard.
    entry
        Its name in the archive at the address; empty if it is no archive.
    data_set
        Key of the UCI set that it is; empty if it is none.
    """

    title: str
    address: str
    target: str
    digest: str
    entry: str = ""
    data_set: str = ""

    def digest_file(self, path: Path) -> str:
        """Return the digest of a file of this source; raises `DataError` if it cannot be read."""
        if not self.data_set:
            return hashlib.sha256(path.read_bytes()).hexdigest()
        data_set = DATA_SETS[self.data_set]
        # A name that no experiment knows is that of a download that is not finished.
        layout = data_set.files.get(path.name.removesuffix(".gz"), data_set.files[self.entry])
        return digest_rows(read_rows(path, layout, data_set.most_rows))


def digest_rows(rows: Rows) -> str:
    """Return the SHA-256 of features and labels, in an order and a format that do not depend on the file."""
    table = np.column_stack([rows.labels, rows.features]).astype("<f8")
    return hashlib.sha256(table[np.lexsort(table.T[::-1])].tobytes()).hexdigest()


def _uci_source(key: str, archive: str, entry: str, digest: str) -> Source:
    data_set = DATA_SETS[key]
    address = f"{_UCI}/{data_set.number}/{archive}.zip"
    return Source(data_set.title, address, f"{data_set.folders[0]}/{entry}", digest, entry, key)


def _leaderboard_source(slug: str, digest: str) -> Source:
    address = f"{_LEADERBOARDS}/{slug}/info/private_leaderboard.csv"
    return Source(COMPETITIONS[slug].title, address, f"{FOLDER}/{slug}_private.csv", digest)


SOURCES = (
    _uci_source(
        "magic",
        "magic+gamma+telescope",
        "magic04.data",
        "969600429099138a5207abb226ae90274fca7fb887ccda9392f03819b3b6b830",
    ),
    _uci_source(
        "spambase", "spambase", "spambase.data", "ea678a3d3bbd03ca3cf9aef62ba3cbda218c09d4fc0ce0530a5cd117e66ab363"
    ),
    _uci_source(
        "eeg", "eeg+eye+state", "EEG Eye State.arff", "2fc556fecaa7a251c7a0b009fa74f61f62d76b806d82da38f96f5012e3664a67"
    ),
    _uci_source(
        "musk", "musk+version+2", "clean2.data", "10c1d570da21ba221747d422f4bb17b7d62ac0e272420e6dc2fbb7dcb12595af"
    ),
    _leaderboard_source(
        "porto-seguro-safe-driver-prediction", "1c17eabfe5377b7e0494e7a6ccd5c3663741a0713f394731d3a7f1858ca94bf0"
    ),
    _leaderboard_source(
        "statoil-iceberg-classifier-challenge", "6769511acee17fede84392b01c549ff1349b9cd593372a9fd5f3bbfe0db3a481"
    ),
    _leaderboard_source(
        "aptos2019-blindness-detection", "7142a1e5fa0dabe777372ea23b6e1b352e4ff877cb1cdb35932ed8b6a6bd597b"
    ),
    _leaderboard_source(
        "santander-customer-satisfaction", "b4dcc48e843659e4295510e4f33dc359a9db6e4cec516a8cce4ad231dcf37321"
    ),
    _leaderboard_source(
        "jigsaw-toxic-comment-classification-challenge",
        "29b96d58459f63a5305cafd15d61e142da517499317be4e940940c0a8f16271b",
    ),
    _leaderboard_source(
        "histopathologic-cancer-detection", "e149fc419fa4ddbf376adaed99f89e255040fb9231688420f967f8ec0e2d86f8"
    ),
)

BY_HAND: Mapping[str, str] = {
    "HIGGS": (
        f"higgs/HIGGS.csv.gz, 2.6 GB, from the UCI Machine Learning Repository, data set {DATA_SETS['higgs'].number}: "
        "the first 20,000 rows are read, which are not those of the published pages"
    ),
}
"""What is not fetched, by title, with where to get it."""
