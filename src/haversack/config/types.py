"""Types of option values as small trees, which describe and check plain data.

Every node says its type in words for messages, as JSON Schema for editors, and turns plain data into a value of the
type. `haversack.config.options` reads the trees from annotations.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.text import format_value
from haversack.validators import to_whole

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import Enum


# Python writes no whole number of more than 4,300 digits, and the run is written with its result.
_MOST_DIGITS = 4_000
_LARGEST = 10**_MOST_DIGITS


class EntryError(ValueError):
    """A problem with one entry of a value, which says more than that the whole value is wrong."""


class OptionType(ABC):
    """A node of the tree."""

    @property
    @abstractmethod
    def words(self) -> str:
        """The type in words, to be read after "must be"."""

    @property
    def takes_path(self) -> bool:
        """Whether a value may be the name of a file."""
        return False

    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema; an empty one if plain data cannot be checked against the type."""

    @abstractmethod
    def convert(self, value: Any) -> Any:
        """Return the value that plain data represents; raise any exception if it is not of the type."""

    def structure(self, value: Any) -> Any:
        """Return the value that plain data represents.

        Raises
        ------
        ValueError
            Says what was expected and what was found.
        """
        try:
            return self.convert(value)
        except EntryError:
            raise
        except Exception as error:
            raise ValueError(f"must be {self.words}, got {format_value(value)}") from error


@attrs.frozen
class Scalar(OptionType):
    """A single value of a built-in type; True and False are not numbers."""

    kind: type
    words: str
    keyword: str
    accepted: tuple[type, ...]

    @property
    def takes_path(self) -> bool:
        return self.kind is Path

    def schema(self) -> dict[str, Any]:
        return {"type": self.keyword}

    def convert(self, value: Any) -> Any:
        if self.kind is int:
            # 1e20 is how people write such numbers.
            value = to_whole(value)
            if isinstance(value, int) and abs(value) >= _LARGEST:
                raise EntryError(f"must have at most {_MOST_DIGITS:,} digits, got {format_value(value)}")
        require(isinstance(value, self.accepted) and (self.kind is bool or not isinstance(value, bool)))
        return value if type(value) is self.kind else self.kind(value)


SCALARS: dict[Any, Scalar] = {
    float: Scalar(float, "a number", "number", (float, int, np.floating, np.integer)),
    int: Scalar(int, "a whole number", "integer", (int,)),
    str: Scalar(str, "text", "string", (str,)),
    bool: Scalar(bool, "true or false", "boolean", (bool,)),
    Path: Scalar(Path, "the name of a file", "string", (str, Path)),
    type(None): Scalar(type(None), "nothing", "null", (type(None),)),
}


@attrs.frozen
class Anything(OptionType):
    """Any value, taken unchanged."""

    words: str = "anything"

    def schema(self) -> dict[str, Any]:
        return {}

    def convert(self, value: Any) -> Any:
        return value


@attrs.frozen
class Unknown(OptionType):
    """A type whose values plain data cannot express."""

    words: str

    def schema(self) -> dict[str, Any]:
        return {}

    def convert(self, value: Any) -> Any:  # noqa: ARG002
        raise TypeError


@attrs.frozen
class Choice(OptionType):
    """One of a few fixed values."""

    choices: tuple[Any, ...]

    @property
    def words(self) -> str:
        return " or ".join(map(repr, self.choices))

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.choices)}

    def convert(self, value: Any) -> Any:
        require(value in self.choices)
        return value


@attrs.frozen
class EnumMember(OptionType):
    """A member of an enumeration, given by its value."""

    kind: type[Enum]

    @property
    def words(self) -> str:
        return self.kind.__name__

    def schema(self) -> dict[str, Any]:
        return {}

    def convert(self, value: Any) -> Any:
        return self.kind(value)


@attrs.frozen
class Union(OptionType):
    """A value of the first type that accepts it."""

    types: tuple[OptionType, ...]

    @property
    def words(self) -> str:
        words = [each.words for each in self.types]
        return (", or " if any(", " in word for word in words) else " or ").join(words)

    @property
    def takes_path(self) -> bool:
        return any(each.takes_path for each in self.types)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [each.schema() for each in self.types]}

    def convert(self, value: Any) -> Any:
        problem: Exception = TypeError()
        for each in self.types:
            try:
                return each.structure(value)
            except EntryError as error:
                problem = error
            except ValueError:
                continue
        raise problem


@attrs.frozen
class ListOf(OptionType):
    """Entries of one type, or of any type if that is None, collected by `collect`."""

    collect: Callable[[list[Any]], Any]
    entry: OptionType | None = None

    @property
    def words(self) -> str:
        return (
            "a list" if self.entry is None or isinstance(self.entry, Anything) else f"a list, each {self.entry.words}"
        )

    def schema(self) -> dict[str, Any]:
        return {"type": "array"} | ({} if self.entry is None else {"items": self.entry.schema()})

    def convert(self, value: Any) -> Any:
        _require_list(value)
        entry = self.entry or Anything()
        return self.collect([structure_entry(entry, index, each) for index, each in enumerate(value)])


@attrs.frozen
class TupleOf(OptionType):
    """As many entries as there are types."""

    entries: tuple[OptionType, ...]

    @property
    def words(self) -> str:
        return f"a list of {', '.join(entry.words for entry in self.entries)}"

    def schema(self) -> dict[str, Any]:
        return {
            "type": "array",
            "prefixItems": [entry.schema() for entry in self.entries],
            "minItems": len(self.entries),
            "maxItems": len(self.entries),
        }

    def convert(self, value: Any) -> Any:
        _require_list(value)
        require(len(value) == len(self.entries))
        pairs = zip(self.entries, value, strict=True)
        return tuple(structure_entry(entry, index, each) for index, (entry, each) in enumerate(pairs))


@attrs.frozen
class TableOf(OptionType):
    """Entries of one type by key, or of any type if that is None."""

    entry: OptionType | None = None

    @property
    def words(self) -> str:
        if self.entry is None or isinstance(self.entry, Anything):
            return "a table"
        return f"a table, each {self.entry.words}"

    def schema(self) -> dict[str, Any]:
        return {"type": "object"} | ({} if self.entry is None else {"additionalProperties": self.entry.schema()})

    def convert(self, value: Any) -> Any:
        require(isinstance(value, Mapping))
        entry = self.entry or Anything()
        return {key: structure_entry(entry, repr(key), each) for key, each in value.items()}


def structure_entry(entry: OptionType, key: object, value: Any) -> Any:
    """Return the value that one entry represents; raise `EntryError` with its key if it is not of the type."""
    try:
        return entry.structure(value)
    except ValueError as error:
        raise EntryError(f"entry {key} {error}") from error


def _require_list(value: Any) -> None:
    # A text is iterable too, but "abc" does not mean three entries.
    require(isinstance(value, (list, tuple)))


def require(condition: bool) -> None:
    """Raise `TypeError` unless the condition holds."""
    if not condition:
        raise TypeError
