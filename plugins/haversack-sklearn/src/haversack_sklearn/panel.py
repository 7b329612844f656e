"""A classifier that chooses its voters."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils import Bunch, assert_all_finite, check_random_state, get_tags, indexable
from sklearn.utils.metaestimators import _BaseComposition, available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.parallel import Parallel, delayed
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, column_or_1d, validate_data

import haversack as hs
from haversack_sklearn.ballots import codes_of, mean_probabilities, plurality
from haversack_sklearn.costs import PREDICT_TIME, UNITS, check_cost, costs_of
from haversack_sklearn.dependence import DependenceWarning, agreement_of
from haversack_sklearn.gaps import has_gaps, refuse_gaps
from haversack_sklearn.members import (
    check_fitted,
    check_probabilities,
    fitted,
    is_dropped,
    members_of,
    seeded,
    without_weights,
)
from haversack_sklearn.recording import as_they_are, out_of_fold
from haversack_sklearn.search_plan import check_parts, search_plan, small_pool_searcher

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy.typing as npt
    from sklearn.utils import Tags

    from haversack_sklearn.recording import Record

_LARGEST_SEED = 2**31 - 1


def _votes_softly(panel: PanelClassifier) -> bool:
    if panel.voting != "soft":
        raise AttributeError(f"predict_proba needs voting='soft', got voting={panel.voting!r}")
    return True


class PanelClassifier(ClassifierMixin, _BaseComposition):
    """Vote with the best panel of classifiers that a budget buys.

    Every classifier is fitted in turn on all folds of the data but one, and its answers to the rows of that one are
    recorded. haversack then chooses those whose votes are right most often on the recorded rows and whose costs keep
    the budget. Only they are fitted on all data, and vote.

    Parameters
    ----------
    estimators
        The pool: a list of (name, classifier). ``set_params(name="drop")`` takes one out of it.
    budget
        What the panel may cost; no limit if left out.
    cost
        What a member costs: ``predict-time``, the seconds it takes for a thousand rows; ``fit-time``, the seconds it
        takes to fit it, the mean of the folds; a mapping from name to cost; a sequence of one cost per estimator; or
        None for nothing. Times are measured, so with them the same data may give another panel the next time.
    voting
        ``hard``: the class with the most votes. Of classes with equally many, the one whose voters have the larger sum
        of recorded accuracies; of those that still are alike, the first. ``soft``: the class with the largest mean
        probability. Panels are chosen by hard votes in both cases.
    energy
        What makes a panel good, as in `haversack.select`. ``votes`` counts recorded votes, in which a tie is wrong, so
        that the panel is right on at least as many of these rows. ``majority`` takes the recorded accuracies and
        assumes that members are independent, which classifiers fitted on the same data are not.
    searcher
        How to look for it. Left out: in pools of up to 12 members every panel is looked at, so that the best is found
        for certain and, among equally good ones, a smallest; in larger ones ``annealing``.
    stopping
        When to stop. Left out: when every panel has been looked at, or after 500 steps per member without improvement.
    certify
        Whether to say how far from the best panel this one is at most, as in `haversack.select`. Beyond 12 members
        nothing that ships can prove anything about recorded votes.
    prefit
        Whether the classifiers are fitted already. They are then used as they are, and the data given to `fit` must be
        data that they were not fitted on: it is only used to choose.
    cv
        How to make folds: their number, a splitter, or pairs of rows to fit on and rows to answer. If left out, five
        stratified folds, or as many as the smallest class has rows. Rows may be left out more than once or not at all;
        a row counts as often as it is answered, but the sampling error takes each time for a row of its own.
    n_jobs
        How many fits run at a time, as everywhere in scikit-learn. Their number does not change the answer, unless
        costs are measured: times are longer on a busy machine.
    random_state
        Seeds the selection and, unless it is None, every `random_state` of a member that was left open.

    Attributes
    ----------
    classes_
        The labels, sorted.
    estimators_, named_estimators_
        The chosen members, fitted: as a list in the order of the pool, and by name.
    selection_
        What haversack chose, a `haversack.Selection`: ``selection_.names``, ``selection_.cost``,
        ``selection_.summary()``.
    pool_
        What it chose from, a `haversack.Pool` with the recorded votes; ``pool_.accuracies`` are those of the members,
        ``pool_.metadata`` has the measured times.
    votes_accuracy_
        The share of recorded rows on which the vote of the panel is right. The panel was chosen by these very rows, so
        on others it will be somewhat less.
    independent_accuracy_
        What independent members with the same accuracies would reach.
    n_features_in_, feature_names_in_
        As everywhere in scikit-learn.

    Warns
    -----
    DependenceWarning
        If the last two accuracies are more than two standard errors apart.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> pool = [("tree", DecisionTreeClassifier()), ("bayes", GaussianNB()), ("near", KNeighborsClassifier())]
    >>> prices = {"tree": 2, "bayes": 1, "near": 4}
    >>> panel = PanelClassifier(pool, budget=4, cost=prices, random_state=0).fit(*load_iris(return_X_y=True))
    >>> panel.selection_.names, panel.selection_.cost
    (('near',), 4.0)
    >>> round(panel.votes_accuracy_, 3), round(panel.independent_accuracy_, 3)
    (0.973, 0.973)
    """

    def __init__(
        self,
        estimators: Sequence[tuple[str, Any]],
        *,
        budget: float | None = None,
        cost: str | Mapping[str, float] | Sequence[float] | None = PREDICT_TIME,
        voting: Literal["hard", "soft"] = "hard",
        energy: Any = "votes",
        searcher: Any = None,
        stopping: Any = None,
        certify: Literal["off", "quick", "prove"] = "quick",
        prefit: bool = False,
        cv: Any = None,
        n_jobs: int | None = None,
        random_state: Any = None,
    ) -> None:
        self.estimators = estimators
        self.budget = budget
        self.cost = cost
        self.voting = voting
        self.energy = energy
        self.searcher = searcher
        self.stopping = stopping
        self.certify = certify
        self.prefit = prefit
        self.cv = cv
        self.n_jobs = n_jobs
        self.random_state = random_state

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters; if `deep`, also the members by name and theirs as ``name__parameter``."""
        return dict(self._get_params("estimators", deep=deep))

    def set_params(self, **params: Any) -> PanelClassifier:
        """Set parameters, members (``name=classifier``, or ``"drop"``) and theirs (``name__parameter=value``)."""
        self._set_params("estimators", **params)
        return self

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> PanelClassifier:
        """Record what the members answer, choose among them, and fit those that are chosen.

        Parameters
        ----------
        X
            The rows, in any form that the members take: array, sparse matrix, data frame, list of texts.
        y
            Their labels.
        sample_weight
            How much each row counts: in the fits of the members that take weights, and in the votes. A member that
            takes none is fitted without, and a warning names it.

        Raises
        ------
        ConfigError
            For a parameter that cannot be followed. This and the next are kinds of `ValueError`.
        InfeasibleError
            If no member fits in the budget.
        NotFittedError
            If a member is not fitted where all should be.
        """
        members = self._checked_members()
        validate_data(self, X, y, skip_check_array=True)
        X, y = indexable(X, column_or_1d(y, warn=True))
        assert_all_finite(y, input_name="y")
        check_classification_targets(y)
        weights = None if sample_weight is None else _check_sample_weight(sample_weight, X, ensure_non_negative=True)
        if weights is not None and not self.prefit:
            _tell_of_lost_weights(members)
        rng = check_random_state(self.random_state)
        seed = int(rng.randint(_LARGEST_SEED))
        if self.random_state is not None and not self.prefit:
            members = seeded(members, rng)

        self.classes_ = self._classes(members, y)
        record = self._record(members, X, y, weights)
        self.pool_ = self._pool(members, y, weights, record)
        self.selection_ = self._select(self.pool_, seed)
        self._takes_gaps = has_gaps(X)
        chosen = [members[name] for name in self.selection_.names]
        if not self.prefit:
            chosen = Parallel(n_jobs=self.n_jobs)(delayed(fitted)(member, X, y, weights) for member in chosen)
        self.estimators_ = chosen
        self.named_estimators_ = Bunch(**dict(zip(self.selection_.names, chosen, strict=True)))

        agreement = agreement_of(self.selection_)
        self.votes_accuracy_, self.independent_accuracy_ = agreement.shown, agreement.predicted
        if agreement.doubt is not None:
            warnings.warn(agreement.doubt, DependenceWarning, stacklevel=2)
        return self

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Return the class that the panel votes for, of each row."""
        if self.voting == "soft":
            probabilities = self.predict_proba(X)
            return np.asarray(self.classes_[probabilities.argmax(axis=1)])
        self._check_rows(X)
        answers = self.named_estimators_.items()
        ballots = np.column_stack([codes_of(member.predict(X), self.classes_, name) for name, member in answers])
        accuracies = self.pool_.require_accuracies()[list(self.selection_.members)]
        return np.asarray(self.classes_[plurality(ballots, len(self.classes_), accuracies)])

    @available_if(_votes_softly)
    def predict_proba(self, X: Any) -> npt.NDArray[np.float64]:
        """Return the mean probability of each class, of shape (rows, classes); only with ``voting="soft"``."""
        self._check_rows(X)
        tables = [member.predict_proba(X) for member in self.estimators_]
        return mean_probabilities(tables, [member.classes_ for member in self.estimators_], self.classes_)

    def frontier(self, budgets: int | Literal["all"] | Iterable[float] | None = None) -> hs.Frontier:
        """Find the best panel for every budget, by the recorded votes; nothing is fitted.

        Parameters
        ----------
        budgets
            As in `haversack.frontier`: how many, or which. Left out: all of them in pools of up to 12 members.
        """
        check_is_fitted(self, "estimators_")
        searcher = small_pool_searcher(len(self.pool_)) if self.searcher is None else self.searcher
        return hs.frontier(
            self.pool_,
            budgets=budgets,
            energy=self.energy,
            searcher=searcher,
            stopping=self.stopping,
            seed=self.selection_.seed,
        )

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        members = [get_tags(member) for _, member in self.estimators if not is_dropped(member)]
        tags.input_tags.sparse = all(member.input_tags.sparse for member in members)
        tags.input_tags.allow_nan = all(member.input_tags.allow_nan for member in members)
        return tags

    def _checked_members(self) -> dict[str, Any]:
        """Return the members by name, after all parameters that can be checked before anything is fitted."""
        members = members_of(self.estimators)
        self._validate_names([name for name, _ in self.estimators])
        if self.voting not in ("hard", "soft"):
            raise hs.ConfigError([f"voting: must be 'hard' or 'soft', got {self.voting!r:.80}"])
        if self.voting == "soft":
            check_probabilities(members)
        if self.prefit:
            check_fitted(members)
        check_cost(self.cost, self.estimators, prefit=self.prefit)
        check_parts(energy=self.energy, searcher=self.searcher, stopping=self.stopping)
        return members

    def _check_rows(self, X: Any) -> None:
        check_is_fitted(self, "estimators_")
        # Members that were fitted on gaps take them, whatever their tags say.
        if not self._takes_gaps:
            refuse_gaps(self, X)

    def _classes(self, members: Mapping[str, Any], y: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return all labels; members that are fitted may know more than there are in the data at hand."""
        labels = [np.unique(y)]
        if self.prefit:
            labels += [member.classes_ for member in members.values() if hasattr(member, "classes_")]
        return np.unique(np.concatenate(labels))

    def _record(self, members: Mapping[str, Any], X: Any, y: npt.NDArray[Any], weights: Any) -> Record:
        if self.prefit:
            return as_they_are(members, X, y, self.classes_)
        return out_of_fold(members, X, y, weights, self.classes_, cv=self.cv, n_jobs=self.n_jobs)

    def _pool(self, members: Mapping[str, Any], y: npt.NDArray[Any], weights: Any, record: Record) -> hs.Pool:
        times = {"predict_seconds": record.predict_seconds}
        if record.fit_seconds is not None:
            times["fit_seconds"] = record.fit_seconds
        return hs.Pool(
            names=list(members),
            costs=costs_of(members, self.cost, self.estimators, record),
            votes=record.votes(np.searchsorted(self.classes_, y), self.classes_, weights),
            metadata=times,
        )

    def _select(self, pool: hs.Pool, seed: int) -> hs.Selection:
        plan = search_plan(len(pool), self.searcher, self.stopping, self.certify)
        try:
            selection = hs.select(pool, self.budget, energy=self.energy, seed=seed, **plan)
        except hs.InfeasibleError as error:
            unit = UNITS.get(self.cost) if isinstance(self.cost, str) else None
            if unit is None:
                raise
            raise hs.InfeasibleError(f"{error} ({unit})") from error
        if not selection.members:
            raise hs.SearchError(f"energy: {self.energy!r:.80} values nobody above every panel, and nobody cannot vote")
        return selection


def _tell_of_lost_weights(members: Mapping[str, Any]) -> None:
    names = ", ".join(map(repr, without_weights(members)))
    if names:
        warnings.warn(f"sample_weight: not taken by {names}; fitted without", UserWarning, stacklevel=3)
