from __future__ import annotations

import numpy as np
import pytest

from haversack import Pool, PoolError
from haversack.costs.part import CostPart

POOL = Pool(
    accuracies=[0.9, 0.8, 0.7],
    costs=[3.0, 2.0, 1.0],
    metadata={"vendor": ["a", "b", "a"], "licence": ["5", "2", "5"], "seat": [1, 2, 3], "latency": [0.5, None, 1]},
)
ALL = np.ones((1, 3), dtype=bool)


@pytest.mark.parametrize(
    ("options", "cost"),
    [
        ({}, 3.0),
        ({"column": "cost"}, 6.0),
        ({"column": "cost", "of": "max"}, 3.0),
        ({"column": "cost", "tiers": [[0, 1], [4, 0.5]]}, 5.0),
        ({"tiers": [[0, 0], [2, 4]]}, 4.0),
        ({"group": "vendor", "fee": 10}, 20.0),
        ({"group": "vendor", "fee": "licence"}, 7.0),
        ({"column": "cost", "of": "max", "tiers": [[0, 2]], "group": "vendor", "fee": "licence"}, 13.0),
    ],
)
def test_what_is_not_given_is_left_out(options, cost):
    assert CostPart(budget=1.0, **options).read(POOL, "cost").compute(ALL).tolist() == [cost]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"budget": 0}, "^budget must be a finite number above 0, got 0$"),
        ({"column": " "}, "^column must be the name of a column, got ' '$"),
        ({"of": "mean"}, "^of must be 'sum' or 'max', got 'mean'$"),
        ({"tiers": []}, r"^tiers must be a list of \[from, price per unit\], such as .*, got \[\]$"),
        ({"tiers": [[0, 1, 2]]}, r"^tiers must be a list of \[from, price per unit\]"),
        ({"tiers": [[0, "x"]]}, r"^tiers must be a list of \[from, price per unit\]"),
        ({"tiers": 3}, "^tiers must be a list of .*, got 3$"),
        ({"tiers": [[1, 1]]}, r"^tiers must start from 0 and rise, got \[1\]$"),
        ({"tiers": [[0, 1], [0, 2]]}, r"^tiers must start from 0 and rise, got \[0, 0\]$"),
        ({"tiers": [[0, -1]]}, "^tiers must have prices of at least 0, got -1$"),
        ({"fee": 2}, "^group and fee must be given together, got one of them$"),
        ({"group": "vendor"}, "^group and fee must be given together, got one of them$"),
        ({"group": "vendor", "fee": -2}, "^fee must be a number of at least 0, or the name of a column, got -2$"),
    ],
)
def test_bad_options_are_reported(options, message):
    with pytest.raises(ValueError, match=message):
        CostPart(**{"budget": 1.0} | options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"column": "tokens"}, r"^pool: no column 'tokens', which cost.parts\[0\].column names; .*columns: "),
        (
            {"column": "latency"},
            r"^pool: latency\[1\] \(row 2, .*: must be a finite number of at least 0, got nothing$",
        ),
        ({"group": "seller", "fee": 1}, r"^pool: no column 'seller', which cost.parts\[0\].group names; "),
        (
            {"group": "vendor", "fee": "seat"},
            r"^pool: seat: must be one fee for all of vendor 'a', which cost.parts\[0\].fee charges once, got 1 and 3$",
        ),
    ],
)
def test_columns_that_cannot_be_used_are_reported(options, message):
    with pytest.raises(PoolError, match=message):
        CostPart(budget=1.0, **options).read(POOL, "cost.parts[0]")
