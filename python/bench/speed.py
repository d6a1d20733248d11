"""Steps a second of this package, rust-reversi and pgx, all in one run.

``python bench/speed.py`` with ``pip install rust-reversi pgx`` beside the package. Random legal actions; this package and pgx deliver
observations, masks and rewards, rust-reversi none of them. Processor time of all threads, the best of several rounds, taken in turns.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import outflank

BOARDS = 1024


def ours(copy: bool) -> Callable[[], int]:
    env = outflank.VecEnv(BOARDS, seed=1, copy=copy)
    env.reset()

    def steps() -> int:
        for _ in range(400):
            env.step(env.sample())
        return 400 * BOARDS

    return steps


def rust_reversi() -> Callable[[], int]:
    import rust_reversi

    boards = [rust_reversi.Board() for _ in range(BOARDS)]

    def steps() -> int:
        for index, board in enumerate(boards):
            if board.is_game_over():
                board = boards[index] = rust_reversi.Board()
            if board.is_pass():
                board.do_pass()
            else:
                board.do_move(random.choice(board.get_legal_moves_vec()))
        return BOARDS

    def many() -> int:
        return sum(steps() for _ in range(40))

    return many


def pgx_steps() -> Callable[[], int]:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("othello")
    init = jax.jit(jax.vmap(env.init))

    @jax.jit
    def step(state, key):  # type: ignore[no-untyped-def]
        actions = jax.random.categorical(key, jax.numpy.log(state.legal_action_mask.astype(float)))
        keys = jax.random.split(key, BOARDS)
        return jax.vmap(auto_reset(env.step, env.init))(state, actions, keys)

    state = init(jax.random.split(jax.random.PRNGKey(0), BOARDS))
    state = step(state, jax.random.PRNGKey(1))
    state.observation.block_until_ready()

    def steps() -> int:
        nonlocal state
        for number in range(10):
            state = step(state, jax.random.PRNGKey(number))
        state.observation.block_until_ready()
        return 10 * BOARDS

    return steps


def main() -> None:
    """Measures whoever is there."""
    known: dict[str, Callable[[], Callable[[], int]]] = {
        "outflank": lambda: ours(True),
        "outflank, arrays used again": lambda: ours(False),
        "rust-reversi": rust_reversi,
        "pgx": pgx_steps,
    }
    there: dict[str, Callable[[], int]] = {}
    for name, make in known.items():
        try:
            there[name] = make()
        except ImportError as error:
            print(f"{name}: left out, {error}")
    best = dict.fromkeys(there, 0.0)
    for _ in range(5):
        for name, steps in there.items():
            began = time.process_time()
            count = steps()
            best[name] = max(best[name], count / (time.process_time() - began))
    for name, speed in best.items():
        print(f"{name:30} {speed / 1e6:8.3f} M steps per CPU second, {best['outflank'] / speed:7.1f} x")


if __name__ == "__main__":
    main()
