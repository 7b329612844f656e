"""The panel against cross_val_predict, against every panel counted one by one, and inside scikit-learn's own tools."""

from __future__ import annotations

import pickle
import warnings
from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest
from haversack_sklearn import DependenceWarning, PanelClassifier
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_breast_cancer, load_digits, make_classification
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LinearRegression, Perceptron
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    ShuffleSplit,
    cross_val_predict,
    cross_val_score,
    train_test_split,
)
from sklearn.naive_bayes import BernoulliNB, GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Binarizer, StandardScaler
from sklearn.tree import DecisionTreeClassifier, ExtraTreeClassifier
from sklearn.utils.validation import has_fit_parameter

import haversack as hs

pytestmark = pytest.mark.filterwarnings("ignore::haversack_sklearn.DependenceWarning")

POOL = [
    ("bayes", GaussianNB()),
    ("signs", BernoulliNB()),
    ("stump", DecisionTreeClassifier(max_depth=1)),
    ("tree", DecisionTreeClassifier(max_depth=4)),
    ("extra", ExtraTreeClassifier(max_depth=6)),
]
COSTS = {"bayes": 2.0, "signs": 1.0, "stump": 1.0, "tree": 3.0, "extra": 2.0}


def toy(classes=3, rows=150, seed=0):
    return make_classification(
        n_samples=rows, n_features=6, n_informative=5, n_redundant=0, n_classes=classes, flip_y=0.1, random_state=seed
    )


@pytest.fixture(scope="module")
def rows():
    return toy()


def panel(pool=POOL, **parameters):
    return PanelClassifier(pool, **({"cost": COSTS, "random_state": 0} | parameters))


# ------------------------------------------------------------------------------------------------------------- oracles


def right_share(answers, truth, members):
    """On how many rows one answer has more votes than any other, and is the right one; counted by hand."""
    right = 0
    for row, wanted in zip(answers[:, list(members)].tolist(), truth.tolist(), strict=True):
        (first, most), *others = Counter(row).most_common(2)
        right += first == wanted and not (others and others[0][1] == most)
    return right / len(truth)


def best_by_hand(answers, truth, costs, budget):
    sizes = range(1, len(costs) + 1)
    affordable = [
        panel for size in sizes for panel in combinations(range(len(costs)), size) if costs[list(panel)].sum() <= budget
    ]
    return max(right_share(answers, truth, members) for members in affordable)


def majority_by_hand(accuracies):
    """The chance that more than half are right, summed over everything that can happen."""
    total = 0.0
    for outcome in product([True, False], repeat=len(accuracies)):
        if 2 * sum(outcome) > len(outcome):
            total += np.prod([p if right else 1 - p for p, right in zip(accuracies, outcome, strict=True)])
    return total


# ----------------------------------------------------------------------------------------------------------- selection


def test_the_recorded_answers_are_those_of_cross_val_predict(rows):
    X, y = rows
    pool = [("bayes", GaussianNB()), ("tree", DecisionTreeClassifier(max_depth=4, random_state=3))]
    fitted = PanelClassifier(pool, cv=4).fit(X, y)
    votes = fitted.pool_.votes
    # Folds are recorded one after the other, so rows come in another order.
    order = np.concatenate([test for _, test in fold_rows(4, X, y)])
    for column, (_, member) in enumerate(pool):
        message = fitted.classes_[votes.answers[:, column]]
        np.testing.assert_array_equal(message, cross_val_predict(member, X, y, cv=4)[order])
    np.testing.assert_array_equal(fitted.classes_[votes.truth], y[order])


def fold_rows(cv, X, y):
    from sklearn.model_selection import check_cv

    return list(check_cv(cv, y, classifier=True).split(X, y))


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("budget", [1.0, 2.0, 4.0, 6.0, None])
def test_no_panel_within_the_budget_has_better_votes(classes, budget):
    X, y = toy(classes)
    fitted = panel(budget=budget).fit(X, y)
    votes = fitted.pool_.votes
    limit = np.inf if budget is None else budget
    best = best_by_hand(votes.answers, votes.truth, fitted.pool_.costs, limit)
    assert fitted.votes_accuracy_ == pytest.approx(best)
    assert fitted.votes_accuracy_ == pytest.approx(right_share(votes.answers, votes.truth, fitted.selection_.members))
    assert fitted.selection_.proven
    assert fitted.selection_.cost == sum(COSTS[name] for name in fitted.selection_.names) <= limit


