"""Tables with fixed keys: the options of a class or function."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from haversack.config.types import EntryError, OptionType, require, structure_entry
from haversack.spelling import explain_unknown_key
from haversack.validators import Check

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


@attrs.frozen
class Option:
    """One keyword of a factory.

    Parameters
    ----------
    name
        The key in a configuration.
    type
        The type of its values.
    default
        Its default; `attrs.NOTHING` if it is required.
    doc
        Its description in the docstring, on one line.
    field
        The attrs field behind it, if the factory is an attrs class.
    """

    name: str
    type: OptionType
    default: Any
    doc: str
    field: attrs.Attribute[Any] | None = None

    @property
    def is_required(self) -> bool:
        """Whether it must be given."""
        return self.default is attrs.NOTHING

    @property
    def checks(self) -> Iterator[Check]:
        """The checks of `haversack.validators` on its values."""
        pending = [self.field.validator] if self.field is not None else []
        while pending:
            validator = pending.pop()
            if isinstance(validator, Check):
                yield validator
            # attrs joins several validators of a field into one that holds them.
            pending.extend(getattr(validator, "_validators", ()))

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        schema = self.type.schema()
        for check in self.checks:
            schema |= check.schema
        if self.doc:
            schema["description"] = self.doc
        if isinstance(self.default, (str, int)) or (isinstance(self.default, float) and math.isfinite(self.default)):
            schema["default"] = self.default
        return schema


@attrs.frozen
class Record(OptionType):
    """A table with the options of a class, or an object of the class itself."""

    kind: type
    read_options: Callable[[], tuple[Option, ...]]

    @property
    def words(self) -> str:
        return f"a table of {', '.join(option.name for option in self.read_options())}"

    def schema(self) -> dict[str, Any]:
        options = self.read_options()
        return {
            "type": "object",
            "additionalProperties": False,
            "required": [option.name for option in options if option.is_required],
            "properties": {option.name: option.schema() for option in options},
        }

    def convert(self, value: Any) -> Any:
        require(isinstance(value, (self.kind, Mapping)))
        if not isinstance(value, Mapping):
            return value
        known = {option.name: option for option in self.read_options()}
        for problem in find_key_problems(value, known.values()):
            raise EntryError(problem)
        values = {key: structure_entry(known[key].type, repr(key), each) for key, each in value.items()}
        try:
            return self.kind(**values)
        except (ValueError, TypeError) as error:
            raise EntryError(str(error.args[0] if error.args else error)) from error


def find_key_problems(
    table: Mapping[Any, Any], options: Iterable[Option], *, prefix: str = "", also: tuple[str, ...] = ()
) -> Iterator[str]:
    """Yield a message for each unknown key of a table, then for each required option that it lacks.

    Parameters
    ----------
    table
        The options by name.
    options
        Those that there are.
    prefix
        Put before the name of each key.
    also
        Further keys, which are suggested.
    """
    known = {option.name: option for option in options}
    for key in table:
        if key not in known:
            yield explain_unknown_key(f"{prefix}{key}", key, [*known, *also])
    for option in known.values():
        if option.is_required and option.name not in table:
            yield f"{prefix}{option.name}: missing; must be {option.type.words}"
