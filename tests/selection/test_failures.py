from __future__ import annotations

import contextlib

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from failing_parts import (
    FAILING,
    WORDS,
    FailingCost,
    FailingEnergy,
    FailingNotes,
    FailingRule,
    FailingSearcher,
    FailingValue,
    FailingWalks,
)
from fakes import ListSearcher, MeanLoss
from haversack import (
    CapabilityError,
    ConfigError,
    EnergyError,
    HaversackError,
    PartError,
    Pool,
    SearchError,
    select,
)
from haversack.api.stopping import AnyOf
from haversack.in_turn import InTurn
from haversack.stopping import MaxStep
from oracles import exact_error

POOL = Pool(accuracies=[0.9, 0.8, 0.7, 0.6, 0.85], costs=[4.0, 2.0, 2.0, 1.0, 3.0])
BUDGET = 7.0
RUN = {"searcher": "monte-carlo", "stopping": {"kind": "max-step", "limit": 400}, "seed": 1}


def run(**parts):
    return select(POOL, BUDGET, **(RUN | parts))


def attempt(**parts):
    """Return the selection, or the error."""
    try:
        return run(**parts)
    except HaversackError as error:
        return error


def name_failure(kind, error):
    words = f"{WORDS[kind]} {FAILING[kind].__name__} raised "
    if error is StopIteration and kind in ("energy", "cost"):
        # Passed on as it is, it would end a loop of the searcher.
        return words
    return f"{words}{error.__name__}: out of order"


@given(
    kind=st.sampled_from(sorted(FAILING)),
    calls=st.integers(1, 40),
    error=st.sampled_from([ValueError, MemoryError, RecursionError, SystemExit, SearchError, StopIteration]),
    certify=st.sampled_from(["off", "quick", "prove"]),
)
@pytest.mark.slow
def test_a_part_that_fails_at_any_call_leaves_the_best_set_found_before(kind, calls, error, certify):
    """What the answer says of its set is computed again, with fractions for the majority vote."""
    found = attempt(**{kind: FAILING[kind](calls, error)}, certify=certify)
    if isinstance(found, HaversackError):
        assert isinstance(found, PartError)
        assert str(found).startswith(name_failure(kind, error))
        assert error is StopIteration or isinstance(found.__cause__, error)
        return
    assert set(found.members) <= set(range(len(POOL)))
    assert found.cost == pytest.approx(float(POOL.costs[list(found.members)].sum()))
    assert found.cost <= BUDGET
    accuracies = POOL.accuracies[list(found.members)]
    error_of_set = 1.0 - accuracies.mean() if kind == "energy" else float(exact_error(accuracies.tolist()))
    assert (found.error, found.value) == (pytest.approx(error_of_set), found.trace[-1].value)
    assert found.failed == found.stop_reason.startswith("failed: ")
    if found.failed:
        assert found.stop_reason.startswith(f"failed: {name_failure(kind, error)}")
        assert found.to_dict()["failed"] is True
        assert found.stop_reason.removeprefix("failed: ") in " ".join(found.summary().split())
    if found.failed and kind in ("energy", "cost"):
        assert found.best_single is None
    if kind == "stopping":
        # Where a search takes long, the clock has the rule asked between two offers, too.
        return
    again = run(**{kind: FAILING[kind](calls, error)}, certify=certify)
    assert (again.members, again.steps, again.stop_reason) == (found.members, found.steps, found.stop_reason)


def test_what_was_found_before_the_failure_is_the_answer():
    class Steps:
        def search(self, problem, monitor, rng):
            for row in np.eye(len(problem.pool), dtype=bool)[[3, 2, 1]]:
                monitor.offer(row[None, :])
            raise LookupError("no more")

    found = run(searcher=Steps(), certify="off")
    assert (found.members, found.steps, found.failed, found.proven) == ((1,), 3, True, False)
    assert found.stop_reason == "failed: searcher Steps raised LookupError: no more"
    assert found.best_single.members == (0,)


def test_a_failed_searcher_leaves_bounding_to_others():
    found = run(searcher=FailingSearcher(3))
    assert (found.failed, found.proven) == (True, True)
    assert found.stop_reason == "failed: searcher FailingSearcher raised ValueError: out of order; then proved optimal"