def test_what_independence_predicts_is_summed_over_all_outcomes(rows):
    fitted = panel().fit(*rows)
    assert len(fitted.estimators_) > 1
    accuracies = fitted.pool_.accuracies[list(fitted.selection_.members)]
    assert fitted.independent_accuracy_ == pytest.approx(majority_by_hand(accuracies))


def test_both_accuracies_are_those_in_the_notes_of_the_selection(rows):
    fitted = panel(energy={"kind": "votes", "ties": "coin"}).fit(*rows)
    assert fitted.votes_accuracy_ == pytest.approx(fitted.selection_.value)
    assumed = panel(energy="majority").fit(*rows)
    assert assumed.independent_accuracy_ == pytest.approx(assumed.selection_.value)
    assert assumed.votes_accuracy_ <= fitted.votes_accuracy_


@pytest.mark.slow
def test_the_expected_accuracy_is_that_of_the_selection_on_any_number_of_workers(rows):
    fitted, threaded = (panel(estimate="bootstrap", n_jobs=jobs).fit(*rows) for jobs in (1, 2))
    expected = fitted.expected_
    assert expected == threaded.expected_ == fitted.selection_.expected
    assert (expected.method, expected.resamples) == ("bootstrap", 25)
    assert expected.shown == pytest.approx(fitted.votes_accuracy_)
    assert expected.low < expected.accuracy < expected.high
    assert panel(estimate="none").fit(*rows).expected_ is None
    assert panel().fit(*rows).expected_.method == "recorded"  # Few members.


def test_a_bayes_vote_decides_where_it_is_asked_for(rows):
    X, y = rows
    plain, asked, chosen = panel().fit(X, y), panel(vote="bayes").fit(X, y), panel(energy="bayes").fit(X, y)
    assert asked.selection_.members == plain.selection_.members
    for fitted in (asked, chosen):
        answers = np.column_stack([member.predict(X) for member in fitted.estimators_])
        table = dict(zip(fitted.selection_.names, answers.T.tolist(), strict=True))
        assert fitted.predict(X).tolist() == fitted.selection_.decide(table)
    assert (asked.predict(X) != plain.predict(X)).any()


def test_a_vote_is_for_hard_votes(rows):
    with pytest.raises(
        hs.ConfigError, match="vote: 'bayes' decides hard votes, got voting='soft'; expected voting='hard'"
    ):
        panel(voting="soft", vote="bayes").fit(*rows)


class MostVoters:
    """An energy that knows nothing of votes and takes no notes."""

    def losses(self, pool, sets):
        return 1.0 / (1.0 + sets.sum(axis=1))


class EmptyBest(MostVoters):
    def losses(self, pool, sets):
        return sets.sum(axis=1) / (1.0 + sets.sum(axis=1))


class OfferEmptySet:
    def search(self, problem, monitor, rng):
        monitor.offer(np.zeros((1, len(problem.pool)), dtype=bool))


def test_both_accuracies_are_known_for_any_energy(rows):
    fitted = panel(energy=MostVoters()).fit(*rows)
    votes = fitted.pool_.votes
    assert fitted.selection_.names == tuple(COSTS)
    assert fitted.votes_accuracy_ == pytest.approx(right_share(votes.answers, votes.truth, range(5)))
    assert fitted.independent_accuracy_ == pytest.approx(majority_by_hand(fitted.pool_.accuracies))


def test_the_empty_set_is_not_a_panel(rows):
    with pytest.raises(hs.SearchError, match="EmptyBest.* prefers the empty set, which cannot vote, to every panel"):
        panel(energy=EmptyBest(), searcher=OfferEmptySet()).fit(*rows)


def leaves(members):
    return [(f"leaf-{size}", DecisionTreeClassifier(min_samples_leaf=size)) for size in range(1, members + 1)]


@pytest.mark.slow
def test_a_budget_that_buys_few_panels_of_a_large_pool_gets_a_proof(rows):
    X, y = rows
    fitted = PanelClassifier(leaves(13), budget=5, cost=[1.0] * 13, random_state=0).fit(X, y)
    assert fitted.selection_.proven
    votes = fitted.pool_.votes
    assert fitted.votes_accuracy_ == pytest.approx(best_by_hand(votes.answers, votes.truth, fitted.pool_.costs, 5))
    assert len(fitted.frontier([1, 3, 5]).rows()) == 3


def test_too_many_panels_are_searched_and_not_enumerated(rows):
    fitted = PanelClassifier(leaves(17), cost=None, random_state=0).fit(*rows)
    assert fitted.selection_.stop_reason.startswith("no better set in 8,500 steps")
    assert fitted.votes_accuracy_ >= fitted.pool_.votes.accuracies.max()


