"""What the command line says about a log of answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from haversack.cli.output import print_errors
from haversack.config.part_text import parse_part
from haversack.errors import ConfigError
from haversack.pools.logs.roles import parse_assignments

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from haversack.pools.logs.reading import LogReading


@attrs.frozen(kw_only=True)
class LogOptions:
    """The options of a log, as given; None where the command line says nothing.

    Parameters
    ----------
    votes
        The files of the log.
    truth, costs
        Files with the right answers, and with what members cost.
    columns
        Texts such as ``member=model,item=question``.
    answers
        When answers are the same.
    format
        The reader, as `haversack.config.part_text` reads it.
    """

    votes: Sequence[Path] | None = None
    truth: Path | None = None
    costs: Path | None = None
    columns: Sequence[str] | None = None
    answers: str | None = None
    format: str | None = None

    @property
    def is_given(self) -> bool:
        """Whether any option was given."""
        return any(value is not None for value in attrs.asdict(self, recurse=False).values())

    def add_file(self, file: Path) -> LogOptions:
        """Return the options for a log that is named without an option."""
        return attrs.evolve(self, votes=[file])

    def to_section(self) -> dict[str, Any]:
        """Return the keys of the section ``pool`` that these options give.

        Raises
        ------
        ConfigError
            If there are options about a log, but no log.

        Examples
        --------
        >>> LogOptions(votes=["log.csv"], columns=["member=model"], answers="strip").to_section()
        {'votes': 'log.csv', 'columns': {'member': 'model'}, 'answers': 'strip'}
        """
        if not self.votes:
            for key in ("truth", "costs", "columns", "answers", "format"):
                if getattr(self, key) is not None:
                    raise ConfigError(f"--{key}: has no meaning without a log of answers, --votes LOG")
            return {}
        files = [str(file) for file in self.votes]
        columns = None if self.columns is None else parse_assignments(self.columns)
        section: dict[str, Any] = {
            "votes": files[0] if len(files) == 1 else files,
            "truth": None if self.truth is None else str(self.truth),
            "costs": None if self.costs is None else str(self.costs),
            "columns": columns and {role: names[0] if len(names) == 1 else names for role, names in columns.items()},
            "answers": self.answers,
            "format": None if self.format is None else parse_part(self.format, "--format"),
        }
        return {key: value for key, value in section.items() if value is not None}


def print_reading(reading: LogReading) -> None:
    """Print to standard error what was understood of a log."""
    print_errors(reading.notes)
