"""Certificates of selections: the problem and the claim as data, and a proof that another program checks."""