@pytest.mark.slow
def test_searcher_stopping_and_certify_are_followed(rows):
    fitted = panel(searcher="annealing", stopping={"kind": "max-step", "limit": 70}, certify="off").fit(*rows)
    assert (fitted.selection_.stop_reason, fitted.selection_.proven) == ("limit of 70 steps", False)
    fitted = panel(stopping={"kind": "max-step", "limit": 3}).fit(*rows)
    assert (fitted.selection_.stop_reason, fitted.selection_.proven) == ("limit of 3 steps", False)
    assert panel(certify="prove").fit(*rows).selection_.proven
    assert panel(energy="majority", searcher="annealing", certify="prove").fit(*rows).selection_.proven
    with pytest.raises(hs.ConfigError, match="certify: must be 'off', 'quick' or 'prove', got 'maybe'"):
        panel(certify="maybe").fit(*rows)


def test_the_frontier_holds_the_best_panel_for_every_budget(rows):
    fitted = panel(budget=4.0).fit(*rows)
    frontier = fitted.frontier()
    assert frontier.whole
    assert frontier.at(4.0).value == pytest.approx(fitted.votes_accuracy_)
    votes = fitted.pool_.votes
    for point in frontier.points:
        assert point.value == pytest.approx(best_by_hand(votes.answers, votes.truth, fitted.pool_.costs, point.cost))
    assert len(fitted.frontier(4).rows()) == 4


def test_a_frontier_needs_costs_and_a_fit(rows):
    with pytest.raises(NotFittedError):
        panel().frontier()
    with pytest.raises(hs.ConfigError, match="a frontier needs the cost of each member"):
        panel(cost=None).fit(*rows).frontier()


# ------------------------------------------------------------------------------------------------------------- warning


@pytest.mark.filterwarnings("error")
def test_dependent_votes_give_a_warning():
    X, y = toy(2, rows=400)
    twins = [(name, DecisionTreeClassifier(max_depth=3, random_state=seed)) for seed, name in enumerate("abc")]
    message = (
        r"^a, b, c: independence predicts 0\.\d+, out-of-sample votes show 0\.\d+; the votes are \d+\.\d "
        r"standard errors below what independence predicts: members make the same mistakes$"
    )
    with pytest.warns(DependenceWarning, match=message) as caught:
        fitted = PanelClassifier(twins, energy=MostVoters()).fit(X, y)
    assert caught[0].filename == __file__
    assert fitted.votes_accuracy_ < fitted.independent_accuracy_


@pytest.mark.filterwarnings("error")
def test_a_single_member_gives_no_warning(rows):
    fitted = panel(POOL[:1], cost=None).fit(*rows)
    assert fitted.votes_accuracy_ == pytest.approx(fitted.independent_accuracy_)
    assert fitted.selection_.stop_reason == "proved optimal"


# --------------------------------------------------------------------------------------------------------------- votes


def test_the_chosen_vote_and_the_others_are_not_fitted(rows):
    X, y = rows
    fitted = panel(budget=6.0).fit(X, y)
    assert list(fitted.named_estimators_) == list(fitted.selection_.names)
    assert [fitted.named_estimators_[name] for name in fitted.selection_.names] == fitted.estimators_
    assert not any(hasattr(member, "classes_") for _, member in POOL)
    answers = np.column_stack([member.predict(X) for member in fitted.estimators_])
    for message, row in zip(fitted.predict(X), answers.tolist(), strict=True):
        counts = Counter(row)
        assert counts[message] == max(counts.values())


def test_ties_go_to_those_who_were_right_more_often(rows):
    X, y = rows
    fitted = panel(POOL[:2], cost=None, energy=MostVoters()).fit(X, y)
    accuracies = fitted.pool_.accuracies
    assert accuracies[0] > accuracies[1]
    np.testing.assert_array_equal(fitted.predict(X), fitted.estimators_[0].predict(X))


def test_soft_votes_are_mean_probabilities(rows):
    X, y = rows
    fitted = panel(voting="soft", energy=MostVoters()).fit(X, y)
    mean = np.mean([member.predict_proba(X) for member in fitted.estimators_], axis=0)
    np.testing.assert_allclose(fitted.predict_proba(X), mean)
    np.testing.assert_array_equal(fitted.predict(X), fitted.classes_[mean.argmax(axis=1)])


