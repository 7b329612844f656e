"""Another process loads the plugins that this one has."""

from __future__ import annotations

from haversack.plugins import load_catalog
from haversack.plugins.recipe import CatalogRecipe


def test_a_worker_loads_the_plugins_of_its_driver(monkeypatch):
    monkeypatch.delenv("HAVERSACK_NO_PLUGINS", raising=False)
    alone = load_catalog(third_parties=False)
    recipe = CatalogRecipe.of(alone)
    assert recipe.load().entries == alone.entries
    assert recipe.load() is recipe.load()
