"""Tables of mean and variance of q."""

from __future__ import annotations

from haversack_paper.report import Column, Json, Table

_SHOWN = (1, 9, 21, 101, 1001)


def tables(curves: list[Json], half_true: Json) -> list[Table]:
    """Return mean and variance at some sizes, and all points of the figure."""
    moments = [
        {
            "distribution": curve["name"],
            "size": size,
            "mean": 1.0 - error,
            "mean_error": error,
            "variance": deviation**2,
            "rate": curve["rate"],
        }
        for curve in [*curves, half_true]
        for size, error, deviation in zip(curve["sizes"], curve["errors"], curve["deviations"], strict=True)
        if size in (*_SHOWN, curve["sizes"][-1])
    ]
    columns = [
        Column("distribution"),
        Column("size", shown=","),
        Column("mean", "mean of q", ".6f"),
        Column("variance", "variance of q", format_small),
        Column("rate", "predicted factor per member", ".4f"),
    ]
    points = [
        {
            "distribution": curve["name"],
            "size": size,
            "mean": 1.0 - curve["errors"][place],
            "variance": curve["deviations"][place] ** 2,
            "simulated_mean": 1.0 - curve["simulated_errors"][place],
            "standard_error": curve["standard_errors"][place],
            "simulated_variance": curve["simulated_deviations"][place] ** 2,
            "skewness": curve["skewness"][place],
        }
        for curve in curves
        for place, size in enumerate(curve["simulated_sizes"])
    ]
    return [
        Table("moments", "Mean and variance of q by the formulas; the last has $s_T = 1/2$.", columns, moments),
        Table("figure", "What the figure shows.", [Column(key) for key in points[0]], points, on_page=False),
    ]


def format_small(value: float) -> str:
    """Write a number that may be too small for a computer.

    Examples
    --------
    >>> format_small(3.2e-7), format_small(0.0)
    ('3.2e-07', 'less than 1e-300')
    """
    return f"{value:.1e}" if value > 1e-300 else "less than 1e-300"
