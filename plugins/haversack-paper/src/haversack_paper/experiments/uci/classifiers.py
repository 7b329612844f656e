"""Five families of classifiers; each counts the operations of its training."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack import FloatArray

Flags = npt.NDArray[np.bool_]

_FARTHEST = 5.0
_BATCH = 32
_RATE = 0.05
_MOMENTUM = 0.9


class Trained(NamedTuple):
    """A classifier after its training, and how many operations on numbers that took.

    The count follows the formula of the family, from what was trained and never from a clock. But when a family that
    stops by itself does so, and where a tree is cut, depends on rounded sums: in practice counts are equal on equal
    machines with equal versions of the libraries.
    """

    predict: Callable[[FloatArray], Flags]
    operations: int


@attrs.frozen
class Family:
    """A kind of classifier: `draw` draws options, `fit` trains with them.

    If features are scaled first, that counts as 10 operations per value.
    """

    draw: Callable[[np.random.Generator], dict[str, Any]]
    fit: Callable[..., Trained]
    is_scaled: bool = True

    def train(self, features: FloatArray, labels: Flags, seed: int, **options: Any) -> Trained:
        """Train on rows of both classes; same seed, same classifier."""
        if not self.is_scaled:
            return self.fit(features, labels, seed, **options)
        scale = learn_scale(features)
        predict, operations = self.fit(scale(features), labels, seed, **options)
        return Trained(lambda rows: predict(scale(rows)), 10 * features.size + operations)


def learn_scale(features: FloatArray) -> Callable[[FloatArray], FloatArray]:
    """Return a function that brings features to a common scale, learnt from these rows alone.

    The median goes to 0 and the distance of the quartiles to 1, or the standard deviation where the quartiles are
    equal. Values beyond 5 are clipped: the EEG set has values a hundred times too large.
    """
    low, centre, high = np.quantile(features, (0.25, 0.5, 0.75), axis=0)
    spread = np.where(high > low, high - low, features.std(axis=0))
    spread = np.where(spread > 0.0, spread, 1.0)
    return lambda rows: np.asarray(np.clip((rows - centre) / spread, -_FARTHEST, _FARTHEST))


def fit_perceptron(features: FloatArray, labels: Flags, seed: int, *, epochs: int) -> Trained:
    """Train Rosenblatt's perceptron; it ends before the last epoch when it no longer improves.

    Operations: 4 per feature, row and epoch that was run, half of them for the sum and half for the correction.
    """
    from sklearn.linear_model import Perceptron

    model = _fit_quietly(Perceptron(max_iter=epochs, random_state=seed), features, labels)
    return Trained(model.predict, 4 * features.size * int(model.n_iter_))


def fit_tree(features: FloatArray, labels: Flags, seed: int, *, depth: int, least_rows: int, share: float) -> Trained:
    """Train a decision tree by Gini impurity, with so many rows in a leaf and a share of the features tried at a node.

    Operations: for each node that was split, rows times features tried there times 1 + log2(rows), for sorting and a
    look at each cut.
    """
    from sklearn.tree import DecisionTreeClassifier

    model = DecisionTreeClassifier(
        max_depth=depth, min_samples_leaf=least_rows, max_features=share, random_state=seed
    ).fit(features, labels)
    tree = model.tree_
    rows = tree.n_node_samples[tree.children_left >= 0].astype(float)
    return Trained(model.predict, round(float((rows * (1.0 + np.log2(rows))).sum()) * model.max_features_))


def fit_feed_forward(features: FloatArray, labels: Flags, seed: int, *, hidden: int, epochs: int) -> Trained:
    """Train a network with one hidden layer by Adam; scikit-learn has no Levenberg-Marquardt.

    Operations: 6 per weight, row and epoch that was run, two for the way forward and four for the way back, and 12 per
    weight and batch for the step. It ends before the last epoch when it no longer improves.
    """
    from sklearn.neural_network import MLPClassifier

    batch = min(64, len(features))
    model = MLPClassifier((hidden,), batch_size=batch, learning_rate_init=0.01, max_iter=epochs, random_state=seed)
    _fit_quietly(model, features, labels)
    weights = sum(layer.size for layer in (*model.coefs_, *model.intercepts_))
    batches = -(-len(features) // batch)
    return Trained(model.predict, int(weights * model.n_iter_ * (6 * len(features) + 12 * batches)))


def _fit_quietly(model: Any, features: FloatArray, labels: Flags) -> Any:
    from sklearn.exceptions import ConvergenceWarning

    with warnings.catch_warnings():
        # The number of epochs is drawn, so that members differ; few of them run until convergence.
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(features, labels)


def fit_random_features(features: FloatArray, labels: Flags, seed: int, *, hidden: int, ridge: float) -> Trained:
    """Train a network whose hidden layer is random and fixed; the output layer is a ridge regression, solved at once.

    The penalty is a share of the number of rows. Operations: with h hidden units and a bias, 2 per row, feature and
    hidden unit, and 5 per row and hidden unit for the hidden layer; rows times (h + 1)^2 for the normal equations, 2
    per row and unit for their right-hand side, and 2 (h + 1)^3 / 3 to solve them by LU decomposition.
    """
    rng = np.random.default_rng(seed)
    rows, width = features.shape
    weights = rng.normal(size=(width, hidden)) / np.sqrt(width)
    biases = rng.uniform(-1.0, 1.0, hidden)

    def layer(some: FloatArray) -> FloatArray:
        return _with_ones(np.tanh(some @ weights + biases))

    inner = layer(features)
    units = hidden + 1
    normal = inner.T @ inner + ridge * rows * np.eye(units)
    output = np.linalg.solve(normal, inner.T @ np.where(labels, 1.0, -1.0))
    operations = (2 * width + 5) * rows * hidden + rows * units * (units + 2) + 2 * units**3 // 3
    return Trained(lambda some: np.asarray(layer(some) @ output > 0.0), operations)


def fit_boltzmann(features: FloatArray, labels: Flags, seed: int, *, hidden: int, epochs: int) -> Trained:
    """Train a discriminative restricted Boltzmann machine: one that is trained for the label alone.

    With the hidden units summed out, the label has log odds of d + sum_j s(c_j + u_j + w_j x) - s(c_j - u_j + w_j x),
    s(a) = log(1 + exp a), and its likelihood an exact gradient. It is trained by stochastic gradient with momentum.

    Operations: per row and epoch, 4 per feature and hidden unit, half of them for the way back, and 40 per hidden unit;
    per batch, 4 per weight for the step.

    References
    ----------
    Larochelle, Bengio, "Classification using discriminative restricted Boltzmann machines", 2008.
    """
    rng = np.random.default_rng(seed)
    inputs = _with_ones(features)  # The last weight of a unit is its c.
    weights = rng.normal(scale=0.1, size=(inputs.shape[1], hidden))
    # u and, behind it, d: a unit that is always on.
    ties = np.append(rng.normal(scale=0.1, size=hidden), 0.0)
    speed = [np.zeros_like(weights), np.zeros_like(ties)]
    for _ in range(epochs):
        order = rng.permutation(len(inputs))
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            steps = boltzmann_gradient(inputs[batch], labels[batch], weights, ties)
            for pace, step, values in zip(speed, steps, (weights, ties), strict=True):
                pace *= _MOMENTUM
                pace -= _RATE * step
                values += pace
    rows, batches = len(inputs), -(-len(inputs) // _BATCH)
    return Trained(
        lambda some: np.asarray(_log_odds(_with_ones(some), weights, ties)[0] > 0.0),
        epochs * (rows * hidden * (4 * inputs.shape[1] + 40) + 4 * batches * weights.size),
    )


def boltzmann_gradient(
    inputs: FloatArray, labels: Flags, weights: FloatArray, ties: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the gradient of the mean negative log likelihood for weights and for u and d."""
    odds, up, down = _log_odds(inputs, weights, ties)
    wrong = (_sigmoid(odds) - labels) / len(inputs)
    on, off = _sigmoid(up), _sigmoid(down)
    to_weights = inputs.T @ (wrong[:, None] * (on - off))
    return to_weights, np.append(wrong @ (on + off), wrong.sum())


