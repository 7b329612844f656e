"""How a plugin offers an implementation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from collections.abc import Callable


@attrs.frozen
class Registration:
    """One implementation, as a plugin offers it.

    Parameters
    ----------
    name
        The name in run files and calls: lower case, words joined by hyphens. Part of your public interface.
    factory
        Builds it from its options, given by keyword: a frozen attrs class, whose fields are the options, or a function
        with annotated keyword parameters.
    summary
        One line for listings.
    """

    name: str = attrs.field(validator=attrs.validators.matches_re(r"[a-z][a-z0-9]*(-[a-z0-9]+)*"))
    factory: Callable[..., Any] = attrs.field(validator=attrs.validators.is_callable())
    summary: str = attrs.field(validator=attrs.validators.instance_of(str))
