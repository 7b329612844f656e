"""The command `haversack plugins`: a listing, details of one part, and a new plugin."""

from __future__ import annotations

import functools
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from haversack.cli.completion import complete_entries
from haversack.cli.examples import write_examples
from haversack.cli.inputs import read_catalog
from haversack.cli.output import find_width, print_json, print_text
from haversack.cli.part_details import describe_entry, write_details
from haversack.cli.plugin_commands import list_own_commands
from haversack.errors import HaversackError
from haversack.hookspecs import PROJECT
from haversack.kinds import HOOKS
from haversack.plugins.requirements import find_unmet_requirements
from haversack.reports.tables import write_section
from haversack.scaffold import write_plugin
from haversack.spelling import list_known

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from haversack.kinds import Kind
    from haversack.plugins import Catalog, Entry, Trouble

app = typer.Typer(help="List installed parts and their options, or create a plugin.", invoke_without_command=True)


@app.callback()
def list_plugins(
    context: typer.Context, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False
) -> None:
    """List all parts, and all plugins that could not be loaded."""
    if context.invoked_subcommand is not None:
        return
    catalog: Catalog = context.obj()
    own = list_own_commands(context)
    unmet = functools.cache(_find_unmet)
    rows = [_list_entry(entry, catalog, own, unmet) for entry in catalog.entries]
    rows += [_list_trouble(trouble) for trouble in catalog.troubles]
    if as_json:
        print_json(rows)
    else:
        print_text(_write_listing(rows))
        read_catalog(context)


