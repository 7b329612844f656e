"""A policy: whom to ask, in which order, until when; and what it is expected to cost and to reach."""

from __future__ import annotations

import hashlib
import json
import math
import secrets
from collections.abc import Mapping  # noqa: TC003 - reading a policy reads the annotations
from typing import TYPE_CHECKING, Any

import attrs

# Reading a policy reads the annotations.
from haversack.api.expected import Expected  # noqa: TC001
from haversack.api.notes import Note  # noqa: TC001
from haversack.api.plain import to_plain
from haversack.errors import ConfigError
from haversack.policies.answer_model import AnswerModel  # noqa: TC001
from haversack.policies.branch import Branch  # noqa: TC001
from haversack.policies.findings import CalibrationBin, PolicyAlternative, PolicyPoint  # noqa: TC001
from haversack.policies.session import Session

if TYPE_CHECKING:
    from os import PathLike

    from haversack.policies.replay import Replay
    from haversack.pools.pool import Pool

FORMAT = 1
"""Version of the JSON of a policy; a later haversack reads all earlier ones."""
FIXED = "best fixed panel"
SINGLE = "best single member"
EVERYBODY = "everybody"


# mypy knows what a field accepts from named functions only.
def _to_tuple(values: Any) -> tuple[Any, ...]:
    return tuple(values)


@attrs.frozen
class PolicyStep:
    """One question of a policy.

    Parameters
    ----------
    branch
        Position of the branch.
    place
        Position in its order, from 1 on.
    member
        Who is asked; where the order is adaptive, members are asked in another order if answers suggest it.
    price
        The mean price of the answer.
    condition
        When to stop after it.
    """

    branch: int
    place: int
    member: str
    price: float
    condition: str


