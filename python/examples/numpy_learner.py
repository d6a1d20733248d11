"""A learner in numpy: a linear policy that learns from the outcomes of its own games (REINFORCE).

``python numpy_learner.py FOLDER`` trains it for 12,800 games, measures it against the random player every 2,560, and
goes on where it was when it is called again with more games (``python numpy_learner.py FOLDER 25600``).
"""

from __future__ import annotations

import sys

import numpy as np

import outflank


class LinearPolicy:
    """Logits of the 64 squares as a linear function of the 128 squares of the two planes."""

    def __init__(self, rate: float = 0.5) -> None:
        self.rate = rate
        self.weights = np.zeros((128, 64))

    def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return observations.reshape(len(observations), 128) @ self.weights

    def update(self, games: outflank.learner.Games) -> None:
        seen = games.observations.reshape(len(games), 128).astype(float)
        logits = np.where(games.masks[:, :64], seen @ self.weights, -np.inf)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        # The gradient of the logarithm of the chance of what was played, times what came of it.
        gradient = -chances
        gradient[np.arange(len(games)), games.actions] += 1.0
        gradient *= (games.outcomes - games.outcomes.mean())[:, None]
        self.weights += self.rate * (seen.T @ gradient) / len(games)

    def state(self) -> dict[str, np.ndarray]:
        return {"weights": self.weights}

    def restore(self, state: dict[str, np.ndarray]) -> None:
        self.weights = state["weights"]


def main(folder: str, games: int = 12_800) -> outflank.Training:
    """Trains the learner, and tells how it fares."""
    training = outflank.Training(LinearPolicy(), folder=folder, seed=1, boards=256)
    training.learn(games, every=2_560)
    for point in training.curve:
        print("{games:6} games: {score:.1%} against {opponent} ({low:.1%} to {high:.1%})".format(**point))
    return training


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
