"""The interfaces, and the frozen values they exchange. No implementation."""
