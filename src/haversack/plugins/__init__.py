"""Discovery of plugins: from entry points to a catalog of names."""

from haversack.plugins.catalog import Catalog, Entry, Source, Trouble
from haversack.plugins.disabling import Disabling
from haversack.plugins.loading import ADVICE, PluginWarning, default_catalog, get_catalog, load_catalog, load_plugins

__all__ = [
    "ADVICE",
    "Catalog",
    "Disabling",
    "Entry",
    "PluginWarning",
    "Source",
    "Trouble",
    "default_catalog",
    "get_catalog",
    "load_catalog",
    "load_plugins",
]
