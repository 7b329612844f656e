"""New plugins: a complete distribution, written from templates."""

from __future__ import annotations

import keyword
import re
from importlib import resources
from importlib.util import find_spec
from string import Template
from typing import TYPE_CHECKING

import attrs

import haversack
from haversack.errors import HaversackError
from haversack.scaffold.offers import OFFERS, compose_texts

if TYPE_CHECKING:
    from collections.abc import Container, Sequence
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from haversack.kinds import Kind
    from haversack.plugins import Catalog

_PREFIX = "haversack-"
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_FILES = {
    "pyproject.toml": "pyproject.toml.txt",
    "README.md": "README.md.txt",
    ".gitignore": "gitignore.txt",
    "src/{module}/__init__.py": "init.py.txt",
    "src/{module}/py.typed": "py.typed.txt",
}
_FILES_OF_OFFER = {
    "src/{module}/{kind}.py": "{kind}/part.py.txt",
    "tests/test_{kind}.py": "{kind}/test.py.txt",
}


@attrs.frozen
class Names:
    """The names in a new plugin.

    Parameters
    ----------
    distribution
        Name of the distribution: ``haversack-weakest-link``.
    part
        Registered name of what it offers: ``weakest-link``.

    Examples
    --------
    >>> names = Names.derive("haversack-weakest-link")
    >>> names.part, names.module, names.name_classes(["energy"])
    ('weakest-link', 'haversack_weakest_link', {'energy': 'WeakestLink'})
    """

    distribution: str
    part: str

    @classmethod
    def derive(cls, name: str) -> Names:
        """Derive the names from that of the distribution; raise `HaversackError` if it cannot be used."""
        part = name.removeprefix(_PREFIX)
        if not _NAME.fullmatch(name) or not _NAME.fullmatch(part):
            raise HaversackError(
                f"NAME: expected the name of a distribution, lower-case words joined by hyphens such as "
                f"'haversack-weakest-link', got {name!r}"
            )
        module = name.replace("-", "_")
        if keyword.iskeyword(module) or find_spec(module) is not None:
            raise HaversackError(f"NAME: {name!r} is taken by Python or by something that is installed")
        return cls(name, part)

    @property
    def module(self) -> str:
        """Name of the package."""
        return self.distribution.replace("-", "_")

    def name_classes(self, kinds: Sequence[Kind]) -> dict[Kind, str]:
        """Return the name of each class: that of the part, with its kind where one name would not do."""
        name = "".join(word.capitalize() for word in self.part.split("-"))
        # A class must not shadow a name that its module imports.
        is_taken = len(kinds) > 1 or name in haversack.__all__ or keyword.iskeyword(name)
        return {kind: f"{name}{kind.capitalize()}" if is_taken else name for kind in kinds}


def write_plugin(
    name: str, kinds: Sequence[Kind], folder: Path, catalog: Catalog, *, own_commands: Container[str] = ()
) -> list[Path]:
    """Write a distribution that offers one part of each kind, with tests that it passes.

    Parameters
    ----------
    name
        Name of the distribution, and of its folder.
    kinds
        What it offers, one or several of `haversack.scaffold.offers.OFFERS`.
    folder
        Where to put that folder.
    catalog
        Registered parts, whose names are taken.
    own_commands
        Commands of haversack, whose names are taken too.

    Returns
    -------
    list of Path
        The files written.

    Raises
    ------
    HaversackError
        If the name cannot be used, or the folder exists already.
    """
    names = Names.derive(name)
    offers = [OFFERS[kind] for kind in kinds]
    _check_free(names.part, kinds, catalog, own_commands)
    target = folder / name
    if target.exists():
        raise HaversackError(f"{target}: exists already; nothing was written")
    words = {
        "distribution": names.distribution,
        "module": names.module,
        "part": names.part,
        "version": haversack.__version__,
    }
    class_names = names.name_classes(kinds)
    words |= compose_texts(offers, words, class_names)
    texts = {path: (template, words) for path, template in _FILES.items()} | {
        path.replace("{kind}", kind): (template.replace("{kind}", kind), words | {"class_name": class_names[kind]})
        for kind in kinds
        for path, template in _FILES_OF_OFFER.items()
    }
    templates = resources.files("haversack.scaffold") / "templates"
    files = {target / path.format_map(words): _fill_template(templates, *text) for path, text in texts.items()}
    try:
        for file, text in files.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise HaversackError(f"{error.filename or target}: cannot be written: {error.strerror or error}") from error
    return list(files)


def _check_free(part: str, kinds: Sequence[Kind], catalog: Catalog, own_commands: Container[str]) -> None:
    for kind in kinds:
        other = next((entry for entry in catalog.entries if (entry.kind, entry.name) == (kind, part)), None)
        source = str(other.source) if other is not None else "haversack itself"
        if other is not None or (kind == "command" and part in own_commands):
            raise HaversackError(f"NAME: {kind} {part!r} is already offered by {source}; choose another name")


def _fill_template(templates: Traversable, name: str, words: dict[str, str]) -> str:
    return Template((templates / name).read_text(encoding="utf-8")).substitute(words)
