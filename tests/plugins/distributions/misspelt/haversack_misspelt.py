"""Offers an energy through a hook that does not exist."""

from haversack import Registration, hookimpl


@hookimpl
def haversack_enrgies():
    """Offer an energy that nobody will see."""
    yield Registration("unseen", object, "never listed")
