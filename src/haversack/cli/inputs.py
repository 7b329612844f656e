"""How commands read a run: from a file, or from the words on the command line."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.energy import BringsPool
from haversack.cli.log_options import LogOptions, print_reading
from haversack.cli.output import print_errors
from haversack.cli.streams import diverting_output
from haversack.config.build import PartBuilder
from haversack.config.dependencies import list_other_versions
from haversack.config.embedded import PAGES
from haversack.config.input_files import list_input_files, read_text
from haversack.config.observers import add_observers, parse_observers
from haversack.config.options import list_options
from haversack.config.overrides import apply_overrides, change_run
from haversack.config.part_text import parse_part
from haversack.config.recipe import RESULT_FILES, Recipe, get_suffix, parse_recipes
from haversack.config.run_file import RunConfig, build_run, parse_document, read_disabled, read_document
from haversack.errors import ConfigError, PluginError
from haversack.kinds import PART_KINDS
from haversack.pools.logs.recognising import is_log, is_pool

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    import typer

    from haversack.plugins import Catalog, Disabling

COMMAND_LINE = "command line"
STANDARD_INPUT = "standard input"
RUN_FILES = (".toml", *RESULT_FILES)
"""Endings of files that hold a run, not a pool."""


@attrs.frozen(kw_only=True)
class RunOptions:
    """What the command line says about a run, all as text; None where it says nothing.

    Parameters
    ----------
    energy, searcher, stopping, cost
        Parts, as `haversack.config.part_text` reads them.
    budget, seed, certify, estimate, preset
        As in a run file. A preset also replaces the searcher and the stopping rule that the file names.
    vote
        The energy whose vote decides, as text.
    frugal
        Whether to take the cheapest panel that is as good as the best one up to chance.
    assignments
        Those of ``--set``, which come last.
    constraints
        What every answer must meet, beside what the file says; parts, as above.
    observers
        Who watches the run, beside those that the file names; one of the same kind replaces that of the file.
    out, plot
        Files that the command writes.
    """

    energy: str | None = None
    searcher: str | None = None
    stopping: str | None = None
    cost: str | None = None
    budget: str | None = None
    seed: str | None = None
    certify: str | None = None
    estimate: str | None = None
    preset: str | None = None
    vote: str | None = None
    frugal: bool = False
    assignments: Sequence[str] | None = None
    constraints: Sequence[str] | None = None
    observers: Sequence[str] | None = None
    out: Path | None = None
    plot: Path | None = None

    def check_outputs(self, inputs: Iterable[Path]) -> None:
        """Raise `ConfigError` if a file that the command reads would be overwritten by what it writes."""
        for file in inputs:
            for option, output in (("--out", self.out), ("--plot", self.plot)):
                if output is not None and _is_same_file(output, file):
                    raise ConfigError(f"{option} {output}: would overwrite {file}, which the command reads")

    def list_given(self) -> list[str]:
        """Return the options that were given, all but those that name outputs.

        Examples
        --------
        >>> RunOptions(seed="1", assignments=["searcher.cooling=0.9"]).list_given()
        ['--seed', '--set']
        """
        words = {"assignments": "set", "constraints": "constraint", "observers": "observer"}
        fields = (field.name for field in attrs.fields(RunOptions) if field.name not in ("out", "plot"))
        return [f"--{words.get(name, name)}" for name in fields if getattr(self, name)]

    def apply_to(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """Return a run with these options, as `change_run` changes it.

        Examples
        --------
        >>> options = RunOptions(budget="8.", cost="vector:limits=[2]", assignments=["seed=1"])
        >>> options.apply_to({"budget": 3.0, "cost": {"kind": "none"}})
        {'budget': 8.0, 'cost': {'kind': 'vector', 'limits': [2]}, 'seed': 1}
        """
        return apply_overrides(change_run(document, self.read_changes()), self.assignments or ())

    def read_changes(self) -> dict[str, Any]:
        """Return the keys of a run that these options give, all but those of ``--set``."""
        texts: dict[str, str | None] = {kind: getattr(self, kind) for kind in PART_KINDS}
        changes: dict[str, Any] = {
            "budget": parse_number(self.budget, float),
            "seed": parse_number(self.seed, int),
            "certify": self.certify,
            "estimate": self.estimate,
            "preset": self.preset,
            "frugal": self.frugal or None,
            "vote": None if self.vote is None else parse_part(self.vote, "--vote"),
            **{kind: None if text is None else parse_part(text, f"--{kind}") for kind, text in texts.items()},
            "constraints": [parse_part(text, "--constraint") for text in self.constraints or ()] or None,
        }
        return {key: value for key, value in changes.items() if value is not None}

    def observe(self, config: RunConfig, catalog: Catalog) -> RunConfig:
        """Return a run with these observers. Their paths are those of the command line, wherever the run file is."""
        builder = PartBuilder(catalog)
        given = parse_observers(self.observers or (), "--observer", builder)
        if builder.problems:
            raise ConfigError(builder.problems)
        return attrs.evolve(config, observers=add_observers(given, config.observers))


def _is_same_file(first: Path, second: Path) -> bool:
    """Return whether two paths lead to one file, through symbolic links or by other spellings too."""
    try:
        return first.samefile(second)
    except OSError:  # One of them does not exist, and so overwrites nothing.
        return False


def read_catalog(context: typer.Context, *files: Path | None, disabling: Disabling | None = None) -> Catalog:
    """Load the plugins that the global options and the run files allow, with a warning for each that is broken.

    `disabling` leaves further ones out, for this catalog only.
    """
    for file in files:
        if file is not None and file.suffix.lower() in RUN_FILES and file.is_file():
            context.obj.disable(read_disabled(read_document(file), str(file)))
    catalog: Catalog = context.obj() if disabling is None else context.obj.load_without(disabling)
    print_errors(f"warning: {complaint}" for complaint in catalog.list_problems())
    return catalog


def read_jobs(file: Path) -> list[Recipe]:
    """Return what a file asks for: the run of a run file, or how the results in it were produced."""
    text, suffix = read_text(file), get_suffix(file)
    if suffix in RESULT_FILES:
        return parse_recipes(text, file, suffix)
    return [Recipe("selection", str(file), parse_document(text, file, suffix))]


def read_jobs_from_standard_input() -> list[Recipe]:
    """Return the same for standard input: TOML, the JSON of a result, or a page that reports some."""
    if sys.stdin is None:
        raise ConfigError(f"{STANDARD_INPUT}: cannot be read: it is closed")
    if isinstance(sys.stdin, io.TextIOWrapper):
        # As in files, whatever the locale.
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="strict")
    try:
        text = sys.stdin.read()
    except UnicodeDecodeError as error:
        raise ConfigError(f"{STANDARD_INPUT}: is not text in UTF-8: {error}") from error
    except (OSError, ValueError) as error:
        raise ConfigError(f"{STANDARD_INPUT}: cannot be read: {error}") from error
    # No TOML begins with either of these characters.
    suffix = {"{": ".json", "<": PAGES[0]}.get(text.lstrip()[:1], ".toml")
    if suffix in RESULT_FILES:
        return parse_recipes(text, STANDARD_INPUT, suffix)
    return [Recipe("selection", STANDARD_INPUT, parse_document(text, STANDARD_INPUT, suffix))]


def warn_of_other_versions(place: str, versions: Mapping[str, str], catalog: Catalog) -> None:
    """Print to standard error which distributions made a result in other versions than are here."""
    print_errors(f"warning: {place}: {text}" for text in list_other_versions(versions, catalog))


def read_run_file(
    file: Path,
    options: RunOptions,
    catalog: Catalog,
    *,
    document: dict[str, Any] | None = None,
    place: str | None = None,
) -> RunConfig:
    """Read a run from a file, with the options of the command line.

    `document` is what the file holds, if read; `place` is put before every message, by default the name of the file.
    """
    document = options.apply_to(read_document(file) if document is None else document)
    options.check_outputs([file, *list_input_files(document, file.parent)])
    # A part of which the file gives some options, too, is that of the file.
    changes = options.read_changes()
    places = {key: COMMAND_LINE for key, value in changes.items() if document.get(key) == value}
    with diverting_output():
        config = build_run(
            document, catalog, source=place or str(file), directory=file.parent, places=places, on_log=print_reading
        )
    return options.observe(config, catalog)


def read_run_options(source: dict[str, Any], options: RunOptions, catalog: Catalog) -> RunConfig:
    """Build a run from options; `source` is what `find_source` returned."""
    document = options.apply_to(source)
    options.check_outputs(list_input_files(document, "."))
    with diverting_output():
        return options.observe(build_run(document, catalog, source=COMMAND_LINE, on_log=print_reading), catalog)


def read_run(
    file: Path | None,
    options: RunOptions,
    catalog: Catalog,
    *,
    log: LogOptions | None = None,
) -> RunConfig:
    """Read a run from a run file or from a pool, as the name of the file says."""
    if file is not None and file.suffix.lower() in RUN_FILES:
        if log is not None and log.is_given:
            raise ConfigError(f"{file}: a run file names its own answers; --votes and --truth go with a pool")
        return read_run_file(file, options, catalog)
    return read_run_options(find_source(file, options.energy, catalog, log=log), options, catalog)


def find_source(
    pool: Path | None, energy: str | None, catalog: Catalog, *, log: LogOptions | None = None
) -> dict[str, Any]:
    """Return the section of a run that names its files: the pool, a log, or an energy that reads one by itself.

    A file without an option is a log if it looks like one, and there is no other.

    Raises
    ------
    ConfigError
        If there is neither a pool nor a file of answers.
    """
    if pool is not None and pool.suffix.lower() != ".csv" and energy is not None:
        kind = parse_part(energy, "--energy")["kind"]
        if _reads_pools(kind, catalog):
            return {"energy": {"kind": kind, "path": str(pool)}}
    if pool is not None and pool.suffix.lower() == ".toml":
        raise ConfigError(f"{pool}: expected a pool, got a run file; use `haversack run {pool}`")
    log = LogOptions() if log is None else log
    if pool is None and not log.votes:
        raise ConfigError(f"{COMMAND_LINE}: expected a pool, POOL.csv, or a log of recorded answers, --votes LOG")
    # Options of a log say that the file is one, unless it is a pool beyond doubt.
    if pool is not None and not log.votes and (is_log(pool) or (log.is_given and not is_pool(pool))):
        return {"pool": log.add_file(pool).to_section()}
    return {"pool": ({} if pool is None else {"path": str(pool)}) | log.to_section()}


def parse_number(text: str | None, kind: type[float]) -> Any:
    """Return the number, or the text itself if it is not one: it is validated later, with its place.

    Examples
    --------
    >>> parse_number("8.", float), parse_number("8", int), parse_number("many", int), parse_number(None, int)
    (8.0, 8, 'many', None)
    """
    try:
        return None if text is None else kind(text)
    except ValueError:
        return text


def parse_numbers(text: str, kind: type[float]) -> list[Any]:
    """Return the numbers of a list with commas; texts that are not numbers are validated later.

    Examples
    --------
    >>> parse_numbers("3, 5,x", int), parse_numbers("2,", float), parse_numbers(",", int)
    ([3, 5, 'x'], [2.0], [])
    """
    return [parse_number(word.strip(), kind) for word in text.split(",") if word.strip()]


def _reads_pools(energy: str, catalog: Catalog) -> bool:
    """Return whether an energy makes a pool from a file, whose name it takes as its option `path`."""
    try:
        factory = catalog.find("energy", energy).factory
    except PluginError:  # Reported when the energy is built.
        return False
    brings = isinstance(factory, type) and issubclass(factory, BringsPool)
    return brings and any(option.name == "path" for option in list_options(factory))
