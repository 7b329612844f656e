"""Statements with numbers that belong to no table: lemmas, algorithms, the discussion."""

from haversack_paper.experiments.lemmas.experiment import Lemmas

__all__ = ["Lemmas"]
