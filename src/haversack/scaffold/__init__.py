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
from haversack.kinds import PART_KINDS

if TYPE_CHECKING:
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
    "src/{module}/__init__.py": "{kind}/module.py.txt",
    "src/{module}/py.typed": "py.typed.txt",
    "tests/test_{snake}.py": "{kind}/test.py.txt",
}


@attrs.frozen
class Names:
    """The names in a new plugin.

    Parameters
    ----------
    distribution
        Name of the distribution: ``haversack-weakest-link``.
    part
        Registered name of the part: ``weakest-link``.
    class_name
        Name of its class: ``WeakestLink``.

    Examples
    --------
    >>> names = Names.derive("haversack-weakest-link", "energy")
    >>> names.part, names.module, names.snake, names.class_name
    ('weakest-link', 'haversack_weakest_link', 'weakest_link', 'WeakestLink')
    """

    distribution: str
    part: str
    class_name: str

    @classmethod
    def derive(cls, name: str, kind: Kind) -> Names:
        """Derive all names from that of the distribution; raise `HaversackError` if it cannot be used."""
        part = name.removeprefix(_PREFIX)
        if not _NAME.fullmatch(name) or not _NAME.fullmatch(part):
            raise HaversackError(
                f"NAME: expected the name of a distribution, lower-case words joined by hyphens such as "
                f"'haversack-weakest-link', got {name!r}"
            )
        module = name.replace("-", "_")
        if keyword.iskeyword(module) or find_spec(module) is not None:
            raise HaversackError(f"NAME: {name!r} is taken by Python or by something that is installed")
        class_name = "".join(word.capitalize() for word in part.split("-"))
        # The class must not shadow a name that its module imports.
        is_taken = class_name in haversack.__all__ or keyword.iskeyword(class_name)
        return cls(name, part, f"{class_name}{kind.capitalize()}" if is_taken else class_name)

    @property
    def module(self) -> str:
        """Name of the module."""
        return self.distribution.replace("-", "_")

    @property
    def snake(self) -> str:
        """Registered name of the part in snake case."""
        return self.part.replace("-", "_")


def write_plugin(name: str, kind: Kind, folder: Path, catalog: Catalog) -> list[Path]:
    """Write a distribution that offers one part, with tests that it passes.

    Parameters
    ----------
    name
        Name of the distribution, and of its folder.
    kind
        Kind of the part.
    folder
        Where to put that folder.
    catalog
        Registered parts, whose names are taken.

    Returns
    -------
    list of Path
        The files written.

    Raises
    ------
    HaversackError
        If the name cannot be used, or the folder exists already.
    """
    names = Names.derive(name, kind)
    other = next((entry for entry in catalog.entries if (entry.kind, entry.name) == (kind, names.part)), None)
    if other is not None:
        raise HaversackError(f"NAME: {kind} {names.part!r} is already offered by {other.source}; choose another name")
    target = folder / name
    if target.exists():
        raise HaversackError(f"{target}: exists already; nothing was written")
    words = {
        "distribution": names.distribution,
        "module": names.module,
        "part": names.part,
        "snake": names.snake,
        "class_name": names.class_name,
        "kind": kind,
        "kind_words": PART_KINDS[kind].words,
        "version": haversack.__version__,
    }
    templates = resources.files("haversack.scaffold") / "templates"
    texts = {
        target / path.format_map(words): _fill_template(templates, template.format_map(words), words)
        for path, template in _FILES.items()
    }
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise HaversackError(f"{error.filename or target}: cannot be written: {error.strerror or error}") from error
    return list(texts)


def _fill_template(templates: Traversable, name: str, words: dict[str, str]) -> str:
    return Template((templates / name).read_text(encoding="utf-8")).substitute(words)
