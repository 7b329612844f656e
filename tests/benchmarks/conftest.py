"""Benchmarks are programs, run by `make bench`; there is nothing in them to collect."""

collect_ignore_glob = ["*.py"]
