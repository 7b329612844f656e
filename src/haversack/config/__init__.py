"""Run files: from plain data to checked parts, and back."""
