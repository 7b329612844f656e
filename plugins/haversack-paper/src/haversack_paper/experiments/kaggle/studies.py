"""What is computed for one pool: the fit, STOP, what annealing finds, and the optimum beside it."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

import numpy as np

import haversack as hs

if TYPE_CHECKING:
    from haversack import FloatArray, Selection
    from haversack_paper.experiment import Json

_PATIENT = {"kind": "max-step", "limit": 10**9}
_LEAST_PRECISE = 1e-290
_LARGE = 2_001


def studied(accuracies: FloatArray, *, steps: int, walks: int, most_tested: int, seed: int) -> dict[str, Json]:
    """Return all that is to be known of a pool without costs.

    Parameters
    ----------
    accuracies
        Of the members.
    steps
        Where annealing ends if STOP does not end it.
    walks
        How many walks share these steps. They go on together for a while before they are asked whether to stop, so
        where a step is dear there should be one.
    most_tested
        Of more members than that, so many are drawn for the test of the fit.
    seed
        Of annealing and of the test of the fit.
    """
    warm_up()
    pool = hs.Pool(accuracies=accuracies)
    fit = fitted(accuracies, most_tested, seed)
    ordered = np.sort(accuracies)[::-1]
    log_errors = beginning_log_errors(ordered)
    exact = hs.select(pool, searcher="exact", stopping=_PATIENT, seed=seed)
    # The pool as it is decides by its own moments where a beta distribution is rejected or cannot be fitted at all.
    choice = "beta" if fit["accepted"] and fit["left_out"] == 0 else "empirical"
    rule = {"kind": "paper", "fit": choice, "min_steps": steps, "max_steps": steps}
    annealing = {"kind": "annealing", "chains": walks, "groups": 1}
    stopped = hs.select(pool, searcher=annealing, stopping=rule, seed=seed, certify="off")
    plan = stopped.plan
    assert plan is not None
    assert stopped.error is not None
    assert exact.error is not None
    reached = stopped.error <= plan.error_threshold
    limited = stopped
    if reached:
        limit = {"kind": "max-step", "limit": steps}
        limited = hs.select(pool, searcher=annealing, stopping=limit, seed=seed, certify="off")
    best = 2 * int(np.argmin(log_errors[::2])) + 1
    at_stop = _told(stopped)
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
        "optimum": _told(exact, log_errors[len(exact.members) - 1]) | {"proven": exact.proven},
        "scan": {"size": best, "log10_error": _log10(log_errors[best - 1])},
        "at_stop": at_stop,
        # The same run, where STOP did not end it.
        "at_limit": _told(limited) if reached else at_stop,
    }


def fitted(accuracies: FloatArray, most_tested: int, seed: int) -> dict[str, Json]:
    """Fit a beta distribution to the accuracies that are neither 0 nor 1, and test it at the 5 % level."""
    inside = accuracies[(accuracies > 0.0) & (accuracies < 1.0)]
    told: dict[str, Json] = {"alpha": None, "beta": None, "p_value": None, "accepted": False}
    left_out = int(accuracies.size - inside.size)
    if inside.size > most_tested:
        inside = np.random.default_rng(seed).choice(inside, most_tested, replace=False)
    if inside.size:
        plan = hs.make_plan(hs.Pool(accuracies=inside), seed=seed)
        told = {
            "alpha": plan.accuracy_alpha,
            "beta": plan.accuracy_beta,
            "p_value": plan.accuracy_p_value,
            "accepted": plan.accuracy_fit == "beta",
        }
    return told | {"left_out": left_out, "tested": int(inside.size)}


def beginning_log_errors(accuracies: FloatArray) -> FloatArray:
    """Return the logarithms of the errors of the first 1, 2, 3, ... members under a majority vote, ties being wrong.

    By adding member after member to the distribution of right votes, in logarithms throughout: slow, plain, and with
    nothing of haversack in it. With the most accurate members first, the least of them belongs to the best set of all.
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
def warm_up() -> None:
    """Have everything compiled before a clock runs; other ways are taken for many members and for weak ones."""
    small = hs.Pool(accuracies=[0.6, 0.7, 0.8])
    hs.select(small, searcher="annealing", stopping={"kind": "max-step", "limit": 200}, seed=0, certify="off")
    for accuracies in ([0.6, 0.7, 0.8], np.linspace(0.55, 0.7, _LARGE), np.linspace(0.2, 0.3, _LARGE)):
        hs.select(hs.Pool(accuracies=accuracies), searcher="exact", stopping=_PATIENT, seed=0)


def _told(selection: Selection, log_error: float | None = None) -> dict[str, Json]:
    """Return what is to be kept; the logarithm of the error also where the error itself is too small to be one."""
    assert selection.error is not None
    if selection.error >= _LEAST_PRECISE:
        log_error = math.log(selection.error)
    elif log_error is None:
        accuracies = selection.pool.require_accuracies()[list(selection.members)]
        log_error = float(beginning_log_errors(accuracies)[-1])
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