@attrs.frozen
class Policy:
    """An order of members and a stopping condition, or a random mixture of two such.

    Needs no pool at run time: `start` returns a session for one item, which names the members to ask one by one and
    gives the verdict.

    Parameters
    ----------
    branches
        The orders, whose shares add up to 1.
    model
        What answers say, and what they cost.
    accuracy
        Expected share of right verdicts: that of `expected` where the policy was chosen by recorded votes, otherwise
        exact under independence.
    expected_cost
        Expected price per item.
    expected
        Chosen by recorded votes: the accuracy to expect on new items with its interval. Otherwise None.
    ends
        The share of items that end after one question, after two, and so on.
    alternatives
        Other ways of asking, with what they cost and reach; see `best_fixed` and `best_single`.
    points
        The corners of the upper envelope of cost and accuracy, by rising cost; see `frontier`.
    calibration
        How often verdicts with about the same posterior are right, on recorded items by tables from other items.
    budget, target
        The mean price per item, or the accuracy, that was asked for.
    total_price
        The price of asking all members of the pool.
    cost_low, cost_high
        95 % interval of the expected cost, where it was estimated.
    assumes_independence
        Whether accuracy and cost hold only if members err independently of each other.
    interrupted
        Whether Ctrl-C ended the search for it.
    seed
        Source of all randomness, that of the choice between branches included; drawn if the caller gave none.
    notes
        What else is known about it.
    provenance
        Where it comes from: numbers of items and members, digest of the pool, versions.
    """

    branches: tuple[Branch, ...] = attrs.field(converter=_to_tuple)
    model: AnswerModel
    accuracy: float
    expected_cost: float
    expected: Expected | None = None
    ends: tuple[float, ...] = attrs.field(default=(), converter=_to_tuple)
    alternatives: tuple[PolicyAlternative, ...] = attrs.field(default=(), converter=_to_tuple)
    points: tuple[PolicyPoint, ...] = attrs.field(default=(), converter=_to_tuple)
    calibration: tuple[CalibrationBin, ...] = attrs.field(default=(), converter=_to_tuple)
    budget: float | None = None
    target: float | None = None
    total_price: float | None = None
    cost_low: float | None = None
    cost_high: float | None = None
    assumes_independence: bool = False
    interrupted: bool = False
    seed: int = 0
    notes: tuple[Note, ...] = attrs.field(default=(), converter=_to_tuple)
    provenance: Mapping[str, Any] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        if not self.branches or abs(math.fsum(branch.share for branch in self.branches) - 1.0) > 1e-9:
            raise ConfigError("policy: branches: must have shares that add up to 1, at least one")
        known = set(self.model.names)
        for branch in (*self.branches, *(point.branch for point in self.points)):
            unknown = [name for name in branch.order if name not in known]
            if unknown:
                raise ConfigError(f"policy: branches: {unknown[0]!r} is not a member of the model")

    @property
    def failed(self) -> bool:
        """Whether a part failed: never, since no part of a plugin takes part."""
        return False

    @property
    def steps(self) -> tuple[PolicyStep, ...]:
        """The questions of each branch in order, with the stopping condition."""
        return tuple(
            PolicyStep(index, place, name, self.model.price(name), branch.condition)
            for index, branch in enumerate(self.branches)
            for place, name in enumerate(branch.order, 1)
        )

    @property
    def members(self) -> tuple[str, ...]:
        """The names of all members that may be asked."""
        return tuple(dict.fromkeys(name for branch in self.branches for name in branch.order))

    @property
    def best_fixed(self) -> PolicyAlternative | None:
        """The best fixed panel, or mixture of two, of the same mean cost, if known."""
        return self._find(FIXED)

    @property
    def best_single(self) -> PolicyAlternative | None:
        """The best member alone that the budget pays for, if known."""
        return self._find(SINGLE)

    def _find(self, title: str) -> PolicyAlternative | None:
        return next((each for each in self.alternatives if each.title == title), None)

    def frontier(self) -> tuple[PolicyPoint, ...]:
        """Return the corners of the upper envelope of cost and accuracy, by rising cost.

        A budget between two of them is met by a random mixture of the two.
        """
        return self.points

    def choose_branch(self, key: object = None) -> Branch:
        """Return the branch for an item.

        Parameters
        ----------
        key
            Identifies the item, by its text: the same key gets the same branch, in every process and on every machine.
            Without one, the branch is drawn at random.
        """
        if len(self.branches) == 1:
            return self.branches[0]
        if key is None:
            point = secrets.randbits(53)
        else:
            digest = hashlib.sha256(f"{self.seed}\n{key}".encode("utf-8", "surrogatepass")).digest()
            point = int.from_bytes(digest[:8], "big") >> 11
        below = 0.0
        for branch in self.branches[:-1]:
            below += branch.share
            if point * 2.0**-53 < below:
                return branch
        return self.branches[-1]

    def start(self, key: object = None, *, batch: int = 1) -> Session:
        """Return a session for one item.

        Parameters
        ----------
        key
            Identifies the item; see `choose_branch`.
        batch
            How many members are asked at the same time.
        """
        return Session(self.choose_branch(key), self.model, batch)

    def replay(self, pool: Pool) -> Replay:
        """Value the policy on recorded answers that had no part in choosing it.

        Parameters
        ----------
        pool
            A pool with recorded votes of members of the policy; others are ignored. Its costs, if it has some, take the
            place of the prices of the policy.

        Raises
        ------
        PoolError
            If there are no recorded votes, or none of any member of the policy.
        """
        from haversack.policies.replay import replay

        return replay(self, pool)

    def summary(self) -> str:
        """Return a short text summary."""
        # Not at the top: reports import this module.
        from haversack.reports.policy import summarise_policy

        return summarise_policy(self)

    def __str__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        """Return the verdict and the questions for a notebook."""
        # Not at the top: pages import this module.
        from haversack.pages.notebook import write_policy_fragment

        return write_policy_fragment(self)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold; labels of other types become text."""
        return {"format": FORMAT, "kind": "policy", **to_plain(attrs.asdict(self))}

    def to_json(self, *, indent: int | None = 2) -> str:
        """Return the policy as JSON, which `from_json` reads."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Policy:
        """Return the policy that `to_dict` returned as plain values.

        Raises
        ------
        ConfigError
            If it is something else; one message per problem.
        """
        from haversack.policies.reading import read_policy

        return read_policy(document)

    @classmethod
    def from_json(cls, source: str | PathLike[str]) -> Policy:
        """Read what `to_json` returned, or what ``--out`` wrote.

        Parameters
        ----------
        source
            The JSON itself; or, as a `pathlib.Path`, the file that holds it, or a report on it.

        Raises
        ------
        ConfigError
            If it cannot be read or is something else; names the file and the key.
        """
        from haversack.policies.reading import read_policy_json

        return read_policy_json(source)
