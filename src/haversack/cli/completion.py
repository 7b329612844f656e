"""What a shell offers at the tab key: names of parts, their options, and fixed words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from haversack.cli.plugin_commands import get_catalog_loader
from haversack.config.options import list_options
from haversack.config.part_text import split_name, split_parts
from haversack.errors import HaversackError
from haversack.kinds import HOOKS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from haversack.kinds import Kind
    from haversack.plugins import Catalog, Entry

    Completion = Callable[[typer.Context, str], list[tuple[str, str]]]


def complete_words(*words: str) -> Completion:
    """Return the completion of an option that takes one of a few words."""

    # typer reads the annotations, so they name nothing that is imported for types only.
    def complete(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:  # noqa: ARG001
        return [(word, "") for word in words if word.startswith(incomplete)]

    return complete


def complete_parts(kind: Kind, *, several: bool = False, also: Sequence[str] = ()) -> Completion:
    """Return the completion of an option that takes a part.

    Parameters
    ----------
    kind
        The kind of part.
    several
        Whether the option takes a list of parts.
    also
        Further words that it takes.
    """

    def complete(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
        others = [(word, "") for word in also if word.startswith(incomplete)]
        return list_completions(load_catalog_of(ctx), kind, incomplete, several=several) + others

    return complete


def complete_entries(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Complete the kinds and the names of all that is registered."""
    kinds: list[tuple[str, str]] = [(kind, "") for kind in HOOKS]
    catalog = load_catalog_of(ctx)
    names = [(catalog.name_of(entry), entry.summary) for entry in catalog.entries]
    return [word for word in kinds + names if word[0].startswith(incomplete)]


def load_catalog_of(context: Any) -> Catalog:
    """Return the catalog for a completion, for which no command runs."""
    loader: Callable[[], Catalog] = get_catalog_loader(context.find_root())
    return loader()


def list_completions(catalog: Catalog, kind: Kind, incomplete: str, *, several: bool = False) -> list[tuple[str, str]]:
    """Return how an incomplete part can go on, each with a help text: by the name of a part, or by one of its options.

    Parameters
    ----------
    catalog
        Where names are looked up.
    kind
        The kind of part.
    incomplete
        What has been typed.
    several
        Whether it is a list of parts.
    """
    done = incomplete.rfind(",") + 1
    begun = incomplete[done:]
    names = []
    if "=" not in begun and (several or not done):
        prefix = incomplete[:done]
        names = [
            (prefix + name, entry.summary)
            for entry in catalog.entries
            if entry.kind == kind and (name := _choose_name(entry, begun, catalog)).startswith(begun)
        ]
    part = split_parts(incomplete)[-1] if several else incomplete
    if several and ":" not in part and ":" in incomplete:
        # After the comma an option of the part before it may follow, too.
        part = f"{split_parts(incomplete[: done - 1])[-1]},{begun}"
    return names + _list_option_completions(catalog, kind, incomplete, part)


def _choose_name(entry: Entry, begun: str, catalog: Catalog) -> str:
    """Return the name to offer: the qualified one once its colon has been typed, or where the plain one is taken."""
    return entry.qualified_name if ":" in begun else catalog.name_of(entry)


def _list_option_completions(catalog: Catalog, kind: Kind, incomplete: str, part: str) -> list[tuple[str, str]]:
    name, tail = split_name(part)
    first, colon, last = name.partition(":")
    if tail is None and colon and first in catalog.names(kind):
        # The beginning of an option looks like the second half of a qualified name.
        name, tail = first, last
    if tail is None:
        return []
    try:
        options = list_options(catalog.find(kind, name).factory)
    except HaversackError:
        return []
    *given, begun = tail.split(",")
    if "=" in begun:
        return []
    used = {assignment.partition("=")[0].strip() for assignment in given}
    prefix = incomplete[: len(incomplete) - len(begun)]
    return [
        (f"{prefix}{option.name}=", option.type.words)
        for option in options
        if option.name.startswith(begun) and option.name not in used
    ]
