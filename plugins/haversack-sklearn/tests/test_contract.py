"""scikit-learn's own checks of what an estimator promises."""

from __future__ import annotations

import pytest
from haversack_sklearn import PanelClassifier
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

pytestmark = pytest.mark.slow

POOL = [
    ("bayes", GaussianNB()),
    ("signs", BernoulliNB()),
    ("stump", DecisionTreeClassifier(max_depth=1)),
    ("tree", DecisionTreeClassifier(max_depth=3)),
]
MANY = [(f"tree-{leaf}", DecisionTreeClassifier(min_samples_leaf=leaf)) for leaf in range(1, 14)]
"""More than are chosen from by looking at every panel."""


@parametrize_with_checks(
    [
        PanelClassifier(POOL),
        PanelClassifier(POOL, voting="soft", cost="fit-time"),
        PanelClassifier(MANY, budget=5.0, cost=dict.fromkeys(dict(MANY), 1.0), cv=2),
    ]
)
# On toy data members are anything but independent, and some of it leaves a member a class without any weight.
@pytest.mark.filterwarnings("ignore::haversack_sklearn.DependenceWarning")
@pytest.mark.filterwarnings("ignore:divide by zero encountered in log:RuntimeWarning")
def test_the_contract_of_scikit_learn(estimator, check):
    check(estimator)
