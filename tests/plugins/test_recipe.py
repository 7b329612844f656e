"""Another process loads the plugins that this one has."""

from __future__ import annotations

from haversack.execution.workers import WorkerPool
from haversack.plugins import load_catalog
from haversack.plugins.recipe import CatalogRecipe, _load_catalog, pass_catalog


def test_the_environment_of_a_worker_does_not_count(monkeypatch):
    """It may have been started before the driver changed a variable."""
    for variable in ("HAVERSACK_NO_PLUGINS", "HAVERSACK_DISABLE_PLUGINS"):
        monkeypatch.delenv(variable, raising=False)
    whole = load_catalog()
    recipe = CatalogRecipe.of(whole)
    monkeypatch.setenv("HAVERSACK_NO_PLUGINS", "1")
    monkeypatch.setenv("HAVERSACK_DISABLE_PLUGINS", whole.entries[0].source.plugin)
    _load_catalog.cache_clear()
    assert recipe.load().entries == whole.entries
    _load_catalog.cache_clear()


def test_a_worker_loads_the_plugins_of_its_driver(monkeypatch):
    monkeypatch.delenv("HAVERSACK_NO_PLUGINS", raising=False)
    alone = load_catalog(third_parties=False)
    recipe = CatalogRecipe.of(alone)
    assert recipe.load().entries == alone.entries
    assert recipe.load() is recipe.load()


def test_tasks_get_the_catalog_where_they_run_in_this_process(builtins):
    assert pass_catalog(builtins, WorkerPool(2, "threading")) == {"catalog": builtins}
    assert pass_catalog(builtins, WorkerPool(2)) == {"recipe": CatalogRecipe.of(builtins)}
