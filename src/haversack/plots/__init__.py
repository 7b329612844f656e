"""Plots of results. They need matplotlib: ``pip install "haversack[plots]"``; nothing else in haversack does."""
