"""Players, matches, leagues and the ladder; Python functions among them."""

from __future__ import annotations

import json
import os
import signal
import threading

import numpy as np
import pytest
from conftest import program, told

import outflank

#: The standard weighted heuristic, a quarter of the board mirrored.
SWH = np.zeros((8, 8))
SWH[:4, :4] = [
    [1.00, -0.25, 0.10, 0.05],
    [-0.25, -0.25, 0.01, 0.01],
    [0.10, 0.01, 0.05, 0.02],
    [0.05, 0.01, 0.02, 0.01],
]
SWH[:4, 4:] = SWH[:4, 3::-1]
SWH[4:] = SWH[3::-1]


def swh(obs: np.ndarray) -> np.ndarray:
    return (obs[:, 0] * SWH - obs[:, 1] * SWH).sum((1, 2))


def without_names(standing: outflank.Standing) -> dict[str, object]:
    return {key: value for key, value in standing.facts.items() if key not in ("first", "identities")}


def test_a_match_is_that_of_the_program() -> None:
    standing = outflank.match("swh", "greedy", 200, seed=3, epsilon=0.1)
    facts = told("match", "swh", "greedy", "--games", "200", "--seed", "3", "--epsilon", "0.1")
    assert standing.facts == facts
    assert standing.score == facts["score"] and "swh against greedy" in str(standing)
    assert outflank.match("swh", "greedy", 1000, seed=1).score == 0.7995


def test_a_league_is_that_of_the_program() -> None:
    league = outflank.league(["swh", "greedy", outflank.Player("random")], 40, seed=2, openings="named")
    assert league.facts == told("league", "swh", "greedy", "random", "--games", "40", "--seed", "2", "--openings", "named")


def test_a_place_on_the_ladder_is_that_of_the_program() -> None:
    place = outflank.ladder("greedy", within=120, threads=2)
    facts = told("ladder", "greedy", "--within", "120", "--threads", "2")
    assert place.ended == "reached" and place.facts == facts["players"][0]


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_an_evaluator_plays_the_games_of_the_built_in_one(depth: int) -> None:
    games = {1: 200, 2: 60, 3: 6}[depth]
    calls = []

    def counted(obs: np.ndarray) -> np.ndarray:
        calls.append(len(obs))
        return swh(obs)

    mine = outflank.from_evaluator(counted, name="mine", depth=depth)
    built_in = outflank.match(f"swh:depth={depth}", "random", games, seed=5)
    assert without_names(outflank.match(mine, "random", games, seed=5)) == without_names(built_in)
    assert max(calls) > 20, "many positions come in one call"