def _log_odds(inputs: FloatArray, weights: FloatArray, ties: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the log odds of each row, and the input of each hidden unit if the label is 1 and if it is 0."""
    total = inputs @ weights
    up, down = total + ties[:-1], total - ties[:-1]
    return ties[-1] + (np.logaddexp(0.0, up) - np.logaddexp(0.0, down)).sum(axis=1), up, down


def _with_ones(features: FloatArray) -> FloatArray:
    return np.column_stack((features, np.ones(len(features))))


def _sigmoid(values: FloatArray) -> FloatArray:
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * values)))


FAMILIES = {
    "perceptron": Family(lambda rng: {"epochs": int(rng.integers(5, 51))}, fit_perceptron),
    "tree": Family(
        lambda rng: {
            "depth": int(rng.integers(3, 16)),
            "least_rows": int(rng.integers(1, 11)),
            "share": float(rng.choice([0.3, 0.6, 1.0])),
        },
        fit_tree,
        is_scaled=False,
    ),
    "feed-forward": Family(
        lambda rng: {"hidden": int(rng.integers(4, 33)), "epochs": int(rng.integers(20, 81))}, fit_feed_forward
    ),
    "random-features": Family(
        lambda rng: {"hidden": round(10.0 ** rng.uniform(1.0, 2.3)), "ridge": float(10.0 ** rng.uniform(-4.0, -1.0))},
        fit_random_features,
    ),
    "boltzmann": Family(
        lambda rng: {"hidden": int(rng.integers(4, 33)), "epochs": int(rng.integers(5, 31))}, fit_boltzmann
    ),
}
"""Member i is of family i modulo 5, so that the first 30 members are six of each."""
