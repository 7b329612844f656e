"""Several parts of one kind from the command line: names with options, or sections of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.config.part_text import parse_part, split_parts
from haversack.config.run_file import read_document
from haversack.errors import ConfigError
from haversack.spelling import explain_unknown_key
from haversack.text import format_value

if TYPE_CHECKING:
    from pathlib import Path

SECTIONS = ("searchers", "stopping")


def read_parts(section: str, words: list[str] | None, file: Path | None) -> dict[str, Any] | None:
    """Return the specifications by label, those of the command line first; None if there are none.

    Raises
    ------
    ConfigError
        If a word or the file cannot be read, or a label is in both.
    """
    parts = [part for text in words or () for part in split_parts(text)]
    specs = {part: parse_part(part, f"--{section}") for part in parts}
    if file is not None:
        document = read_document(file)
        problems = [explain_unknown_key(f"{file}: {key}", key, SECTIONS) for key in document if key not in SECTIONS]
        tables = document.get(section, {})
        if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
            problems.append(f"{file}: {section}: must hold sections like [{section}.LABEL], got {format_value(tables)}")
        elif specs.keys() & tables.keys():
            label = min(specs.keys() & tables.keys())
            problems.append(f"{file}: {section}.{label}: also given on the command line")
        if problems:
            raise ConfigError(problems)
        specs |= tables
    return specs or None
