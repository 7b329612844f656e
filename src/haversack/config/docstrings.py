"""Descriptions of parameters, read from docstrings."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def read_parameter_docs(docstring: str) -> dict[str, str]:
    """Return the description of each parameter in a numpy-style docstring, on one line.

    Examples
    --------
    >>> from haversack.api.progress import Progress
    >>> read_parameter_docs(inspect.getdoc(Progress))["seconds"]
    'Since the search began, without setting up.'
    """
    section = re.search(r"^Parameters\n-+\n(.*?)(?=^\S[^\n]*\n-{3,}|\Z)", docstring, re.DOTALL | re.MULTILINE)
    docs: dict[str, str] = {}
    names: list[str] = []
    for line in section.group(1).splitlines() if section else ():
        if line and not line[0].isspace():
            names = [name.strip() for name in line.split(":")[0].split(",")]
        elif line.strip():
            for name in names:
                docs[name] = f"{docs.get(name, '')} {line.strip()}".strip()
    return docs


def read_factory_docs(factory: Callable[..., Any]) -> dict[str, str]:
    """Return the description of each parameter of a function or class; inherited fields count too."""
    if not isinstance(factory, type):
        return read_parameter_docs(inspect.getdoc(factory) or "")
    docs: dict[str, str] = {}
    for ancestor in reversed(factory.__mro__[:-1]):
        docs |= read_parameter_docs(inspect.cleandoc(ancestor.__doc__ or ""))
    return docs
