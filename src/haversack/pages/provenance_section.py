"""Where a result comes from, and how to get it again."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from haversack.pages.model import Section
from haversack.pages.wording import format_number, show_name
from haversack.text import format_count

if TYPE_CHECKING:
    from collections.abc import Mapping

    from haversack.api.selection import Selection
    from haversack.pools.pool import Pool

REPEATING = "This file carries the whole result: “haversack run” with the name of this file repeats the run."


def compute_digest(pool: Pool) -> str:
    """Return the SHA-256 of the columns of a pool, as JSON with sorted keys and without spaces.

    Examples
    --------
    >>> from haversack import Pool
    >>> len(compute_digest(Pool(accuracies=[0.9, 0.8])))
    64
    """
    text = json.dumps(pool.to_dict(), sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def build_provenance_section(selection: Selection) -> Section:
    """Return the parts, the seed, the digest of the pool and the configuration of a run."""
    facts = [(kind, show_name(str(part), 200)) for kind, part in selection.parts.items()]
    if selection.preset is not None:
        facts.append(("preset", selection.preset))
    facts += [
        ("seed", str(selection.seed)),
        ("pool", f"{selection.pool!r}"),
        ("digest of the pool", f"SHA-256 {compute_digest(selection.pool)}"),
        ("budget", format_number(selection.budget)),
        ("search", f"{_count_steps(selection.steps)} in {selection.seconds:.3g} s"),
        ("stopped", show_name(selection.stop_reason, 300)),
    ]
    facts += [(note.title, note.text) for note in selection.notes if not note.is_warning]
    if selection.settings is None:
        return Section(
            "Provenance",
            paragraphs=["A part of this run has no registered name, so it cannot be repeated from a file."],
            facts=facts,
        )
    return Section(
        "Provenance",
        paragraphs=[REPEATING],
        facts=facts,
        code=json.dumps(_shorten(selection.settings), indent=2, default=str),
    )


def _count_steps(steps: int) -> str:
    return f"{format_count(steps)} step{'' if steps == 1 else 's'}"


def _shorten(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the configuration without its pool, which is in the file but too long to be read."""
    return {key: value for key, value in settings.items() if key != "pool"}
