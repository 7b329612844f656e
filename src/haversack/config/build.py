"""From a name, a dict or an object to a part of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from haversack.config.nesting import check_nesting
from haversack.config.options import list_options
from haversack.config.origins import remember_entry
from haversack.config.records import find_key_problems
from haversack.errors import ConfigError, PluginError
from haversack.kinds import BUILT_KINDS
from haversack.plugins import get_catalog
from haversack.text import format_value
from haversack.validators import OptionError, to_whole

if TYPE_CHECKING:
    from haversack.config.records import Option
    from haversack.kinds import Kind
    from haversack.plugins import Catalog, Entry


def build_part(kind: Kind, spec: object, catalog: Catalog | None = None, *, place: str = "") -> Any:
    """Build a part from a registered name or a dict with the key ``kind``; return an object unchanged.

    Parameters
    ----------
    kind
        The kind of part: ``"energy"``, ``"searcher"``, ``"stopping"``, ``"cost"``, ``"constraint"``, ``"observer"`` or
        ``"reader"``.
    spec
        The name, dict or object.
    catalog
        Where names are looked up; by default all installed plugins.
    place
        Put before every message, for example ``"run.toml: "``.

    Raises
    ------
    ConfigError
        With one message per problem.

    Examples
    --------
    >>> build_part("stopping", {"kind": "gap", "share": 0.1})
    Gap(share=0.1)
    """
    catalog = get_catalog(catalog)
    if kind not in tuple(BUILT_KINDS):
        raise ConfigError(f"{place}kind: must be one of {', '.join(BUILT_KINDS)}, got {format_value(kind)}")
    check_nesting(spec, f"{place}{kind}")
    builder = PartBuilder(catalog)
    part = builder.build(kind, spec, f"{place}{kind}")
    if builder.problems:
        raise ConfigError(builder.problems)
    return part


@attrs.frozen
class PartBuilder:
    """Builds several parts and collects the problems with all of them.

    Parameters
    ----------
    catalog
        Where names are looked up.
    problems
        Messages are added here.
    """

    catalog: Catalog
    problems: list[str] = attrs.field(factory=list)

    def build(self, kind: Kind, spec: object, where: str) -> Any:
        """Build a part as `build_part` does, or return None after adding messages to `problems`.

        Parameters
        ----------
        kind
            The kind of part.
        spec
            The name, dict or object.
        where
            Put before every message.
        """
        part_kind = BUILT_KINDS[kind]
        if isinstance(spec, str):
            spec = {"kind": spec}
        if not isinstance(spec, Mapping):
            if part_kind.accepts(spec):
                return spec
            methods = " and ".join(map(repr, part_kind.methods))
            return self._refuse(
                f"{where}: expected a registered name, a dict with the key 'kind', "
                f"or an object with the method {methods}, got {format_value(spec)}"
            )
        if part_kind.is_composition(spec):
            return self._compose(kind, spec, where)
        if "kind" not in spec:
            names = ", ".join(self.catalog.names(kind))
            keys = " or ".join(map(repr, part_kind.compositions))
            lists = f", or {keys} with a list of parts" if keys else ""
            return self._refuse(f"{where}: the key 'kind' is missing; known kinds: {names}{lists}")
        if not isinstance(spec["kind"], str):
            return self._refuse(f"{where}.kind: must be text, got {format_value(spec['kind'])}")
        try:
            entry = self.catalog.find(kind, spec["kind"])
            options = list_options(entry.factory)
        except PluginError as error:
            return self._refuse(f"{where}.kind: {error}")
        return self._instantiate(entry, options, {key: spec[key] for key in spec if key != "kind"}, where)

    def _refuse(self, problem: str) -> None:
        self.problems.append(problem)

    def _compose(self, kind: Kind, spec: Mapping[str, Any], where: str) -> Any:
        key, specs = next(iter(spec.items()))
        part_kind = BUILT_KINDS[kind]
        if not isinstance(specs, (list, tuple)) or not specs:
            return self._refuse(
                f"{where}.{key}: must be a list of at least one {part_kind.words}, got {format_value(specs)}"
            )
        parts = [self.build(kind, each, f"{where}.{key}[{index}]") for index, each in enumerate(specs)]
        return None if self.problems else part_kind.compositions[key](parts)

    def _instantiate(self, entry: Entry, options: tuple[Option, ...], given: Mapping[str, Any], where: str) -> Any:
        earlier = len(self.problems)
        self.problems.extend(find_key_problems(given, options, prefix=f"{where}.", also=("kind",)))
        known = {option.name: option for option in options}
        values = {}
        for key in (key for key in given if key in known):
            try:
                values[key] = known[key].type.structure(given[key])
                _validate(known[key], values[key])
            except (ValueError, TypeError) as error:
                self.problems.append(f"{where}.{key}: {_read_message(error)}")
        if len(self.problems) > earlier:
            return None
        try:
            part = entry.factory(**values)
        except (ValueError, TypeError) as error:
            return self._refuse(f"{where}: {error.args[0] if error.args else error}")
        remember_entry(part, entry)
        return part


def _validate(option: Option, value: Any) -> None:
    """Run the validators of a field before the object exists, so that all problems are found at once.

    A validator that reads other fields fails here with AttributeError; it runs again when the object is built.
    """
    converter: Any = None if option.field is None else option.field.converter
    # The result of another converter is known only when the object is built.
    if option.field is None or option.field.validator is None or converter not in (None, to_whole):
        return
    try:
        option.field.validator(None, option.field, value)
    except AttributeError:
        return


def _read_message(error: Exception) -> str:
    if isinstance(error, OptionError):
        return error.complaint
    # The validators of attrs append further arguments to the message.
    return str(error.args[0]) if error.args else str(error)
