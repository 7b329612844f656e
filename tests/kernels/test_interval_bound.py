"""Each inequality that the bound is made of, against panels that come as close to it as can be found."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad

from haversack.kernels import interval_bound as tilted_row
from oracles import odd_log_error, odd_sets, panel_tilt, right_votes
from strategies import probabilities

SHARES = {
    "all sorts": lambda random, size: random.uniform(0, 1, size),
    "low": lambda random, size: random.uniform(0, 0.3, size),
    "tiny": lambda random, size: 10 ** random.uniform(-9, -1, size),
    "near 0 and near 1": lambda random, size: abs((random.random(size) < 0.5) - 10 ** random.uniform(-9, -1, size)),
    "equal": lambda random, size: np.full(size, random.uniform(0, 1)),
    "near a half": lambda random, size: 0.5 + random.normal(0, 0.02, size),
    "one half": lambda random, size: np.full(size, 0.5),
    "two groups": lambda random, size: np.where(np.arange(size) < size // 3, 0.9, 0.1),
}
SIZES = [1, 3, 5, 7, 15, 31, 61]


def members(accuracies, tilt):
    gains, shares, spreads = (np.empty(len(accuracies)) for _ in range(3))
    skew = tilted_row.tilt_members(np.asarray(accuracies, dtype=float), tilt, gains, shares, spreads)
    return gains, shares, spreads, skew


def half(tilt):
    """The b of the docstring."""
    return 0.5 / math.tanh(0.5 * tilt)


def log_rest(shares, tilt, rests=None):
    """The logarithm of H, term by term."""
    size = len(shares)
    votes = np.arange((size + 1) // 2)
    return math.log(float(np.exp(-tilt * (size / 2 - votes)) @ right_votes(shares, rests)[: len(votes)]))


def looked_at(accuracies, usage, limits, low, high, fewest):
    """Bound, base, keys and prices of an interval."""
    slope, prices, spread_prices = np.array([0.1]), np.zeros(len(limits)), np.zeros(len(limits))
    keys = np.empty(len(accuracies))
    bound, base = tilted_row.look(accuracies, usage, limits, low, high, fewest, slope, prices, spread_prices, keys)
    return bound, base, keys, prices


def accounted(row, keys, prices, usage, limits):
    """What keys and prices say that a panel has above the base."""
    deviations = np.maximum(keys, 0.0)[row].sum() + np.maximum(-keys, 0.0)[~row].sum()
    left = limits - usage[row].sum(axis=0)
    return deviations + prices[prices > 0.0] @ left[prices > 0.0]


@given(accuracies=st.lists(st.floats(0.0, 1.0), min_size=1, max_size=9), tilt=st.floats(0.01, 20.0))
def test_the_logarithm_of_the_error_is_the_sum_of_gains_and_the_rest(accuracies, tilt):
    panel = accuracies if len(accuracies) % 2 else accuracies[:-1]
    log_error = odd_log_error(panel)
    if len(panel) == 0 or log_error < -600:
        return
    gains, shares, spreads, skew = members(panel, tilt)
    rests = (1.0 - np.array(panel)) * math.exp(0.5 * tilt) / np.exp(gains)
    assert gains.sum() + log_rest(shares, tilt, rests) == pytest.approx(log_error, rel=1e-10, abs=1e-10)
    assert spreads == pytest.approx(shares * (1 - shares), rel=1e-9, abs=1e-15)
    assert skew == pytest.approx(max(abs(2 * shares - 1)), abs=1e-12)


@pytest.mark.parametrize("kind", SHARES)
def test_no_panel_beats_the_bound_of_its_cell(kind):
    """The width is just as large as the panel needs it, the spread anywhere in the cell, also at its ends."""
    random = np.random.default_rng(len(kind))
    bounded = 0
    for _ in range(1_500):
        shares = SHARES[kind](random, int(random.choice(SIZES)))
        spread, margin = float((shares * (1 - shares)).sum()), float((shares - 0.5).sum())
        own = 2.0 * math.atanh(-0.5 / margin) if margin < -0.5001 else 10 ** random.uniform(-2, 1.3)
        tilt = own * math.exp(random.choice([0.0, random.normal(0, 0.2)]))
        low, high = tilt * random.choice([1.0, 0.9]), tilt * random.choice([1.0, 1.1])
        skew = float(abs(2 * shares - 1).max())
        least, most = spread / random.choice([1, 1.04, 1.3, 2]), spread * random.choice([1, 1.04, 1.3, 2])
        around = float(random.choice([least, most, spread]))
        value, slope = tilted_row.cell_bound(low, high, abs(margin + half(tilt)), skew, least, most, around)
        assert slope >= 0.0
        assert log_rest(shares, tilt) >= value - slope * (spread - around)
        bounded += value > -math.inf
    assert bounded > 100


def test_the_bound_of_a_cell_is_tight_where_shares_are_a_half():
    """There the spreads are as large as they get, so that what is taken off for rounding is all that is lost."""
    shares = np.full(61, 0.5)
    tilt = 9.5
    value, _ = tilted_row.cell_bound(tilt, tilt, half(tilt), 0.0, 15.25, 15.25, 15.25)
    assert 0.0 <= log_rest(shares, tilt) - value < 2e-5


@pytest.mark.parametrize("skew", [0.0, 0.1])
def test_the_rule_for_integrals_loses_less_than_a_tenth_of_what_is_taken_off(skew):
    """With so much spread the part that may be negative is next to nothing."""
    random = np.random.default_rng(3)
    for _ in range(100):
        tilt, spread = 10 ** random.uniform(0, 1.4), 10 ** random.uniform(2.5, 5)
        width = random.choice([0.0, 0.1]) * math.sqrt(spread)
        value, _ = tilted_row.cell_bound(tilt, tilt, width, skew, spread, spread, spread)

        def density(place, tilt=tilt, spread=spread, width=width):
            largest = tilted_row.phase(place, tilt, width, 2 * skew * spread)
            decay = math.exp(4 * spread * math.log(math.cos(0.5 * place)))
            return max(math.cos(min(largest, math.pi)), 0.0) * tilted_row.height(place, tilt) * decay

        reach = 6.5 / math.sqrt(spread)
        near = min(5 * tilt, 0.5 * reach)  # where the pole is
        integral = sum(
            quad(density, start, end, limit=500, epsabs=0.0, epsrel=1e-11)[0]
            for start, end in ((0.0, near), (near, reach))
        )
        assert value + 1e-5 == pytest.approx(math.log(integral / math.pi), abs=1e-6)


@given(
    tilts=st.lists(st.floats(0.05, 20.0), min_size=3, max_size=3).map(sorted),
    spread=st.floats(1e-6, 300.0),
    width=st.floats(0.0, 2.0),
    skew=st.floats(0.0, 1.0),
)
def test_a_bound_for_an_interval_of_tilts_is_one_for_each_of_them(tilts, spread, width, skew):
    low, tilt, high = tilts
    for place in np.linspace(0.01, 3.1, 20):
        assert tilted_row.height(place, low) >= tilted_row.height(place, tilt) >= tilted_row.height(place, high)
        assert tilted_row.phase(place, low, width, skew) >= tilted_row.phase(place, tilt, width, skew) - 1e-12
        assert tilted_row.phase(place, low, width, skew) >= tilted_row.phase(0.9 * place, low, width, skew) - 1e-12
    together, _ = tilted_row.cell_bound(low, high, width, skew, spread, spread, spread)
    alone, _ = tilted_row.cell_bound(tilt, tilt, width, skew, spread, spread, spread)
    assert together <= alone + 1e-6


@pytest.mark.parametrize("spreads", [(1e-6, 2e-6), (0.4, 0.6), (3.0, 9.0), (50.0, 500.0)])
def test_the_line_of_a_cell_stays_below_what_its_parts_give(spreads):
    """For every spread in the cell the line lies below that of a cell of its own, which loses least."""
    least, most = spreads
    for tilt in 0.3, 1.5, 6.0:
        for around in least, 0.5 * (least + most), most:
            value, slope = tilted_row.cell_bound(tilt, tilt, 0.0, 1.0, least, most, around)
            for spread in np.linspace(least, most, 7):
                own, _ = tilted_row.cell_bound(tilt, tilt, 0.0, 1.0, spread, spread, spread)
                assert value - slope * (spread - around) <= own + 2e-6


@pytest.mark.parametrize("kind", ["good", "all sorts", "equal", "extreme", "hardly better than a coin"])
@pytest.mark.parametrize("delta", [1e-4, 0.02, 0.1, 0.3, 1.0])
def test_no_panel_whose_tilt_is_at_the_end_of_the_interval_beats_the_cell(kind, delta):
    random = np.random.default_rng(7)
    bounded = 0
    for _ in range(200):
        size = int(random.choice([3, 5, 9, 21, 51, 101]))
        accuracies = {
            "good": lambda size=size: random.beta(17, 5, size),
            "all sorts": lambda size=size: random.uniform(0.05, 0.95, size),
            "equal": lambda size=size: np.full(size, random.uniform(0.3, 0.95)),
            "extreme": lambda size=size: abs((random.random(size) < 0.7) - 10 ** random.uniform(-7, -1, size)),
            "hardly better than a coin": lambda size=size: random.uniform(0.5, 0.55, size),
        }[kind]()
        own = panel_tilt(accuracies)
        tilt = own + random.choice([-1.0, 1.0, 0.0]) * delta
        if tilt - delta <= 1e-3 or own == np.inf:
            continue
        gains, _, spreads, skew = members(accuracies, tilt)
        spread, slope = spreads.sum(), random.choice([0.5, 2.0]) / spreads.sum()
        low, high = spread / random.choice([1.0, 1.04, 1.3]), spread * random.choice([1.0, 1.04, 1.3])
        pole = 0.25 / math.sinh(0.5 * (tilt - delta)) ** 2
        value = tilted_row.on_cell(tilt, delta, pole, skew, low, high, random.choice([low, high]), slope)
        assert odd_log_error(accuracies) >= gains.sum() - slope * spread + value
        bounded += value > -math.inf
    assert bounded > 20 or delta == 1.0


@pytest.mark.parametrize("delta", [0.001, 0.1, 1.0, 3.0])
@pytest.mark.parametrize("low", [0.1, 1.0, 8.0])
def test_no_panel_is_further_off_than_its_tilt_and_spread_allow(delta, low):
    """Members who are hardly ever right, or hardly ever wrong, change their spread as fast as can be."""
    random = np.random.default_rng(2)
    tightest = np.inf
    for _ in range(300):
        own = low + random.choice([0.0, 2.0]) * delta
        accuracies = 1 / (1 + np.exp(random.choice([-12.0, 12.0, 1.0], 400) * random.uniform(0, 1, 400) - own))
        _, shares, _, _ = members(accuracies, own)
        # Just as many of them that this is the tilt of the panel, up to less than one vote, which is put right below.
        sums = np.cumsum(shares - 0.5) + half(own)
        tilt = low + delta
        _, shifted, spreads, _ = members(accuracies, tilt)
        size = int(np.argmin(abs(sums[::2]))) * 2 + 1
        off = (shifted[:size] - 0.5).sum() + half(tilt) - sums[size - 1]
        pole = 0.25 / math.sinh(0.5 * low) ** 2
        most = tilted_row.most_distance(spreads[:size].sum(), delta, pole)
        assert abs(off) <= most
        tightest = min(tightest, most / abs(off))
    assert tightest < 40.0


def test_the_spread_of_a_panel_may_grow_by_the_exponential_of_the_distance():
    accuracies = np.full(5, 1e-9)
    for delta in 0.5, 2.0:
        _, here, spreads, _ = members(accuracies, 20.0 + delta)
        _, there, _, _ = members(accuracies, 20.0)
        moved = (there - here).sum()
        assert (
            0.7 * spreads.sum() * (math.exp(delta) - 1) < moved <= tilted_row.most_distance(spreads.sum(), delta, 0.0)
        )
        assert moved > delta * spreads.sum()


def test_panels_of_an_interval_are_bounded_also_where_their_phases_are_lost():
    """So far from the tilt looked at, each is bounded under its own tilt."""
    accuracies = np.full(101, 0.8)
    own, delta = panel_tilt(accuracies), 0.6
    gains, _, spreads, skew = members(accuracies, own + delta)
    spread, pole = spreads.sum(), 0.25 / math.sinh(0.5 * own) ** 2
    width = delta * (spread * math.exp(delta) + pole)
    assert tilted_row.cell_bound(own + delta, own + delta, width, skew, spread, spread, spread)[0] == -math.inf
    value = tilted_row.on_cell(own + delta, delta, pole, skew, spread, spread, spread, 0.0)
    assert -math.inf < gains.sum() + value <= odd_log_error(accuracies)
    # Of the spreads in the cell the least is the least expensive.
    wide = [
        tilted_row.on_cell(own + delta, delta, pole, skew, spread, 1.2 * spread, spread, slope) for slope in (0, 0.1)
    ]
    assert wide[1] - wide[0] == pytest.approx(0.1 * spread)


usages = st.one_of(st.floats(0.0, 3.0), st.sampled_from([0.0, 1.0]))
keys_values = st.one_of(st.floats(-2.0, 2.0), st.sampled_from([0.0, -1.0, 1.0]))


@settings(max_examples=300)
@given(data=st.data(), resources=st.integers(0, 3), fewest=st.integers(1, 4))
def test_no_set_within_the_limits_beats_the_priced_sum(data, resources, fewest):
    count = data.draw(st.integers(fewest, 6))
    values = np.array(data.draw(st.lists(keys_values, min_size=count, max_size=count)))
    usage = np.array(
        data.draw(st.lists(usages, min_size=count * resources, max_size=count * resources)), dtype=float
    ).reshape(count, resources)
    limits = np.array(
        data.draw(
            st.lists(
                st.one_of(st.floats(0.0, 6.0), st.just(0.0), st.just(np.inf)), min_size=resources, max_size=resources
            )
        ),
        dtype=float,
    )
    guess = np.array(data.draw(st.lists(st.floats(0.0, 2.0), min_size=resources, max_size=resources)), dtype=float)
    guess[np.isinf(limits)] = 0.0
    prices = guess.copy()
    minimum = tilted_row.priced_minimum(values, usage, limits, prices)
    assert not math.isnan(minimum)
    assert (prices >= 0.0).all()
    keys, key_prices = values.copy(), guess.copy()
    bound = tilted_row.bounded_sum(keys, usage, limits, fewest, key_prices)
    rows = np.array([[bool(bits >> place & 1) for place in range(count)] for bits in range(2**count)])
    for row in rows[(rows @ usage <= limits).all(axis=1)]:
        total = values[row].sum()
        assert total >= minimum - 1e-9
        if row.sum() >= fewest:
            assert total >= bound + accounted(row, keys, key_prices, usage, limits) - 1e-9


def test_prices_are_found_to_some_digits():
    """Against the linear relaxation, whose optimum prices reach."""
    random = np.random.default_rng(0)
    for _ in range(20):
        values, costs = -random.uniform(0, 1, 50), random.uniform(0.1, 2, 50)
        limit = 0.3 * costs.sum()
        order = np.argsort(values / costs)
        before = np.concatenate([[0.0], np.cumsum(costs[order])[:-1]])
        relaxed = float((values[order] * np.clip((limit - before) / costs[order], 0, 1)).sum())
        prices = np.array([random.choice([0.0, 1e-9, 0.3, 1e6])])
        bound = tilted_row.priced_minimum(values, costs[:, None], np.array([limit]), prices)
        assert relaxed - 2e-5 <= bound <= relaxed + 1e-9


def test_two_prices_bound_better_than_each_alone():
    random = np.random.default_rng(5)
    values, usage = -random.uniform(0, 1, 60), random.uniform(0, 1, (60, 2))
    limits = np.array([6.0, 6.0])
    both = tilted_row.priced_minimum(values, usage, limits, np.zeros(2))
    for resource in range(2):
        alone = tilted_row.priced_minimum(values, usage[:, [resource]], limits[[resource]], np.zeros(1))
        assert both > alone


@settings(max_examples=200)
@given(
    keys=st.lists(st.floats(-1.0, 1.0), min_size=1, max_size=7),
    data=st.data(),
    share=st.floats(0.0, 1.0),
)
def test_little_spread_costs_no_more_than_is_said(keys, data, share):
    spreads = np.array(data.draw(st.lists(st.floats(1e-6, 0.25), min_size=len(keys), max_size=len(keys))))
    keys, most = np.array(keys), share * spreads.sum()
    cost = tilted_row.cost_of_little_spread(keys, spreads, most)
    assert cost >= 0.0
    negative = np.minimum(keys, 0.0).sum()
    rows = np.array([[bool(bits >> place & 1) for place in range(len(keys))] for bits in range(2 ** len(keys))])
    for row in rows[rows @ spreads <= most]:
        assert keys[row].sum() >= negative + cost - 1e-9


def pool(random, kind, count, resources):
    accuracies = {
        "good": lambda: random.beta(17, 5, count),
        "all sorts": lambda: random.uniform(0.2, 0.99, count),
        "weak": lambda: random.uniform(0.45, 0.6, count),
        "few kinds": lambda: random.choice([0.6, 0.75, 0.9], count),
        "excellent": lambda: 1.0 - 10 ** random.uniform(-6, -1, count),
    }[kind]()
    usage = random.exponential(1.0, (count, resources)) * (random.random((count, resources)) < 0.9)
    return accuracies, usage, random.uniform(0.2, 0.8) * usage.sum(axis=0)


@pytest.mark.parametrize("kind", ["good", "all sorts", "weak", "few kinds", "excellent"])
@pytest.mark.parametrize("resources", [0, 1, 2])
def test_no_odd_panel_of_a_small_pool_beats_the_bound_of_its_interval(kind, resources):
    """Nor what keys and prices add to the base for the panel."""
    random = np.random.default_rng(11)
    seen = 0
    for _ in range(8):
        accuracies, usage, limits = pool(random, kind, 8, resources)
        rows = odd_sets(8)
        rows = rows[(rows @ usage <= limits).all(axis=1)]
        fewest = int(random.choice([1, 3]))
        rows = rows[rows.sum(axis=1) >= fewest]
        panels = [(row, panel_tilt(accuracies[row]), odd_log_error(accuracies[row])) for row in rows]
        panels = [panel for panel in panels if 0.05 < panel[1] < 15.0]
        for start in sorted({round(tilt, 2) for _, tilt, _ in panels})[::4]:
            low, high = max(start - 0.05, 0.02), start + random.choice([0.01, 0.1, 0.5])
            bound, base, keys, prices = looked_at(accuracies, usage, limits, low, high, fewest)
            assert base <= bound
            for row, tilt, log_error in panels:
                if low <= tilt <= high:
                    assert log_error >= bound
                    assert log_error >= base + accounted(row, keys, prices, usage, limits) - 1e-9
                    seen += bound > -math.inf
    assert seen > 50 or resources == 2


@pytest.mark.parametrize("count", [20, 60, 200])
def test_panels_close_to_the_best_of_larger_pools_do_not_beat_the_bound(count):
    """Members are taken who are worth their price, and a few more or fewer."""
    random = np.random.default_rng(count)
    closest = math.inf
    for kind in "good", "all sorts", "few kinds":
        accuracies, usage, limits = pool(random, kind, count, 1)
        prices, keys = np.zeros(1), np.empty(count)
        tilt, estimate = tilted_row.balanced_tilt(accuracies, usage, limits, 1, prices, keys)
        assert math.isfinite(estimate)
        for delta in 0.005, 0.05, 0.3:
            low, high = tilt - delta, tilt + delta
            bound, base, keys, prices = looked_at(accuracies, usage, limits, low, high, 3)
            for _ in range(150):
                row = keys + random.normal(0, random.choice([0.0, 0.02, 0.2]), count) < 0.0
                order = np.flatnonzero(row)[np.argsort(keys[row])]
                fitting = order[np.cumsum(usage[order, 0]) <= limits[0]]
                row = np.zeros(count, dtype=bool)
                row[fitting[: len(fitting) - (len(fitting) % 2 == 0)]] = True
                if row.sum() < 3 or not low <= panel_tilt(accuracies[row]) <= high:
                    continue
                log_error = odd_log_error(accuracies[row])
                assert log_error >= bound
                assert log_error >= base + accounted(row, keys, prices, usage, limits) - 1e-9
                closest = min(closest, log_error - bound)
    assert closest < 0.3


def test_the_base_does_not_count_on_keys_that_are_added_to_it():
    """What little spread costs a panel is made of its own deviations: it may raise the bound, but not the base."""
    accuracies = np.random.default_rng(0).beta(17, 5, 20)
    tilt, delta = 1.4, 0.03
    _, _, spreads, skew = members(accuracies, tilt)
    pole = 0.25 / math.sinh(0.5 * (tilt - delta)) ** 2
    keys, spread = -0.1 * spreads, 1.5
    least, most = 0.3, float(spreads.sum())
    by_hand = [
        tilted_row.on_cell(tilt, delta, pole, skew, low, 1.0001 * low, low, 0.5 / spread)
        for low in np.geomspace(least, most, 200)
    ]
    values = [
        tilted_row.cells_bound(tilt, delta, pole, skew, least, spread, most, 0.5 / spread, keys * strength, spreads)
        for strength in (0.0, 1.0, 100.0)
    ]
    bounds, bases = zip(*values, strict=True)
    assert bases[0] == bases[1] == bases[2] == bounds[0] <= min(by_hand)
    assert bounds[0] < bounds[2]
    usage = np.random.default_rng(1).exponential(1 / (1 - accuracies))[:, None]
    intervals = [
        looked_at(accuracies, usage, 0.3 * usage.sum(axis=0), low, low + 0.05, 7)[:2]
        for low in np.arange(0.8, 2.4, 0.1)
    ]
    assert all(base <= bound for bound, base in intervals)
    assert any(base < bound - 0.005 for bound, base in intervals)


@pytest.mark.parametrize("slope", [0.0, 0.1, 0.5, 3.0])
def test_the_cells_hold_all_spreads_from_the_fewest_to_the_most(slope):
    """Without a slope the largest spread is the worst, with a large one the smallest."""
    tilt, delta, pole, skew, keys, spreads = 1.4, 0.03, 0.4, 0.3, np.zeros(2), np.full(2, 0.2)
    for least, spread, most in ((0.5, 1.5, 9.0), (1.5, 1.5, 9.0), (0.5, 9.0, 9.0)):
        bound, base = tilted_row.cells_bound(tilt, delta, pole, skew, least, spread, most, slope, keys, spreads)
        for own in np.geomspace(least, most, 30):
            alone = tilted_row.on_cell(tilt, delta, pole, skew, own, own, own, slope)
            assert base <= bound <= alone + 1e-6


@settings(max_examples=150)
@given(
    accuracies=st.lists(probabilities, min_size=1, max_size=7),
    tilt=st.floats(0.05, 30.0),
    fewest=st.integers(1, 3),
    data=st.data(),
)
def test_no_panel_has_a_larger_margin_than_the_most(accuracies, tilt, fewest, data):
    count = len(accuracies)
    fewest = min(fewest, count)
    usage = np.array(data.draw(st.lists(usages, min_size=count, max_size=count)))[:, None]
    limits = np.array([data.draw(st.floats(0.0, 8.0))])
    most = tilted_row.most_margin(np.array(accuracies), usage, limits, fewest, tilt)
    _, shares, _, _ = members(accuracies, tilt)
    for row in odd_sets(count):
        if row.sum() >= fewest and (row @ usage <= limits).all():
            assert (shares[row] - 0.5).sum() + half(tilt) <= most + 1e-9


@given(accuracies=st.lists(st.floats(0.01, 0.99), min_size=3, max_size=9))
def test_the_tilt_of_a_panel_is_where_its_margin_is_zero(accuracies):
    panel = np.array(accuracies if len(accuracies) % 2 else accuracies[:-1])
    own = panel_tilt(panel)
    if own < 50.0:
        assert tilted_row.own_tilt(panel, len(panel)) == pytest.approx(own, rel=1e-3, abs=1e-3)
