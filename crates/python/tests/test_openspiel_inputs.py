"""What is no game, no state, no instance or no name: exceptions of Bouton's own that say so, and never a panic."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bouton

pyspiel = pytest.importorskip("pyspiel")

from bouton import openspiel  # noqa: E402

GARBAGE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.binary(max_size=8),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
    st.just(pyspiel),
    st.just(object()),
)


@pytest.fixture(scope="module")
def solved():
    game = pyspiel.load_game("nim(pile_sizes=1;2)")
    return [openspiel.solve(game), openspiel.solve(game, native=False)]


@given(GARBAGE)
def test_what_is_no_game_is_not_solved(thing):
    with pytest.raises(bouton.Refused, match="is no game of OpenSpiel"):
        openspiel.solve(thing)


@given(GARBAGE)
def test_what_is_no_state_has_no_value(solved, thing):
    for solution in solved:
        for ask in (solution.probe, solution.best):
            with pytest.raises(bouton.PositionError, match="is no state of OpenSpiel"):
                ask(thing)


@given(GARBAGE)
def test_what_is_no_instance_is_not_registered(thing):
    with pytest.raises(bouton.Refused, match="is no instance of a game"):
        openspiel.register(thing)
    with pytest.raises(bouton.Refused, match="is no instance of a game"):
        openspiel.register(bouton.load("nim"))


@given(st.one_of(st.from_regex(r"[a-z]{1,3}[^\w]", fullmatch=True), st.integers(min_value=1), st.sampled_from(["nim", "nim(a=1)", "a b"])))
def test_names_that_will_not_do(name):
    with pytest.raises(bouton.Refused, match="is no name for a game|already"):
        openspiel.register(bouton.load("nim")(heaps=[1]), name)


@given(st.one_of(st.integers(max_value=0), st.floats(), st.text(max_size=3)))
def test_lengths_that_will_not_do(length):
    with pytest.raises(bouton.Refused, match="is no number of moves"):
        openspiel.register(bouton.load("nim")(heaps=[1]), "input_length", max_game_length=length)


@given(st.one_of(st.text(max_size=3), st.integers(), st.lists(st.integers(), min_size=1, max_size=3)))
def test_actions_that_will_not_do(actions):
    with pytest.raises(bouton.Refused, match="is no list of the texts of moves"):
        openspiel.register(bouton.load("nim")(heaps=[1]), "input_actions", actions=actions)


def test_a_state_of_another_game_has_no_value(solved):
    for solution in solved:
        for other in ("tic_tac_toe", "nim(pile_sizes=1;3)", "kuhn_poker"):
            with pytest.raises(bouton.PositionError, match="and nim"):
                solution.probe(pyspiel.load_game(other).new_initial_state())


def test_moves_that_were_not_said_are_named():
    instance = bouton.load("mnk")()
    game = openspiel.register(instance, "input_moves", actions=["put(0,0)"], max_game_length=9)
    with pytest.raises(bouton.Refused, match=r"`put\(0,1\)` is a move of .*, and not among the `actions`"):
        game.new_initial_state().legal_actions()


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(min_value=-3, max_value=40), max_size=6))
def test_actions_at_random_are_played_or_refused(solved, actions):
    for solution in solved:
        state = solution.game.new_initial_state()
        for action in actions:
            if action not in state.legal_actions():
                break
            state.apply_action(action)
        assert solution.probe(state) in (-1, 1)
        assert set(solution.best(state)) <= set(state.legal_actions())


@pytest.mark.parametrize("key", ["text", 1, lambda state: [str(state)], lambda state: state.no_such_thing])
def test_keys_that_will_not_do(key):
    with pytest.raises(bouton.BoutonError, match="is no function of a state|unhashable|no_such_thing"):
        openspiel.solve(pyspiel.load_game("nim(pile_sizes=1;2)"), key=key)


@pytest.mark.parametrize("limits", ["1s", 3, {"time": 1}])
def test_limits_that_will_not_do(limits):
    for native in (True, False):
        with pytest.raises(bouton.Refused, match="bouton.Limits"):
            openspiel.solve(pyspiel.load_game("nim(pile_sizes=1;2)"), native=native, limits=limits)


class Halves:
    """Games made for the purpose, each wrong in its own way."""

    @staticmethod
    def register(name, returns, text, legal=(0, 1), utility=1.0):
        kind = pyspiel.GameType
        game_type = kind(
            short_name=name,
            long_name=name,
            dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=kind.ChanceMode.DETERMINISTIC,
            information=kind.Information.PERFECT_INFORMATION,
            utility=kind.Utility.ZERO_SUM,
            reward_model=kind.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=2,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-utility,
            max_utility=utility,
            utility_sum=0.0,
            max_game_length=3,
        )

        class State(pyspiel.State):
            def __init__(self, game):
                super().__init__(game)
                self.made = []

            def current_player(self):
                return pyspiel.PlayerId.TERMINAL if self.is_terminal() else len(self.made) % 2

            def _legal_actions(self, player):
                return list(legal)

            def _apply_action(self, action):
                self.made.append(action)

            def _action_to_string(self, player, action):
                return str(action)

            def is_terminal(self):
                return len(self.made) == 3

            def returns(self):
                value = float(returns(self.made)) if self.is_terminal() else 0.0
                return [value, -value]

            def __str__(self):
                return text(self.made)

        class Game(pyspiel.Game):
            def __init__(self, params=None):
                super().__init__(game_type, info, params or {})

            def new_initial_state(self):
                return State(self)

        pyspiel.register_game(game_type, Game)
        return pyspiel.load_game(name)


def test_returns_of_no_whole_number_are_refused():
    halves = Halves.register("input_halves", lambda made: 0.5, str)
    with pytest.raises(bouton.Refused, match="ends with 0.5 for player 0: only whole numbers"):
        openspiel.solve(halves)
    # Within its bounds of -2 and 2 they are points, and may be whole.
    points = Halves.register("input_points", lambda made: 2 - sum(made), str, utility=2.0)
    assert openspiel.solve(points).value == 1


def test_a_state_without_actions_that_is_not_over_is_refused():
    with pytest.raises(bouton.Refused, match="has no action and is not over"):
        openspiel.solve(Halves.register("input_stuck", lambda made: 1, str, legal=()))


def test_a_text_that_forgets_is_believed_only_if_that_is_said():
    # The first action decides, the text counts no more than the moves.
    def parity(made):
        return 1 if made[0] == made[1] else -1

    game = Halves.register("input_forgetful", parity, lambda made: str(len(made)))
    assert openspiel.solve(game).value == -1
    with pytest.raises(bouton.Refused, match="does not tell all that matters"):
        openspiel.solve(game, key=str)
    assert openspiel.solve(game, key=lambda state: (str(state), tuple(state.history()))).value == -1
