"""Several parts of one kind from the command line: names with options, or sections of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.config.overrides import apply_overrides
from haversack.config.run_file import read_document
from haversack.errors import ConfigError
from haversack.spelling import explain_unknown_key

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
    specs = {word.strip(): _parse_part(section, word.strip()) for text in words or () for word in text.split(",")}
    if file is not None:
        document = read_document(file)
        problems = [explain_unknown_key(f"{file}: {key}", key, SECTIONS) for key in document if key not in SECTIONS]
        tables = document.get(section, {})
        if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
            problems.append(f"{file}: {section}: must hold sections like [{section}.LABEL], got {tables!r:.80}")
        elif specs.keys() & tables.keys():
            label = min(specs.keys() & tables.keys())
            problems.append(f"{file}: {section}.{label}: also given on the command line")
        if problems:
            raise ConfigError(problems)
        specs |= tables
    return specs or None


def _parse_part(section: str, word: str) -> dict[str, Any]:
    """Read ``name:option=value:option=value``."""
    name, *options = word.split(":")
    wrong = [option for option in options if "=" not in option]
    if not name or wrong:
        raise ConfigError([f"--{section} {word!r}: expected a name or name:option=value, as in max-step:limit=500"])
    # Values are parsed as those of --set.
    return apply_overrides({"kind": name}, options)
