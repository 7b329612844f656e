"""What several searchers share."""
