"""Studies: many pools, parts, budgets and seeds, each combination a task that is computed once and kept."""
