"""Logs of answers: from files and frames as people have them to recorded votes."""
