"""Yields something that is no registration."""

from haversack import hookimpl


@hookimpl
def haversack_energies():
    """Offer a name alone."""
    yield "sloppy"
