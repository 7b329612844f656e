"""Panels chosen from a pool of trained classifiers, and their accuracy on selection data and on held-out data."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

import haversack as hs
from haversack import FloatArray
from haversack_paper.experiments.uci.classifiers import FAMILIES, Flags
from haversack_paper.experiments.uci.training import unpack

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

LEMMA_2_UP_TO = 30
_LEAST_SECONDS = 1e-6  # A cost must be above 0, and clocks are coarse.
_SAMPLES = 9_999


def budget_share(members: int) -> float:
    """Return the share of the total cost that a panel may cost: as in the paper's simulations, 0.3, 0.2 above 30."""
    return 0.3 if members <= LEMMA_2_UP_TO else 0.2


@attrs.frozen(eq=False)
class Candidates:
    """A pool of classifiers with accuracies and votes on selection data.

    `right` is where each member is right, of shape (rows, members), by part: ``selection`` and ``test``.
    """

    pool: hs.Pool
    right: dict[str, Flags]

    @classmethod
    def of(cls, trained: Iterable[list[dict[str, Any]]], members: int, cost: str) -> Candidates:
        """Make a pool of the first members of what `train_members` returned, batch by batch."""
        chosen = list(itertools.islice(itertools.chain.from_iterable(trained), members))
        right = {part: np.column_stack([unpack(one[part]) for one in chosen]) for part in ("selection", "test")}
        costs = [max(one["seconds"], _LEAST_SECONDS) if cost == "time" else one["operations"] for one in chosen]
        # There are two answers, so all members that are wrong agree: whether a member is right is its vote.
        votes = right["selection"].astype(np.int64)
        names = [f"{one['family']}-{one['member']}" for one in chosen]
        recorded = hs.RecordedVotes.of(votes, np.ones(len(votes), dtype=np.int64))
        # The paper takes the shares of right answers for the accuracies.
        pool = hs.Pool(accuracies=recorded.accuracies, costs=costs, names=names, votes=recorded)
        return cls(pool, right)

    @property
    def budget(self) -> float:
        """What a panel may cost."""
        return budget_share(len(self.pool)) * float(self.pool.require_costs().sum())

    def correlations(self) -> dict[str, float | None]:
        """Return the mean correlation between the mistakes of two members on test data: by family, and over all pairs.

        Independent members have 0. None where no two members make different mistakes at all.
        """
        kinds, right = np.array([name.rpartition("-")[0] for name in self.pool.names]), self.right["test"]
        by_family = {name: _mean_correlation(right[:, kinds == name]) for name in FAMILIES}
        return by_family | {"all": _mean_correlation(right)}


def _mean_correlation(right: Flags) -> float | None:
    varied = right[:, right.any(axis=0) & ~right.all(axis=0)].astype(float)
    if varied.shape[1] < 2:
        return None
    pairs = np.triu_indices(varied.shape[1], 1)
    return float(np.corrcoef(varied, rowvar=False)[pairs].mean())


def choose_panels(candidates: Candidates, arguments: Any) -> dict[str, Any]:
    """Choose panels in the way that the arguments of a part ask for.

    The task ``search`` is the paper's: both searchers, until STOP and for a number of steps. ``votes`` chooses by the
    recorded votes, until there was no better panel for a number of steps. ``compare`` describes the pool and proves the
    best panel by the independent estimate, unless that takes too many steps; beside it are panels without a search.
    """
    if arguments["task"] == "search":
        limit, seed = arguments["limit"], arguments["seed"]
        rules: dict[str, Any] = {
            "stop": {"preset": "paper", "stopping": {"kind": "paper", "max_steps": limit}},
            "limit": {"stopping": {"kind": "max-step", "limit": limit}},
        }
        pairs = itertools.product(("annealing", "sherlock"), rules)
        return {
            "runs": [_search(candidates, f"{who}-{rule}", seed, searcher=who, **rules[rule]) for who, rule in pairs]
        }
    if arguments["task"] == "votes":
        patient = {"kind": "stagnation", "steps": arguments["patience"]}
        by_votes = {"energy": "votes", "searcher": "annealing", "stopping": patient}
        return {"runs": [_search(candidates, "votes", seed, **by_votes) for seed in range(arguments["seeds"])]}
    limited = {"kind": "max-step", "limit": arguments["proof_limit"]}
    return {
        "pool": _describe_pool(candidates, arguments["seed"]),
        "runs": [
            _search(candidates, "optimum", 0, searcher="exact", stopping=limited),
            *_baselines(candidates, arguments["panels"], arguments["seed"]),
        ],
    }


def _search(candidates: Candidates, method: str, seed: int, **parts: Any) -> dict[str, Any]:
    common = {"energy": "majority", "cost": _cost_model(candidates), "certify": "off", "estimate": "none", **parts}
    compiling = common | {"stopping": {"kind": "max-step", "limit": 10}}
    hs.select(candidates.pool, candidates.budget, seed=0, **compiling)
    chosen = hs.select(candidates.pool, candidates.budget, seed=seed, **common)
    return {
        **_evaluate(candidates, method, chosen.members),
        "seed": chosen.seed,
        "seconds": chosen.seconds,
        "steps": chosen.steps,
        "proven": chosen.proven,
        # Whether the panel is as good as STOP asks for; a search may also end by its limit.
        "reached": chosen.plan is None or (chosen.error or 0.0) <= chosen.plan.error_threshold,
    }


