"""Gymnasium and PettingZoo: their own checkers pass."""

import pytest

import bouton

GAMES = [("mnk", {}), ("1140", {"piles": [2, 7, 9, 4, 4]}), ("dots-and-boxes", {"rows": 1, "cols": 2}), ("nim", {"heaps": [1, 2, 3]})]


@pytest.mark.parametrize(("name", "params"), GAMES)
@pytest.mark.parametrize("opponent", ["perfect", "random"])
@pytest.mark.filterwarnings("ignore")
def test_gymnasiums_checker_passes(name, params, opponent):
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from bouton.gymnasium import Env

    check_env(Env(bouton.load(name)(**params), opponent=opponent), skip_render_check=True)


def test_a_perfect_opponent_never_loses():
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("gymnasium")
    from bouton.gymnasium import Env

    env = Env(bouton.load("mnk")())
    rng = numpy.random.default_rng(1)
    for seed in range(20):
        _, info = env.reset(seed=seed)
        done, total = False, 0.0
        while not done:
            action = rng.choice(numpy.flatnonzero(info["action_mask"]))
            _, reward, done, _, info = env.step(action)
            total += reward
        assert total <= 0
    assert env.reset()[1]["position"].startswith("board=")


def test_points_come_as_rewards():
    pytest.importorskip("gymnasium")
    from bouton.gymnasium import Env

    instance = bouton.load("1140")(piles=[2, 7, 9, 4, 4])
    env = Env(instance)
    env.reset()
    total, done = 0.0, False
    answer = instance.solve()
    while not done:
        best = answer.at(env.table.position).best[0]
        _, reward, done, _, _ = env.step(env.moves.index(str(best)))
        total += reward
    assert total == -6


def test_an_illegal_move_loses():
    pytest.importorskip("gymnasium")
    from bouton.gymnasium import Env

    env = Env(bouton.load("mnk")(), opponent=lambda position: position.moves[0])
    env.reset()
    env.step(0)
    _, reward, done, _, info = env.step(0)
    assert (reward, done, info["illegal"]) == (-1.0, True, True)


@pytest.mark.parametrize(("name", "params"), GAMES)
@pytest.mark.filterwarnings("ignore")
def test_pettingzoos_tests_pass(name, params):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    from bouton.pettingzoo import env

    api_test(env(bouton.load(name)(**params)), num_cycles=60, verbose_progress=False)
