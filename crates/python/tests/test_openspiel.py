"""OpenSpiel, both ways: instances as its games, its games solved exactly."""

import pytest

import bouton

pyspiel = pytest.importorskip("pyspiel")

from bouton import openspiel  # noqa: E402

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
    "gomoku(size=3,connect=2)",
    "gomoku(size=3,connect=3)",
    "mnk(m=4,n=2,k=2)",
    "mnk(m=3,n=3,k=3)",
    "dots_and_boxes(num_rows=1,num_cols=2,utility_margin=True)",
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


@pytest.mark.parametrize(
    "name",
    [
        "gomoku(size=3,connect=3,anti=True)",
        "gomoku(size=2,connect=2,dims=3)",
        "gomoku(size=3,connect=3,wrap=True)",
        "dots_and_boxes(num_rows=1,num_cols=2)",
    ],
)
def test_what_is_nearly_a_known_game_is_none(name):
    assert openspiel.solve(pyspiel.load_game(name)).native is None


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


def test_a_state_that_play_cannot_reach_has_no_value():
    # Bouton's rules and states alike: this one begins elsewhere, and its history says nothing of where.
    for native in (True, False):
        game = pyspiel.load_game("tic_tac_toe")
        solution = openspiel.solve(game, native=native)
        state = game.new_initial_state().child(0).child(1)
        elsewhere = game.new_initial_state(state.to_json())
        assert str(elsewhere) == str(state) and elsewhere.history() == []
        if native:
            with pytest.raises(bouton.MissingPosition, match="did not begin at the start"):
                solution.probe(elsewhere)
        else:
            assert solution.probe(elsewhere) == solution.probe(state)


def test_policies_that_look_back_are_not_merged():
    from open_spiel.python.algorithms import exploitability

    # Tables of this game have a row for each history. Spoilt at one of several that lead to the same state, a policy loses only there.
    game = pyspiel.load_game("nim(pile_sizes=1;2;2)")
    solution = openspiel.solve(game)
    several, spoilt = {}, 0
    for state in solution.policy().states:
        several.setdefault(str(state), []).append(state)
    for states in several.values():
        worse = [action for action in states[0].legal_actions() if action not in solution.best(states[0])]
        if len(states) == 1 or not worse:
            continue
        for state in states[0], states[-1]:
            table = solution.policy()
            assert solution._looks_at_states_only(table)
            row = table.policy_for_key(state.information_state_string(state.current_player()))
            row[:] = 0
            row[worse[0]] = 1
            assert not solution._looks_at_states_only(table)
            lost = exploitability.exploitability(game, table)
            assert solution.exploitability(table) == pytest.approx(lost)
            spoilt += lost > 0
    assert spoilt > 0


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
    with pytest.raises(bouton.LimitReached):
        openspiel.solve(pyspiel.load_game("othello"), limits=bouton.Limits(time=0.2))


def test_states_are_kept_without_a_limit_up_to_a_number(monkeypatch):
    monkeypatch.setattr(openspiel, "LARGEST", 5_000)
    game = pyspiel.load_game("tic_tac_toe")
    with pytest.raises(bouton.Refused, match="tic_tac_toe has more than 5,000 states"):
        openspiel.solve(game, native=False)
    assert openspiel.solve(game, native=False, limits=bouton.Limits(positions=6_000)).positions == 5_478
