"""Every game of the gallery as a game of OpenSpiel: its own consistency tests, searchers and learners run on them."""

import random

import pytest

import bouton

pyspiel = pytest.importorskip("pyspiel")

from bouton import openspiel  # noqa: E402

#: Each game with small parameters; where play may go round, after how many moves it is over.
GALLERY = {
    "amazons": ({"rows": 2, "columns": 3}, None),
    "awari": ({"pits": 2, "seeds": 1}, 20),
    "both-ends": ({"piles": [3, 9, 1, 2], "most": 2}, None),
    "breakthrough": ({"rows": 4, "cols": 2}, None),
    "can-i-win": ({"maxChoosableInteger": 6, "desiredTotal": 12}, None),
    "cat-and-mouse": ({"graph": [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]}, 30),
    "cat-and-mouse-ii": ({"room": ["M...", "##..", "C..F"], "cat_jump": 1, "mouse_jump": 2}, 20),
    "chomp": ({"rows": 2, "cols": 3}, None),
    "connect-four": ({"rows": 3, "cols": 3, "need": 3}, None),
    "cow-digits": ({"number": 13}, None),
    "cut-and-choose": ({"values": [10, 3, 2]}, None),
    "dao": ({"black": [6]}, 20),
    "dawson": ({"rows": [3, 4]}, None),
    "divisor-game": ({"n": 12}, None),
    "dodgem": ({"n": 2}, None),
    "domineering": ({"rows": 3, "cols": 3}, None),
    "dots-and-boxes": ({"rows": 1, "cols": 2}, None),
    "ends-k": ({"piles": [18, -5, 17, 12, 7], "most": 3}, None),
    "euclid": ({"a": 8, "b": 5}, None),
    "fibonacci-nim": ({"stones": 12}, None),
    "flip-game": ({"currentState": "+++++"}, None),
    "foxes": ({"rows": 4, "cols": 3, "foxes": [1], "hounds": [9, 10, 11]}, 30),
    "draughts": ({"rows": 3, "cols": 3}, 20),
    "go": ({"rows": 1, "columns": 3}, None),
    "grundy": ({"n": 7}, None),
    "grundy-heaps": ({"heaps": [8]}, None),
    "guess-number": ({"n": 4}, None),
    "hackenbush": ({"strings": ["BR", "R"]}, None),
    "hexapawn": ({"rows": 3, "cols": 3}, None),
    "kalah": ({"pits": 2, "seeds": 2}, None),
    "kayles": ({"rows": [5]}, None),
    "king-and-rook": ({"n": 3}, 20),
    "knights": ({"rows": 3, "cols": 3}, None),
    "l-game": ({"neutrals": []}, 20),
    "lasker": ({"heaps": [2, 3]}, None),
    "maundy-cake": ({"heights": [2, 3], "widths": [2, 2]}, None),
    "mnk": ({"m": 2, "n": 3, "k": 3}, None),
    "moore": ({"heaps": [1, 2, 3], "k": 2}, None),
    "mu-torere": ({}, 30),
    "nim": ({"heaps": [1, 2, 3]}, None),
    "no-echo": ({"stones": 1, "most": 3}, None),
    "node-kayles": ({"g": {"edges": [[0, 1], [1, 2], [2, 3], [3, 4]], "nodes": 5}}, None),
    "notakto": ({"boards": [[0, 1, 5]]}, None),
    "othello": ({"size": 4}, None),
    "pong-hau-ki": ({}, 20),
    "prime-nim": ({"stones": 9}, None),
    "quixo": ({"size": 2}, 20),
    "rectangle": ({"grid": [[1, 2], [3, 4]]}, None),
    "rook-trail": ({"rows": 1, "columns": 5, "origin": [0, 2]}, None),
    "schuh": ({"number": 36}, None),
    "short-and-cut": ({"g": {"edges": [[0, 2], [1, 3]], "nodes": 4}, "short_first": True}, None),
    "sim": ({"n": 4}, None),
    "six-mens-morris": ({"men": 3}, 20),
    "skirmish": ({"rows": 2, "cols": 2, "men": 1}, 20),
    "snort": ({"rows": [3, 1]}, None),
    "stalks": ({"trunks": [2], "branches": [2]}, None),
    "stalks-and-branches": ({"tree": {"edges": [[0, 1], [1, 2], [2, 3]], "nodes": 4}}, None),
    "stone-game": ({"piles": [5, 3, 4, 5]}, None),
    "stone-game-ii": ({"piles": [2, 7, 9, 4, 4]}, None),
    "stone-game-iii": ({"values": [1, 2, 3, -9]}, None),
    "stone-game-iv": ({"n": 17}, None),
    "stone-game-vi": ({"aliceValues": [2, 4, 3], "bobValues": [1, 6, 7]}, None),
    "stone-game-vii": ({"stones": [5, 3, 1, 4, 2]}, None),
    "subset-takeaway": ({"n": 3}, None),
    "subtraction": ({"n": 7}, None),
    "take-a-square": ({"heaps": [7, 3]}, None),
    "three-mens-morris": ({}, 20),
    "toads-and-frogs": ({"toads": 2, "frogs": 2, "gap": 2}, None),
    "treblecross": ({"strips": [6]}, None),
    "tron": ({"g": {"edges": [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]], "nodes": 5}, "ann": 0, "ben": 2}, None),
    "turning-turtles": ({"feet": [True, False, True, True]}, None),
    "wythoff": ({"a": 3, "b": 5}, None),
}

CELLS = [f"({row},{column})" for row in range(4) for column in range(4)]

