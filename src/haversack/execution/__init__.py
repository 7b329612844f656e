"""Runs many short tasks on one core, on all cores or on a cluster, by joblib."""
