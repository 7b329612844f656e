"""The commands about plugins."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from haversack.cli.plugin_commands import own_commands
from haversack.config.options import describe_type, list_options
from haversack.errors import HaversackError
from haversack.scaffold import write_plugin

if TYPE_CHECKING:
    from collections.abc import Container

    from haversack.plugins import Catalog, Entry, Kind, Trouble

app = typer.Typer(
    help="List what is installed and what it can be told, or begin a plugin.", invoke_without_command=True
)
_COLUMNS = ("kind", "name", "distribution", "version", "status", "summary")


@app.callback()
def listing(
    context: typer.Context, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False
) -> None:
    """List every implementation and every plugin that could not be loaded."""
    if context.invoked_subcommand is not None:
        return
    catalog: Catalog = context.obj()
    ours = own_commands(context)
    rows = [_row(entry, catalog, ours) for entry in catalog.entries]
    rows += [_trouble_row(item) for item in catalog.troubles]
    if as_json:
        print(json.dumps(rows, indent=2))
    else:
        _print_table(rows)
        for complaint in catalog.complaints():
            print(f"warning: {complaint}", file=sys.stderr)


@app.command()
def show(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="A registered name, or KIND.NAME where one name serves several kinds.")],
) -> None:
    """Print what an implementation is and which options it takes."""
    catalog: Catalog = context.obj()
    full = "." in name
    found = [entry for entry in catalog.entries if name == (_full_name(entry) if full else entry.name)]
    if not found:
        raise catalog.unknown(name, {_full_name(entry) if full else entry.name for entry in catalog.entries})
    print("\n\n".join(_described(entry, catalog) for entry in found))


@app.command()
def new(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the distribution, e.g. haversack-weakest-link.")],
    energy: Annotated[bool, typer.Option("--energy", help="Write an energy.")] = False,
    searcher: Annotated[bool, typer.Option("--searcher", help="Write a searcher.")] = False,
    stopping: Annotated[bool, typer.Option("--stopping", help="Write a stopping rule.")] = False,
    cost: Annotated[bool, typer.Option("--cost", help="Write a cost model.")] = False,
    into: Annotated[Path, typer.Option("--into", metavar="DIR", help="Where to put the new folder.")] = Path(),
) -> None:
    """Write a plugin to begin with: a distribution that installs, is listed and passes its tests."""
    wanted: dict[Kind, bool] = {"energy": energy, "searcher": searcher, "stopping": stopping, "cost": cost}
    kinds = [kind for kind, flag in wanted.items() if flag]
    if len(kinds) != 1:
        given = " and ".join(f"--{kind}" for kind in kinds) or "none"
        raise HaversackError(f"plugins new: expected one of {', '.join(f'--{kind}' for kind in wanted)}, got {given}")
    written = write_plugin(name, kinds[0], into, context.obj())
    print(*written, sep="\n")
    print(f"\nnext: pip install -e '{into / name}[test]' && pytest {into / name}")


def _full_name(entry: Entry) -> str:
    return f"{entry.kind}.{entry.name}"


def _row(entry: Entry, catalog: Catalog, ours: Container[str]) -> dict[str, str]:
    others = [f"{other.source.distribution} {other.source.version}" for other in catalog.clashes(entry)]
    if entry.kind == "command" and entry.name in ours:
        others.append("haversack itself, whose command stays")
    return {
        "kind": entry.kind,
        "name": entry.name,
        "distribution": entry.source.distribution,
        "version": entry.source.version,
        "status": f"clash: also offered by {', '.join(others)}" if others else "ok",
        "summary": entry.summary,
    }


def _trouble_row(trouble: Trouble) -> dict[str, str]:
    source = trouble.source
    return {
        "kind": "plugin",
        "name": source.plugin,
        "distribution": source.distribution,
        "version": source.version,
        "status": f"{trouble.status}: {trouble.reason}",
        "summary": "",
    }


def _print_table(rows: list[dict[str, str]]) -> None:
    """Print aligned columns; the last one is free to be long."""
    table = [dict(zip(_COLUMNS, _COLUMNS, strict=True)), *rows]
    # A long reason must not push every other row's summary off the screen.
    widths = {column: max(len(row[column]) for row in table if len(row[column]) < 40) for column in _COLUMNS}
    for row in table:
        print("  ".join(row[column].ljust(widths[column]) for column in _COLUMNS).rstrip())


def _described(entry: Entry, catalog: Catalog) -> str:
    lines = [f"{entry.kind} {entry.name}: {entry.summary}", f"  from {entry.source}"]
    lines += [f"  clashes with {other.source}" for other in catalog.clashes(entry)]
    options = list_options(entry.factory)
    lines.append("  options:" if options else "  no options")
    for option in options:
        fallback = "required" if option.required else f"default {_shown(option.default)}"
        lines.append(f"    {option.name}: {describe_type(option.type)}; {fallback}")
        if option.doc:
            lines.append(f"        {option.doc}")
    return "\n".join(lines)


def _shown(default: Any) -> str:
    return "none" if default is None else json.dumps(default, default=str)
