"""Checks made from promises, and the message for a broken one."""

from __future__ import annotations

import pytest

from haversack import ConfigError, Pool
from haversack.energies import MajorityVote
from haversack.testing import BrokenPromise, energy_checks
from haversack.testing.examples import st
from haversack.testing.promises import NotKept, PartCase, Promises, require_claim, run_checks


class Counts:
    """Offers a capability."""

    def count(self):
        return 3


def build_promises():
    promises = Promises()

    @promises.add("it is even", of=Counts)
    def is_even(case):
        if case.part.count() % 2:
            raise NotKept(f"count() returned {case.part.count()}", {"pool": Pool(accuracies=[0.5])})

    @promises.add("it is small", when=lambda case: case.kind == "cost")
    def is_small(case):
        raise AssertionError("not made by an energy")

    return promises


def test_a_broken_promise_names_the_part_the_promise_the_example_and_what_was_found():
    (check,) = build_promises().checks(PartCase("energy", Counts()))
    assert (check.name, str(check), check.promise) == ("is-even", "is-even", "it is even")
    with pytest.raises(BrokenPromise) as caught:
        check()
    first, *others = str(caught.value).splitlines()
    assert first.startswith("energy <")
    assert first.endswith("> breaks a promise: it is even")
    assert others == ["  pool = Pool(accuracies=[0.5])", "  found: count() returned 3"]
    assert (caught.value.promise, caught.value.found) == ("it is even", "count() returned 3")
    assert set(caught.value.example) == {"pool"}


def test_a_promise_that_the_part_does_not_make_is_not_checked():
    assert build_promises().checks(PartCase("energy", object())) == ()
    assert [str(check) for check in build_promises().checks(PartCase("cost", object()))] == ["is-small"]


def test_a_part_is_labelled_by_its_kind_and_its_name_or_its_repr():
    assert PartCase("stopping", build_promises).label == "stopping rule build_promises"
    assert PartCase("cost", MajorityVote()).label == "cost model MajorityVote(ties='wrong')"


def test_checks_run_in_order_up_to_the_first_broken_promise():
    ran = []

    def note(name, fails=False):
        def check():
            ran.append(name)
            if fails:
                raise BrokenPromise("energy X", "it works", "it did not", {})

        return check

    with pytest.raises(BrokenPromise, match="it did not"):
        run_checks((note("first"), note("second", fails=True), note("third")))
    assert ran == ["first", "second"]


def test_a_claim_is_refuted_by_its_smallest_counterexample():
    numbers = st.fixed_dictionaries({"number": st.integers(0, 1000)})
    require_claim(numbers, lambda number: None)
    with pytest.raises(NotKept, match="10 is too large") as caught:
        require_claim(numbers, lambda number: f"{number} is too large" if number >= 10 else None)
    assert caught.value.example == {"number": 10}


@pytest.mark.parametrize(
    "energy",
    [MajorityVote(), MajorityVote, lambda: MajorityVote(ties="coin"), "majority", {"kind": "majority", "ties": "coin"}],
    ids=["object", "class", "factory", "name", "dict"],
)
def test_a_part_may_be_given_in_any_way(energy):
    (check,) = [check for check in energy_checks(energy) if check.name == "no-sets"]
    check()
    assert check.promise == "for a batch of no sets, it returns an array of shape (0,)"


def test_what_is_no_part_is_refused():
    with pytest.raises(ConfigError, match="energy: expected a registered name, a dict .* got 3"):
        energy_checks(3)
    with pytest.raises(ConfigError, match="'majorty' is not registered; did you mean 'majority'"):
        energy_checks("majorty")
