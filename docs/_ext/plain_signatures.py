"""Signatures without noise: a protocol or an exception is not called by its readers."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def _without_arguments(
    _app: Sphinx,
    what: str,
    _name: str,
    documented: object,
    _options: Any,
    signature: str | None,
    returns: str | None,
) -> tuple[str | None, str | None]:
    is_protocol = inspect.isclass(documented) and getattr(documented, "_is_protocol", False)
    if what == "exception" or is_protocol:
        return "", None
    if what == "class" and signature is not None:
        # The constructor of an attrs class is annotated with what it returns, which is None.
        return signature, None
    return signature, returns


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("autodoc-process-signature", _without_arguments)
    return {"parallel_read_safe": True}
