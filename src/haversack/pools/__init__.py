"""Pools: the members to choose from, and how they are read and checked."""
