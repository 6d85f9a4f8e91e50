"""OpenSpiel, both ways: instances as its games, its games solved exactly."""

import pytest

import bouton

pyspiel = pytest.importorskip("pyspiel")

from bouton import openspiel  # noqa: E402

GALLERY = [
    ("nim", {"heaps": [1, 2, 3]}),
    ("mnk", {}),
    ("1140", {"piles": [2, 7, 9, 4, 4]}),
    ("stone-game", {"piles": [5, 3, 4, 5]}),
    ("dots-and-boxes", {"rows": 1, "cols": 2}),
    ("connect-four", {"rows": 3, "cols": 3, "need": 3}),
    ("breakthrough", {"rows": 4, "cols": 2}),
    ("chomp", {"rows": 2, "cols": 3}),
    ("kayles", {"rows": [5]}),
    ("can-i-win", {"maxChoosableInteger": 6, "desiredTotal": 12}),
]


@pytest.fixture(scope="module")
def registered():
    made = {}

    def get(name, params):
        key = name, repr(params)
        if key not in made:
            game = bouton.load(name)
            instance = game(**params)
            made[key] = instance, openspiel.register(instance, f"test_{len(made)}_{name.replace('-', '_')}")
        return made[key]

    return get


@pytest.mark.parametrize(("name", "params"), GALLERY)
def test_openspiels_own_tests_pass_on_the_gallery(registered, name, params):
    _, game = registered(name, params)
    pyspiel.random_sim_test(game, num_sims=10, serialize=False, verbose=False)


@pytest.mark.parametrize(("name", "params"), GALLERY)
def test_its_minimax_finds_what_bouton_finds(registered, name, params):
    from open_spiel.python.algorithms import minimax

    instance, game = registered(name, params)
    if instance.solve().positions > 2_000:
        pytest.skip("too many positions for OpenSpiel's minimax in a test")
    value, action = minimax.alpha_beta_search(game, maximizing_player_id=0)
    answer = instance.solve()
    exact = int(answer.value) if answer.mover == instance.players[0] else -int(answer.value)
    assert value == exact == openspiel.solve(game, native=False).value
    if action is not None and exact > 0 and not instance.points:
        assert game.new_initial_state().action_to_string(0, action) in [str(move) for move in answer.best]


def test_its_learners_and_searchers_play(registered):
    import numpy
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import mcts, tabular_qlearner

    _, game = registered("mnk", {})
    bot = mcts.MCTSBot(game, 1.4, 40, mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(1)), random_state=numpy.random.RandomState(2))
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0
    environment = rl_environment.Environment(game)
    agents = [tabular_qlearner.QLearner(player, game.num_distinct_actions()) for player in (0, 1)]
    for _ in range(3):
        step = environment.reset()
        while not step.last():
            chosen = agents[step.observations["current_player"]].step(step)
            step = environment.step([chosen.action])
        for agent in agents:
            agent.step(step)


def test_what_is_too_large_asks_for_its_moves():
    with pytest.raises(bouton.Refused, match="actions"):
        openspiel.register(bouton.load("connect-four")(rows=5, cols=5))
    game = openspiel.register(
        bouton.load("connect-four")(rows=6, cols=7), actions=[f"drop({c})" for c in range(7)], max_game_length=42
    )
    assert game.num_distinct_actions() == 7
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
    with pytest.raises(ValueError, match="already"):
        openspiel.register(
            bouton.load("connect-four")(rows=6, cols=7), actions=[f"drop({c})" for c in range(7)], max_game_length=42
        )


def key(state):
    return f"end {state.player_return(0)}|{state}" if state.is_terminal() else f"{state.current_player()}|{state}"


