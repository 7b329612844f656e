"""A scikit-learn classifier that chooses its voters."""

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
from haversack_sklearn.ballots import average_probabilities, decide_by_scores, encode_labels
from haversack_sklearn.choice import fit_vote, list_classes, record_pool, select_panel
from haversack_sklearn.costs import PREDICT_TIME, check_cost
from haversack_sklearn.dependence import DependenceWarning, compare_accuracies
from haversack_sklearn.gaps import has_gaps, refuse_gaps
from haversack_sklearn.members import (
    check_fitted,
    check_voting,
    fit_member,
    is_dropped,
    list_members,
    set_seeds,
    warn_of_lost_weights,
)
from haversack_sklearn.search_plan import check_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy.typing as npt
    from sklearn.utils import Tags

_LARGEST_SEED = 2**31 - 1


def _check_soft_voting(panel: PanelClassifier) -> bool:
    if panel.voting != "soft":
        raise AttributeError(f"predict_proba needs voting='soft', got voting={panel.voting!r}")
    return True


class PanelClassifier(ClassifierMixin, _BaseComposition):
    """Vote with the best panel of classifiers that a budget buys.

    Each classifier is cross-validated: it is fitted on all folds but one, and its answers to the rows of that fold are
    recorded. haversack then chooses the panel within the budget whose vote is right most often on the recorded rows.
    Only its members are fitted on all data, and vote.

    Parameters
    ----------
    estimators
        The pool: a list of (name, classifier). ``set_params(name="drop")`` takes one out of it.
    budget
        Maximum cost of the panel; no limit if omitted.
    cost
        Cost of a member: ``predict-time``, the seconds to predict a thousand rows; ``fit-time``, the seconds to fit it,
        averaged over the folds; a mapping from name to cost; a sequence of one cost per estimator; or
        None for no costs. Times are measured, so the same data may give another panel in the next run.
    voting
        ``hard``: the class with the most votes, or as `vote` says. A tie goes to the class whose voters have the larger
        sum of recorded accuracies, then to the first class. ``soft``: the class with the largest mean probability. In
        both cases, the panel is chosen by hard votes.
    energy
        The energy, as in `haversack.select`. ``votes`` counts recorded votes and treats ties as wrong, so the panel is
        right on at least as many of these rows. ``majority`` uses the recorded accuracies and assumes independent
        members, which classifiers fitted on the same data are not.
    vote
        How hard votes decide, as in `haversack.select`: ``bayes`` weighs each answer by how often its member gave it to
        recorded rows of each class. If omitted, as the energy has it: ``votes`` by the most frequent answer.
    searcher
        The searcher. If omitted, one with less effort than by default, because other tools fit many times: for the
        energy ``votes`` in pools of 9 to 12 members ``exact-votes``, in larger ones ``annealing``, which ends after 500
        steps per member without improvement, and whose answer `certify` then proves or bounds; else ``auto``.
    stopping
        The stopping rule. If omitted, the search ends by itself.
    certify
        Effort spent on bounding the optimality gap, as in `haversack.select`.
    estimate
        How the accuracy on new rows is estimated, as in `haversack.select`; ``none`` leaves it out. ``auto`` takes what
        the recorded rows show in pools of up to 6 members, where that is right as it is, and otherwise selects again on
        25 samples of the recorded rows. No member is fitted for it.
    prefit
        Whether the classifiers are already fitted. They are then used unchanged, and the data passed to `fit`, which
        is only used to choose, must be held out from their own fits.
    cv
        Cross-validation: the number of folds, a splitter, or pairs of training and test rows. If omitted, five
        stratified folds, or as many as the smallest class has rows. A row may be tested several times or not at all; it
        counts as often as it is tested, and the sampling error treats each time as a separate row.
    n_jobs
        Number of parallel fits, as everywhere in scikit-learn, and of threads for the selections of the estimate. It
        does not change the answer, unless costs are measured: times are longer on a busy machine.
    random_state
        Seeds the selection and, unless it is None, every `random_state` of a member that is None.

    Attributes
    ----------
    classes_
        The labels, sorted.
    estimators_, named_estimators_
        The chosen members, fitted: as a list in the order of the pool, and by name.
    selection_
        The chosen panel, a `haversack.Selection`: ``selection_.names``, ``selection_.cost``,
        ``selection_.summary()``.
    pool_
        The pool, a `haversack.Pool` with the recorded votes; ``pool_.accuracies`` are those of the members,
        ``pool_.metadata`` has the measured times.
    votes_accuracy_
        Share of recorded rows on which the most frequent answer of the panel is right. The panel was chosen on these
        rows, so its accuracy on new rows is somewhat lower.
    expected_
        The accuracy that hard votes of the panel are expected to have on new rows, a `haversack.Expected` with its 95 %
        interval: ``expected_.accuracy``, ``expected_.low``, ``expected_.high``. None with ``estimate="none"``, and
        where ``auto`` cannot estimate it, as with fewer than 5 rows.
    vote_
        How hard votes decide, fitted to the recorded rows; a `haversack.capabilities.Vote`.
    independent_accuracy_
        Accuracy that independent members with the same accuracies would reach.
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
    (0.973, 0.967)
    """

    def __init__(
        self,
        estimators: Sequence[tuple[str, Any]],
        *,
        budget: float | None = None,
        cost: str | Mapping[str, float] | Sequence[float] | None = PREDICT_TIME,
        voting: Literal["hard", "soft"] = "hard",
        energy: Any = "votes",
        vote: Any = None,
        searcher: Any = None,
        stopping: Any = None,
        certify: Literal["off", "quick", "prove"] = "quick",
        estimate: Literal["auto", "bootstrap", "nested", "holdout", "none"] = "auto",
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
        self.vote = vote
        self.searcher = searcher
        self.stopping = stopping
        self.certify = certify
        self.estimate = estimate
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
        """Record what the members answer, choose a panel, and fit its members.

        Parameters
        ----------
        X
            The rows, in any form that the members accept: array, sparse matrix, data frame, list of texts.
        y
            Their labels.
        sample_weight
            Weight of each row, in the votes and in the fits of the members that accept weights. Other members are
            fitted without weights, and a warning names them.

        Raises
        ------
        ConfigError
            For an invalid parameter. This and the next are kinds of `ValueError`.
        InfeasibleError
            If no member fits within the budget.
        NotFittedError
            If ``prefit=True`` and a member is not fitted.
        """
        members = self._check_parameters()
        validate_data(self, X, y, skip_check_array=True)
        X, y = indexable(X, column_or_1d(y, warn=True))
        assert_all_finite(y, input_name="y")
        check_classification_targets(y)
        weights = None if sample_weight is None else _check_sample_weight(sample_weight, X, ensure_non_negative=True)
        if weights is not None and not self.prefit:
            warn_of_lost_weights(members)
        rng = check_random_state(self.random_state)
        seed = int(rng.randint(_LARGEST_SEED))
        if self.random_state is not None and not self.prefit:
            members = set_seeds(members, rng)

        self.classes_ = list_classes(members, y, prefit=self.prefit)
        self.pool_ = record_pool(self, members, X, y, weights)
        self.selection_ = select_panel(self, self.pool_, seed)
        self.expected_ = self.selection_.expected
        self.vote_ = fit_vote(self, self.selection_)
        self._takes_gaps = has_gaps(X)
        chosen = [members[name] for name in self.selection_.names]
        if not self.prefit:
            chosen = Parallel(n_jobs=self.n_jobs)(delayed(fit_member)(member, X, y, weights) for member in chosen)
        self.estimators_ = chosen
        self.named_estimators_ = Bunch(**dict(zip(self.selection_.names, chosen, strict=True)))

        agreement = compare_accuracies(self.selection_)
        self.votes_accuracy_, self.independent_accuracy_ = agreement.recorded, agreement.predicted
        if agreement.warning is not None:
            warnings.warn(agreement.warning, DependenceWarning, stacklevel=2)
        return self

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Return the class that the panel votes for, for each row."""
        if self.voting == "soft":
            probabilities = self.predict_proba(X)
            return np.asarray(self.classes_[probabilities.argmax(axis=1)])
        self._check_rows(X)
        answers = self.named_estimators_.items()
        ballots = np.column_stack([encode_labels(member.predict(X), self.classes_, name) for name, member in answers])
        accuracies = self.pool_.require_accuracies()[list(self.selection_.members)]
        return np.asarray(self.classes_[decide_by_scores(self.vote_.scores(ballots), ballots, accuracies)])

    @available_if(_check_soft_voting)
    def predict_proba(self, X: Any) -> npt.NDArray[np.float64]:
        """Return the mean probability of each class, of shape (rows, classes); only with ``voting="soft"``."""
        self._check_rows(X)
        tables = [member.predict_proba(X) for member in self.estimators_]
        return average_probabilities(tables, [member.classes_ for member in self.estimators_], self.classes_)

    def frontier(self, budgets: int | Literal["all"] | Iterable[float] | None = None) -> hs.Frontier:
        """Find the best panel for every budget from the recorded votes, without fitting.

        Parameters
        ----------
        budgets
            Number of budgets or their values, as in `haversack.frontier`. If omitted, all budgets in pools of up to 12
            members.
        """
        check_is_fitted(self, "estimators_")
        return hs.frontier(
            self.pool_,
            budgets=budgets,
            energy=self.energy,
            searcher=self.searcher,
            stopping=self.stopping,
            seed=self.selection_.seed,
        )

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        members = [get_tags(member) for _, member in self.estimators if not is_dropped(member)]
        tags.input_tags.sparse = all(member.input_tags.sparse for member in members)
        tags.input_tags.allow_nan = all(member.input_tags.allow_nan for member in members)
        return tags

    def _check_parameters(self) -> dict[str, Any]:
        """Check all parameters before anything is fitted, and return the members by name."""
        members = list_members(self.estimators)
        self._validate_names([name for name, _ in self.estimators])
        check_voting(members, self.voting, self.vote)
        if self.prefit:
            check_fitted(members)
        check_cost(self.cost, self.estimators, prefit=self.prefit)
        check_parts(energy=self.energy, searcher=self.searcher, stopping=self.stopping)
        return members

    def _check_rows(self, X: Any) -> None:
        check_is_fitted(self, "estimators_")
        # Members that were fitted on gaps accept them, whatever their tags say.
        if not self._takes_gaps:
            refuse_gaps(self, X)