def _cost_model(candidates: Candidates, size: str | None = None) -> dict[str, str]:
    """Return how sizes are expected, by default as the paper says: by Lemma 2 for 30 members, by the mean cost for 100.

    Lemma 2 is for accuracies that a beta distribution fits. Where none does, Algorithm 2 takes the mean cost.
    """
    return {"kind": "additive", "size": size or ("auto" if len(candidates.pool) <= LEMMA_2_UP_TO else "mean")}


def _evaluate(candidates: Candidates, method: str, members: Sequence[int]) -> dict[str, Any]:
    """Evaluate a panel as the paper does, and by the votes of its members; a tie is wrong."""
    from haversack.energies import MajorityVote

    pool = candidates.pool
    chosen = np.isin(np.arange(len(pool)), members)
    error = float(MajorityVote().losses(pool, chosen[None, :])[0])
    shares = {
        part: float((2 * right[:, chosen].sum(axis=1) > len(members)).mean())
        for part, right in candidates.right.items()
    }
    return {
        "method": method,
        "seed": None,
        "members": [int(member) for member in members],
        "size": len(members),
        "cost": float(pool.require_costs()[chosen].sum()),
        "estimate": 1.0 - error,
        "error": error,
        **shares,
        "seconds": None,
        "steps": None,
        "proven": False,
        "reached": None,
    }


def _baselines(candidates: Candidates, panels: int, seed: int) -> Iterator[dict[str, Any]]:
    """Evaluate panels without a search: all members whatever they cost, the best one within the budget, random ones."""
    costs, accuracies = candidates.pool.require_costs(), candidates.pool.require_accuracies()
    yield _evaluate(candidates, "all", range(len(costs)))
    affordable = np.flatnonzero(costs <= candidates.budget)
    yield _evaluate(candidates, "single", [affordable[accuracies[affordable].argmax()]])
    rng = np.random.default_rng(seed)
    for number in range(panels):
        yield {**_evaluate(candidates, "random", _draw_panel(costs, candidates.budget, rng)), "seed": number}


def _draw_panel(costs: FloatArray, budget: float, rng: np.random.Generator) -> list[int]:
    """Take members in random order until one does not fit; an even panel goes without its last member."""
    order = rng.permutation(len(costs))
    size = int((costs[order].cumsum() <= budget).argmin())  # One does not fit: the budget is below the sum.
    return sorted(order[: size - 1 + size % 2].tolist()) if size else [int(costs.argmin())]


def _describe_pool(candidates: Candidates, seed: int) -> dict[str, Any]:
    """Describe the pool, and what Algorithm 2 plans for it."""
    pool, budget = candidates.pool, candidates.budget
    costs, accuracies = pool.require_costs(), pool.require_accuracies()

    def plan(size: str | None = None) -> hs.Plan:
        cost = _cost_model(candidates, size)
        return hs.make_plan(pool, budget, energy="majority", cost=cost, seed=seed)

    def expect_size(how: str) -> int | None:
        """Return how many members the budget buys; None where Lemma 2 has no beta distribution to use."""
        try:
            return plan(how).size
        except hs.HaversackError:
            return None

    planned = plan()
    return {
        "members": len(pool),
        "budget": budget,
        "total": float(costs.sum()),
        "rows": {part: len(right) for part, right in candidates.right.items()},
        "mean_accuracy": float(accuracies.mean()),
        "least_accuracy": float(accuracies.min()),
        "best_accuracy": float(accuracies.max()),
        "fit": planned.accuracy_fit,
        "size": planned.size,
        "sizes": {"lemma-2": expect_size("beta"), "mean": expect_size("mean")},
        "stop": planned.threshold,
        "correlations": candidates.correlations(),
        "profile": time_profile(costs, accuracies, np.random.default_rng(seed)),
    }


def time_profile(costs: FloatArray, accuracies: FloatArray, rng: np.random.Generator) -> dict[str, float | None]:
    """Compare costs t and accuracies p with the paper's model, in which t (1 - p) is exponential.

    ``spearman`` is the rank correlation of cost and accuracy, None if either is the same for all. ``variation`` is the
    standard deviation of t (1 - p) divided by its mean; 1 if it is exponential. ``p_value`` is that of an
    Anderson-Darling test that it is, the unknown scale being divided out of the sample and of simulated ones alike. The
    latter two are None if no member is ever wrong.
    """
    from scipy.stats import spearmanr

    times = costs * (1.0 - accuracies)
    differ = len(np.unique(costs)) > 1 and len(np.unique(accuracies)) > 1
    spearman = float(spearmanr(costs, accuracies).statistic) if differ else None
    if times.sum() == 0.0:
        return {"spearman": spearman, "variation": None, "p_value": None}
    simulated = _anderson_darling(rng.exponential(size=(_SAMPLES, len(times))))
    reached = int((simulated >= _anderson_darling(times[None, :])[0]).sum())
    variation = float(times.std(ddof=1) / times.mean())
    return {"spearman": spearman, "variation": variation, "p_value": (1 + reached) / (1 + _SAMPLES)}


def _anderson_darling(samples: FloatArray) -> FloatArray:
    """Return the statistic of each row for an exponential distribution with the row's own mean."""
    size = samples.shape[1]
    scaled = np.sort(samples / samples.mean(axis=1, keepdims=True), axis=1)
    weights = 2.0 * np.arange(1, size + 1) - 1.0
    # A time of 0 has no logarithm; it is as unlikely as the smallest that has one.
    below = np.log(np.maximum(-np.expm1(-scaled), np.finfo(float).tiny))
    above = -scaled[:, ::-1]
    return np.asarray(-size - (weights * (below + above)).sum(axis=1) / size)
