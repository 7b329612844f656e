"""Sets of recorded votes: where their files are, and how they are read."""

from __future__ import annotations

import csv
import hashlib
from typing import TYPE_CHECKING, Literal

import attrs
import numpy as np

import haversack as hs

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_PASSED = 50.0


@attrs.frozen
class VoteSet:
    """A set of recorded votes.

    Parameters
    ----------
    title
        Its name on the page.
    kind
        ``crowd``: a file of answers and one of right ones; ``services``: a column of right answers and one per service;
        ``resolved``: columns of 0 and 1; ``rates``: columns of pass rates, of which 50 % or more counts as right.
    files
        Below the folder of the data.
    size
        Most members of a panel.
    """

    title: str
    kind: Literal["crowd", "services", "resolved", "rates"]
    files: tuple[str, ...]
    size: int

    def find(self, data: Path | None) -> list[Path] | None:
        """Return its files, or None if one is not there."""
        paths = [] if data is None else [data / file for file in self.files]
        return paths if paths and all(path.is_file() for path in paths) else None

    def read(self, paths: list[Path]) -> hs.Pool:
        """Return a pool in which every member costs 1; accuracies are not set."""
        if self.kind == "crowd":
            answers, truth = paths
            votes = hs.Pool.from_votes_csv(answers, truth).require_votes()
        else:
            votes = self._read_table(paths[0])
        return hs.Pool(votes=votes, costs=np.ones(votes.members))

    def _read_table(self, path: Path) -> hs.RecordedVotes:
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        heads = list(rows[0])
        if self.kind == "services":
            answers = [[row[head] for head in heads if head != "truth"] for row in rows]
            return hs.RecordedVotes.of(answers, [row["truth"] for row in rows])
        if self.kind == "resolved":
            right = [[row[head] == "1" for head in heads if head.endswith("resolved")] for row in rows]
        else:
            models = [head for head in heads[1:] if all(_is_number(row[head]) for row in rows)]
            right = [[float(row[head]) >= _PASSED for head in models] for row in rows]
        return hs.RecordedVotes(
            np.array(right, dtype=int), np.ones(len(right), dtype=int), ("wrong", "right"), graded=True
        )


def digest_files(paths: list[Path]) -> str:
    """Return the SHA-256 of the contents of some files, one after the other."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _crowd(name: str, title: str) -> VoteSet:
    return VoteSet(title, "crowd", (f"crowd_{name}/answer.csv", f"crowd_{name}/truth.csv"), 5)


_SERVICES = ("imdb", "yelp", "shop", "ferplus", "expw", "digit", "audiomnist", "command")

VOTE_SETS: Mapping[str, VoteSet] = {
    "bluebird": _crowd("bluebird", "crowd: birds"),
    "ducks": _crowd("ducks240", "crowd: ducks"),
    "rte": _crowd("rte", "crowd: entailment"),
    "product": _crowd("product", "crowd: products"),
    "codegen": VoteSet("language models: code", "rates", ("livecodebench_llm/codegen_2024-02-26.csv",), 5),
    "execution": VoteSet("language models: execution", "rates", ("livecodebench_llm/execution_direct.csv",), 5),
    "swebench": VoteSet("agents: SWE-bench", "resolved", ("swebench_llm/verified500_mini_agent.csv",), 3),
    **{name: VoteSet(f"services: {name}", "services", (f"frugalml_apis/{name}.csv",), 3) for name in _SERVICES},
}
