"""The kinds of part that a run is composed of: one table, which run files, schema, plugins and kit use.

A further kind is an entry of `PART_KINDS`, a word of `Kind` and a hook in `haversack.hookspecs`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import attrs

from haversack.api.stopping import AllOf, AnyOf
from haversack.in_turn import InTurn

if TYPE_CHECKING:
    from collections.abc import Mapping

Kind = Literal["energy", "searcher", "stopping", "cost", "constraint", "observer", "reader", "preset", "command"]
"""What a plugin may offer: a part of a run, a constraint, an observer, a reader of logs, a preset, or a command."""


@attrs.frozen(kw_only=True)
class PartKind:
    """A kind of part.

    Parameters
    ----------
    name
        The section in run files and the keyword of `haversack.select`.
    hook
        The hook by which plugins offer such parts.
    words
        What such a part is called in text.
    description
        A sentence for the schema of run files.
    methods
        The methods that an object of this kind must have.
    compositions
        The keys under which a run file lists several such parts, each with the class that combines them, its only
        field.
    """

    name: Kind
    hook: str
    words: str
    description: str
    methods: tuple[str, ...]
    compositions: Mapping[str, type[Any]] = attrs.field(factory=dict)

    def accepts(self, candidate: object) -> bool:
        """Return whether an object has the methods of this kind; a class is not an object of it."""
        return not isinstance(candidate, type) and all(
            callable(getattr(candidate, name, None)) for name in self.methods
        )

    def find_composition(self, part: object) -> tuple[str, tuple[Any, ...]] | None:
        """Return the key of a combined part and the parts it combines; None for any other part."""
        for key, composition in self.compositions.items():
            if isinstance(part, composition):
                (field,) = attrs.fields(composition)
                return key, getattr(part, field.name)
        return None

    def is_composition(self, spec: Mapping[Any, Any]) -> bool:
        """Return whether a section lists several parts of this kind."""
        return len(spec) == 1 and next(iter(spec)) in self.compositions


PART_KINDS: dict[Kind, PartKind] = {
    kind.name: kind
    for kind in (
        PartKind(
            name="energy",
            hook="haversack_energies",
            words="energy",
            description="What makes a set good.",
            methods=("losses",),
        ),
        PartKind(
            name="searcher",
            hook="haversack_searchers",
            words="searcher",
            description="How a good set is looked for.",
            methods=("search",),
            compositions={"in-turn": InTurn},
        ),
        PartKind(
            name="stopping",
            hook="haversack_stopping_rules",
            words="stopping rule",
            description="When the search is over.",
            methods=("__call__",),
            compositions={"any": AnyOf, "all": AllOf},
        ),
        PartKind(
            name="cost",
            hook="haversack_cost_models",
            words="cost model",
            description="What a set costs.",
            methods=("costs",),
        ),
    )
}

CONSTRAINT = PartKind(
    name="constraint",
    hook="haversack_constraints",
    words="constraint",
    description="What every answer must meet, beside the budget.",
    methods=("allows",),
)
"""A run has any number of them."""

OBSERVER = PartKind(
    name="observer",
    hook="haversack_observers",
    words="observer",
    description="Who watches the run; the answer is the same without.",
    methods=("watch",),
)
"""No part of a run: a run has any number of them."""

READER = PartKind(
    name="reader",
    hook="haversack_readers",
    words="reader",
    description="How a log of answers is read.",
    methods=("recognises", "read"),
)
"""No part of a run either: it makes the pool."""

BUILT_KINDS: dict[Kind, PartKind] = PART_KINDS | {kind.name: kind for kind in (CONSTRAINT, OBSERVER, READER)}
"""All that is built from a name and options."""

HOOKS: dict[Kind, str] = {kind.name: kind.hook for kind in BUILT_KINDS.values()} | {
    "preset": "haversack_presets",
    "command": "haversack_commands",
}
"""The hook for each kind of thing that a plugin may offer."""
