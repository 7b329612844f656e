"""Mistakes in the use of a command, in the words of all other mistakes."""

from __future__ import annotations

from typing import Any

import typer

from haversack.errors import HaversackError
from haversack.spelling import find_closest

# typer brings its own click or uses the installed one, as its version goes; both have this class.
_USAGE_ERROR: type[Exception] = typer.BadParameter.__mro__[1]


class CommandUsageError(HaversackError):
    """A command line that cannot be parsed."""


def explain_usage(error: Any, command: str = "") -> str:
    """Return one sentence for a usage error of click, which names the command and the closest option.

    Parameters
    ----------
    error
        A usage error.
    command
        The command that was called, for errors that do not say.
    """
    context = error.ctx
    path = command if context is None else context.command_path.partition(" ")[2]
    place = f"{path}: " if path else ""
    full_command = f"haversack {path}".rstrip()
    option = getattr(error, "option_name", None)
    if option is not None and hasattr(error, "possibilities"):
        known = [] if context is None else [name for each in context.command.get_params(context) for name in each.opts]
        # Without the dashes, which all of them share.
        meant = find_closest(option.lstrip("-"), [name[2:] for name in known if name.startswith("--")])
        hint = f"did you mean '--{meant}'?" if meant else f"`{full_command} --help` lists the options"
        return f"{place}no such option: {option}; {hint}"
    message, _, closest = error.format_message().rstrip(".").partition(". Did you mean ")
    # Some versions ask twice.
    hint = f"did you mean {closest.partition('?')[0]}?" if closest else f"see `{full_command} --help`"
    return f"{place}{message[:1].lower()}{message[1:]}; {hint}"


def is_usage_error(error: BaseException) -> bool:
    """Return whether click complains; a call without words, answered by the help, does not count."""
    return isinstance(error, _USAGE_ERROR) and type(error).__name__ != "NoArgsIsHelpError"
