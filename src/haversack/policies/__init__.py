"""Policies: whom to ask first, whom next, and when to stop."""
