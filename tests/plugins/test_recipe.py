"""Another process loads the plugins that this one has."""

from __future__ import annotations

from haversack.execution.workers import WorkerPool
from haversack.plugins import load_catalog
from haversack.plugins.recipe import CatalogRecipe, pass_catalog


def test_a_worker_loads_the_plugins_of_its_driver(monkeypatch):
    monkeypatch.delenv("HAVERSACK_NO_PLUGINS", raising=False)
    alone = load_catalog(third_parties=False)
    recipe = CatalogRecipe.of(alone)
    assert recipe.load().entries == alone.entries
    assert recipe.load() is recipe.load()


def test_tasks_get_the_catalog_where_they_run_in_this_process(builtins):
    assert pass_catalog(builtins, WorkerPool(2, "threading")) == {"catalog": builtins}
    assert pass_catalog(builtins, WorkerPool(2)) == {"recipe": CatalogRecipe.of(builtins)}