def test_hard_votes_have_no_probabilities(rows):
    fitted = panel().fit(*rows)
    assert not hasattr(fitted, "predict_proba")
    with pytest.raises(AttributeError, match="predict_proba"):
        fitted.predict_proba(rows[0])


def test_labels_may_be_words(rows):
    X, y = rows
    words = np.array(["ant", "bee", "cat"], dtype=object)[y]
    plain, worded = panel(budget=4).fit(X, y), panel(budget=4).fit(X, words)
    assert worded.classes_.tolist() == ["ant", "bee", "cat"]
    assert worded.selection_.names == plain.selection_.names
    np.testing.assert_array_equal(worded.predict(X), np.array(["ant", "bee", "cat"])[plain.predict(X)])
    assert worded.pool_.votes.labels == ("ant", "bee", "cat")


# --------------------------------------------------------------------------------------------------------------- costs


def test_times_are_measured():
    X, y = toy(rows=400)
    pool = [("quick", GaussianNB()), ("slow", Sleeper(0.02, 0.0)), ("slower", Sleeper(0.0, 0.05))]
    by_fit = PanelClassifier(pool, cost="fit-time").fit(X, y)
    by_predict = PanelClassifier(pool, cost="predict-time").fit(X, y)
    assert by_fit.pool_.costs[1] >= 0.02
    assert by_fit.pool_.costs[1] > by_fit.pool_.costs[2]
    # Five folds of 80 rows, at 0.05 seconds each: 250 ms in 400 rows.
    assert by_predict.pool_.costs[2] >= 0.625
    assert by_predict.pool_.costs[2] > by_predict.pool_.costs[1]
    assert by_fit.pool_.metadata["fit_seconds"] == tuple(by_fit.pool_.costs)
    assert by_predict.pool_.metadata["predict_seconds"] == tuple(by_predict.pool_.costs)


class Sleeper(ClassifierMixin, BaseEstimator):
    """Takes its time and answers the first class."""

    def __init__(self, fit_seconds=0.0, predict_seconds=0.0):
        self.fit_seconds = fit_seconds
        self.predict_seconds = predict_seconds

    def fit(self, X, y):
        import time

        time.sleep(self.fit_seconds)
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        import time

        time.sleep(self.predict_seconds)
        return np.full(len(X), self.classes_[0])


@pytest.mark.parametrize(
    ("cost", "unit"),
    [
        ("fit-time", r" \(seconds to fit, averaged over the folds\)"),
        ("predict-time", r" \(seconds to predict a thousand"),
    ],
)
def test_a_budget_below_every_cost_is_reported_with_the_unit(rows, cost, unit):
    with pytest.raises(
        hs.InfeasibleError, match=f"^budget: no member fits in 1e-12; the cheapest, '.*', costs .*{unit}"
    ):
        panel(cost=cost, budget=1e-12).fit(*rows)


def test_a_budget_below_every_cost_is_reported(rows):
    with pytest.raises(
        hs.InfeasibleError, match="^budget: no member fits in 0.5; the cheapest, 'signs', costs 1$"
    ) as caught:
        panel(budget=0.5).fit(*rows)
    assert isinstance(caught.value, ValueError)


def test_costs_may_be_a_sequence_and_members_dropped(rows):
    X, y = rows
    listed = panel(cost=np.array(list(COSTS.values())), budget=4).fit(X, y)
    named = panel(budget=4).fit(X, y)
    assert listed.selection_.names == named.selection_.names
    dropped = clone(listed).set_params(tree="drop").fit(X, y)
    assert dropped.pool_.names == ("bayes", "signs", "stump", "extra")
    assert dropped.pool_.costs.tolist() == [2.0, 1.0, 1.0, 2.0]
    assert panel().set_params(bayes="drop").fit(X, y).pool_.costs.tolist() == [1.0, 1.0, 3.0, 2.0]


# -------------------------------------------------------------------------------------------------------- scikit-learn


def test_it_works_in_pipelines_and_cross_validation(rows):
    X, y = rows
    scores = cross_val_score(make_pipeline(StandardScaler(), panel(budget=4)), X, y, cv=3)
    assert scores.shape == (3,)
    assert scores.min() > 0.4


@pytest.mark.slow
def test_grids_go_over_budgets_and_over_parameters_of_members(rows):
    X, y = rows
    grid = {"budget": [1.0, 6.0], "tree__max_depth": [2, 5], "bayes": [GaussianNB(), "drop"]}
    search = GridSearchCV(panel(), grid, cv=2).fit(X, y)
    assert len(search.cv_results_["params"]) == 8
    assert search.best_estimator_.get_params()["tree__max_depth"] == search.best_params_["tree__max_depth"]
    assert POOL[3][1].max_depth == 4


