"""Checks certificates of optimality: exact and ball arithmetic, and nothing of haversack."""

from haversack_verify.checking import Verdict, verify
from haversack_verify.verdicts import Rejected, Unreadable

__all__ = ["Rejected", "Unreadable", "Verdict", "verify"]
