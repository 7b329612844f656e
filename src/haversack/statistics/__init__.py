"""The stochastic model of the paper: functions of numbers and arrays."""