@pytest.mark.slow
def test_clones_and_pickles_are_the_same(rows):
    X, y = rows
    fitted = panel(budget=4, searcher="annealing").fit(X, y)
    again = clone(fitted)
    assert not hasattr(again, "estimators_")
    assert again.get_params(deep=False).keys() == fitted.get_params(deep=False).keys()
    loaded = pickle.loads(pickle.dumps(fitted))
    for other in (again.fit(X, y), loaded):
        assert other.selection_.names == fitted.selection_.names
        np.testing.assert_array_equal(other.predict(X), fitted.predict(X))


@pytest.mark.slow
def test_the_same_seed_gives_the_same_panel_on_any_number_of_workers(rows):
    X, y = rows
    one, two = (panel(budget=6, n_jobs=jobs, random_state=7).fit(X, y) for jobs in (1, 2))
    assert one.selection_.members == two.selection_.members
    assert one.pool_.votes == two.pool_.votes
    np.testing.assert_array_equal(one.predict(X), two.predict(X))


def test_open_seeds_of_members_are_set_and_others_kept(rows):
    X, y = rows
    pool = [
        ("open", make_pipeline(StandardScaler(), ExtraTreeClassifier())),
        ("kept", ExtraTreeClassifier(random_state=3)),
    ]
    fits = [PanelClassifier(pool, cost=None, energy=MostVoters(), random_state=1).fit(X, y) for _ in range(2)]
    seeds = [fit.named_estimators_["open"].get_params()["extratreeclassifier__random_state"] for fit in fits]
    assert isinstance(seeds[0], int)
    assert seeds[0] == seeds[1]
    assert fits[0].named_estimators_["kept"].random_state == 3
    unseeded = PanelClassifier(pool, cost=None, energy=MostVoters()).fit(X, y)
    assert unseeded.named_estimators_["open"][-1].random_state is None


def test_feature_names_are_kept(rows):
    pandas = pytest.importorskip("pandas")
    X, y = rows
    frame = pandas.DataFrame(X, columns=[f"f{number}" for number in range(6)])
    fitted = panel(budget=4).fit(frame, pandas.Series(y))
    assert fitted.feature_names_in_.tolist() == frame.columns.tolist()
    assert fitted.n_features_in_ == 6
    np.testing.assert_array_equal(fitted.predict(frame), panel(budget=4).fit(X, y).predict(X))
    with pytest.raises(ValueError, match="feature names should match"):
        fitted.predict(frame.rename(columns={"f0": "g0"}))


def test_rows_may_be_texts_and_sparse():
    texts = ["good fine", "bad", "good", "poor bad", "fine", "bad poor"] * 5
    labels = ["yes", "no"] * 15
    pool = [("words", make_pipeline(CountVectorizer(), MultinomialNB())),
            ("signs", make_pipeline(CountVectorizer(binary=True), BernoulliNB()))]  # fmt: skip
    fitted = PanelClassifier(pool, cost=None).fit(texts, labels)
    assert fitted.predict(["good", "poor"]).tolist() == ["yes", "no"]
    matrix = CountVectorizer().fit_transform(texts)
    fitted = PanelClassifier([("words", MultinomialNB()), ("signs", BernoulliNB())], cost=None).fit(matrix, labels)
    assert fitted.score(matrix, labels) == 1.0


def test_splits_of_all_kinds_are_followed(rows):
    X, y = rows
    groups = np.arange(len(y)) % 7
    listed = panel(cv=list(GroupKFold(7).split(X, y, groups))).fit(X, y)
    assert len(listed.pool_.votes) == len(y)
    some = panel(cv=ShuffleSplit(3, test_size=20, random_state=0)).fit(X, y)
    assert len(some.pool_.votes) == 60
    with pytest.raises(
        hs.ConfigError, match=r"cv: expected at least one pair of training and test rows, got none from \[\]"
    ):
        panel(cv=[]).fit(X, y)


def test_there_are_fewer_folds_where_a_class_has_few_rows(rows):
    X, y = rows
    few = np.concatenate([np.flatnonzero(y != 2), np.flatnonzero(y == 2)[:3]])
    fitted = panel(cost=None).fit(X[few], y[few])
    assert len(fitted.pool_.votes) == len(few)
    assert fitted.classes_.tolist() == [0, 1, 2]