#: Where looking for all moves would take long, they are said.
ACTIONS = {
    "dao": [f"slide({a},{b})" for a in CELLS for b in CELLS if a != b],
    "six-mens-morris": [f"{word}({p})" for word in ("put", "take") for p in range(16)]
    + [f"slide({p},{q})" for p in range(16) for q in range(16) if p != q],
}

#: 62,789 positions and 373,625 are many for Python.
LARGE = ["othello", "six-mens-morris"]

SMALL = ["both-ends", "chomp", "cut-and-choose", "dawson", "euclid", "guess-number", "kalah", "nim", "stone-game-ii", "toads-and-frogs"]


@pytest.fixture(scope="module")
def registered():
    made = {}

    def get(name):
        if name not in made:
            params, length = GALLERY[name]
            instance = bouton.load(name)(**params)
            short = f"gallery_{name.replace('-', '_')}"
            made[name] = instance, openspiel.register(instance, short, actions=ACTIONS.get(name), max_game_length=length)
        return made[name]

    return get


def exact(instance):
    answer = instance.solve("value")
    return int(answer.value) if answer.mover == instance.players[0] else -int(answer.value)


def test_no_game_is_forgotten():
    assert set(GALLERY) == {game["name"] for game in bouton.games()}


@pytest.mark.parametrize("name", GALLERY)
def test_openspiels_own_tests_pass(registered, name):
    _, game = registered(name)
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


def test_a_game_that_is_over_at_once_passes_them_too():
    # Nothing is gained, and OpenSpiel wants the most that can be gained to be more than the least.
    game = openspiel.register(bouton.load("othello")(size=2), "gallery_over_at_once")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert openspiel.solve(game).value == 0


@pytest.mark.parametrize("name", [name for name, (_, length) in GALLERY.items() if length is None and name not in LARGE])
def test_games_come_back_with_the_same_value(registered, name):
    instance, game = registered(name)
    assert openspiel.solve(game).value == exact(instance)


@pytest.mark.parametrize("name", [name for name, (_, length) in GALLERY.items() if length is not None and name not in ACTIONS])
def test_games_that_go_round_need_a_length(name):
    instance = bouton.load(name)(**GALLERY[name][0])
    with pytest.raises(bouton.Refused, match="max_game_length"):
        openspiel.register(instance, "goes_round")


def test_a_win_within_the_length_stays_a_win(registered):
    # Cut short, play is a draw: so what is won in time is won, and no more.
    instance, game = registered("foxes")
    assert instance.solve().plies == 14
    short = openspiel.register(instance, "gallery_foxes_short", max_game_length=13)
    assert openspiel.solve(game).value == exact(instance) == -1
    assert openspiel.solve(short).value == 0


@pytest.mark.parametrize("name", SMALL)
def test_its_minimax_finds_what_bouton_finds(registered, name):
    from open_spiel.python.algorithms import minimax

    instance, game = registered(name)
    value, action = minimax.alpha_beta_search(game, maximizing_player_id=0)
    assert value == exact(instance)
    solution = openspiel.solve(game)
    assert action in solution.best(game.new_initial_state())


def searcher(game, seed, simulations):
    """OpenSpiel's own MCTS in C++. Its `step` crashes on games in Python, on `python_tic_tac_toe` too; `evaluate_bots` does not."""
    return pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, seed), 1.4, simulations, 10, True, seed, False)


@pytest.mark.parametrize("name", ["mnk", "dots-and-boxes", "three-mens-morris"])
def test_its_own_search_in_cpp_plays(registered, name):
    _, game = registered(name)
    returns = pyspiel.evaluate_bots(game.new_initial_state(), [searcher(game, 1, 20), searcher(game, 2, 20)], 1)
    assert sum(returns) == 0 and all(abs(value) <= game.max_utility() for value in returns)


@pytest.mark.parametrize("other", [1, 2, 3])
def test_its_own_search_wins_what_is_won(registered, other):
    # It knows the worth of a state by playing to the end only.
    _, game = registered("nim")
    assert openspiel.solve(game).value == -1
    bots = [pyspiel.make_uniform_random_bot(0, other), searcher(game, 1, 1_000)]
    assert pyspiel.evaluate_bots(game.new_initial_state(), bots, other) == [-1, 1]


def test_its_learner_learns_the_only_winning_move():
    import numpy
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import random_agent, tabular_qlearner

    game = openspiel.register(bouton.load("nim")(heaps=[1, 2]), "gallery_learned")
    environment = rl_environment.Environment(game)
    numpy.random.seed(1)
    agents = [
        tabular_qlearner.QLearner(0, game.num_distinct_actions(), step_size=0.5, discount_factor=1.0),
        random_agent.RandomAgent(1, game.num_distinct_actions()),
    ]
    for _ in range(400):
        step = environment.reset()
        while not step.last():
            step = environment.step([agents[step.observations["current_player"]].step(step).action])
        for agent in agents:
            agent.step(step)
    best = openspiel.solve(game).best(game.new_initial_state())
    assert len(best) == 1
    assert agents[0].step(environment.reset(), is_evaluation=True).action == best[0]


def test_the_length_is_that_of_the_longest_play(registered):
    lot = random.Random(1)
    for name in SMALL:
        _, game = registered(name)
        for _ in range(20):
            state, made = game.new_initial_state(), 0
            while not state.is_terminal():
                state.apply_action(lot.choice(state.legal_actions()))
                made += 1
            assert made <= game.max_game_length()
            assert abs(state.player_return(0)) <= game.max_utility()
