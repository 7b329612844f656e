"""The pools of a study: files, patterns of file names, run files, generators, tables."""

from __future__ import annotations

import glob
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from haversack.comparison.cases import Case, compute_budget
from haversack.comparison.paper_pools import paper_cases
from haversack.config.describe import describe_with_absolute_paths
from haversack.config.overrides import change_run
from haversack.config.pool_section import LOG_KEYS, list_pool_keys
from haversack.config.recipe import RESULT_FILES
from haversack.config.run_file import RUN_KEYS, build_run, read_document
from haversack.errors import ConfigError, HaversackError, PoolError
from haversack.kinds import PART_KINDS
from haversack.pools.columns import COSTS, VOTES
from haversack.pools.logs.recognising import is_log
from haversack.pools.pool import Pool
from haversack.selection.options import SelectOptions
from haversack.spelling import explain_unknown_key, list_known
from haversack.studies.tasks import StudyCase
from haversack.text import format_value
from haversack.validators import to_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from haversack.config.run_file import RunConfig
    from haversack.kinds import Kind
    from haversack.plugins import Catalog

_USUAL = SelectOptions()
_GENERATORS = ("paper",)
_GENERATOR_KEYS = ("generator", "name", "sizes", "count", "costs")
_FILE_KEYS = {"path", "name", COSTS.key, *LOG_KEYS}
"""Keys of a section about files; all but the first two are about logs."""


def read_cases(
    given: Any,
    catalog: Catalog,
    *,
    place: str,
    directory: Path,
    budgets: Sequence[float] | None,
    shares: Sequence[float] | None,
) -> list[StudyCase]:
    """Return the pools of a study with their budgets.

    Parameters
    ----------
    given
        A pool, a file name or pattern, a table of a pool or of a run, a `Case`, a list of these, or a mapping from
        names to these.
    catalog
        Where names are looked up.
    place
        Put before every message.
    directory
        Paths are relative to this directory.
    budgets, shares
        Budgets for all pools, as numbers and as shares of their total costs; if both are None, those of run files and
        of generators, else no limit.

    Raises
    ------
    ConfigError
        For a mistake in a pool, a file that cannot be read, a pattern that nothing matches, or a duplicate name.
    """
    cases = []
    for name, case, settings in _list_named(given, catalog, place, directory):
        own = [case.budget] if budgets is None and shares is None else []
        if shares and case.pool.costs is None:
            raise ConfigError(f"{place}budget_shares: {name} has no costs to take a share of")
        limits = [*own, *(budgets or ()), *(compute_budget(case.pool, share) for share in shares or ())]
        cases.append(StudyCase(name, case.pool, settings, limits))
    if not cases:
        raise ConfigError(f"{place}pools: none given; expected at least one")
    _check_names(cases, place)
    return cases


def _check_names(cases: Sequence[StudyCase], place: str) -> None:
    seen: set[str] = set()
    for case in cases:
        if case.name in seen:
            raise ConfigError(f"{place}pools: duplicate name {case.name!r}; each needs its own")
        seen.add(case.name)


def _list_named(
    given: Any, catalog: Catalog, place: str, directory: Path
) -> Iterator[tuple[str, Case, Mapping[str, Any]]]:
    if isinstance(given, Mapping) and _is_by_name(given):
        several = list(given.items())
    else:
        listed = None if isinstance(given, (Mapping, Pool, Case, str)) else to_list(given)
        several = [(None, each) for each in ([given] if listed is None else listed)]
    for index, (name, each) in enumerate(several):
        where = f"{place}pools[{index}]" if name is None else f"{place}pools.{name}"
        section = each
        given_name = each.get("name", name) if isinstance(each, Mapping) else name
        if given_name is not None and not isinstance(given_name, str):
            raise ConfigError(f"{where}.name: must be text, got {format_value(given_name)}")
        if isinstance(each, (str, Path)):
            section = {"path": str(each)}
        if isinstance(section, Mapping) and name is not None:
            section = {"name": name, **section}
        yield from _read_source(section, name or f"pool-{index}", catalog, where, directory)


def _is_by_name(given: Mapping[str, Any]) -> bool:
    """Return whether a mapping holds pools by their names, and is not itself a pool."""
    if any(isinstance(each, (Pool, Case)) for each in given.values()):
        return True
    is_section = given.keys() & {"generator", *_FILE_KEYS, *list_pool_keys()} or _is_run(given)
    return not is_section and all(isinstance(each, (str, Path, Mapping)) for each in given.values())


def _is_run(given: Mapping[str, Any]) -> bool:
    """Return whether a mapping is a run with its pool, not pools that have the names of keys of a run."""
    others = {key: value for key, value in given.items() if key != "pool"}
    return (
        isinstance(given.get("pool"), Mapping)
        and others.keys() <= {"name", *RUN_KEYS}
        and any(not isinstance(value, Mapping) or "kind" in value for value in others.values())
    )


def _read_source(
    source: Any, name: str, catalog: Catalog, where: str, directory: Path
) -> Iterator[tuple[str, Case, Mapping[str, Any]]]:
    if isinstance(source, Case):
        run = {**source.arguments(), "constraints": list(source.constraints)}
        # A part may be its name alone, as in other calls.
        named = change_run({}, {key: value for key, value in run.items() if value is not None})
        yield from _read_run(named, source.name, catalog, where, directory)
    elif isinstance(source, Pool):
        yield name, Case(pool=source, name=name), {}
    elif isinstance(source, Mapping) and "generator" in source:
        cases = _generate(source, where)
        for case in cases:
            yield _choose_label(source.get("name"), case.name, len(cases)), case, {}
    elif isinstance(source, Mapping) and source.keys() <= _FILE_KEYS and isinstance(source.get("path"), str):
        yield from _read_files(source, catalog, where, directory)
    elif isinstance(source, Mapping) and "pool" in source:
        run = {key: value for key, value in source.items() if key != "name"}
        yield from _read_run(run, str(source.get("name", name)), catalog, where, directory)
    elif isinstance(source, Mapping):
        _check_keys(source, where)
        section = {key: value for key, value in source.items() if key != "name"}
        yield from _read_run({"pool": section}, str(source.get("name", name)), catalog, where, directory)
    else:
        raise ConfigError(f"{where}: expected a pool, the name of a file or a table, got {format_value(source)}")


