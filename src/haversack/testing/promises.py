"""What a check is, and what it says when a promise is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs

from haversack.config.build import METHODS, build_part
from haversack.plugins import default_catalog
from haversack.testing.examples import shown

if TYPE_CHECKING:
    from haversack.plugins import Kind

_WORDS: dict[Kind, str] = {
    "energy": "energy",
    "searcher": "searcher",
    "stopping": "stopping rule",
    "cost": "cost model",
}


class BrokenPromise(AssertionError):  # noqa: N818 - it reads as what it says
    """A part does not keep what its interface promises. The message names the promise and shows the smallest example.

    Parameters
    ----------
    part
        Which part, in words.
    promise
        What it should keep.
    found
        What it did instead.
    example
        On what, by name.
    """

    def __init__(self, part: str, promise: str, found: str, example: Mapping[str, Any]) -> None:
        self.promise = promise
        self.found = found
        self.example = dict(example)
        lines = [f"  {name} = {shown(value)}" for name, value in example.items()]
        super().__init__("\n".join([f"{part} breaks a promise: {promise}", *lines, f"  found: {found}"]))


@attrs.frozen
class Check:
    """One promise of one part, to be checked by calling it.

    Parameters
    ----------
    name
        Short, with hyphens: what a test is known by.
    promise
        What is promised, in a sentence.
    run
        Raises `BrokenPromise` unless it is kept.
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
class Case:
    """A part that is checked; those who derive from it know what it is checked on.

    Parameters
    ----------
    kind
        What kind of part it is.
    part
        The part.
    """

    kind: Kind
    part: Any

    @property
    def told(self) -> str:
        """The part in words."""
        name = getattr(self.part, "__qualname__", None)
        return f"{_WORDS[self.kind]} {name or f'{self.part!r:.80}'}"


SomeCase = TypeVar("SomeCase", bound=Case)


class NotKept(Exception):  # noqa: N818
    """What was found in place of what is promised, and on which example.

    Parameters
    ----------
    found
        In words.
    example
        By name.
    """

    def __init__(self, found: str, example: Mapping[str, Any]) -> None:
        self.found = found
        self.example = example
        super().__init__(found)


@attrs.frozen
class Promise(Generic[SomeCase]):
    """One thing that every part of a kind keeps."""

    name: str
    words: str
    keep: Callable[[SomeCase], None]
    applies: Callable[[SomeCase], bool]

    def check(self, case: SomeCase) -> Check:
        """Return the check of one part."""

        def run() -> None:
            __tracebackhide__ = True
            try:
                self.keep(case)
            except NotKept as broken:
                raise BrokenPromise(case.told, self.words, broken.found, broken.example) from broken.__cause__

        return Check(self.name, self.words, run)


class Promises(Generic[SomeCase]):
    """The promises of a kind of part, the plain ones first: those behind them take them for granted."""

    def __init__(self) -> None:
        self._all: list[Promise[SomeCase]] = []

    def add(
        self, words: str, *, of: type | None = None, when: Callable[[SomeCase], bool] | None = None
    ) -> Callable[[Callable[[SomeCase], None]], Callable[[SomeCase], None]]:
        """Make a promise of a function that raises `NotKept`; its name becomes the name of the check.

        Parameters
        ----------
        words
            The promise, to stand behind the name of the part.
        of
            The capability that promises it; parts without it are not checked.
        when
            Says which parts promise it, where that is not a matter of one capability.
        """

        def applies(case: SomeCase) -> bool:
            return (of is None or isinstance(case.part, of)) and (when is None or when(case))

        def added(keep: Callable[[SomeCase], None]) -> Callable[[SomeCase], None]:
            self._all.append(Promise(keep.__name__.replace("_", "-"), words, keep, applies))
            return keep

        return added

    def __iter__(self) -> Iterator[Promise[SomeCase]]:
        return iter(self._all)

    def checks(self, case: SomeCase) -> tuple[Check, ...]:
        """Return one check for each promise that this part makes."""
        return tuple(promise.check(case) for promise in self._all if promise.applies(case))


def made(kind: Kind, subject: object) -> Any:
    """Return the part to be checked: an object as it is, a class or a factory called, a name or a dict looked up."""
    if not isinstance(subject, (str, Mapping)):
        is_part = all(callable(getattr(subject, name, None)) for name in METHODS[kind])
        if isinstance(subject, type) or (callable(subject) and not is_part):
            subject = subject()
    return build_part(kind, subject, default_catalog())


def run_all(checks: tuple[Check, ...]) -> None:
    """Run checks in order, up to the first broken promise."""
    for check in checks:
        check()
