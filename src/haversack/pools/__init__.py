"""Pools: what there is to choose from, and how it is read and checked."""
