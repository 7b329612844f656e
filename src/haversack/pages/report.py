"""A report on results: one page for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.execution.digests import digest_columns
from haversack.pages.carrying import has_large_pools
from haversack.pages.comparison_chapter import build_comparison_chapter
from haversack.pages.computing import Computed, compute_beside
from haversack.pages.frontier_chapter import build_frontier_chapter
from haversack.pages.measure import choose_measure
from haversack.pages.policy_chapter import build_policy_chapter
from haversack.pages.provenance_section import find_columns
from haversack.pages.render import render_page
from haversack.pages.selection_chapter import build_selection_chapter
from haversack.pages.standing import locate_answer
from haversack.pages.study_chapter import build_study_chapter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.api.selection import Selection
    from haversack.pages.documents import Document
    from haversack.pages.model import Chapter
    from haversack.plugins import Catalog


def write_report(documents: Sequence[Document], catalog: Catalog | None) -> str:
    """Return the page that reports results, a chapter for each in the given order.

    Parameters
    ----------
    documents
        The results.
    catalog
        Where the parts of a run are looked up, to search other budgets and to evaluate other panels; None to show only
        what the results record. Where the frontier of a pool is among the results, its budgets are not searched again.

    Raises
    ------
    HaversackError
        If jinja2 or matplotlib is missing.
    """
    return render_page(
        [_build_chapter(document, number, documents, catalog) for number, document in enumerate(documents)]
    )


def _build_chapter(document: Document, number: int, documents: Sequence[Document], catalog: Catalog | None) -> Chapter:
    key, is_too_large = f"figure-{number + 1}", has_large_pools(document.plain)
    if document.kind == "selection":
        frontiers = [each.result for each in documents if each.kind == "frontier" and _is_same(each, document.result)]
        computed = Computed()
        if catalog is not None:
            computed = compute_beside(document.result, catalog, with_frontier=not frontiers)
        return build_selection_chapter(document.result, key, computed, frontiers[0] if frontiers else None)
    if document.kind == "frontier":
        run = _find_run(document, documents)
        return build_frontier_chapter(
            document.result,
            key,
            document.plain,
            None if run is None else locate_answer(run, document.result),
            place="" if run is None else choose_measure(run).place,
        )
    if document.kind == "policy":
        return build_policy_chapter(document.result, key)
    if document.kind == "study":
        return build_study_chapter(document.result, key, document.plain["tasks"], is_too_large=is_too_large)
    return build_comparison_chapter(document.result, key, is_too_large=is_too_large)


def _find_run(frontier: Document, documents: Sequence[Document]) -> Selection | None:
    """Return the answer to mark on a frontier: that of the only run on the same pool."""
    runs = [each.result for each in documents if each.kind == "selection" and _is_same(frontier, each.result)]
    return runs[0] if len(runs) == 1 else None


def _is_same(frontier: Document, selection: Selection) -> bool:
    """Return whether a frontier answers the question of a run for other budgets."""
    config, settings = frontier.plain.get("config"), selection.settings
    if config and settings:
        if any(config[key] != settings[key] for key in ("energy", "cost") if key in config and key in settings):
            return False
        if (config.get("constraints") or []) != (settings.get("constraints") or []):
            return False
    return _is_same_pool(frontier, selection)


def _is_same_pool(frontier: Document, selection: Selection) -> bool:
    """Return whether a frontier is that of the pool of a run; where it records no pool, whether it can be."""
    columns = find_columns(frontier.plain)
    if columns is not None:
        return digest_columns(columns) == digest_columns(selection.pool.to_dict())
    staircase, costs = frontier.result, selection.pool.costs
    if costs is None or abs(float(costs.sum()) - staircase.last_budget) > 1e-9 * staircase.last_budget:
        return False
    return {name for stair in staircase.stairs for name in stair.names} <= set(selection.pool.names)