def test_a_policy_of_actions_and_one_of_scores() -> None:
    def first(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return mask.argmax(1)

    def scored(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return np.tile(-np.arange(65.0), (len(obs), 1))

    one = outflank.match(outflank.from_function(first), "random", 100, seed=2)
    two = outflank.match(outflank.from_function(scored), "random", 100, seed=2)
    assert one.games == 100 and without_names(one) == without_names(two)
    cold = outflank.from_function(scored, temperature=0.01, name="cold")
    assert without_names(outflank.match(cold, "random", 100, seed=2)) == without_names(one)
    warm = outflank.from_function(scored, temperature=50.0, name="warm")
    drawn = outflank.match(warm, "random", 100, seed=2)
    assert without_names(drawn) != without_names(one)
    assert without_names(drawn) == without_names(outflank.match(warm, "random", 100, seed=2, threads=3))


def test_functions_meet_each_other_in_a_league() -> None:
    table = outflank.league(["random", outflank.from_evaluator(swh), outflank.from_function(lambda o, m: m.argmax(1), name="first")], 40)
    assert table.players[0]["player"] == "swh" and len(table.meetings) == 3


def test_what_a_function_raises_comes_out() -> None:
    def broken(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        raise ZeroDivisionError("in the function")

    with pytest.raises(ZeroDivisionError, match="in the function"):
        outflank.match(outflank.from_function(broken), "random", 20)
    for answer, error, words in (
        (lambda n: np.zeros(n, int), ValueError, "chose action 0, and legal are"),
        (lambda n: np.zeros(n + 1, int), ValueError, "expected"),
        (lambda n: np.zeros((n, 7)), ValueError, "scores of the player"),
        (lambda n: np.full((n, 65), np.nan), ValueError, "NaN"),
        (lambda n: None, TypeError, "whole numbers"),
        (lambda n: "f5", TypeError, "whole numbers"),
    ):
        with pytest.raises(error, match=words):
            outflank.match(outflank.from_function(lambda obs, mask: answer(len(obs)), name="wrong"), "random", 20)
    with pytest.raises(ValueError, match="evaluator"):
        outflank.match(outflank.from_evaluator(lambda obs: np.zeros(len(obs) + 1)), "random", 20)
    # And the next one works.
    assert outflank.match("greedy", "random", 20).games == 20


def test_bad_words_raise() -> None:
    for call, error in (
        (lambda: outflank.match("nobody", "random"), ValueError),
        (lambda: outflank.match("swh:depth=x", "random"), ValueError),
        (lambda: outflank.match("swh", "random", 7), ValueError),
        (lambda: outflank.match("swh", "random", epsilon=2.0), ValueError),
        (lambda: outflank.match("swh", 7), TypeError),
        (lambda: outflank.match("swh", "random", openings="nowhere.txt"), ValueError),
        (lambda: outflank.league(["swh"]), ValueError),
        (lambda: outflank.league(["swh", "swh"]), ValueError),
        (lambda: outflank.ladder("swh", within=0), ValueError),
        (lambda: outflank.Player("nobody"), ValueError),
        (lambda: outflank.from_function(7), TypeError),
        (lambda: outflank.from_evaluator(swh, depth=0), ValueError),
        (lambda: outflank.from_function(swh, temperature=-1.0), ValueError),
    ):
        with pytest.raises(error):
            call()


def test_a_player_chooses() -> None:
    greedy, board = outflank.Player("greedy"), outflank.Board("f5d6c3")
    action = greedy.choose(board, seed=3)
    assert action in board.legal_actions() and greedy.choose(outflank.Game("f5d6c3"), seed=3) == action
    env = outflank.VecEnv(100, seed=1, auto_reset=False)
    for _ in range(58):
        env.step(env.sample())
    mover, opponent = env.bitboards()
    chosen = greedy.choose_batch(mover, opponent, env.players, threads=2)
    mask = outflank.legal_mask(mover, opponent)
    over = ~mask.any(1)
    assert (chosen[over] == -1).all() and mask[~over, chosen[~over]].all()
    assert (chosen == greedy.choose_batch(mover, opponent, env.players, threads=1)).all()
    for players, error in (([7] * 100, ValueError), ([0] * 99, ValueError), ([0.5] * 100, TypeError)):
        with pytest.raises(error):
            greedy.choose_batch(mover, opponent, players)
    with pytest.raises(ValueError, match="over"):
        greedy.choose(outflank.Board("e6f4e3f6g5d6e7f5c5"))
    assert outflank.Player("swh").identity == "built-in:swh"


def test_two_threads_come_to_the_same() -> None:
    expected = outflank.match("swh", "greedy", 100).facts
    found: list[object] = [None, None]

    def work(place: int) -> None:
        found[place] = outflank.match("swh", "greedy", 100).facts

    threads = [threading.Thread(target=work, args=(place,)) for place in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected, expected]


def test_ctrl_c_is_heard() -> None:
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    # Where tests run in the background the signal is ignored, and Python leaves that as it finds it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        # The match takes hours: what ends it is the signal.
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            outflank.match("swh:depth=5", "korman:depth=5", 100_000)
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_program_runs_as_a_module() -> None:
    assert program("--version").stdout.startswith("outflank ")
    assert program("perft", "5").returncode == 0
    wrong = program("no-such-command")
    assert wrong.returncode == 2 and "no-such-command" in wrong.stderr
    assert json.loads(program("players", "--json").stdout)
