"""What is computed for one pool: the fit, STOP, what annealing finds, and the optimum."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

import haversack as hs
from haversack import FloatArray

_PATIENT = {"kind": "max-step", "limit": 10**9}
_LEAST_PRECISE = 1e-290
_LARGE = 2_001
_BINS = 60
_WALKS = 64


def study_part(accuracies: FloatArray, arguments: Any) -> dict[str, Any]:
    """Study all teams, or some of the smaller pools; the first of these come with the pool of the best."""
    study = functools.partial(study_pool, steps=arguments["steps"], most_tested=arguments["most_tested"])
    if "draws" not in arguments:
        counts, edges = np.histogram(accuracies, bins=_BINS)
        histogram = {"edges": edges.tolist(), "counts": counts.tolist()}
        return {"histogram": histogram, "all": [study(accuracies, walks=1, seed=0)]}
    members = min(arguments["members"], len(accuracies))
    best, drawn = [], []
    for draw in arguments["draws"]:
        if draw == 0:
            best.append(study(np.sort(accuracies)[::-1][:members], walks=_WALKS, seed=0))
        # The same teams whatever way their scores are read.
        random = np.random.default_rng([arguments["seed"], members, draw])
        drawn.append(study(random.choice(accuracies, members, replace=False), walks=_WALKS, seed=draw))
    return {"best": best, "drawn": drawn}


def study_pool(accuracies: FloatArray, *, steps: int, walks: int, most_tested: int, seed: int) -> dict[str, Any]:
    """Return the fit, STOP, the optimum and the panels that annealing finds for a pool without costs.

    The walks of annealing share the steps. All of them advance for a while before the stopping rule is asked, so where
    a step is expensive there should be one. From pools larger than `most_tested`, so many members are drawn to test the
    fit.
    """
    _warm_up()
    pool = hs.Pool(accuracies=accuracies)
    fit = _fit_beta(accuracies, most_tested, seed)
    ordered = np.sort(accuracies)[::-1]
    log_errors = prefix_log_errors(ordered)
    exact = hs.select(pool, searcher="exact", stopping=_PATIENT, seed=seed)
    # The empirical rule uses the moments of the pool, where a beta distribution is rejected or cannot be fitted at all.
    choice = "beta" if fit["accepted"] and fit["left_out"] == 0 else "empirical"
    rule = {"kind": "paper", "fit": choice, "min_steps": steps, "max_steps": steps}
    annealing = {"kind": "annealing", "chains": walks, "groups": 1}
    stopped = hs.select(pool, preset="paper", searcher=annealing, stopping=rule, seed=seed, certify="off")
    plan = stopped.plan
    assert plan is not None
    assert stopped.error is not None
    assert exact.error is not None
    at_stop = at_limit = _describe(stopped)
    reached = stopped.error <= plan.error_threshold
    if reached:
        limit = {"kind": "max-step", "limit": steps}
        at_limit = _describe(hs.select(pool, searcher=annealing, stopping=limit, seed=seed, certify="off"))
    best = 2 * int(np.argmin(log_errors[::2])) + 1
    return {
        "members": len(accuracies),
        "mean": float(accuracies.mean()),
        "deviation": float(accuracies.std(ddof=1)) if len(accuracies) > 1 else 0.0,
        "best_member": float(ordered[0]),
        "worst_member": float(ordered[-1]),
        "fit": fit,
        "stop": {
            "size": plan.size,
            "rule": plan.rule,
            "mean": plan.mean,
            "value": plan.threshold,
            "error": plan.error_threshold,
            "reached": reached,
            "reachable": exact.error <= plan.error_threshold,
        },
        "optimum": _describe(exact, log_errors[len(exact.members) - 1]) | {"proven": exact.proven},
        "scan": {"size": best, "log10_error": _log10(log_errors[best - 1])},
        "at_stop": at_stop,
        "at_limit": at_limit,
    }


def _fit_beta(accuracies: FloatArray, most_tested: int, seed: int) -> dict[str, Any]:
    """Fit a beta distribution to the accuracies that are neither 0 nor 1, and test it at the 5 % level."""
    inside = accuracies[(accuracies > 0.0) & (accuracies < 1.0)]
    left_out = int(accuracies.size - inside.size)
    if inside.size > most_tested:
        inside = np.random.default_rng(seed).choice(inside, most_tested, replace=False)
    plan = hs.make_plan(hs.Pool(accuracies=inside), seed=seed) if inside.size else None
    return {
        "alpha": plan and plan.accuracy_alpha,
        "beta": plan and plan.accuracy_beta,
        "p_value": plan and plan.accuracy_p_value,
        "accepted": plan is not None and plan.accuracy_fit == "beta",
        "left_out": left_out,
        "tested": int(inside.size),
    }


def prefix_log_errors(accuracies: FloatArray) -> FloatArray:
    """Return the logarithms of the errors of the first 1, 2, 3, ... members under a majority vote, ties being wrong.

    By adding member after member to the distribution of right votes, in logarithms throughout: slow, simple, and
    independent of haversack. With the most accurate members first, the least of them belongs to the best set of all.
    """
    members = len(accuracies)
    with np.errstate(divide="ignore"):
        right, wrong = np.log(accuracies), np.log1p(-accuracies)
    votes = np.full(members // 2 + 1, -np.inf)
    votes[0] = 0.0
    errors = np.empty(members)
    for place in range(members):
        top = min(place + 1, members // 2)
        votes[1 : top + 1] = np.logaddexp(votes[1 : top + 1] + wrong[place], votes[:top] + right[place])
        votes[0] += wrong[place]
        minority = votes[: (place + 1) // 2 + 1]
        largest = minority.max()
        errors[place] = largest + math.log(np.exp(minority - largest).sum()) if largest > -np.inf else -np.inf
    return np.minimum(errors, 0.0)


@functools.cache
def _warm_up() -> None:
    """Compile everything before a clock runs; large pools and weak ones take other paths."""
    small = [0.6, 0.7, 0.8]
    stopping = {"kind": "max-step", "limit": 200}
    hs.select(hs.Pool(accuracies=small), searcher="annealing", stopping=stopping, seed=0, certify="off")
    for accuracies in (small, np.linspace(0.55, 0.7, _LARGE), np.linspace(0.2, 0.3, _LARGE)):
        hs.select(hs.Pool(accuracies=accuracies), searcher="exact", stopping=_PATIENT, seed=0)


def _describe(selection: hs.Selection, log_error: float | None = None) -> dict[str, Any]:
    """Return what is kept of a selection, with the logarithm of its error also where the error itself underflows."""
    assert selection.error is not None
    if selection.error >= _LEAST_PRECISE:
        log_error = math.log(selection.error)
    elif log_error is None:
        accuracies = selection.pool.require_accuracies()[list(selection.members)]
        log_error = float(prefix_log_errors(accuracies)[-1])
    return {
        "value": selection.value,
        "error": selection.error,
        "log10_error": _log10(log_error),
        "size": len(selection.members),
        "steps": selection.steps,
        "seconds": selection.seconds,
    }


def _log10(log_error: float) -> float | None:
    """Return None for an error of exactly 0."""
    return None if log_error == -np.inf else float(log_error) / math.log(10.0)
