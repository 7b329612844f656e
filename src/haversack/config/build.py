"""From a name, a dict or an object to a part of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from haversack.config.options import list_options
from haversack.config.records import find_key_problems
from haversack.errors import ConfigError, PluginError
from haversack.kinds import PART_KINDS
from haversack.validators import OptionError

if TYPE_CHECKING:
    from haversack.config.records import Option
    from haversack.kinds import Kind
    from haversack.plugins import Catalog, Entry


def build_part(kind: Kind, spec: object, catalog: Catalog, *, place: str = "") -> Any:
    """Build a part from a registered name or a dict with the key ``kind``; return an object unchanged.

    Parameters
    ----------
    kind
        The kind of part.
    spec
        The name, dict or object.
    catalog
        Where names are looked up.
    place
        Put before every message, for example ``"run.toml: "``.

    Raises
    ------
    ConfigError
        With one message per problem.
    """
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
        part_kind = PART_KINDS[kind]
        if isinstance(spec, str):
            spec = {"kind": spec}
        if not isinstance(spec, Mapping):
            if part_kind.accepts(spec):
                return spec
            methods = " and ".join(map(repr, part_kind.methods))
            return self._refuse(
                f"{where}: expected a registered name, a dict with the key 'kind', "
                f"or an object with the method {methods}, got {spec!r:.80}"
            )
        if part_kind.is_composition(spec):
            return self._compose(kind, spec, where)
        if "kind" not in spec:
            names = ", ".join(self.catalog.names(kind))
            keys = " or ".join(map(repr, part_kind.compositions))
            lists = f", or {keys} with a list of rules" if keys else ""
            return self._refuse(f"{where}: the key 'kind' is missing; known kinds: {names}{lists}")
        if not isinstance(spec["kind"], str):
            return self._refuse(f"{where}.kind: must be text, got {spec['kind']!r}")
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
        part_kind = PART_KINDS[kind]
        if not isinstance(specs, (list, tuple)) or not specs:
            return self._refuse(f"{where}.{key}: must be a list of at least one {part_kind.words}, got {specs!r:.80}")
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
            return entry.factory(**values)
        except (ValueError, TypeError) as error:
            return self._refuse(f"{where}: {error.args[0] if error.args else error}")


def _validate(option: Option, value: Any) -> None:
    """Run the validators of a field before the object exists, so that all problems are found at once.

    A validator that reads other fields fails here with AttributeError; it runs again when the object is built.
    """
    # The result of a converter is known only when the object is built.
    if option.field is None or option.field.validator is None or option.field.converter is not None:
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
