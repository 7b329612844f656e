"""What the families of classifiers share, and the three that scikit-learn has."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, ClassVar, Protocol, Self

import attrs
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from haversack import FloatArray

    Labels = npt.NDArray[np.bool_]

_FARTHEST = 5.0


@attrs.frozen
class Trained:
    """A classifier after its training.

    Parameters
    ----------
    predict
        From rows to labels.
    operations
        How many operations on numbers the training took, by the formula that the family states. It depends on what was
        trained and never on a clock. But when a family that stops by itself does so, and where a tree is cut, follows
        from rounded sums: in practice counts are equal on equal machines with equal versions of the libraries.
    """

    predict: Callable[[FloatArray], Labels]
    operations: int


class Family(Protocol):
    """A kind of classifier; an object is one setting of its options."""

    name: ClassVar[str]

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Self:
        """Draw options."""

    def train(self, features: FloatArray, labels: Labels, seed: int) -> Trained:
        """Train on rows of both classes; same seed, same classifier."""


@attrs.frozen(eq=False)
class Scale:
    """Brings features to a common scale, learnt from the training rows alone.

    The median goes to 0 and the distance of the quartiles to 1, or the standard deviation where the quartiles are
    equal. What is farther away than 5 is brought there: the EEG set has values a hundred times too large. Learning it
    is counted as 10 operations per value.
    """

    centre: FloatArray
    spread: FloatArray

    @classmethod
    def of(cls, features: FloatArray) -> Scale:
        """Learn it."""
        low, centre, high = np.quantile(features, (0.25, 0.5, 0.75), axis=0)
        spread = np.where(high > low, high - low, features.std(axis=0))
        return cls(centre, np.where(spread > 0.0, spread, 1.0))

    def __call__(self, features: FloatArray) -> FloatArray:
        """Apply it."""
        return np.asarray(np.clip((features - self.centre) / self.spread, -_FARTHEST, _FARTHEST))

    @staticmethod
    def operations(features: FloatArray) -> int:
        """Return what learning it counts."""
        return 10 * features.size


@attrs.frozen
class Perceptron:
    """Rosenblatt's perceptron.

    Operations: 4 per feature, row and epoch that was run, half of them for the sum and half for the correction.

    Parameters
    ----------
    epochs
        How often it sees all rows at most; it ends earlier when it no longer improves.
    """

    name: ClassVar[str] = "perceptron"

    epochs: int

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Self:
        """Draw options."""
        return cls(epochs=int(rng.integers(5, 51)))

    def train(self, features: FloatArray, labels: Labels, seed: int) -> Trained:
        """Train it."""
        from sklearn.linear_model import Perceptron as Model

        scale = Scale.of(features)
        model = Model(max_iter=self.epochs, random_state=seed)
        _fit(model, scale(features), labels)
        operations = Scale.operations(features) + 4 * features.size * int(model.n_iter_)
        return Trained(lambda rows: np.asarray(model.predict(scale(rows))), operations)


@attrs.frozen
class DecisionTree:
    """A decision tree, by Gini impurity.

    Operations: for each node that was split, rows times features tried there times 1 + log2(rows), for sorting and a
    look at each cut.

    Parameters
    ----------
    depth
        How deep it may be.
    least_rows
        How many rows a leaf has at least.
    share
        Which share of the features is tried at a node.
    """

    name: ClassVar[str] = "tree"

    depth: int
    least_rows: int
    share: float

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Self:
        """Draw options."""
        return cls(int(rng.integers(3, 16)), int(rng.integers(1, 11)), float(rng.choice([0.3, 0.6, 1.0])))

    def train(self, features: FloatArray, labels: Labels, seed: int) -> Trained:
        """Train it."""
        from sklearn.tree import DecisionTreeClassifier

        model = DecisionTreeClassifier(
            max_depth=self.depth, min_samples_leaf=self.least_rows, max_features=self.share, random_state=seed
        ).fit(features, labels)
        tree = model.tree_
        rows = tree.n_node_samples[tree.children_left >= 0].astype(float)
        operations = round(float((rows * (1.0 + np.log2(rows))).sum()) * model.max_features_)
        return Trained(lambda others: np.asarray(model.predict(others)), operations)


@attrs.frozen
class FeedForward:
    """A network with one hidden layer, trained by Adam; scikit-learn has no Levenberg-Marquardt.

    Operations: 6 per weight, row and epoch that was run, two for the way forward and four for the way back, and 12 per
    weight and batch for the step.

    Parameters
    ----------
    hidden
        Number of hidden units.
    epochs
        How often it sees all rows at most; it ends earlier when it no longer improves.
    """

    name: ClassVar[str] = "feed-forward"

    hidden: int
    epochs: int

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Self:
        """Draw options."""
        return cls(int(rng.integers(4, 33)), int(rng.integers(20, 81)))

    def train(self, features: FloatArray, labels: Labels, seed: int) -> Trained:
        """Train it."""
        from sklearn.neural_network import MLPClassifier

        scale = Scale.of(features)
        batch = min(64, len(features))
        model = MLPClassifier(
            (self.hidden,), batch_size=batch, learning_rate_init=0.01, max_iter=self.epochs, random_state=seed
        )
        _fit(model, scale(features), labels)
        weights = sum(layer.size for layer in (*model.coefs_, *model.intercepts_))
        batches = -(-len(features) // batch)
        operations = Scale.operations(features) + weights * model.n_iter_ * (6 * len(features) + 12 * batches)
        return Trained(lambda rows: np.asarray(model.predict(scale(rows))), int(operations))


def _fit(model: object, features: FloatArray, labels: Labels) -> None:
    from sklearn.exceptions import ConvergenceWarning

    with warnings.catch_warnings():
        # How many epochs it gets is drawn, so that members differ; few of them are let run to the end.
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(features, labels)  # type: ignore[attr-defined]
