"""The best set by recorded votes, with proof."""

from haversack.searchers.exact_votes.search import ExactVotes

__all__ = ["ExactVotes"]
