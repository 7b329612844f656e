"""What a new plugin can offer, and the text that depends on the combination."""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING

import attrs

from haversack.kinds import HOOKS, PART_KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.kinds import Kind


@attrs.frozen
class PluginOffer:
    """Something that a new plugin can offer; its templates are in a folder named after its kind.

    Parameters
    ----------
    kind
        Its kind, which names its module and its option on the command line.
    words
        What it is called in text.
    summary
        What the template computes, for listings.
    factory
        What makes one, in the hook.
    content
        What the module contains, for the README.
    requirements
        Dependencies that only it has.
    """

    kind: Kind
    words: str
    summary: str
    factory: str = "$class_name"
    content: str = "the class `$class_name`, whose fields are its options"
    requirements: tuple[str, ...] = ()

    @property
    def noun(self) -> str:
        """Its words with an article."""
        return f"{'an' if self.words[0] in 'aeiou' else 'a'} {self.words}"

    @property
    def has_class(self) -> bool:
        """Whether it is a class, which the package imports."""
        return "$class_name" in self.factory


OFFERS: dict[Kind, PluginOffer] = {
    offer.kind: offer
    for offer in (
        PluginOffer("energy", PART_KINDS["energy"].words, "probability that at least one member is right"),
        PluginOffer("searcher", PART_KINDS["searcher"].words, "random sets, each with a random share of the members"),
        PluginOffer(
            "stopping", PART_KINDS["stopping"].words, "stop when a share of all steps has brought no improvement"
        ),
        PluginOffer("cost", PART_KINDS["cost"].words, "the sum of costs, and one fee"),
        PluginOffer("constraint", "constraint", "so many members that are more likely right than wrong"),
        PluginOffer("observer", "observer", "write improvements and the end of a run to the log of Python"),
        PluginOffer("reader", "reader", "logs with a line per answer, its cells between bars"),
        PluginOffer(
            "preset",
            "preset",
            "annealing for 20,000 steps, by recorded votes if there are any",
            content="the class `$class_name`, which chooses parts",
        ),
        PluginOffer(
            "command",
            "command",
            "print how many members a pool has, and the best of them",
            factory="_load_command",
            content="the command `haversack $part`, a Typer app",
            requirements=("typer>=0.20",),
        ),
    )
}
"""By kind, in the order of listings. A further one is a line here and two templates."""

_HOOK = '''

@hookimpl
def $hook() -> Iterable[Registration]:
    """Offer the $words to haversack."""
    yield Registration("$part", $factory, "$summary")
'''
_LOAD_COMMAND = """

def _load_command() -> typer.Typer:
    # Imported when the command is run, so that other commands stay fast.
    from $module.command import app

    return app
"""


_LONG = 80
"""Characters above which a list of names is better written otherwise."""


def join_words(words: Sequence[str]) -> str:
    """Return a list in words.

    Examples
    --------
    >>> join_words(["an energy", "a cost model", "a command"])
    'an energy, a cost model and a command'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def compose_texts(offers: Sequence[PluginOffer], words: dict[str, str], class_names: dict[Kind, str]) -> dict[str, str]:
    """Return the words of templates that depend on what is offered."""
    own_words = {offer.kind: words | {"class_name": class_names[offer.kind]} for offer in offers}
    classes = sorted((offer for offer in offers if offer.has_class), key=lambda offer: offer.kind)
    imports = "".join(f"from {words['module']}.{offer.kind} import {class_names[offer.kind]}\n" for offer in classes)
    exported = _list_names(sorted(class_names[offer.kind] for offer in classes))
    has_command = any(not offer.has_class for offer in offers)
    hooks = "".join(_write_hook(offer, own_words[offer.kind]) for offer in offers)
    nouns = join_words([offer.noun for offer in offers])
    return {
        "nouns": nouns,
        "Nouns": nouns[0].upper() + nouns[1:] if len(nouns) <= _LONG else "Parts",
        "registered": "registered as" if len(offers) == 1 else "each registered as",
        "imports": f"\n{imports}" if imports else "",
        "typing_imports": "\n    import typer\n" if has_command else "",
        "exports": f"\n__all__ = [{exported}]\n" if classes else "",
        "hooks": (Template(_LOAD_COMMAND).substitute(words) if has_command else "") + hooks,
        "requirements": "".join(f', "{each}"' for offer in offers for each in offer.requirements),
        "files": "\n".join(
            f"- `src/{words['module']}/{offer.kind}.py`: {Template(offer.content).substitute(own_words[offer.kind])}."
            for offer in offers
        ),
    }


def _list_names(names: Sequence[str]) -> str:
    """Return the entries of a list, one in a line if they are long together."""
    exported = ", ".join(f'"{name}"' for name in names)
    return exported if len(exported) <= _LONG else "".join(f'\n    "{name}",' for name in names) + "\n"


def _write_hook(offer: PluginOffer, words: dict[str, str]) -> str:
    return Template(_HOOK).substitute(
        words,
        hook=HOOKS[offer.kind],
        words=offer.words,
        factory=Template(offer.factory).substitute(words),
        summary=offer.summary,
    )