def _choose_label(name: str | None, own: str, count: int) -> str:
    """Return the label of one of the pools of a section, which may have a name."""
    return own if name is None else name if count == 1 else f"{name}: {own}"


def _check_keys(section: Mapping[str, Any], where: str) -> None:
    """Refuse keys of a run beside those of its pool."""
    misplaced = [key for key in section if key in RUN_KEYS]
    if misplaced:
        raise ConfigError(
            f"{where}.{misplaced[0]}: belongs to a run, not to its pool: write the pool as a table `pool` beside it, "
            "or `budgets` and parts above all sections, for all pools"
        )


def _read_files(
    section: Mapping[str, Any], catalog: Catalog, where: str, directory: Path
) -> Iterator[tuple[str, Case, Mapping[str, Any]]]:
    """Yield the pools of all files that a pattern matches, by name: each a pool, a log or a run file."""
    pattern, name = section["path"], section.get("name")
    if not pattern:
        raise ConfigError(f"{where}: expected the name of a file, got an empty text")
    of_log = {key: value for key, value in section.items() if key not in ("path", "name")}
    files = [Path(pattern)]
    if glob.has_magic(pattern) and not (directory / pattern).is_file():
        # Not by Path.glob, which takes no absolute patterns.
        found = sorted(glob.glob(pattern, root_dir=directory, recursive=True))  # noqa: PTH207
        # What `**` matches has the files of a folder beside the folder, which may be a log of several files.
        is_deep = "**" in pattern
        files = [
            file
            for file in map(Path, found)
            if not (directory / file).is_dir() or (not is_deep and is_log(directory / file))
        ]
        if not files:
            raise ConfigError(f"{where}: {pattern}: no file of that name in {directory}")
    for file in files:
        path = directory / file
        label = _choose_label(name, _name_file(file, directory), len(files))
        if of_log or is_log(path):
            # Options of a log say that the file is one.
            yield from _read_run({"pool": {VOTES.key: str(file), **of_log}}, label, catalog, where, directory)
            continue
        if path.suffix.lower() in (".toml", *RESULT_FILES):
            yield from _read_run(read_document(path), label, catalog, str(path), path.parent)
            continue
        try:
            pool = Pool.from_csv(path)
        except PoolError as error:
            raise ConfigError([f"{where}: {problem}" for problem in error.problems]) from error
        yield label, Case(pool=pool, name=label), {}


def _name_file(file: Path, directory: Path) -> str:
    """Return the name of a file without its ending; a folder such as `..` has only its own."""
    return str(file.with_suffix("")) if file.name and file.name != ".." else (directory / file).resolve().name


def _read_run(
    document: Mapping[str, Any], name: str, catalog: Catalog, where: str, directory: Path
) -> Iterator[tuple[str, Case, Mapping[str, Any]]]:
    config = build_run(document, catalog, source=where, directory=directory)
    yield name, Case(pool=config.pool, name=name, budget=config.budget), _describe_run(config, catalog, where)


def _describe_run(config: RunConfig, catalog: Catalog, where: str) -> dict[str, Any]:
    """Return the settings of a run file as plain tables, without pool and budget."""
    words = {name: getattr(config, name) for name in ("preset", "certify", "estimate", "frugal", "seed")}
    # A setting at its default is left out, so that it does not change the key of the run.
    settings: dict[str, Any] = {name: word for name, word in words.items() if word != getattr(_USUAL, name)}
    parts: list[tuple[str, Kind, Any]] = [(kind, kind, getattr(config, kind)) for kind in PART_KINDS]
    parts.append(("vote", "energy", config.vote))
    for key, kind, part in parts:
        settings[key] = None if part is None else _describe(kind, part, catalog, f"{where}: {key}")
    settings["constraints"] = [
        _describe("constraint", each, catalog, f"{where}: constraints[{index}]")
        for index, each in enumerate(config.constraints)
    ] or None
    return {key: value for key, value in settings.items() if value is not None}


def _describe(kind: Kind, part: object, catalog: Catalog, where: str) -> dict[str, Any]:
    spec = describe_with_absolute_paths(kind, part, catalog)
    if spec is None:
        raise ConfigError(f"{where}: has no registered name, so that no other process can build it")
    return spec


def _generate(table: Mapping[str, Any], where: str) -> Sequence[Case]:
    """Return the pools of a generator."""
    problems = [
        explain_unknown_key(f"{where}.{key}", key, _GENERATOR_KEYS) for key in table if key not in _GENERATOR_KEYS
    ]
    kind = table["generator"]
    if kind not in _GENERATORS:
        problems.append(f"{where}.generator: {format_value(kind)} is not known; {list_known(str(kind), _GENERATORS)}")
    if "sizes" not in table:
        problems.append(f"{where}.sizes: missing; expected a list of numbers of members, for example [30, 100]")
    if problems:
        raise ConfigError(problems)
    options = {key: table[key] for key in ("count", "costs") if key in table}
    try:
        return paper_cases(table["sizes"], **options)
    except HaversackError as error:
        raise ConfigError([f"{where}: {problem}" for problem in getattr(error, "problems", [error])]) from error
