"""Promises, the checks made from them, and the message for a broken one."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs

from haversack.config.build import build_part
from haversack.kinds import BUILT_KINDS
from haversack.plugins import default_catalog
from haversack.testing.examples import find_counterexample, format_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from haversack.kinds import Kind
    from haversack.testing.examples import Claim, Example, st


class BrokenPromise(AssertionError):  # noqa: N818 - it reads as what it says
    """A part does not do what its interface promises. The message names the promise and shows the smallest example.

    Parameters
    ----------
    part
        The kind and the name of the part.
    promise
        The promise, as a sentence.
    found
        What the part did instead.
    example
        The inputs on which it did so, by name.
    """

    def __init__(self, part: str, promise: str, found: str, example: Mapping[str, Any]) -> None:
        self.promise = promise
        self.found = found
        self.example = dict(example)
        lines = [f"  {name} = {format_value(value)}" for name, value in example.items()]
        super().__init__("\n".join([f"{part} breaks a promise: {promise}", *lines, f"  found: {found}"]))


@attrs.frozen
class PromiseCheck:
    """One promise of one part; call it to check the promise.

    Parameters
    ----------
    name
        Short and hyphenated, for use as a test id.
    promise
        The promise, as a sentence.
    run
        Raises `BrokenPromise` unless the promise is kept.
    """

    name: str
    promise: str
    run: Callable[[], None] = attrs.field(repr=False)

    def __call__(self) -> None:
        """Raise `BrokenPromise` unless the promise is kept."""
        __tracebackhide__ = True
        self.run()

    def __str__(self) -> str:
        return self.name


@attrs.frozen
class PartCase:
    """A part to check. Subclasses add the examples to check it on.

    Parameters
    ----------
    kind
        The kind of part.
    part
        The part.
    """

    kind: Kind
    part: Any

    @property
    def label(self) -> str:
        """The kind and the name of the part, for messages."""
        name = getattr(self.part, "__qualname__", None)
        return f"{BUILT_KINDS[self.kind].words} {name or f'{self.part!r:.80}'}"


SomeCase = TypeVar("SomeCase", bound=PartCase)


class NotKept(Exception):  # noqa: N818
    """What a part did instead of keeping a promise, and on which example.

    Parameters
    ----------
    found
        What it did.
    example
        The inputs, by name.
    """

    def __init__(self, found: str, example: Mapping[str, Any]) -> None:
        self.found = found
        self.example = example
        super().__init__(found)


def require_claim(examples: st.SearchStrategy[Example], claim: Claim, *, tries: int = 40) -> None:
    """Raise `NotKept` for the smallest of `tries` examples that a claim does not hold on."""
    counterexample = find_counterexample(examples, claim, tries=tries)
    if counterexample is not None:
        example, found, cause = counterexample
        raise NotKept(found, example) from cause


@attrs.frozen
class Promise(Generic[SomeCase]):
    """One promise that every part of a kind makes, if it applies to the part at all.

    Parameters
    ----------
    name
        Short and hyphenated.
    words
        The promise, as a sentence.
    verify
        Raises `NotKept` for a part that does not keep it.
    applies
        Returns whether a part makes this promise.
    """

    name: str
    words: str
    verify: Callable[[SomeCase], None]
    applies: Callable[[SomeCase], bool]

    def check(self, case: SomeCase) -> PromiseCheck:
        """Return the check of one part."""

        def run() -> None:
            __tracebackhide__ = True
            try:
                self.verify(case)
            except NotKept as broken:
                raise BrokenPromise(case.label, self.words, broken.found, broken.example) from broken.__cause__

        return PromiseCheck(self.name, self.words, run)


class Promises(Generic[SomeCase]):
    """The promises of a kind of part, in order: later ones rely on earlier ones."""

    def __init__(self) -> None:
        self._all: list[Promise[SomeCase]] = []

    def add(
        self, words: str, *, of: type | None = None, when: Callable[[SomeCase], bool] | None = None
    ) -> Callable[[Callable[[SomeCase], None]], Callable[[SomeCase], None]]:
        """Decorate a function that raises `NotKept`; its name becomes the name of the check.

        Parameters
        ----------
        words
            The promise, as a sentence about the part.
        of
            The capability that promises it; parts without it are not checked.
        when
            Returns whether a part promises it, if that does not depend on one capability alone.
        """

        def applies(case: SomeCase) -> bool:
            return (of is None or isinstance(case.part, of)) and (when is None or when(case))

        def register(verify: Callable[[SomeCase], None]) -> Callable[[SomeCase], None]:
            self._all.append(Promise(verify.__name__.replace("_", "-"), words, verify, applies))
            return verify

        return register

    def __iter__(self) -> Iterator[Promise[SomeCase]]:
        return iter(self._all)

    def checks(self, case: SomeCase) -> tuple[PromiseCheck, ...]:
        """Return one check for each promise that this part makes."""
        return tuple(promise.check(case) for promise in self._all if promise.applies(case))


def build_subject(kind: Kind, subject: object) -> Any:
    """Return the part to check: an object unchanged, a class or factory called, a name or a dict looked up."""
    if callable(subject) and not BUILT_KINDS[kind].accepts(subject):
        subject = subject()
    return build_part(kind, subject, default_catalog())


def repeat_subject(kind: Kind, subject: object) -> Callable[[], Any]:
    """Return a function that makes another part like the one to check, without anything that it remembers."""
    if callable(subject) or not BUILT_KINDS[kind].accepts(subject):
        return lambda: build_subject(kind, subject)
    try:
        unused = copy.deepcopy(subject)
    except Exception:
        # Locks and open files cannot be copied.
        return lambda: subject

    def make() -> Any:
        made: Any = copy.deepcopy(unused)
        return attrs.evolve(made) if attrs.has(type(made)) else made

    return make


def run_checks(checks: tuple[PromiseCheck, ...]) -> None:
    """Run checks in order, up to the first broken promise."""
    for check in checks:
        check()