# ------------------------------------------------------------------------------------------------------------- weights


def test_weights_are_handed_to_members_and_counted_in_votes(rows):
    X, y = rows
    weights = np.random.default_rng(0).integers(0, 4, len(y)).astype(float)
    pool = [*POOL[:3], ("piped", make_pipeline(StandardScaler(), DecisionTreeClassifier(max_depth=3)))]
    fitted = PanelClassifier(pool, cost=None, random_state=0, energy=MostVoters()).fit(X, y, sample_weight=weights)
    votes = fitted.pool_.votes
    order = np.concatenate([test for _, test in fold_rows(5, X, y)])
    np.testing.assert_array_equal(votes.item_weights, weights[order][weights[order] > 0])
    for name, member in fitted.named_estimators_.items():
        key = "sample_weight" if has_fit_parameter(member, "sample_weight") else "decisiontreeclassifier__sample_weight"
        alone = clone(member).fit(X, y, **{key: weights})
        np.testing.assert_array_equal(alone.predict(X), member.predict(X), err_msg=name)


def test_members_that_take_no_weights_are_named(rows):
    X, y = rows
    pool = [("near", KNeighborsClassifier()), ("bayes", GaussianNB()),
            ("piped", make_pipeline(StandardScaler(), KNeighborsClassifier()))]  # fmt: skip
    with pytest.warns(
        UserWarning, match="^sample_weight: not accepted by 'near', 'piped', which are fitted without weights$"
    ):
        PanelClassifier(pool).fit(X, y, sample_weight=np.ones(len(y)))
    with pytest.raises(ValueError, match="sample_weight"):
        PanelClassifier(pool).fit(X, y, sample_weight=-np.ones(len(y)))


# -------------------------------------------------------------------------------------------------------------- prefit


@pytest.fixture(scope="module")
def halves(rows):
    return train_test_split(*rows, test_size=0.5, random_state=0)


def test_fitted_members_are_used_as_they_are(halves):
    X, held, y, held_y = halves
    pool = [(name, clone(member).fit(X, y)) for name, member in POOL]
    fitted = panel(pool, prefit=True, budget=6).fit(held, held_y)
    members = dict(pool)
    assert all(fitted.named_estimators_[name] is members[name] for name in fitted.selection_.names)
    for column, (_, member) in enumerate(pool):
        np.testing.assert_array_equal(fitted.pool_.votes.answers[:, column], member.predict(held))
    assert set(fitted.pool_.metadata) == {"predict_seconds"}
    weighted = panel(pool, prefit=True).fit(held, held_y, sample_weight=np.arange(len(held_y)))
    assert len(weighted.pool_.votes) == len(held_y) - 1


def test_fitted_members_may_know_more_classes(halves):
    X, held, y, held_y = halves
    pool = [(name, clone(member).fit(X, y)) for name, member in POOL]
    two = held_y < 2
    fitted = panel(pool, prefit=True, voting="soft").fit(held[two], held_y[two])
    assert fitted.classes_.tolist() == [0, 1, 2]
    assert fitted.predict_proba(held).shape == (len(held), 3)
    fewer = [("two", clone(GaussianNB()).fit(X[y < 2], y[y < 2])), *pool[:1]]
    mixed = PanelClassifier(fewer, prefit=True, voting="soft", energy=MostVoters()).fit(held, held_y)
    expected = pool[0][1].predict_proba(held)
    expected[:, :2] += fewer[0][1].predict_proba(held)
    np.testing.assert_allclose(mixed.predict_proba(held), expected / 2)


def test_members_that_are_not_fitted_are_named(halves):
    X, held, y, held_y = halves
    pool = [("bayes", GaussianNB().fit(X, y)), ("tree", DecisionTreeClassifier())]
    with pytest.raises(NotFittedError, match="estimators: 'tree' is not fitted, but prefit=True needs fitted members;"):
        PanelClassifier(pool, prefit=True).fit(held, held_y)


@pytest.mark.parametrize("words", [["no", "yes", "other"], np.array(["no", "yes", "other"], dtype=object)])
def test_answers_that_are_not_a_class_are_named(halves, words):
    _, held, y, held_y = halves
    with pytest.raises(
        hs.ConfigError, match="estimators: 'numbers' answers [012], which is not a class; classes: no, ot"
    ):
        PanelClassifier([("numbers", Parrot(y))], prefit=True, cost=None).fit(held, np.asarray(words)[held_y])


