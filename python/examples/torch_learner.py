"""A learner in PyTorch: a small network that learns from the outcomes of its own games (REINFORCE).

``python torch_learner.py FOLDER`` trains it for 12,800 games and measures it every 2,560.
"""

from __future__ import annotations

import sys

import numpy as np
import torch

import outflank


class Network:
    """Two layers: 128 squares of the two planes, 128 hidden units, 64 logits."""

    def __init__(self, rate: float = 1e-2, seed: int = 1) -> None:
        torch.manual_seed(seed)
        self.network = torch.nn.Sequential(
            torch.nn.Flatten(), torch.nn.Linear(128, 128), torch.nn.ReLU(), torch.nn.Linear(128, 64)
        )
        self.optimizer = torch.optim.Adam(self.network.parameters(), rate)

    def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            return self.network(torch.from_numpy(observations).float()).numpy()

    def update(self, games: outflank.learner.Games) -> None:
        logits = self.network(torch.from_numpy(games.observations).float())
        logits = logits.masked_fill(~torch.from_numpy(games.masks[:, :64]), -1e9)
        chances = torch.log_softmax(logits, 1)[torch.arange(len(games)), torch.from_numpy(games.actions)]
        outcomes = torch.from_numpy(games.outcomes)
        loss = -(chances * (outcomes - outcomes.mean())).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def state(self) -> dict[str, np.ndarray]:
        arrays = {name: weight.numpy() for name, weight in self.network.state_dict().items()}
        # What the optimizer remembers decides how it goes on.
        for number, moments in self.optimizer.state_dict()["state"].items():
            for name, value in moments.items():
                arrays[f"adam.{number}.{name}"] = np.asarray(value)
        return arrays

    def restore(self, state: dict[str, np.ndarray]) -> None:
        own = {name: torch.from_numpy(array) for name, array in state.items() if not name.startswith("adam.")}
        self.network.load_state_dict(own)
        kept = self.optimizer.state_dict()
        for name, array in state.items():
            if name.startswith("adam."):
                _, number, moment = name.split(".")
                kept["state"].setdefault(int(number), {})[moment] = torch.from_numpy(np.array(array))
        self.optimizer.load_state_dict(kept)


def main(folder: str, games: int = 12_800) -> outflank.Training:
    """Trains the learner, and tells how it fares."""
    training = outflank.Training(Network(), folder=folder, seed=1, boards=256)
    training.learn(games, every=2_560)
    for point in training.curve:
        print("{games:6} games: {score:.1%} against {opponent} ({low:.1%} to {high:.1%})".format(**point))
    return training


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
