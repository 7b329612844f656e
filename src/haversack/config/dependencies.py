"""What the result of a run depends on beside its settings: files that its parts read, and versions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from haversack.config.options import list_options
from haversack.config.sections import change_parts, list_parts
from haversack.errors import ConfigError, PluginError
from haversack.execution.digests import digest_bytes, digest_plain
from haversack.hookspecs import PROJECT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from haversack.kinds import Kind
    from haversack.plugins import Catalog


_FORMAT = 3
"""Version of keys and records; results of another one are computed again."""


def digest_settings(settings: Mapping[str, Any], catalog: Catalog) -> tuple[str, dict[str, str]]:
    """Return the digest of a run without its pool, budget and seed, and the versions that take part in it.

    Files count by their content: where they are does not matter.

    Parameters
    ----------
    settings
        The run as plain tables.
    catalog
        Where names are looked up.

    Raises
    ------
    ConfigError
        If a file that a part reads cannot be read.
    """
    specs: list[tuple[Kind, Any]] = []

    def digest_files(kind: Kind, spec: Mapping[str, Any]) -> dict[str, Any]:
        specs.append((kind, spec))
        return _digest_files(kind, spec, catalog)

    plain = change_parts(settings, digest_files)
    versions = find_versions(specs, settings.get("preset"), catalog)
    return digest_plain({"format": _FORMAT, "settings": plain, "versions": versions}), versions


def find_versions(specs: Iterable[tuple[Kind, Any]], preset: str | None, catalog: Catalog) -> dict[str, str]:
    """Return the versions of all distributions that take part in a run, by name.

    These are haversack, the distributions of the parts, and those that offer searchers: a run may ask any of these for
    a proof.
    """
    sources = [entry.source for entry in catalog.entries if entry.kind == "searcher"]
    sources += [catalog.find(kind, each["kind"]).source for kind, spec in specs for each in list_parts(kind, spec)]
    if preset is not None:
        sources.append(catalog.find("preset", preset).source)
    versions = {source.distribution: source.version for source in sources}
    return {PROJECT: catalog_version(catalog), **dict(sorted(versions.items()))}


def catalog_version(catalog: Catalog) -> str:
    """Return the version of haversack itself."""
    return next((entry.source.version for entry in catalog.entries if entry.source.is_own), "?")


def check_versions(versions: Mapping[str, str], catalog: Catalog, place: str) -> None:
    """Raise `PluginError` if a distribution has another version here."""
    here = {entry.source.distribution: entry.source.version for entry in catalog.entries}
    for name, version in versions.items():
        if here.get(name) != version:
            found = f"has {name} {here[name]}" if name in here else f"does not have {name}"
            raise PluginError(f"{place}: {found}; the study needs version {version} on all machines")
    for entry in catalog.entries:
        if entry.kind == "searcher" and entry.source.distribution not in versions:
            raise PluginError(
                f"{place}: has {entry.source}, which the study does not have; install it nowhere or everywhere"
            )


def list_other_versions(versions: Mapping[str, str], catalog: Catalog) -> list[str]:
    """Return a sentence for each distribution of a result that has another version here, or is not loaded."""
    here = {entry.source.distribution: entry.source.version for entry in catalog.entries}
    return [
        f"was computed with {name} {version}"
        + (f"; version {here[name]} is installed here" if name in here else ", which is not loaded")
        for name, version in versions.items()
        if here.get(name) != version
    ]


def _digest_files(kind: Kind, spec: Mapping[str, Any], catalog: Catalog) -> dict[str, Any]:
    """Return the section of a part with the digests of files in place of their names."""
    digested = dict(spec)
    for option in list_options(catalog.find(kind, spec["kind"]).factory):
        if option.type.takes_path and option.name in spec:
            path = spec[option.name]
            try:
                digested[option.name] = digest_bytes(Path(path).read_bytes())
            except OSError as error:
                raise ConfigError(f"{path}: cannot be read: {error.strerror or error}") from error
    return digested
