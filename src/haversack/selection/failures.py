"""What happens when a part raises an exception in mid-run: which part it was, and that the answer stays."""

from __future__ import annotations

import contextlib
import traceback
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import attrs

from haversack.api.problem import Problem
from haversack.errors import ConfigError, CostError, EnergyError, HaversackError, PartError, SearchError
from haversack.kinds import PART_KINDS
from haversack.monitor import RunMonitor, SearchOver
from haversack.selection.options import OnFailure
from haversack.selection.part_records import record_part
from haversack.text import format_error, format_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from haversack.api.part_record import PartRecord
    from haversack.kinds import Kind
    from haversack.plugins import Catalog
    from haversack.selection.assembly import Parts

T = TypeVar("T")

WITHOUT_SET = "; no set had been found before"
"""How the sentence about a failure ends that left no answer."""

_CONTRACTS = (CostError, EnergyError, PartError, SearchError)
"""Raised where a part breaks its contract; other errors of ours are messages to the user."""

_CALLERS: dict[object, Kind] = {
    Problem.losses.__code__: "energy",
    Problem.compute_losses.__code__: "energy",
    Problem.value.__code__: "energy",
    Problem.costs.__code__: "cost",
    Problem.resources.__code__: "cost",
    RunMonitor.ask_rule.__code__: "stopping",
}
"""The functions through which parts are called, with the kind of part that each calls."""


def check_on_failure(on_failure: object) -> OnFailure:
    """Return what to do when a part fails, or raise `ConfigError` if it is neither of both."""
    if on_failure not in get_args(OnFailure):
        raise ConfigError([f"on_failure: must be 'keep' or 'raise', got {format_value(on_failure)}"])
    return on_failure  # type: ignore[return-value]


@attrs.frozen(eq=False)
class Failure:
    """An exception that a part raised.

    Parameters
    ----------
    kind
        The kind of part.
    part
        Which one.
    error
        What it raised.
    """

    kind: Kind
    part: PartRecord
    error: BaseException

    def __str__(self) -> str:
        return f"{PART_KINDS[self.kind].words} {self.part} raised {format_error(self.error)}"

    def to_error(self) -> HaversackError:
        """Return the exception for a run that failed before it had an answer.

        A message of ours to the user, such as a column that the pool lacks, stays as it is.
        """
        if isinstance(self.error, HaversackError) and not isinstance(self.error, _CONTRACTS):
            return self.error
        kind = type(self.error) if isinstance(self.error, PartError) else PartError
        error = kind(f"{self}{WITHOUT_SET}")
        error.__cause__ = self.error
        return error


@attrs.frozen(eq=False)
class Suspects:
    """The parts of a run, of which one raised an exception.

    Parameters
    ----------
    records
        Kind, object and record of each part; the searcher first.
    """

    records: tuple[tuple[Kind, object, PartRecord], ...]

    @classmethod
    def of(cls, parts: Parts, catalog: Catalog, **used: object) -> Suspects:
        """Return the parts of a run as they were named and, by kind, as they are used in it where that differs."""
        return cls(
            tuple(
                suspect
                for kind in ("searcher", "energy", "cost", "stopping")
                for suspect in _list_parts(kind, getattr(parts, kind), used.get(kind, getattr(parts, kind)), catalog)
            )
        )

    def find(self, error: BaseException) -> Failure:
        """Return which part raised an exception: the innermost that the traceback shows, else the searcher.

        A searcher may call an object that an energy made, such as walks: so within a search, code from the module of
        one other part counts as that part.
        """
        frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
        # The problem itself refuses sets of a wrong shape.
        is_refused = isinstance(error, SearchError) and bool(frames) and _name_module(frames[-1]) == Problem.__module__
        beside = None
        for frame in reversed(frames):
            kind = _CALLERS.get(frame.f_code)
            if kind is not None and not is_refused:
                return self._blame(kind, error)
            found = self._recognise(frame)
            if found is not None:
                is_search = found[0] == "searcher"
                return Failure(*(beside if is_search and beside is not None else found), error)
            beside = self._recognise_module(frame) if beside is None else beside
        return self._blame("searcher", error) if beside is None else Failure(*beside, error)

    def _blame(self, kind: Kind, error: BaseException) -> Failure:
        return next(Failure(kind, record, error) for each, _, record in self.records if each == kind)

    def _recognise(self, frame: FrameType) -> tuple[Kind, PartRecord] | None:
        """Return the part whose method or function a frame runs, or None."""
        first = _find_first_argument(frame)
        for kind, part, record in self.records:
            if first is part or getattr(part, "__code__", None) is frame.f_code:
                return kind, record
        return None

    def _recognise_module(self, frame: FrameType) -> tuple[Kind, PartRecord] | None:
        """Return the only part that comes from the module of a frame; of several, the energy of its walks."""
        module = _name_module(frame)
        near = dict.fromkeys((kind, record) for kind, part, record in self.records if _is_near(part, module))
        if len(near) == 1:
            return next(iter(near))
        first = _find_first_argument(frame)
        is_walk = hasattr(type(first), "flip") and hasattr(type(first), "losses")
        return next((each for each in near if is_walk and each[0] == "energy"), None)


