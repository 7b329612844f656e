"""The command `haversack plugins`: a listing, details of one part, and a new plugin."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import typer

from haversack.cli.inputs import read_catalog
from haversack.cli.output import find_width, print_json, print_text
from haversack.cli.plugin_commands import list_own_commands
from haversack.config.options import list_options
from haversack.errors import HaversackError
from haversack.reports.tables import TextColumn, write_paragraph, write_table
from haversack.scaffold import write_plugin

if TYPE_CHECKING:
    from collections.abc import Container

    from haversack.kinds import Kind
    from haversack.plugins import Catalog, Entry, Trouble

app = typer.Typer(help="List installed parts and their options, or create a plugin.", invoke_without_command=True)
_COLUMNS = (
    TextColumn("kind", [], rank=2),
    TextColumn("name", [], rank=1),
    TextColumn("distribution", [], rank=5),
    TextColumn("version", [], rank=6),
    # Its reason may be long; a warning repeats it.
    TextColumn("status", [], rank=3, least=9),
    TextColumn("summary", [], rank=4, least=40),
)


@app.callback()
def list_plugins(
    context: typer.Context, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False
) -> None:
    """List all parts, and all plugins that could not be loaded."""
    if context.invoked_subcommand is not None:
        return
    catalog: Catalog = context.obj()
    own = list_own_commands(context)
    rows = [_describe_entry(entry, catalog, own) for entry in catalog.entries]
    rows += [_describe_trouble(trouble) for trouble in catalog.troubles]
    if as_json:
        print_json(rows)
    else:
        print_text(_write_listing(rows))
        read_catalog(context)


@app.command()
def show(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="A registered name, or KIND.NAME where several kinds share the name.")],
) -> None:
    """Print the summary and the options of a part."""
    catalog: Catalog = context.obj()
    is_full = "." in name
    found = [entry for entry in catalog.entries if name == (_format_full_name(entry) if is_full else entry.name)]
    if not found:
        raise catalog.unknown_name_error(
            name, {_format_full_name(entry) if is_full else entry.name for entry in catalog.entries}
        )
    print_text("\n\n".join(_write_details(entry, catalog) for entry in found))


@app.command()
def new(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the distribution, e.g. haversack-weakest-link.")],
    energy: Annotated[bool, typer.Option("--energy", help="Write an energy.")] = False,
    searcher: Annotated[bool, typer.Option("--searcher", help="Write a searcher.")] = False,
    stopping: Annotated[bool, typer.Option("--stopping", help="Write a stopping rule.")] = False,
    cost: Annotated[bool, typer.Option("--cost", help="Write a cost model.")] = False,
    into: Annotated[Path, typer.Option("--into", metavar="DIR", help="Where to put the new folder.")] = Path(),
) -> None:
    """Create a plugin from a template: a distribution that installs, is listed and passes its tests."""
    wanted: dict[Kind, bool] = {"energy": energy, "searcher": searcher, "stopping": stopping, "cost": cost}
    kinds = [kind for kind, flag in wanted.items() if flag]
    if len(kinds) != 1:
        given = " and ".join(f"--{kind}" for kind in kinds) or "none"
        raise HaversackError(f"plugins new: expected one of {', '.join(f'--{kind}' for kind in wanted)}, got {given}")
    files = write_plugin(name, kinds[0], into, context.obj())
    print_text(*files, f"\nnext: pip install -e '{into / name}[test]' && pytest {into / name}")


def _format_full_name(entry: Entry) -> str:
    return f"{entry.kind}.{entry.name}"


def _describe_entry(entry: Entry, catalog: Catalog, own_commands: Container[str]) -> dict[str, str]:
    others = [f"{other.source.distribution} {other.source.version}" for other in catalog.find_clashes(entry)]
    if entry.kind == "command" and entry.name in own_commands:
        others.append("haversack itself, whose command stays")
    return {
        "kind": entry.kind,
        "name": entry.name,
        "distribution": entry.source.distribution,
        "version": entry.source.version,
        "status": f"clash: also offered by {', '.join(others)}" if others else "ok",
        "summary": entry.summary,
    }


def _describe_trouble(trouble: Trouble) -> dict[str, str]:
    source = trouble.source
    return {
        "kind": "plugin",
        "name": source.plugin,
        "distribution": source.distribution,
        "version": source.version,
        "status": f"{trouble.status}: {trouble.reason}",
        "summary": "",
    }


def _write_listing(rows: list[dict[str, str]]) -> str:
    columns = [attrs.evolve(column, cells=[row[column.title] for row in rows]) for column in _COLUMNS]
    return write_table(columns, width=find_width())


def _write_details(entry: Entry, catalog: Catalog) -> str:
    lines = [(0, f"{entry.kind} {entry.name}: {entry.summary}"), (2, f"from {entry.source}")]
    lines += [(2, f"clashes with {other.source}") for other in catalog.find_clashes(entry)]
    options = list_options(entry.factory)
    lines.append((2, "options:" if options else "no options"))
    for option in options:
        default = "required" if option.is_required else f"default {_format_default(option.default)}"
        lines.append((4, f"{option.name}: {option.type.words}; {default}"))
        if option.doc:
            lines.append((8, option.doc))
    return "\n".join(write_paragraph(text, indent=indent, width=find_width()) for indent, text in lines)


def _format_default(default: Any) -> str:
    return "none" if default is None else json.dumps(default, default=str)
