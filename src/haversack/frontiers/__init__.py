"""The best set for every budget."""
