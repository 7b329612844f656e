"""How a chosen panel decides: the vote of its energy, or another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.api.vote import FitsVote
from haversack.config.build import PartBuilder
from haversack.config.describe import describe_with_absolute_paths
from haversack.errors import CapabilityError, ConfigError
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.api.vote import Vote
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool


def build_vote(spec: Any, catalog: Catalog) -> FitsVote | None:
    """Return the energy whose vote decides, from a name, a dict or an object; None without one.

    Raises
    ------
    ConfigError
        If there is no such energy, or it says nothing about verdicts.
    """
    if spec is None:
        return None
    builder = PartBuilder(catalog)
    energy = builder.build("energy", spec, "vote")
    if builder.problems:
        raise ConfigError(builder.problems)
    if not isinstance(energy, FitsVote):
        raise ConfigError(
            f"vote: expected an energy with the method 'fit_vote', got {format_value(energy)}; "
            f"those that have it: {list_voters(catalog)}"
        )
    return energy


def check_vote(energy: FitsVote | None, pool: Pool) -> None:
    """Raise an error of the vote if it cannot be fitted to the pool, before a search and not after it."""
    if energy is not None:
        energy.fit_vote(pool, (0,))


def describe_vote(energy: FitsVote | None, catalog: Catalog) -> dict[str, Any] | None:
    """Return the section of a run file for a vote; empty without one, None if it has no registered name."""
    if energy is None:
        return {}
    spec = describe_with_absolute_paths("energy", energy, catalog)
    return None if spec is None else {"vote": spec}


def find_vote(settings: Any, pool: Pool, members: Sequence[int], vote: Any, catalog: Catalog) -> Vote:
    """Return the vote of a chosen panel: the one given, or that of the run.

    Parameters
    ----------
    settings
        The run as a configuration, or None.
    pool, members
        The pool and the panel.
    vote
        What `select` takes, or None.
    catalog
        Where names are looked up.

    Raises
    ------
    CapabilityError
        If the run does not say how its panel decides.
    """
    if vote is None and settings is None:
        raise CapabilityError(
            "decide: the panel was chosen by a part that has no registered name; say how it decides with vote="
        )
    if vote is None:
        vote = settings.get("vote")
    if vote is None:
        energy = PartBuilder(catalog).build("energy", settings["energy"], "energy")
        if not isinstance(energy, FitsVote):
            raise CapabilityError(
                f"decide: the energy {settings['energy'].get('kind')!r} says nothing about verdicts; say how the panel "
                f"decides with vote=, one of {list_voters(catalog)}"
            )
        return energy.fit_vote(pool, members)
    chosen = build_vote(vote, catalog)
    assert chosen is not None
    return chosen.fit_vote(pool, members)


def list_voters(catalog: Catalog) -> str:
    """Return the names of the energies that say how panels decide."""
    names = [
        entry.name
        for entry in catalog.of_kind("energy")
        if isinstance(entry.factory, type) and issubclass(entry.factory, FitsVote)
    ]
    return ", ".join(names) or "no energy"
