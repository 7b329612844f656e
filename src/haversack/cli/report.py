"""The command `haversack report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from haversack.cli.inputs import RunOptions, read_catalog
from haversack.cli.output import exit_interrupted, print_text
from haversack.cli.streams import diverting_output
from haversack.config.embedded import PAGES
from haversack.config.run_file import read_disabled
from haversack.errors import HaversackError
from haversack.files import write_whole


def report(
    context: typer.Context,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            help="Results in JSON: selections, policies, frontiers, comparisons, studies; the store of a study; "
            "or a report.",
        ),
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The page to write: .html.")],
    recorded_only: Annotated[
        bool,
        typer.Option("--recorded-only", help="Compute nothing: no search of other budgets, no other panels."),
    ] = False,
) -> None:
    """Write a page on results that can be shown to others."""
    if out.suffix.lower() not in PAGES:
        raise HaversackError(f"--out {out}: must end in one of {', '.join(PAGES)}")
    RunOptions(out=out).check_outputs(files)
    # Not at the top: jinja2 and matplotlib are optional, and slow to import.
    from haversack.pages.canvas import require_matplotlib
    from haversack.pages.documents import read_documents
    from haversack.pages.render import require_jinja
    from haversack.pages.report import write_report

    require_jinja()
    require_matplotlib()
    documents = [document for file in files for document in read_documents(file)]
    for document in documents:
        config = document.plain.get("config")
        if isinstance(config, dict):
            context.obj.disable(read_disabled(config, document.place))
    catalog = None if recorded_only else read_catalog(context)
    try:
        with diverting_output():
            page = write_report(documents, catalog)
    except KeyboardInterrupt:
        exit_interrupted("interrupted before the report was written")
    try:
        write_whole(out, page)
    except OSError as error:
        raise HaversackError(f"--out {out}: cannot be written: {error.strerror or error}") from error
    count = len(documents)
    print_text(f"{out}: {count} result{'' if count == 1 else 's'}, {len(page.encode()) / 1000:,.0f} kB")
