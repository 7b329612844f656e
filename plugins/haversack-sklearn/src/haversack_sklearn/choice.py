"""The choice of a panel: record the answers of the members, build a pool of them, select from it."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from joblib import effective_n_jobs

import haversack as hs
from haversack.capabilities import FitsVote
from haversack.energies import PluralityVote
from haversack.plugins import default_catalog
from haversack.selection.voting import find_vote
from haversack_sklearn.costs import UNITS, list_costs
from haversack_sklearn.recording import record_fitted, record_out_of_fold
from haversack_sklearn.search_plan import choose_searcher

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt

    from haversack.capabilities import Vote
    from haversack_sklearn.panel import PanelClassifier
    from haversack_sklearn.recording import Record


def list_classes(members: Mapping[str, Any], y: npt.NDArray[Any], *, prefit: bool) -> npt.NDArray[Any]:
    """Return all labels, sorted; fitted members may know labels that are not in the data."""
    labels = [np.unique(y)]
    if prefit:
        labels += [member.classes_ for member in members.values() if hasattr(member, "classes_")]
    return np.unique(np.concatenate(labels))


def record_pool(
    panel: PanelClassifier, members: Mapping[str, Any], X: Any, y: npt.NDArray[Any], weights: Any
) -> hs.Pool:
    """Record what the members answer, and return the pool to choose from."""
    if panel.prefit:
        record = record_fitted(members, X, y, panel.classes_)
    else:
        record = record_out_of_fold(members, X, y, weights, panel.classes_, cv=panel.cv, n_jobs=panel.n_jobs)
    return hs.Pool(
        names=list(members),
        costs=list_costs(members, panel.cost, panel.estimators, record),
        votes=record.votes(np.searchsorted(panel.classes_, y), panel.classes_, weights),
        metadata=_list_times(record),
    )


def _list_times(record: Record) -> dict[str, Any]:
    times = {"predict_seconds": record.predict_seconds}
    return times if record.fit_seconds is None else times | {"fit_seconds": record.fit_seconds}


def select_panel(panel: PanelClassifier, pool: hs.Pool, seed: int) -> hs.Selection:
    """Return the best panel of the pool, which is not empty.

    Raises
    ------
    InfeasibleError
        If no member fits within the budget; names the unit of a measured cost.
    SearchError
        If the energy prefers the empty set.

    Warns
    -----
    UserWarning
        If a part failed; the panel is the best one found before.
    """
    try:
        selection = hs.select(
            pool,
            panel.budget,
            energy=panel.energy,
            searcher=choose_searcher(len(pool), panel.energy) if panel.searcher is None else panel.searcher,
            stopping=panel.stopping,
            seed=seed,
            certify=panel.certify,
            estimate=panel.estimate,
            estimate_workers=effective_n_jobs(panel.n_jobs),
            vote=panel.vote,
        )
    except hs.InfeasibleError as error:
        unit = UNITS.get(panel.cost) if isinstance(panel.cost, str) else None
        if unit is None:
            raise
        raise hs.InfeasibleError(f"{error} ({unit})") from error
    if selection.failed:
        warnings.warn(f"the panel is the best one found before the selection {selection.stop_reason}", stacklevel=3)
    if not selection.members:
        raise hs.SearchError(f"energy: {panel.energy!r:.80} prefers the empty set, which cannot vote, to every panel")
    return selection


def fit_vote(panel: PanelClassifier, selection: hs.Selection) -> Vote:
    """Return how the members decide: the vote that was asked for, that of the energy, or the most frequent answer."""
    pool, members = selection.pool, selection.members
    try:
        return find_vote(selection.settings, pool, members, panel.vote, default_catalog())
    except hs.CapabilityError:
        # An energy without a registered name, or one that says nothing about verdicts.
        energy = panel.energy if isinstance(panel.energy, FitsVote) else PluralityVote()
        return energy.fit_vote(pool, members)
