"""Where a result comes from, and how to get it again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from haversack.execution.digests import digest_columns
from haversack.pages.model import Column, Section, Table
from haversack.pages.wording import count_nouns, format_number, show_name
from haversack.text import format_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.api.selection import Selection

_REPEATING = "This file contains the whole result: “haversack run” with the name of this file repeats it."
_REPEATING_MANY = "This file contains the configuration and all pools: “haversack run” with its name repeats it."
_UNNAMED = (
    "A part of this {} has no registered name, or an option that plain data cannot express, so it cannot be repeated "
    "from a file."
)
_NOT_RECORDED = "This {} does not record its configuration, so it cannot be repeated from this file."
_TOO_LARGE = "The pools of this {} are too large for a page, so it cannot be repeated from this file."
_MOST_POOLS = 200
_MOST_UNFOLDED = 12


def build_provenance_section(selection: Selection) -> Section:
    """Return the parts, the seed, the digest of the pool and the configuration of a run."""
    facts = [(kind, show_name(str(part), 200)) for kind, part in selection.parts.items()]
    if selection.preset is not None:
        facts.append(("preset", selection.preset))
    facts += [
        ("seed", str(selection.seed)),
        ("pool", f"{selection.pool!r}"),
        ("digest of the pool", f"SHA-256 {digest_columns(selection.pool.to_dict())}"),
        ("budget", format_number(selection.budget)),
        ("search", f"{_count_steps(selection.steps)} in {selection.seconds:.3g} s"),
        ("stopped", show_name(selection.stop_reason, 300)),
    ]
    facts += [(note.title, note.text) for note in selection.notes if not note.is_warning]
    if selection.settings is None:
        return Section(
            "Provenance",
            paragraphs=[_UNNAMED.format("run")],
            facts=facts,
        )
    return Section(
        "Provenance",
        paragraphs=[_REPEATING],
        facts=facts,
        code=_write_code(selection.settings, "pool"),
    )


def build_frontier_provenance(
    document: Mapping[str, Any], facts: list[tuple[str, str]], *, is_too_large: bool = False
) -> Section:
    """Return the same for a frontier: what its page says of its parts, its pool, and its configuration."""
    columns = find_columns(document)
    config = document.get("config")
    if columns is not None:
        facts = [*facts, *_describe_pool(columns)]
    if is_too_large:
        sentence = _TOO_LARGE
    elif isinstance(config, Mapping):
        sentence = _REPEATING
    else:
        sentence = _UNNAMED if "config" in document else _NOT_RECORDED
    code = _write_code(config, "pool") if isinstance(config, Mapping) else ""
    return Section("Provenance", [sentence.format("search")], facts=facts, code=code)


def build_joint_provenance(
    what: str,
    facts: list[tuple[str, str]],
    config: Mapping[str, Any] | None,
    versions: Mapping[str, str],
    *,
    key: str,
    is_too_large: bool = False,
    has_unnamed: bool = False,
) -> Section:
    """Return the same for a comparison or a study: the facts that it has of its own, versions, configuration, pools.

    Parameters
    ----------
    what
        ``comparison`` or ``study``.
    facts
        Terms and descriptions; pools are among them where there is no configuration to list them.
    config
        The configuration, if it is recorded.
    versions
        Of the distributions that took part, by name.
    key
        Under which the configuration lists its pools.
    is_too_large
        Whether the page leaves out the configuration because its pools are too large.
    has_unnamed
        Whether a part of it has no registered name.
    """
    facts = [*facts, *[(name, show_name(version)) for name, version in versions.items()]]
    if config is None:
        sentence = _TOO_LARGE if is_too_large else _NOT_RECORDED
        return Section("Provenance", [sentence.format(what)], facts=facts)
    sentence = _UNNAMED if has_unnamed else _TOO_LARGE if is_too_large else _REPEATING_MANY
    pools = [each for each in config.get(key, ()) if isinstance(each, Mapping)]
    code = _write_code(config, key)
    return Section("Provenance", [sentence.format(what)], facts=facts, code=code, tables=[_list_pools(pools)])


def find_columns(document: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the columns of the pool of a selection or a frontier, if its plain values record them."""
    config = document.get("config")
    columns = config.get("pool") if isinstance(config, Mapping) else document.get("pool")
    return columns if isinstance(columns, Mapping) else None


def _describe_pool(columns: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [
        ("pool", count_nouns(_count_members(columns), "member")),
        ("digest of the pool", f"SHA-256 {digest_columns(columns)}"),
    ]


def _list_pools(pools: Sequence[Mapping[str, Any]]) -> Table:
    """Return the pools with what is set for each alone, and their digests."""
    shown = [(each, _get_columns(each.get("pool")), _write_own(each)) for each in pools[:_MOST_POOLS]]
    rows = [
        [show_name(str(each.get("name"))), f"{_count_members(columns):,}", digest_columns(columns)]
        for each, columns, _ in shown
    ]
    cut = f": the first {_MOST_POOLS} of {len(pools):,}" if len(pools) > _MOST_POOLS else ""
    heads = [Column("pool"), Column("members", is_number=True), Column("SHA-256", is_code=True)]
    if any(own for _, _, own in shown):
        heads.insert(2, Column("own settings", is_code=True))
        for cells, (_, _, own) in zip(rows, shown, strict=True):
            cells.insert(2, own)
    caption = f"{count_nouns(len(pools), 'pool')}, with a digest of each{cut}"
    return Table(heads, rows, caption=caption, folded=len(rows) > _MOST_UNFOLDED)


def _write_own(pool: Mapping[str, Any]) -> str:
    """Return what a pool of several has for itself: its budget, its parts."""
    own = {key: value for key, value in pool.items() if key not in ("name", "group", "pool")}
    return show_name(json.dumps(own, default=str), 200) if own else ""


def _get_columns(given: object) -> Mapping[str, Any]:
    return given if isinstance(given, Mapping) else {}


def _count_members(columns: Mapping[str, Any]) -> int:
    names = columns.get("names")
    return len(names) if isinstance(names, list) else 0


def _count_steps(steps: int) -> str:
    return f"{format_count(steps)} step{'' if steps == 1 else 's'}"


def _write_code(config: Mapping[str, Any], pools: str) -> str:
    """Return a configuration without its pools, which are in the file but too long to be read."""
    return json.dumps({key: value for key, value in config.items() if key != pools}, indent=2, default=str)