class Parrot(ClassifierMixin, BaseEstimator):
    """Answers what it was given, and keeps to itself which classes it knows."""

    def __init__(self, answers):
        self.answers = answers

    def __sklearn_is_fitted__(self):
        return True

    def fit(self, X, y):
        return self

    def predict(self, X):
        return np.resize(self.answers, len(X))


# ------------------------------------------------------------------------------------------------------------ mistakes


@pytest.mark.parametrize(
    ("pool", "message"),
    [
        ([], r"estimators: expected a list of \(name, classifier\), of which at least one is not 'drop', got \[\]"),
        (None, r"estimators: expected a list of \(name, classifier\), .* got None"),
        ([GaussianNB()], r"estimators: expected a list of \(name, classifier\), .* got \[GaussianNB\(\)\]"),
        ([("a", "drop")], "estimators: expected .*, got "),
        ([("a", LinearRegression())], r"estimators: 'a' must be a classifier, got LinearRegression\(\)"),
        ([("a", GaussianNB)], "estimators: 'a' must be a classifier, got <class"),
        ([("a", GaussianNB()), ("a", GaussianNB())], "Names provided are not unique"),
        ([("cost", GaussianNB())], "Estimator names conflict with constructor arguments"),
    ],
)
def test_invalid_pools_are_reported(rows, pool, message):
    with pytest.raises(ValueError, match=message):
        PanelClassifier(pool).fit(*rows)


GIVEN = "a mapping from name to cost, a sequence of one cost per estimator, or None"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"voting": "loud"}, "voting: must be 'hard' or 'soft', got 'loud'"),
        ({"cost": "weight"}, f"cost: expected 'fit-time', 'predict-time', {GIVEN}, got 'weight'"),
        ({"cost": 3.0}, f"cost: expected 'fit-time', 'predict-time', {GIVEN}, got 3.0"),
        ({"cost": [1.0]}, "cost: expected one for each of the 5 estimators, got 1"),
        (
            {"cost": {"bayes": 1}},
            "cost: there is none for 'signs'; expected a cost for each of bayes, signs, stump, tr",
        ),
        ({"cost": COSTS | {"me": 1}}, "cost: 'me' is not an estimator; expected a cost for each of bayes"),
        ({"cost": COSTS | {"bayes": -1}}, "'bayes'.*-1"),
        ({"estimate": "jackknife"}, "estimate: must be 'auto', .* got 'jackknife'"),
        ({"budget": -1.0}, "budget: must be .*, got -1.0"),
        ({"energy": "vote"}, "energy.*'vote' is not registered; did you mean 'votes'"),
        ({"budget": 1.0, "cost": None}, "budget: 1 was given, but the pool has no costs to spend it on"),
    ],
)
def test_invalid_parameters_are_reported(rows, parameters, message):
    with pytest.raises(hs.HaversackError, match=message):
        panel(**parameters).fit(*rows)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"cost": [-1.0]}, "'a'"),
        (
            {"cost": [1.0], "searcher": "anealing"},
            "searcher.kind: 'anealing' is not registered; did you mean 'annealing'",
        ),
        ({"cost": [1.0], "stopping": {"kind": "max-step", "limt": 3}}, "stopping.limt: unknown key"),
    ],
)
def test_nothing_is_fitted_before_parameters_are_checked(parameters, message):
    class NeverFitted(GaussianNB):
        def fit(self, X, y, sample_weight=None):
            raise AssertionError("fitted")

    with pytest.raises(hs.HaversackError, match=message):
        PanelClassifier([("a", NeverFitted())], **parameters).fit(*toy())


def test_fit_times_of_fitted_members_are_refused(halves):
    X, held, y, held_y = halves
    with pytest.raises(
        hs.ConfigError, match="cost: 'fit-time' cannot be measured with prefit=True; expected 'predict-time', a mapping"
    ):
        PanelClassifier([("a", GaussianNB().fit(X, y))], cost="fit-time", prefit=True).fit(held, held_y)


def test_soft_votes_need_probabilities(rows):
    pool = [("line", Perceptron()), ("bayes", GaussianNB())]
    with pytest.raises(
        hs.ConfigError, match="voting: 'soft' needs predict_proba of every member, but 'line' has none; 'hard'"
    ):
        PanelClassifier(pool, voting="soft").fit(*rows)


def test_labels_must_be_labels(rows):
    X, y = rows
    with pytest.raises(ValueError, match="Input y contains NaN"):
        panel().fit(X, np.where(y == 0, np.nan, y))
    with pytest.raises(ValueError, match="continuous"):
        panel().fit(X, y + 0.5 * X[:, 0])
    with pytest.raises(ValueError, match="y should be a 1d array"):
        panel().fit(X, np.column_stack([y, y]))


