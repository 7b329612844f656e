"""The proof engine: the best set, with proof."""

from haversack.searchers.exact.search import Exact

__all__ = ["Exact"]
