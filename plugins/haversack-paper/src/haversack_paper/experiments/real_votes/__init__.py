"""What independence predicts and what holds, on recorded votes; not in the paper."""

from haversack_paper.experiments.real_votes.experiment import RealVotes

__all__ = ["RealVotes"]
