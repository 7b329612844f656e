"""The two families that scikit-learn does not have, in numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

import attrs
import numpy as np

from haversack_paper.experiments.uci.classifiers import Scale, Trained

if TYPE_CHECKING:
    from haversack import FloatArray
    from haversack_paper.experiments.uci.classifiers import Labels

_BATCH = 32
_RATE = 0.05
_MOMENTUM = 0.9


@attrs.frozen
class RandomFeatures:
    """A network whose hidden layer is drawn and stays as it is; the output layer is a ridge regression, solved at once.

    Operations: with h hidden units and a bias, 2 per row, feature and hidden unit, and 5 per row and hidden unit for
    the hidden layer; rows times (h + 1)^2 for the normal equations, 2 per row and unit for their right-hand side, and
    2 (h + 1)^3 / 3 to solve them by LU decomposition.

    Parameters
    ----------
    hidden
        Number of hidden units.
    ridge
        Penalty, as a share of the number of rows.
    """

    name: ClassVar[str] = "random-features"

    hidden: int
    ridge: float

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Self:
        """Draw options."""
        return cls(round(10.0 ** rng.uniform(1.0, 2.3)), float(10.0 ** rng.uniform(-4.0, -1.0)))

    def train(self, features: FloatArray, labels: Labels, seed: int) -> Trained:
        """Train it."""
        rng = np.random.default_rng(seed)
        scale = Scale.of(features)
        rows, width = features.shape
        weights = rng.normal(size=(width, self.hidden)) / np.sqrt(width)
        biases = rng.uniform(-1.0, 1.0, self.hidden)

        def layer(some: FloatArray) -> FloatArray:
            hidden = np.tanh(scale(some) @ weights + biases)
            return np.column_stack((hidden, np.ones(len(some))))

        inner = layer(features)
        normal = inner.T @ inner + self.ridge * rows * np.eye(self.hidden + 1)
        output = np.linalg.solve(normal, inner.T @ np.where(labels, 1.0, -1.0))
        units = self.hidden + 1
        operations = (2 * width + 5) * rows * self.hidden + rows * units * (units + 2) + 2 * units**3 // 3
        return Trained(lambda some: np.asarray(layer(some) @ output > 0.0), Scale.operations(features) + operations)


@attrs.frozen
class Boltzmann:
    """A discriminative restricted Boltzmann machine: one that is trained for the label alone.

    With the hidden units summed out, the label has log odds of d + sum_j s(c_j + u_j + w_j x) - s(c_j - u_j + w_j x),
    s(a) = log(1 + exp a), and its likelihood an exact gradient. It is trained by stochastic gradient with momentum.

    Operations: per row and epoch, 4 per feature and hidden unit, half of them for the way back, and 40 per hidden unit;
    per batch, 4 per weight for the step.

    Parameters
    ----------
    hidden
        Number of hidden units.
    epochs
        How often it sees all rows.

    References
    ----------
    Larochelle, Bengio, "Classification using discriminative restricted Boltzmann machines", 2008.
    """

    name: ClassVar[str] = "boltzmann"

    hidden: int
    epochs: int

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Self:
        """Draw options."""
        return cls(int(rng.integers(4, 33)), int(rng.integers(5, 31)))

    def train(self, features: FloatArray, labels: Labels, seed: int) -> Trained:
        """Train it."""
        rng = np.random.default_rng(seed)
        scale = Scale.of(features)
        scaled = np.column_stack((scale(features), np.ones(len(features))))  # The last weight of a unit is its c.
        weights = rng.normal(scale=0.1, size=(scaled.shape[1], self.hidden))
        # u and, behind it, d: a unit that is always on.
        ties = np.append(rng.normal(scale=0.1, size=self.hidden), 0.0)
        speed = [np.zeros_like(weights), np.zeros_like(ties)]
        for _ in range(self.epochs):
            order = rng.permutation(len(scaled))
            for start in range(0, len(order), _BATCH):
                batch = order[start : start + _BATCH]
                steps = boltzmann_gradient(scaled[batch], labels[batch], weights, ties)
                for pace, step, values in zip(speed, steps, (weights, ties), strict=True):
                    pace *= _MOMENTUM
                    pace -= _RATE * step
                    values += pace

        def predict(some: FloatArray) -> Labels:
            return np.asarray(_log_odds(np.column_stack((scale(some), np.ones(len(some)))), weights, ties)[0] > 0.0)

        rows, batches = len(scaled), -(-len(scaled) // _BATCH)
        operations = self.epochs * (rows * self.hidden * (4 * scaled.shape[1] + 40) + 4 * batches * weights.size)
        return Trained(predict, Scale.operations(features) + operations)


def boltzmann_gradient(
    scaled: FloatArray, labels: Labels, weights: FloatArray, ties: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the gradient of the mean negative log likelihood for weights and for u and d."""
    odds, up, down = _log_odds(scaled, weights, ties)
    wrong = (_sigmoid(odds) - labels) / len(scaled)
    on, off = _sigmoid(up), _sigmoid(down)
    to_weights = scaled.T @ (wrong[:, None] * (on - off))
    return to_weights, np.append(wrong @ (on + off), wrong.sum())


def _log_odds(scaled: FloatArray, weights: FloatArray, ties: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the log odds of each row, and what each hidden unit hears if the label is 1 and if it is 0."""
    heard = scaled @ weights
    up, down = heard + ties[:-1], heard - ties[:-1]
    return ties[-1] + (np.logaddexp(0.0, up) - np.logaddexp(0.0, down)).sum(axis=1), up, down


def _sigmoid(values: FloatArray) -> FloatArray:
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * values)))
