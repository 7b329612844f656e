"""The four interfaces and the values they exchange. Nothing here is an implementation."""
