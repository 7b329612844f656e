"""Warnings about plugins, as lines on standard error."""

from __future__ import annotations

import contextlib
import warnings
from typing import TYPE_CHECKING, Any

from haversack.plugins import PluginWarning

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def showing_plugin_warnings() -> Iterator[None]:
    """Print each warning about a plugin once, without the place in the code; other warnings as Python does."""
    # Not at the top: it imports what is slow to import.
    from haversack.cli.output import print_errors

    seen: set[str] = set()
    with warnings.catch_warnings():
        warnings.simplefilter("always", PluginWarning)
        show_other = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *place: Any) -> None:
            if not issubclass(category, PluginWarning):
                show_other(message, category, *place)
            elif str(message) not in seen:
                seen.add(str(message))
                print_errors([f"warning: {message}"])

        warnings.showwarning = show  # type: ignore[assignment]
        yield
