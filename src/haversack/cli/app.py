"""The application: global options, and the commands."""

from __future__ import annotations

from typing import Annotated

import typer

from haversack import __version__
from haversack.cli import (
    cheapest,
    compare,
    decide,
    explain,
    frontier,
    plan,
    plugins,
    policy,
    replay,
    report,
    run,
    schema,
    select,
    study,
)
from haversack.cli.examples import write_examples
from haversack.cli.output import print_text
from haversack.cli.plugin_commands import CommandGroup, get_catalog_loader

app = typer.Typer(
    cls=CommandGroup,
    help="Pick the best panel a budget can buy.\n\n`haversack COMMAND -h` shows options and examples.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    # Inherited by all commands, those of plugins too.
    context_settings={"help_option_names": ["-h", "--help"]},
)
# In the order of the help: choose, ask in order, use and show a result; then run files and searchers.
app.command(epilog=write_examples("select"))(select.select)
app.command(epilog=write_examples("cheapest"))(cheapest.cheapest)
app.command(epilog=write_examples("frontier"))(frontier.frontier)
app.command(epilog=write_examples("policy"))(policy.policy)
app.command(epilog=write_examples("replay"))(replay.replay)
app.command(epilog=write_examples("decide"))(decide.decide)
app.command(epilog=write_examples("explain"))(explain.explain)
app.command(epilog=write_examples("report"))(report.report)
app.command(epilog=write_examples("run"))(run.run)
app.command(epilog=write_examples("compare"))(compare.compare)
app.command(epilog=write_examples("plan"))(plan.plan)
app.command(epilog=write_examples("schema"))(schema.schema)
app.add_typer(study.app, name="study", epilog=write_examples("study"))
app.add_typer(plugins.app, name="plugins", epilog=write_examples("plugins"))


def _show_version(wanted: bool) -> None:
    if wanted:
        print_text(f"haversack {__version__}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    no_plugins: Annotated[  # noqa: ARG001
        # Eager, as --help is: the commands that help lists depend on it.
        bool, typer.Option("--no-plugins", is_eager=True, help="Leave third-party plugins out.")
    ] = False,
    disable: Annotated[  # noqa: ARG001
        list[str] | None,
        typer.Option(
            "--disable",
            metavar="NAME",
            is_eager=True,
            help="Leave a plugin out, by the name of its distribution or its own. Repeatable, commas too.",
        ),
    ] = None,
    strict_plugins: Annotated[  # noqa: ARG001
        bool, typer.Option("--strict-plugins", help="Fail if any plugin is broken.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show a traceback for errors.")] = False,  # noqa: ARG001
    version: Annotated[  # noqa: ARG001
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Pick the best panel a budget can buy. These options may come before or after the command."""
    get_catalog_loader(context)
