"""A policy at work on one item."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from haversack.errors import SessionError
from haversack.policies.beliefs import start_beliefs
from haversack.spelling import suggest
from haversack.text import format_value
from haversack.validators import whole

if TYPE_CHECKING:
    from haversack.policies.answer_model import AnswerModel
    from haversack.policies.branch import Branch

_BATCH = whole(1)


class Session:
    """Whom to ask about one item, and what the answers say.

    One object per item, used by one thread at a time; `Policy.start` creates it. Answers may come in any order. The
    session ends when the stopping condition holds, or nobody is left. An answer that comes later still counts, in the
    verdict and in the cost; the session stays ended.

    Parameters
    ----------
    branch
        The order and the stopping condition.
    model
        What answers say.
    batch
        How many members are asked at the same time.

    Examples
    --------
    >>> from haversack.policies.answer_model import AnswerModel
    >>> from haversack.policies.branch import Branch
    >>> model = AnswerModel(names=["a", "b", "c"], prices=[1, 1, 2], accuracies=[0.9, 0.8, 0.8])
    >>> session = Session(Branch(["a", "b", "c"]), model)
    >>> session.next()
    'a'
    >>> session.answer("a", "spam")
    >>> session.answer(session.next(), "spam")
    >>> session.next() is None, session.verdict, session.cost
    (True, 'spam', 2.0)
    """

    __slots__ = (
        "_answers",
        "_beliefs",
        "_costs",
        "_counts",
        "_ended",
        "_pending",
        "_skipped",
        "batch",
        "branch",
        "model",
        "unknown_labels",
    )

    def __init__(self, branch: Branch, model: AnswerModel, batch: int = 1) -> None:
        if not _BATCH.accepts(batch):
            raise SessionError(f"batch: must be {_BATCH.wanted}, got {format_value(batch)}")
        self.branch = branch
        self.model = model
        self.batch = batch
        self.unknown_labels: tuple[Any, ...] = ()
        self._beliefs = start_beliefs(model)
        self._answers: dict[str, Any] = {}
        self._costs: dict[str, float] = {}
        self._counts: dict[Any, int] = {}
        self._skipped: list[str] = []
        self._pending: list[str] = []
        self._ended = False

    @property
    def done(self) -> bool:
        """Whether the session has ended: nobody needs to be asked any more."""
        return self._ended

    @property
    def asked(self) -> tuple[str, ...]:
        """The members who answered, in the order of their answers."""
        return tuple(self._answers)

    @property
    def answers(self) -> dict[str, Any]:
        """The answers by member, in the order in which they came."""
        return dict(self._answers)

    @property
    def skipped(self) -> tuple[str, ...]:
        """The members who gave no answer."""
        return tuple(self._skipped)

    @property
    def pending(self) -> tuple[str, ...]:
        """The members who are to be asked, or were, and have not answered."""
        return tuple(self._pending)

    @property
    def cost(self) -> float:
        """The price of the answers so far, and what skipped members cost."""
        return math.fsum(self._costs.values())

    @property
    def tied(self) -> tuple[Any, ...]:
        """The labels that share the highest score, where there are several; otherwise empty."""
        leaders = self._leaders()
        return tuple(leaders) if len(leaders) > 1 else ()

    @property
    def verdict(self) -> Any:
        """The label that the answers so far decide for; None without answers, and for a tie."""
        leaders = self._leaders()
        return leaders[0] if len(leaders) == 1 else None

    @property
    def posteriors(self) -> dict[Any, float]:
        """The probability of each label, as if members erred independently given the right one."""
        return self._beliefs.posteriors()

    @property
    def posterior(self) -> float | None:
        """The probability that the verdict is right, as `posteriors` has it; None without a verdict."""
        verdict = self.verdict
        return None if verdict is None else self._beliefs.posteriors().get(verdict, 0.0)

    def next(self) -> str | None:
        """Return the name of the member to ask, or None if nobody needs to be asked any more.

        Called again before there is an answer, it returns the same name. With `batch` above 1, `ask` returns all.
        """
        if not self._ended and not self._pending:
            self._fill()
        return self._pending[0] if self._pending and not self._ended else None

    def ask(self) -> list[str]:
        """Return the members to ask now, so that up to `batch` are being asked; those returned before are left out.

        An empty list means to wait for answers, or that the session is `done`.
        """
        before = len(self._pending)
        if not self._ended:
            self._fill()
        return self._pending[before:]

    def answer(self, member: str, label: Any, *, cost: float | None = None) -> None:
        """Take in the answer of a member.

        Parameters
        ----------
        member
            Its name: anybody whom this session may ask, in any order.
        label
            Its answer. None and NaN mean that there is none: see `skip`. A label that the policy does not know counts
            as a vote like any other; to a posterior by tables it says nothing; `unknown_labels` lists it.
        cost
            What the answer cost; the mean price of the member if omitted.

        Raises
        ------
        SessionError
            If the session does not ask this member, or it has answered already, or the label is not hashable.
        """
        self._check(member)
        label = _unwrap(label)
        if label is None or (isinstance(label, float) and math.isnan(label)):
            self.skip(member, cost=0.0 if cost is None else cost)
            return
        try:
            label = self.model.find_label(label)
        except TypeError as error:
            raise SessionError(
                f"session: the answer of {member!r} must be hashable, got {format_value(label)}"
            ) from error
        price = self.model.price(member) if cost is None else _check_cost(cost)
        if self.model.labels and self.model.find_position(label) is None:
            self.unknown_labels = (*self.unknown_labels, label)
        self._settle(member)
        self._answers[member] = label
        self._costs[member] = price
        self._counts[label] = self._counts.get(label, 0) + 1
        self._beliefs.add(self.model.positions[member], label)
        self._ended = self._ended or self._is_over()

    def skip(self, member: str, *, cost: float = 0.0) -> None:
        """Go on without the answer of a member that failed or took too long; `cost` is what it cost nevertheless.

        Raises
        ------
        SessionError
            If the session does not ask this member, or it has answered already.
        """
        self._check(member)
        charge = _check_cost(cost)
        self._settle(member)
        self._skipped.append(member)
        if charge:
            self._costs[member] = charge
        self._ended = self._ended or self._is_over()

    def _check(self, member: str) -> None:
        if member not in self.branch.order:
            names = ", ".join(map(repr, self.branch.order[:5])) + (", ..." if len(self.branch.order) > 5 else "")
            hint = suggest(str(member), self.branch.order)
            raise SessionError(
                f"session: {format_value(member)} is not a member that it asks; {hint or f'it asks {names}'}"
            )
        if member in self._answers or member in self._skipped:
            word = "answered" if member in self._answers else "been skipped"
            raise SessionError(f"session: {member!r} has already {word}; start a session for each item")

    def _settle(self, member: str) -> None:
        if member in self._pending:
            self._pending.remove(member)

    def _rest(self) -> list[str]:
        return [name for name in self.branch.order if name not in self._answers and name not in self._skipped]

    def _is_over(self) -> bool:
        rest = self._rest()
        if not rest:
            return True
        if self.branch.stop == "threshold":
            assert self.branch.threshold is not None
            return self._beliefs.informed > 0 and self._beliefs.top() >= self.branch.threshold
        if self.branch.vote == "bayes":
            places = self.model.positions
            return self._beliefs.informed > 0 and self._beliefs.is_decided(places[name] for name in rest)
        ranked = sorted([*self._counts.values(), 0, 0], reverse=True)
        return ranked[0] - ranked[1] > len(rest)

    def _leaders(self) -> list[Any]:
        if self.branch.vote == "bayes":
            return self._beliefs.leaders() if self._beliefs.informed else []
        top = max(self._counts.values(), default=0)
        return [label for label, count in self._counts.items() if count == top]

    def _fill(self) -> None:
        """Add members to those who are being asked, up to the size of a batch."""
        free = [name for name in self._rest() if name not in self._pending]
        while free and len(self._pending) < self.batch:
            name = max(free, key=self._rate) if self.branch.adaptive else free[0]
            free.remove(name)
            self._pending.append(name)

    def _rate(self, name: str) -> float:
        """Return the expected information per price of asking a member; of equals the first is taken."""
        place = self.model.positions[name]
        gain, price = self._beliefs.information(place), self.model.prices[place]
        return gain / price if price > 0.0 else math.inf if gain > 0.0 else 0.0


def _unwrap(value: Any) -> Any:
    """Return the plain value of a scalar of numpy, which need not be imported for it."""
    return value.item() if type(value).__module__ == "numpy" and getattr(value, "ndim", None) == 0 else value


def _check_cost(cost: Any) -> float:
    cost = _unwrap(cost)
    if isinstance(cost, bool) or not isinstance(cost, (int, float)) or not 0.0 <= cost < math.inf:
        raise SessionError(f"session: cost: must be a finite number of at least 0, got {format_value(cost)}")
    return float(cost)
