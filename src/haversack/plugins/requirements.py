"""Which requirements of a distribution are not met."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.metadata import Distribution


def find_unmet_requirements(distribution: Distribution, extras: Iterable[str] = ()) -> list[str]:
    """Return a clause for each requirement of a distribution that is not installed, or in another version.

    Nothing is imported but metadata.

    Parameters
    ----------
    distribution
        As `importlib.metadata` finds it.
    extras
        The extras whose requirements count too.

    Returns
    -------
    list
        For example ``needs scikit-learn>=1.4, which is not installed`` and ``needs numpy>=3, and 2.1.0 is installed``.
    """
    # Not at the top: needed only where something is wrong, and for the listing.
    from packaging.requirements import Requirement

    clauses = []
    for line in distribution.requires or ():
        try:
            requirement = Requirement(line)
            marker = requirement.marker
            if marker is not None and not any(marker.evaluate({"extra": extra}) for extra in ("", *extras)):
                continue
            # A half-removed distribution has no version.
            found = version(requirement.name) or "an unknown version"
            if requirement.specifier.contains(found, prereleases=True):
                continue
            missing = f"and {found} is installed"
        except PackageNotFoundError:
            missing = "which is not installed"
        except ValueError:  # A line or a version that packaging cannot read says nothing.
            continue
        clauses.append(f"needs {requirement.name}{requirement.specifier}, {missing}")
    return clauses