@app.command(epilog=write_examples("plugins show"))
def show(
    context: typer.Context,
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[KIND] NAME",
            help="A registered name, with its kind where several kinds share it.",
            autocompletion=complete_entries,
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print what a part is, needs and offers, its options, and an example."""
    found = _find_entries(words, context.obj())
    details = [describe_entry(entry, context.obj()) for entry in found]
    if as_json:
        print_json(details)
    else:
        print_text("\n\n".join(write_details(each, width=find_width()) for each in details))


@app.command(epilog=write_examples("plugins new"))
def new(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the distribution, e.g. haversack-weakest-link.")],
    energy: Annotated[bool, typer.Option("--energy", help="Write an energy.")] = False,
    searcher: Annotated[bool, typer.Option("--searcher", help="Write a searcher.")] = False,
    stopping: Annotated[bool, typer.Option("--stopping", help="Write a stopping rule.")] = False,
    cost: Annotated[bool, typer.Option("--cost", help="Write a cost model.")] = False,
    constraint: Annotated[bool, typer.Option("--constraint", help="Write a constraint.")] = False,
    observer: Annotated[bool, typer.Option("--observer", help="Write an observer.")] = False,
    reader: Annotated[bool, typer.Option("--reader", help="Write a reader of logs.")] = False,
    preset: Annotated[bool, typer.Option("--preset", help="Write a preset.")] = False,
    command: Annotated[bool, typer.Option("--command", help="Write a command.")] = False,
    named: Annotated[
        list[str] | None,
        typer.Option("--kind", metavar="KIND", help="As a flag: --kind energy is --energy. Repeatable."),
    ] = None,
    into: Annotated[Path, typer.Option("--into", metavar="DIR", help="Where to put the new folder.")] = Path(),
) -> None:
    """Create a plugin from templates, with one or several parts.

    It is a distribution that installs, is listed and passes its tests.
    """
    wanted: dict[Kind, bool] = {
        "energy": energy,
        "searcher": searcher,
        "stopping": stopping,
        "cost": cost,
        "constraint": constraint,
        "observer": observer,
        "reader": reader,
        "preset": preset,
        "command": command,
    }
    for each in named or ():
        if each not in wanted:
            raise HaversackError(f"plugins new: --kind: no such kind {each!r}; {list_known(each, wanted)}")
    kinds = [kind for kind, flag in wanted.items() if flag or kind in (named or ())]
    if not kinds:
        raise HaversackError(f"plugins new: expected at least one of {', '.join(f'--{kind}' for kind in wanted)}")
    files = write_plugin(name, kinds, into, context.obj(), own_commands=list_own_commands(context))
    print_text(*files, f"\nnext: pip install -e '{into / name}[test]' && pytest {into / name}")


def _find_entries(words: list[str], catalog: Catalog) -> list[Entry]:
    """Return the entries that ``KIND NAME``, ``KIND.NAME`` or ``NAME`` means; the name may be qualified."""
    if len(words) > 2:
        raise HaversackError(f"plugins show: expected [KIND] NAME, got {' '.join(words)}")
    # The name of a distribution may contain a dot, too.
    kind, dot, name = words[0].partition(".") if len(words) == 1 else (words[0], "", words[1])
    if len(words) == 1 and (not dot or (kind not in HOOKS and ":" in words[0])):
        kind, name = "", words[0]
    if kind and kind not in HOOKS:
        raise HaversackError(f"plugins show: no such kind {kind!r}; {list_known(kind, HOOKS)}")
    entries = [entry for entry in catalog.entries if kind in ("", entry.kind)]
    distribution, colon, plain = name.rpartition(":")
    found = [entry for entry in entries if entry.name == plain and (not colon or entry.source.is_of(distribution))]
    if not found:
        raise catalog.unknown_name_error(name, {catalog.name_of(entry) for entry in entries})
    # Haversack's own first, which is what the plain name means.
    return sorted(found, key=lambda entry: not entry.source.is_own)


def _list_entry(
    entry: Entry, catalog: Catalog, own_commands: Container[str], find_unmet: Callable[[str], list[str]]
) -> dict[str, str]:
    others = [
        f"{other.source.distribution} {other.source.version}"
        for other in catalog.find_clashes(entry)
        if not other.source.is_own
    ]
    is_hidden = catalog.find_hider(entry) is not None or (entry.kind == "command" and entry.name in own_commands)
    needs = [] if entry.source.is_own else find_unmet(entry.source.distribution)
    status = "ok"
    if is_hidden:
        status = f"hidden: {PROJECT} has its own {entry.name!r}; use {entry.qualified_name}"
    elif others and not entry.source.is_own:
        status = f"clash: also offered by {', '.join(others)}; use {entry.qualified_name}"
    elif needs:
        status = f"unmet requirements: {'; '.join(needs)}"
    return {
        "kind": entry.kind,
        "name": entry.name,
        "qualified_name": entry.qualified_name,
        "distribution": entry.source.distribution,
        "version": entry.source.version,
        "status": status,
        "summary": entry.summary,
    }


def _find_unmet(distribution: str) -> list[str]:
    """Return the requirements of an installed distribution that are not met, though its parts could be loaded."""
    try:
        return find_unmet_requirements(metadata.distribution(distribution))
    except metadata.PackageNotFoundError:  # Half removed.
        return []


def _list_trouble(trouble: Trouble) -> dict[str, str]:
    source = trouble.source
    return {
        "kind": "plugin",
        "name": source.plugin,
        "qualified_name": "",
        "distribution": source.distribution,
        "version": source.version,
        "status": f"{trouble.status}: {trouble.reason}",
        "summary": "",
    }


def _write_listing(rows: list[dict[str, str]]) -> str:
    """Return a section per distribution, haversack first, and one of plugins that were not loaded."""
    order: dict[str, int] = {kind: place for place, kind in enumerate(HOOKS)}
    parts = sorted((row for row in rows if row["kind"] in order), key=lambda row: order[row["kind"]])
    broad = max((len(row["kind"]) for row in parts), default=0)
    sections: dict[str, list[tuple[str, str]]] = {}
    for row in sorted(parts, key=lambda row: (row["distribution"] != PROJECT, row["distribution"])):
        status = "" if row["status"] == "ok" else f" ({row['status']})"
        entry = (f"{row['kind']:<{broad}} {row['name']}", f"{row['summary']}{status}")
        sections.setdefault(f"{row['distribution']} {row['version']}", []).append(entry)
    for row in rows:
        if row["kind"] not in order:
            entry = (f"{row['distribution']} {row['version']}", f"plugin {row['name']!r}, {row['status']}")
            sections.setdefault("not loaded", []).append(entry)
    return "\n\n".join(write_section(title, entries, width=find_width()) for title, entries in sections.items())
