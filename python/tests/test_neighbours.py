"""The conformance suites of others, and games beside OpenSpiel's."""

from __future__ import annotations

import random

import numpy as np
import pytest

import outflank
from outflank.envs.openspiel import load_game


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo(capsys: pytest.CaptureFixture[str]) -> None:
    suite = pytest.importorskip("pettingzoo.test")
    from outflank.envs.pettingzoo import othello_v0

    suite.api_test(othello_v0.env(), num_cycles=400)
    suite.seed_test(lambda: othello_v0.env(), num_cycles=100)
    env = othello_v0.env()
    env.reset()
    env.step(0)
    assert env.terminations == {"black_0": True, "white_0": True} and env.rewards["black_0"] == -1


def test_gymnasium() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make("outflank.envs.gym:outflank/Othello-v0", opponent="greedy")
    check_env(env.unwrapped)
    wins = 0
    for seed in range(10):
        _, info = env.reset(seed=seed)
        done = False
        while not done:
            _, reward, done, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
        wins += reward
    assert -10 <= wins < 10
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        env.unwrapped.step(19)


def test_gymnasium_in_a_vector() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import outflank.envs.gym  # noqa: F401 - makes the name known

    env = gymnasium.make_vec("outflank/Othello-v0", num_envs=16, vectorization_mode="vector_entry_point", opponent="random")

    def played(seed: int) -> tuple[float, int, list[bool]]:
        obs, info = env.reset(seed=seed)
        total, ended, seen = 0.0, 0, []
        chance = np.random.default_rng(seed)
        for _ in range(120):
            mask = info["action_mask"]
            assert mask.any(1).all() and obs in env.observation_space
            actions = np.array([chance.choice(np.flatnonzero(row)) for row in mask])
            obs, reward, done, truncated, info = env.step(actions)
            total, ended = total + reward.sum(), ended + done.sum()
            seen.append(bool(done[3]))
        return total, ended, seen

    first = played(1)
    assert first[1] > 16 and abs(first[0]) < first[1]
    assert played(1) == first and played(2) != first
    before, _ = env.reset(seed=1)
    _, reward, done, _, info = env.step(np.zeros(16, int))
    assert (reward == -1).all() and done.all(), "an illegal action loses"
    assert info["final_info"]["illegal"].all() and (np.stack(list(info["final_obs"])) == before).all()
    for wrong, error in ((np.zeros(16), TypeError), (np.zeros(15, int), ValueError), (np.zeros((16, 1), int), ValueError)):
        with pytest.raises(error, match="expected 16 actions"):
            env.step(wrong)
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        env.unwrapped.step(np.full(16, 19))


def test_gymnasium_counts_the_games_of_a_vector() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    import outflank.envs.gym  # noqa: F401 - makes the name known

    env = RecordEpisodeStatistics(
        gymnasium.make_vec("outflank/Othello-v0", num_envs=8, vectorization_mode="vector_entry_point", opponent="greedy")
    )
    _, info = env.reset(seed=4)
    ended = 0
    for _ in range(120):
        actions = np.array([np.flatnonzero(row)[-1] for row in info["action_mask"]])
        _, reward, done, _, info = env.step(actions)
        for row in np.flatnonzero(done):
            ended += 1
            own, other = (plane.sum() for plane in info["final_obs"][row])
            assert reward[row] == np.sign(int(own) - int(other)) and own + other > 12, "the agent's side of the last board"
            assert info["episode"]["r"][row] == reward[row] and 5 < info["episode"]["l"][row] <= 40
    assert ended > 16


def test_200_games_beside_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs, ours = pyspiel.load_game("othello"), load_game()
    assert ours.num_distinct_actions() == theirs.num_distinct_actions()
    assert ours.observation_tensor_shape() == theirs.observation_tensor_shape()
    chance = random.Random(7)
    passes = 0
    for _ in range(200):
        one, two = theirs.new_initial_state(), ours.new_initial_state()
        env = outflank.VecEnv(1, auto_reset=False)
        while not one.is_terminal():
            assert not two.is_terminal() and one.current_player() == two.current_player()
            legal = one.legal_actions()
            assert legal == two.legal_actions()
            for player in (0, 1):
                assert one.observation_tensor(player) == two.observation_tensor(player)
            action = chance.choice(legal)
            passes += action == outflank.PASS
            one.apply_action(action)
            two.apply_action(action)
            obs, reward, done, mask = env.step([action])
        assert two.is_terminal() and two.current_player() == one.current_player()
        assert one.returns() == two.returns() == reward[0].tolist() and done[0]
        assert one.history() == two.history()
    assert passes > 20
