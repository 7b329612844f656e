"""For each promise of an observer one that breaks it, and the complaint."""

from __future__ import annotations

import re

import attrs
import pytest

from haversack import Observer, Watcher
from haversack.testing import check_observer, observer_checks
from haversack.testing.observers import OBSERVERS


@attrs.frozen
class Percentages(Observer):
    """Expects a budget."""

    def watch(self, run):
        return f"{int(run.budget)} in all"


@attrs.frozen
class NeedsBounds(Observer):
    """Expects that there is a bound in the end."""

    def watch(self, run):
        return Bound()


class Bound(Watcher):
    def ended(self, selection):
        round(selection.bound, 3)


@attrs.frozen
class Unfinished(Observer):
    """Expects a result."""

    def watch(self, run):
        return Abandoned()


class Abandoned(Watcher):
    def aborted(self, reason):
        raise RuntimeError("no result")


class Meddler(Observer):
    """Changes how energies work."""

    def watch(self, run):
        from haversack.energies import MajorityVote

        original = MajorityVote.losses
        MajorityVote.losses = lambda self, pool, sets: 1.0 - original(self, pool, sets)
        return Restores(original)


@attrs.frozen
class Restores:
    original: object

    def ended(self, selection):
        from haversack.energies import MajorityVote

        MajorityVote.losses = self.original


class Hoards(Observer):
    """Keeps what belongs to a run."""

    def __init__(self):
        self.runs = 0

    def watch(self, run):
        self.runs += 1


class Locked(Observer):
    """Cannot be copied."""

    def watch(self, run):
        return None

    def __reduce_ex__(self, protocol):
        raise TypeError("locked")


BROKEN = [
    ("watches-every-run", Percentages(), r"failed in watch\(\).*OverflowError"),
    ("watches-every-run", NeedsBounds(), r"failed in ended\(\).*TypeError"),
    ("watches-a-run-without-an-answer", Unfinished(), r"failed in aborted\(\).*RuntimeError: no result"),
    ("answers-stay", Meddler(), "with it, .* without"),
    ("observers-stay", Hoards(), r"with {'runs': 0} and became .* with {'runs': 2}"),
    ("observers-stay", Locked(), "it cannot be copied: TypeError: locked"),
]


@pytest.mark.parametrize(
    ("name", "observer", "message"), BROKEN, ids=lambda value: value if isinstance(value, str) else None
)
def test_it_is_caught(name, observer, message, complaint):
    text = complaint(observer_checks(observer), name)
    assert text.startswith("observer ")
    assert re.search(message, text), text


def test_there_is_a_broken_observer_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in OBSERVERS}


@pytest.mark.slow
def test_an_observer_may_be_named_or_given_as_a_class(tmp_path):
    @attrs.frozen
    class Silent(Observer):
        def watch(self, run):
            return None

    check_observer(Silent)
    check_observer({"kind": "jsonl", "path": str(tmp_path / "runs.jsonl")})
