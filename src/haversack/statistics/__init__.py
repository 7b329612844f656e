"""The stochastic model: plain functions on numbers and arrays."""