def _name_module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def _find_first_argument(frame: FrameType) -> object:
    """Return the first argument of the function that a frame runs, the object in a method; None without one."""
    code = frame.f_code
    return frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None


def _list_parts(kind: Kind, named: object, used: object, catalog: Catalog) -> Iterator[tuple[Kind, object, PartRecord]]:
    """Yield a part and, within a composition or a wrapper, the parts of it, each as named and as used."""
    record = record_part(kind, named, catalog)
    yield kind, used, record
    if named is not used:
        yield kind, named, record
    for inner, inner_used in zip(_find_inner_parts(kind, named), _find_inner_parts(kind, used), strict=False):
        yield from _list_parts(kind, inner, inner_used, catalog)


def _find_inner_parts(kind: Kind, part: object) -> list[object]:
    """Return the parts that a searcher or a rule calls; an energy answers for those that it calls."""
    cls: Any = type(part)
    if kind not in ("searcher", "stopping") or not attrs.has(cls):
        return []
    values = [getattr(part, field.name, None) for field in attrs.fields(cls)]
    listed = [each for value in values for each in (value if isinstance(value, tuple) else (value,))]
    return [each for each in listed if each is not None and PART_KINDS[kind].accepts(each)]


def _is_near(part: object, module: str) -> bool:
    """Return whether a module is that of a part, or of the same package of a third party."""
    own = str(getattr(part if hasattr(part, "__code__") else type(part), "__module__", ""))
    package = own.partition(".")[0]
    return own == module or (package not in ("haversack", "__main__") and package == module.partition(".")[0])


@contextlib.contextmanager
def naming_failures(parts: Parts, catalog: Catalog, on_failure: OnFailure) -> Iterator[None]:
    """Raise `PartError` for what a part raises in a block before the search; messages to the user stay."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if on_failure == "raise":
            raise
        raise Suspects.of(parts, catalog).find(error).to_error() from error


class ListenerError(BaseException):
    """Carries an exception of the caller's own listener past all parts."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(error)
        self.error = error


def guard_listener(listener: Callable[..., None]) -> Callable[..., None]:
    """Return a listener whose exceptions reach the caller of the run, whatever the searcher catches."""

    def listen(*news: Any) -> None:
        try:
            listener(*news)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise ListenerError(error) from error

    return listen


@attrs.define(eq=False)
class Failures:
    """Keeps the first exception that a part raises, so that the answer found before is returned.

    Parameters
    ----------
    suspects
        The parts of the run.
    on_failure
        ``keep``, or ``raise`` to let exceptions through.
    first
        The first failure, or None.
    """

    suspects: Suspects
    on_failure: OnFailure = "keep"
    first: Failure | None = None

    @property
    def can_evaluate(self) -> bool:
        """Whether energy and cost model have not failed."""
        return self.first is None or self.first.kind not in ("energy", "cost")

    def add(self, error: BaseException) -> Failure:
        """Find the part that raised this, and keep it; or raise it, as `on_failure` says."""
        if isinstance(error, (KeyboardInterrupt, SearchOver)) or self.on_failure == "raise":
            raise error
        failure = self.suspects.find(error)
        if self.first is None:
            self.first = failure
        return failure

    @contextlib.contextmanager
    def blaming(self, searcher: object, catalog: Catalog) -> Iterator[None]:
        """Count another searcher as that of the run, in a block in which it searches."""
        own = self.suspects
        others = tuple(suspect for suspect in own.records if suspect[0] != "searcher")
        self.suspects = Suspects((*_list_parts("searcher", searcher, searcher, catalog), *others))
        try:
            yield
        finally:
            self.suspects = own

    @contextlib.contextmanager
    def guarding(self) -> Iterator[None]:
        """Keep what a block raises."""
        try:
            yield
        except ListenerError:
            raise
        except BaseException as error:
            self.add(error)

    def attempt(self, compute: Callable[[], T], default: T) -> T:
        """Return what a function computes, or the default where that fails."""
        try:
            return compute()
        except ListenerError:
            raise
        except BaseException as error:
            self.add(error)
        return default