def test_gaps_are_taken_where_all_members_took_them(rows):
    X, y = rows
    gappy = X.copy()
    gappy[0, 0] = np.nan
    trees = [("deep", DecisionTreeClassifier(random_state=0)), ("stump", DecisionTreeClassifier(max_depth=1))]
    assert PanelClassifier(trees).fit(gappy, y).predict(gappy).shape == y.shape
    assert PanelClassifier(trees).fit(X, y).predict(gappy).shape == y.shape
    mixed = PanelClassifier([*trees, ("bayes", GaussianNB())], cost=[1.0, 1.0, 9.0], budget=2.0).fit(X, y)
    with pytest.raises(ValueError, match="Input X contains NaN"):
        mixed.predict(gappy)
    with pytest.raises(ValueError, match="Input X contains NaN"):
        mixed.predict(sparse.csr_array(gappy))
    shy = PanelClassifier([("shy", Untagged())], cost=None).fit(gappy, y)
    assert shy.predict(gappy).shape == y.shape


class Untagged(ClassifierMixin, BaseEstimator):
    """Takes gaps without saying so."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


# ----------------------------------------------------------------------------------------------------------- real data


@pytest.mark.parametrize("load", [load_breast_cancer, load_digits])
@pytest.mark.parametrize("budget", [2.0, 4.0, 9.0])
@pytest.mark.slow
def test_on_real_data_the_panel_is_no_worse_than_its_best_affordable_member(load, budget):
    X, y = load(return_X_y=True)
    pool = [
        ("bayes", GaussianNB(var_smoothing=1e-3)),
        ("signs", make_pipeline(Binarizer(threshold=8.0), BernoulliNB())),
        ("tree", DecisionTreeClassifier(max_depth=8)),
        ("extra", ExtraTreeClassifier()),
        ("near", KNeighborsClassifier()),
    ]
    costs = np.array([2.0, 1.0, 2.0, 1.0, 6.0])
    fitted = PanelClassifier(pool, budget=budget, cost=costs, cv=3, random_state=0)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        fitted.fit(X, y)
    alone = fitted.pool_.accuracies[costs <= budget].max()
    assert fitted.votes_accuracy_ >= alone - 1e-12
    assert fitted.selection_.cost <= budget
    apart = any(note.is_warning for note in fitted.selection_.notes)
    assert [warning.category for warning in caught] == [DependenceWarning] * apart
    message = str(fitted.selection_)
    assert "if independent" in message
    assert "votes show" in message


@pytest.mark.slow
def test_on_real_data_the_panel_scores_what_it_claims():
    pool = [
        ("bayes", GaussianNB(var_smoothing=1e-3)),
        ("signs", make_pipeline(StandardScaler(), BernoulliNB())),
        ("counts", MultinomialNB()),
        ("near", KNeighborsClassifier(5)),
        *((f"tree-{seed}", DecisionTreeClassifier(max_features=8, random_state=seed)) for seed in range(8)),
    ]
    held, shown, biases = 0, [], []
    for split in range(6):
        X, kept_X, y, kept_y = train_test_split(*load_breast_cancer(return_X_y=True), random_state=split)
        fitted = PanelClassifier(pool, cost=dict.fromkeys(dict(pool), 1), budget=7, random_state=0).fit(X, y)
        expected, score = fitted.expected_, fitted.score(kept_X, kept_y)
        error = 1.96 * np.sqrt(score * (1.0 - score) / len(kept_y))
        held += expected.low - error <= score <= expected.high + error
        biases.append(expected.accuracy - score)
        shown.append(fitted.votes_accuracy_ - score)
    assert held >= 5
    assert abs(np.mean(biases)) < 0.015
    assert np.mean(biases) < np.mean(shown)


def test_a_part_that_fails_is_a_warning_and_the_panel_is_the_best_one_found_before():
    class Breaks:
        def search(self, problem, monitor, rng):
            monitor.offer(np.eye(len(problem.pool), dtype=bool)[:1])
            raise ValueError("out of order")

    X, y = make_classification(n_samples=60, random_state=0)
    panel = PanelClassifier(POOL, cost=None, searcher=Breaks(), certify="off", random_state=0)
    with pytest.warns(UserWarning, match="found before the selection failed: searcher Breaks raised ValueError"):
        panel.fit(X, y)
    assert panel.selection_.members == (0,)
