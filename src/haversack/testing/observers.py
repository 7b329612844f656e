"""Promises of an observer, and the functions that check all of them."""

from __future__ import annotations

import copy
import functools
import warnings
from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.observer import Observer
from haversack.api.stopping import StoppingRule
from haversack.plugins import PluginWarning, load_catalog
from haversack.pools.pool import Pool
from haversack.selection.run import select
from haversack.testing.options import OPTIONS
from haversack.testing.promises import NotKept, PartCase, Promises, build_subject, run_checks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from haversack.api.progress import Progress
    from haversack.api.selection import Selection
    from haversack.testing.promises import PromiseCheck

OBSERVERS: Promises[PartCase] = Promises()


def observer_checks(observer: Observer | type | str | Mapping[str, Any]) -> tuple[PromiseCheck, ...]:
    """Return one check for each promise that an observer makes.

    The observer watches real runs, and so writes where its options say.

    Parameters
    ----------
    observer
        The observer, its class if that needs no options, a registered name, or a dict with the key ``kind``.

    Returns
    -------
    tuple of PromiseCheck
        In the order in which to run them.
    """
    case = PartCase("observer", build_subject("observer", observer))
    return OBSERVERS.checks(case) + OPTIONS.checks(case)


def check_observer(observer: Observer | type | str | Mapping[str, Any]) -> None:
    """Check every promise of an observer; the parameters are those of `observer_checks`.

    Raises
    ------
    BrokenPromise
        For the first promise that is not kept.

    Examples
    --------
    >>> class Silent(Observer):
    ...     def watch(self, run):
    ...         return None
    >>> check_observer(Silent())
    """
    run_checks(observer_checks(observer))


@attrs.frozen
class _NoSet:
    """A searcher that finds nothing."""

    def search(self, problem: Any, monitor: Any, rng: Any) -> str:  # noqa: ARG002
        return "nothing was tried"


def _example_pool() -> Pool:
    return Pool(
        accuracies=[0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6],
        costs=[4.0, 3.0, 2.0, 2.0, 1.0, 1.0, 1.0],
        metadata={"vendor": ["a", "a", "b", "b", "c", "c", "c"]},
    )


@attrs.frozen
class _StopAtOnce(StoppingRule):
    """A rule without a registered name."""

    def __call__(self, progress: Progress) -> str | None:
        return "enough" if progress.steps else None


_STEPS = {"kind": "max-step", "limit": 300}
_RUNS: dict[str, Callable[..., Selection]] = {
    "a run that ends with a proof": functools.partial(select, budget=8.0, seed=1),
    "a run without a budget and without a bound": functools.partial(
        select, seed=2, searcher="monte-carlo", stopping=_STEPS, certify="off"
    ),
    "a run under a preset": functools.partial(select, budget=8.0, seed=3, preset="paper"),
    "a run whose parts have no names": functools.partial(
        select, budget=8.0, seed=4, searcher="sherlock", stopping=_StopAtOnce()
    ),
}


def _watch(observer: Any, run: Callable[..., Selection]) -> tuple[Selection, list[str]]:
    """Return the result of a run and the complaints about its observer."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", PluginWarning)
        found = run(
            _example_pool(),
            observers=None if observer is None else [observer],
            catalog=load_catalog(third_parties=False),
        )
    return found, [str(each.message) for each in caught if issubclass(each.category, PluginWarning)]


def _answer(selection: Selection) -> dict[str, Any]:
    times = ("seconds", "setup_seconds", "trace")
    return {key: value for key, value in selection.to_dict().items() if key not in times}


@OBSERVERS.add("it watches runs of every kind to their ends without an exception")
def watches_every_run(case: PartCase) -> None:
    """Watch runs with and without a proof, a budget, a preset and registered names."""
    for words, run in _RUNS.items():
        _, complaints = _watch(case.part, run)
        if complaints:
            raise NotKept(complaints[0], {"run": words})


@OBSERVERS.add("it watches a run that ends without an answer")
def watches_a_run_without_an_answer(case: PartCase) -> None:
    """Watch a run whose searcher finds nothing."""
    complaints: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", PluginWarning)
        try:
            select(
                _example_pool(),
                seed=0,
                searcher=_NoSet(),
                observers=[case.part],
                catalog=load_catalog(third_parties=False),
            )
        # Whatever the run ends with, there is no answer.
        except Exception:
            complaints = [str(each.message) for each in caught if issubclass(each.category, PluginWarning)]
    if complaints:
        raise NotKept(complaints[0], {})


@OBSERVERS.add("the answer of a run is the same with it")
def answers_stay(case: PartCase) -> None:
    """Compare runs with and without it."""
    for words, run in _RUNS.items():
        (alone, _), (watched, _) = _watch(None, run), _watch(case.part, run)
        if _answer(alone) != _answer(watched):
            raise NotKept(f"{_answer(watched)!s:.120} with it, {_answer(alone)!s:.120} without", {"run": words})


def _picture(part: object) -> str:
    return f"{part!r} with {getattr(part, '__dict__', {})}"


@OBSERVERS.add("it keeps nothing of a run: it is unchanged after several of them")
def observers_stay(case: PartCase) -> None:
    """Watch two runs, one within the other, and compare the observer before and after."""
    try:
        before = copy.deepcopy(case.part)
    except Exception as error:
        raise NotKept(f"it cannot be copied: {type(error).__name__}: {error}", {}) from error
    image = _picture(case.part)

    @attrs.frozen
    class Nesting(Observer):
        def watch(self, run: Any) -> None:  # noqa: ARG002
            _watch(case.part, _RUNS["a run that ends with a proof"])

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PluginWarning)
        select(
            _example_pool(), 8.0, seed=0, observers=[case.part, Nesting()], catalog=load_catalog(third_parties=False)
        )
    after = _picture(case.part)
    if image != after or (attrs.has(type(case.part)) and case.part != before):
        raise NotKept(f"it was {image:.120} and became {after:.120}", {})
