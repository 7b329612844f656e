"""How a good set is searched for, and where a searcher reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy as np

    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, IntArray, Sets


class Monitor(Protocol):
    """Keeps the best set that a searcher offers, writes the trace, and decides when to stop."""

    @property
    def best_loss(self) -> float:
        """Loss of the best feasible set so far; infinite before the first."""

    @property
    def best_set(self) -> Sets | None:
        """The best feasible set so far, of shape (len(pool),), or None before the first. Not to be written to."""

    @property
    def loss_bound(self) -> float:
        """The strongest bound proved so far on the loss of every feasible set; minus infinity before the first."""

    @property
    def seconds_left(self) -> float:
        """How many seconds of searching the stopping rule allows at most from now on; infinite without such a limit.

        May be read from any thread. A clock may end a search, never steer it: return early when nothing is left, or
        report more often; do not choose by it what to try. A rule that waits for an improvement counts as if none came.
        0 once the run is over.
        """

    @property
    def steps_left(self) -> float:
        """How many steps the stopping rule allows at most from now on; infinite without such a limit."""

    def offer(
        self,
        sets: Sets,
        losses: FloatArray | None = None,
        *,
        steps: int | None = None,
        at: IntArray | None = None,
        evaluations: int | None = None,
        loss_bound: float | None = None,
    ) -> bool:
        """Report candidates; returns whether to go on.

        The rows are read in order, as if they had come one by one: the run ends at the very row or step at which the
        stopping rule fires, and what comes behind is not looked at. So the size of a batch never changes an answer.

        Parameters
        ----------
        sets
            Candidates, of shape (rows, len(pool)). Infeasible sets are ignored. Sets no better than `best_loss` may be
            omitted.
        losses
            Their losses, if the searcher knows them; a claim to be the best is checked. Computed if omitted.
        steps
            How many search steps the batch took; by default the number of rows.
        at
            For each row the step, from 1 to `steps`, in which it was found; rising. By default one row per step.
        evaluations
            How many sets were evaluated in the batch, including those not in `sets`; by default the number of rows.
        loss_bound
            A bound on the loss of every feasible set that is proved by the end of the batch, as for `prove`.

        Returns
        -------
        bool
            True to go on. After False the searcher returns; a further offer ends the search by an exception.

        Raises
        ------
        SearchError
            If arguments do not fit together, or a bound contradicts a feasible set.
        """

    def prove(self, loss: float, *, gap: float | None = None) -> bool:
        """Report that no feasible set has a smaller loss than this; returns whether to go on.

        Of several reports the strongest counts. A bound that meets the best loss proves the best set optimal. `gap`,
        the share of the best loss that could still be removed, is for losses below the range of floating-point
        numbers: it is shown where the losses themselves are 0.

        Raises
        ------
        SearchError
            If a feasible set is known that has a smaller loss, by more than rounding.
        """


class Searcher(Protocol):
    """Search for the feasible set with the smallest loss.

    A searcher holds parameters only and may serve many runs. It may declare, as class attributes,

    - what it needs of the other parts, so that a mismatch is reported before the run starts: ``energy_needs`` and
      ``cost_needs``, tuples of capability protocols such as ``(CopiesLosses,)``, and ``trait_needs``, names of
      `haversack.Traits` that the energy must promise, such as ``("monotone_in_accuracy",)``; or, where that is no
      fixed list, a class method ``find_unmet_needs(problem)``, which returns a clause for each thing that is missing,
      such as ``"the pool has more than 500 members"``;
    - ``ends_by_itself = True``: a search that no rule stops comes to an end, so that it needs no stopping rule;
    - ``proves_optimality = True``: a search that is not stopped ends with a proof;
    - ``proves_bounds = True``: a search reports bounds, and may end without a proof;
    - ``knows_constraints = True``: its proofs hold although a subset of a feasible set may be infeasible, as
      `Problem.fits` and `Problem.are_limits_kept` say; without it, a searcher that proves something is not used with
      constraints that demand something;
    - ``proof_seconds``, a number: about how long it takes to bound the answer for a hundred members. Searchers of
      plugins that bound the answers of runs which do not name them are asked in this order, the quickest first and
      those that declare nothing last.
    """

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:
        """Search until the monitor says stop or there is nothing left to try.

        Parameters
        ----------
        problem
            What to solve. Never mutated.
        monitor
            Receives candidates, in batches.
        rng
            The only source of randomness. The same problem and stream give the same offers.

        Returns
        -------
        str or None
            Why the search ended by itself, or None.
        """


@runtime_checkable
class ChoosesSearcher(Protocol):
    """A searcher that leaves the work to others, chosen before the run starts and recorded in the result."""

    def choose(self, problem: Problem, provers: Iterable[Callable[..., Searcher]]) -> Searcher:
        """Return the searcher for a problem.

        Parameters
        ----------
        problem
            What to solve.
        provers
            Searchers that prove optimality and can be used here. Each takes the keyword ``most_nodes``, a limit on the
            nodes to explore, after which it ends without a proof.
        """