def states(game):
    """Every state that can be reached, each once."""
    found, waiting = {}, [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if key(state) not in found:
            found[key(state)] = state
            if not state.is_terminal():
                waiting += [state.child(action) for action in state.legal_actions()]
    return found


def plain(game):
    """Plain minimax over states with the player to move: knows neither Bouton nor value iteration."""
    found = {}

    def worth(state):
        if key(state) not in found:
            if state.is_terminal():
                found[key(state)] = state.player_return(0)
            else:
                best = max if state.current_player() == 0 else min
                found[key(state)] = best(worth(state.child(action)) for action in state.legal_actions())
        return found[key(state)]

    worth(game.new_initial_state())
    return found


NATIVE = [
    "tic_tac_toe",
    "connect_four(rows=4,columns=3,x_in_row=3)",
    "connect_four(rows=3,columns=4,x_in_row=4)",
    "nim(pile_sizes=1;2;3)",
    "nim(pile_sizes=2;2;1,is_misere=False)",
    "breakthrough(rows=4,columns=2)",
    "breakthrough(rows=3,columns=3)",
    "breakthrough(rows=6,columns=2)",
    "dots_and_boxes(num_rows=1,num_cols=2,utility_margin=True)",
]

OTHERS = [
    "dots_and_boxes(num_rows=2,num_cols=1)",
    "mnk(m=3,n=2,k=2)",
    "clobber(rows=2,columns=4)",
    "hex(board_size=3)",
    "y(board_size=3)",
    "havannah(board_size=2)",
    "gomoku(size=3,connect=3)",
    "pentago",
    "oware(num_houses_per_player=2,num_seeds_per_house=1)",
    "amazons(board_size=5)",
]


@pytest.mark.parametrize("name", NATIVE)
def test_known_rules_agree_on_every_state(name):
    game = pyspiel.load_game(name)
    solution = openspiel.solve(game)
    assert solution.native
    exact = plain(game)
    for name, state in states(game).items():
        assert solution.probe(state) == exact[name], str(state)
    assert solution.value == exact[f"0|{game.new_initial_state()}"]


@pytest.mark.parametrize("name", NATIVE[:2] + NATIVE[3:6] + ["dots_and_boxes(num_rows=1,num_cols=2)"] + OTHERS[:7])
def test_games_are_solved_through_their_states(name):
    try:
        game = pyspiel.load_game(name)
    except pyspiel.SpielError as refused:
        pytest.skip(str(refused).splitlines()[0])
    solution = openspiel.solve(game, native=False)
    exact = plain(game)
    assert solution.native is None and solution.positions == len(exact)
    for name, state in states(game).items():
        assert solution.probe(state) == exact[name], str(state)
        best = solution.best(state)
        assert all(solution.probe(state.child(action)) == exact[name] for action in best)
        assert bool(best) != state.is_terminal()


def test_states_that_read_alike_and_end_differently_are_told_apart(registered):
    # Eating the poison ends play, and the text of the end does not say who ate it.
    instance, game = registered("chomp", {"rows": 2, "cols": 3})
    assert openspiel.solve(game).value == 1 == int(instance.solve().value)


def test_a_text_that_leaves_something_out_is_refused(registered):
    _, game = registered("1140", {"piles": [2, 7, 9, 4, 4]})
    solution = openspiel.solve(game)
    assert solution.audit() > 100

    class Forgetful(type(solution)):
        def probe(self, state):
            return 0.0 if not state.is_terminal() else super().probe(state)

    solution.__class__ = Forgetful
    with pytest.raises(bouton.Refused, match="does not tell all that matters"):
        solution.audit()


def test_policies_are_optimal_and_others_can_be_exploited():
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    game = pyspiel.load_game("nim(pile_sizes=1;2;2)")
    solution = openspiel.solve(game)
    optimal = solution.policy()
    assert solution.exploitability(optimal) == 0
    uniform = policy.UniformRandomPolicy(game)
    assert solution.exploitability(uniform) == pytest.approx(exploitability.exploitability(game, uniform))
    assert solution.exploitability(uniform) > 0


@pytest.mark.parametrize("name", ["kuhn_poker", "backgammon", "matrix_mp"])
def test_what_does_not_fit_is_refused(name):
    with pytest.raises(bouton.Refused, match="it is none of the games"):
        openspiel.solve(pyspiel.load_game(name))


def test_limits_hold():
    with pytest.raises(bouton.LimitReached):
        openspiel.solve(pyspiel.load_game("pentago"), limits=bouton.Limits(positions=2_000))