def test_an_energy_that_failed_is_not_asked_again():
    energy = FailingEnergy(10**9)
    searcher = ListSearcher(((0,), (1,)))

    class Breaking:
        def search(self, problem, monitor, rng):
            searcher.search(problem, monitor, rng)
            energy.countdown.calls = 1
            problem.losses(np.eye(len(problem.pool), dtype=bool))

    found = run(energy=energy, searcher=Breaking(), certify="prove")
    assert (found.failed, found.best_single, found.bound) == (True, None, None)
    assert energy.countdown.calls == 0


@pytest.mark.parametrize("calls", [2, 3, 5])
def test_a_failing_value_keeps_the_value_shown_before(calls):
    found = run(energy=FailingValue(calls), certify="prove")
    assert found.failed
    assert found.value == pytest.approx(float(POOL.accuracies[list(found.members)].sum()))


def test_failing_notes_are_left_out():
    found = run(energy=FailingNotes(1), certify="off")
    assert (found.failed, found.notes) == (True, ())
    assert found.stop_reason == (
        "failed: energy FailingNotes raised ValueError: out of order (after the search had ended: limit of 400 steps)"
    )


def test_notes_of_another_class_break_the_contract():
    class Chatty(MeanLoss):
        def notes(self, pool, chosen):
            return ["good"]

    found = run(energy=Chatty(), certify="off")
    assert "raised EnergyError: energy Chatty: expected notes of the class Note, got 'good'" in found.stop_reason


def test_walks_belong_to_their_energy():
    found = run(energy=FailingWalks(3), searcher="annealing", certify="off")
    assert found.stop_reason == "failed: energy FailingWalks raised ValueError: out of order"


@pytest.mark.parametrize("error", [KeyboardInterrupt])
def test_an_interrupt_is_no_failure(error):
    found = run(searcher=FailingSearcher(3, error), certify="off")
    assert (found.failed, found.interrupted) == (False, True)


def test_the_one_that_failed_of_several_is_named():
    found = run(searcher=InTurn((ListSearcher(((0,),)), FailingSearcher(2))), certify="off")
    assert found.stop_reason == "failed: searcher FailingSearcher raised ValueError: out of order"
    found = run(stopping=AnyOf((MaxStep(limit=500), FailingRule(3))), certify="off")
    assert found.stop_reason == "failed: stopping rule FailingRule raised ValueError: out of order"


def test_a_rule_that_is_a_function_is_named():
    def careless(progress):
        return progress.nothing if progress.steps > 5 else None

    found = run(stopping=careless, certify="off")
    assert found.stop_reason.startswith("failed: stopping rule careless raised AttributeError: ")


def test_a_searcher_that_wraps_another_is_not_blamed_for_it():
    @attrs.frozen
    class Wrapper:
        inner: object

        def search(self, problem, monitor, rng):
            return self.inner.search(problem, monitor, rng)

    found = run(searcher=Wrapper(FailingSearcher(2)), certify="off")
    assert found.stop_reason.startswith("failed: searcher FailingSearcher raised")


def test_an_energy_answers_for_the_energies_that_it_calls():
    class Doubled:
        inner = FailingEnergy(3)

        def losses(self, pool, sets):
            return self.inner.losses(pool, sets) / 2.0

    found = run(energy=Doubled(), searcher=FailingSearcher(10**9), certify="off")
    assert found.stop_reason == "failed: energy Doubled raised ValueError: out of order"


def test_a_registered_part_is_named_with_its_distribution_and_version(builtins):
    entries = tuple(
        attrs.evolve(
            entry, name="fragile", factory=FailingCost, source=attrs.evolve(entry.source, distribution="x", version="2")
        )
        if (entry.kind, entry.name) == ("cost", "parallel")
        else entry
        for entry in builtins.entries
    )
    found = run(cost=FailingCost(11), certify="off", catalog=attrs.evolve(builtins, entries=entries))
    assert found.stop_reason.startswith("failed: cost model 'fragile' of x 2 raised ValueError: out of order")


def test_losses_of_a_wrong_shape_in_mid_run_are_a_failure_of_the_energy():
    class Shrinking(MeanLoss):
        calls = 0

        def losses(self, pool, sets):
            self.calls += 1
            return super().losses(pool, sets)[: len(sets) if self.calls < 3 else 1]

    found = run(energy=Shrinking(), searcher=FailingSearcher(10**9), certify="off")
    assert found.stop_reason.startswith("failed: energy Shrinking raised EnergyError: ")


