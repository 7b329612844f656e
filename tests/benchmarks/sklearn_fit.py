"""CPU time to fit a panel of scikit-learn classifiers, against what the same members cost without haversack.

The bar is three times `VotingClassifier.fit`, plus the folds: `cross_val_predict` of every member. `make bench` prints
both, each as the median of several fits after a first one that loads kernels, with the score on rows that were kept
aside beside the accuracy that the panel expects.
"""

from __future__ import annotations

import argparse
import statistics
import time
import warnings

from haversack_sklearn import PanelClassifier
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier, VotingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict, train_test_split
from sklearn.naive_bayes import BernoulliNB, GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

BUDGET = 7
QUICK = [
    ("bayes", GaussianNB(var_smoothing=1e-3)),
    ("signs", make_pipeline(StandardScaler(), BernoulliNB())),
    ("counts", MultinomialNB()),
    ("near", KNeighborsClassifier(5)),
    *((f"tree-{seed}", DecisionTreeClassifier(max_features=8, random_state=seed)) for seed in range(8)),
]
SLOW = [
    ("bayes", GaussianNB(var_smoothing=1e-3)),
    ("near-1", KNeighborsClassifier(1)),
    ("near-9", KNeighborsClassifier(9)),
    ("plane", LinearDiscriminantAnalysis()),
    ("logistic", make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))),
    ("vectors", make_pipeline(StandardScaler(), SVC(random_state=0))),
    *((f"forest-{seed}", RandomForestClassifier(50, max_depth=4, random_state=seed)) for seed in range(3)),
    *((f"tree-{seed}", DecisionTreeClassifier(max_features=8, random_state=seed)) for seed in range(3)),
]


def measure(work, repeats):
    """Return the median of CPU seconds, without the first call."""
    work()
    seconds = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return statistics.median(seconds)


def report(name, load, members, repeats):
    """Print one line for each way to fit."""
    rows, kept_rows, y, kept_y = train_test_split(*load(return_X_y=True), random_state=0)
    options = {"cost": dict.fromkeys(dict(members), 1), "budget": BUDGET, "random_state": 0}
    panel = PanelClassifier(members, **options)
    bare = PanelClassifier(members, **options, estimate="none")
    voting = measure(lambda: VotingClassifier(members).fit(rows, y), repeats)
    folds = measure(lambda: [cross_val_predict(member, rows, y, cv=5) for _, member in members], repeats)
    bar = 3 * voting + folds
    print(f"{name}, {len(members)} members, {len(y)} rows")
    print(f"  VotingClassifier {voting:.3f}, folds {folds:.3f} CPU seconds: the bar is {bar:.3f}")
    for what, each in (("with the estimate", panel), ("without it", bare)):
        seconds = measure(lambda each=each: each.fit(rows, y), repeats)
        print(f"  PanelClassifier {what}: {seconds:.3f} CPU seconds, {seconds / bar:.2f} of the bar", flush=True)
    expected, score = panel.expected_, panel.score(kept_rows, kept_y)
    print(
        f"  expected {expected.accuracy:.4f} ({expected.low:.4f} to {expected.high:.4f}), scored {score:.4f}",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=5, help="fits of which the median is taken")
    repeats = parser.parse_args().repeats
    warnings.simplefilter("ignore")
    with threadpool_limits(1):
        for name, load in (("breast cancer", load_breast_cancer), ("digits", load_digits)):
            report(f"{name}, quick members", load, QUICK, repeats)
            report(f"{name}, slower members", load, SLOW, repeats)


if __name__ == "__main__":
    main()
