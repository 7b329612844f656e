"""What can be wrong with a certificate."""

from __future__ import annotations


class Unreadable(Exception):  # noqa: N818 - a verdict
    """The file is not a certificate: the message says where, what was expected and what came."""


class Rejected(Exception):  # noqa: N818 - a verdict
    """The certificate does not prove what it claims: the message names the first step that fails."""