def test_sets_of_a_wrong_shape_are_a_failure_of_the_searcher():
    class Careless:
        def search(self, problem, monitor, rng):
            monitor.offer(np.eye(len(problem.pool), dtype=bool))
            monitor.offer(np.ones((1, 2), dtype=bool))

    found = run(searcher=Careless(), certify="off")
    assert found.stop_reason.startswith("failed: searcher Careless raised SearchError: searcher offered sets of shape")


def test_questions_about_sets_of_a_wrong_shape_are_a_failure_of_the_searcher():
    class Careless:
        def search(self, problem, monitor, rng):
            monitor.offer(np.eye(len(problem.pool), dtype=bool))
            problem.losses(np.ones((1, 2), dtype=bool))

    found = run(searcher=Careless(), certify="off")
    assert found.stop_reason == (
        "failed: searcher Careless raised SearchError: searcher asked about sets of shape (1, 2); "
        "expected (rows, 5), a row per set"
    )


def test_a_reason_that_is_no_text_is_a_failure():
    found = run(searcher=ListSearcher(((0,),), reason=3), certify="off")
    assert found.stop_reason == (
        "failed: searcher ListSearcher raised SearchError: searcher must return a reason as text, or None; got 3"
    )
    found = run(stopping=lambda progress: progress.steps > 5 or None, certify="off")
    assert found.stop_reason.startswith("failed: stopping rule <lambda> raised SearchError: stopping rule ")


def test_a_contract_broken_before_any_set_keeps_the_class_of_its_error():
    class NoNumbers(MeanLoss):
        def losses(self, pool, sets):
            return np.full(len(sets), np.nan)

    with pytest.raises(EnergyError, match=r"^energy NoNumbers raised EnergyError: .* is not a number; no set had been"):
        run(energy=NoNumbers())


def test_a_message_to_the_user_before_any_set_stays_as_it_is():
    class Picky:
        def search(self, problem, monitor, rng):
            raise CapabilityError("picky: needs more members")

    with pytest.raises(CapabilityError, match=r"^picky: needs more members$"):
        run(searcher=Picky())


@pytest.mark.parametrize("kind", sorted(FAILING))
def test_raise_lets_the_exception_through(kind):
    with pytest.raises(LookupError, match=r"^'?out of order'?$"):
        run(**{kind: FAILING[kind](12 if kind == "cost" else 2, LookupError)}, on_failure="raise")


def test_what_to_do_is_keep_or_raise():
    with pytest.raises(ConfigError, match="on_failure: must be 'keep' or 'raise', got 'ignore'"):
        run(on_failure="ignore")
    with pytest.raises(ConfigError, match=r"on_failure: must be 'keep' or 'raise', got \['keep'\]"):
        run(on_failure=["keep"])


@pytest.mark.parametrize("on_failure", ["keep", "raise"])
@pytest.mark.parametrize("error", [ValueError("mine"), SystemExit(3), SearchError("mine")])
def test_what_the_listener_of_the_caller_raises_reaches_the_caller(on_failure, error):
    class Swallowing:
        def search(self, problem, monitor, rng):
            for row in np.eye(len(problem.pool), dtype=bool):
                with contextlib.suppress(Exception):
                    monitor.offer(row[None, :])

    def listen(progress, plan):
        raise error

    with pytest.raises(type(error)) as caught:
        run(searcher=Swallowing(), on_progress=listen, on_failure=on_failure)
    assert caught.value is error
    assert caught.value.__context__ is None


def test_a_part_that_exits_does_not_end_the_process():
    found = run(searcher=FailingSearcher(2, SystemExit), certify="off")
    assert found.stop_reason == "failed: searcher FailingSearcher raised SystemExit: out of order"


def test_what_a_part_raises_through_an_executor_is_its_own():
    from concurrent.futures import ThreadPoolExecutor

    class Threaded:
        def search(self, problem, monitor, rng):
            monitor.offer(np.eye(len(problem.pool), dtype=bool)[:1])
            with ThreadPoolExecutor(1) as executor:
                executor.submit(problem.losses, np.eye(len(problem.pool), dtype=bool)).result()

    found = run(energy=FailingEnergy(2), searcher=Threaded(), certify="off")
    assert found.stop_reason == "failed: energy FailingEnergy raised ValueError: out of order"
