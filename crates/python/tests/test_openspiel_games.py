"""Every deterministic two-player game of perfect information that OpenSpiel has: solved, and compared state by state; or refused.

The judge is plain minimax, which knows neither Bouton nor value iteration. It goes by the history of moves wherever that is short enough,
and so merges nothing. `docs/ground-truth.md` has the table.
"""

import random
import re
import sys
import types
from pathlib import Path

import pytest

import bouton

pyspiel = pytest.importorskip("pyspiel")

import open_spiel.python.games  # noqa: E402, F401
from bouton import openspiel  # noqa: E402

#: OpenSpiel's own: tests will register more.
KINDS = pyspiel.registered_games()

DOCS = Path(__file__).parents[3] / "docs" / "ground-truth.md"

#: Whole games: how many states, what the start is worth to player 0, and at how many states value iteration says something else (or histories,
#: where there are at most 20,000).
WHOLE = [
    ("tic_tac_toe", 5478, 0, 0),
    ("misere(game=tic_tac_toe())", 5478, 0, 0),
    ("connect_four(rows=3,columns=3,x_in_row=3)", 694, 0, 0),
    ("connect_four(rows=4,columns=3,x_in_row=3)", 2715, 0, 0),
    ("breakthrough(rows=4,columns=2)", 251, -1, 162),
    ("breakthrough(rows=3,columns=3)", 723, 1, 0),
    ("dots_and_boxes(num_rows=1,num_cols=2)", 143, 0, 0),
    ("dots_and_boxes(num_rows=2,num_cols=2)", 5547, 1, 935),
    ("dots_and_boxes(num_rows=2,num_cols=2,utility_margin=True)", 5547, 2, 1772),
    ("nim(pile_sizes=1;3;5)", 88, 1, 0),
    ("nim(pile_sizes=2;3;4,is_misere=False)", 112, 1, 0),
    ("mnk(m=4,n=2,k=2)", 605, 1, 0),
    ("mnk(m=3,n=3,k=3)", 5478, 0, 0),
    ("gomoku(size=3,connect=3)", 5478, 0, 0),
    ("gomoku(size=3,connect=3,anti=True)", 5478, 0, 0),
    ("gomoku(size=2,dims=3,connect=2)", 233, 1, 0),
    ("clobber(rows=3,columns=3)", 761, 1, 0),
    ("hex(num_cols=3,num_rows=3)", 5514, 1, 0),
    ("hex(num_cols=2,num_rows=3,swap=True)", 457, -1, 155),
    ("y(board_size=3)", 547, 1, 0),
    ("havannah(board_size=2)", 910, 1, 0),
    ("havannah(board_size=2,swap=True)", 1819, -1, 0),
    ("quoridor(board_size=3,wall_count=0)", 1447, -1, 646),
    ("quoridor(board_size=3,wall_count=1)", 42955, -1, 15974),
    ("go(board_size=2)", 4635, -1, 408),
    ("lines_of_action(max_game_length=2)", 1281, 0, 0),
    ("oware(num_houses_per_player=2,num_seeds_per_house=1)", 144, 1, 15),
    ("checkers(rows=8,columns=2)", 7, -1, 0),
    ("chinese_checkers(max_moves=3)", 5923, 0, 0),
]

#: The ends of games that are too large from their start: OpenSpiel's `start_at` after so many moves at random, by this seed.
LATE = [
    ("othello", 1, 53, 984, -1, 0),
    ("mancala", 2, 29, 413, -1, 0),
    ("pentago", 3, 33, 253, -1, 0),
    ("ultimate_tic_tac_toe", 3, 64, 103, 1, 0),
    ("nine_mens_morris", 3, 208, 457, 0, 0),
    ("python_tic_tac_toe", 1, 3, 220, 1, 0),
    ("quoridor(board_size=3)", 3, 27, 48, 0, 0),
    ("amazons", 3, 225, 2558, 1, 0),
    ("twixt(board_size=5)", 3, 13, 2875, 0, 0),
    ("chess", 1, 508, 1096, 0, 0),
    ("antichess", 1, 56, 10, -1, 0),
    ("xiangqi", 3, 494, 1285, 0, 0),
]

#: What cannot be solved, and what is said.
REFUSED = {
    "chess": "the text of a state of chess may leave out what matters",
    "crazyhouse": "the text of a state of crazyhouse may leave out what matters",
    "cursor_go(board_size=2)": "the text of a state of cursor_go may leave out what matters",
    "hive(board_size=1)": "the text of a state of hive may leave out what matters",
    "shogi": "the text of a state of shogi may leave out what matters",
    "oware(num_houses_per_player=2,num_seeds_per_house=2)": "the text of a state of oware may leave out what matters",
    # On a single row nobody connects the edges, and OpenSpiel goes on.
    "hex(num_cols=2,num_rows=1)": "a state of hex has no action and is not over",
    "oshi_zumo(coins=2,size=1)": "oshi_zumo has not moves in turn",
    "turn_based_simultaneous_game(game=oshi_zumo(coins=2,size=1))": "has not perfect information",
    "quoridor(board_size=3,players=3)": "has not a sum of zero, nor two players|has not two players",
}


def late(name, seed, moves):
    """A game that begins after so many moves at random."""
    lot, state = random.Random(seed), pyspiel.load_game(name).new_initial_state()
    for _ in range(moves):
        state.apply_action(lot.choice(state.legal_actions()))
    given = pyspiel.load_game(name).get_parameters()
    return pyspiel.load_game(
        "start_at",
        {"game": {"name": state.get_game().get_type().short_name, **given}, "history": ";".join(map(str, state.history()))},
    )


def by_history(state):
    return tuple(state.history())


def by_text(state):
    over = state.player_return(0) if state.is_terminal() else None
    return over, state.current_player(), str(state), state.move_number()


def judged(game, key):
    """Every state with its value by plain minimax: one of each key."""
    found = {}

    def worth(state):
        name = key(state)
        if name not in found:
            best = max if state.current_player() == 0 else min
            value = state.player_return(0) if state.is_terminal() else best(worth(state.child(action)) for action in state.legal_actions())
            found[name] = state, value
        return found[name][1]

    worth(game.new_initial_state())
    return list(found.values())


def iterated(game, stop):
    """What OpenSpiel's own value iteration says, by text; whether it stops at texts that it has seen, or walks all histories.

    It imports a solver of linear programs, for games it is not asked for here.
    """
    programs = "open_spiel.python.algorithms.lp_solver"
    if programs not in sys.modules:
        import open_spiel.python.algorithms

        sys.modules[programs] = open_spiel.python.algorithms.lp_solver = types.ModuleType(programs)
    from open_spiel.python.algorithms import value_iteration

    return value_iteration.value_iteration(game, -1, 0.01, cyclic_game=stop)


def judge(game):
    """Every state with its value by plain minimax; by their histories where those are no more than 20,000, and whether they are more."""
    waiting, histories = [game.new_initial_state()], 0
    while waiting and histories <= 20_000:
        state, histories = waiting.pop(), histories + 1
        waiting += [] if state.is_terminal() else [state.child(action) for action in state.legal_actions()]
    many = histories > 20_000
    return judged(game, by_text if many else by_history), many


def agrees(game, positions, value, differs):
    solution = openspiel.solve(game, native=False)
    assert solution.native is None
    assert (solution.positions, solution.value) == (positions, value)
    exact, many = judge(game)
    # At each state, and each of its actions that is said to be best.
    for state, worth in exact:
        assert solution.probe(state) == worth, str(state)
        best = solution.best(state)
        assert bool(best) != state.is_terminal()
        assert all(solution.probe(state.child(action)) == worth for action in best)
    theirs = iterated(game, stop=many)
    assert sum(theirs.get(str(state)) != worth for state, worth in exact) == differs


@pytest.mark.parametrize(("name", "positions", "value", "differs"), WHOLE)
def test_whole_games_agree_at_every_state(name, positions, value, differs):
    agrees(pyspiel.load_game(name), positions, value, differs)


@pytest.mark.parametrize(("name", "seed", "moves", "positions", "value", "differs"), LATE)
def test_ends_of_games_agree_at_every_state(name, seed, moves, positions, value, differs):
    agrees(late(name, seed, moves), positions, value, differs)


def test_value_iteration_is_wrong_about_the_start():
    # It tells states apart by their text, and that of Quoridor tells neither who moves nor how many moves were made.
    game = pyspiel.load_game("quoridor(board_size=3,wall_count=0)")
    start, worth = next((state, worth) for state, worth in judge(game)[0] if state.is_initial_state())
    assert (iterated(game, stop=True)[str(start)], worth, openspiel.solve(game).value) == (1, -1, -1)


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_solved_is_refused(name):
    with pytest.raises(bouton.Refused, match=REFUSED[name]):
        openspiel.solve(pyspiel.load_game(name))


@pytest.mark.parametrize("name", ["go(board_size=2)", "oware(num_houses_per_player=2,num_seeds_per_house=1)"])
def test_a_text_that_is_said_to_tell_everything_and_does_not_is_refused(name):
    with pytest.raises(bouton.BoutonError):
        openspiel.solve(pyspiel.load_game(name), key=str)


def test_a_state_that_begins_elsewhere_is_not_taken_for_the_start():
    # It has no history either.
    chess = pyspiel.load_game("chess")
    start, elsewhere = chess.new_initial_state(), chess.new_initial_state("8/8/8/8/8/8/8/K1k5 w - - 0 1")
    assert start.history() == elsewhere.history() == []
    assert openspiel._history(start) != openspiel._history(elsewhere)


def test_no_game_is_forgotten():
    listed = {
        kind.short_name
        for kind in KINDS
        if kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
        and kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
        and kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        and kind.min_num_players <= 2 <= kind.max_num_players
    }
    tried = [name for name, *_ in WHOLE] + [name for name, *_ in LATE] + list(REFUSED)
    assert len(listed) == 33
    assert listed <= {name.partition("(")[0] for name in tried}


def test_the_page_says_what_is_tested():
    row = r"^\| `([^`]+)`(?:, (\d+) moves in \(seed (\d+)\))? \| ([\d,]+) \| [a-z ]+ \| ([+−\d]+) \| ([\d,]+) \|$"
    rows = re.findall(row, DOCS.read_text("utf-8"), re.M)
    number = lambda text: int(text.replace(",", "").replace("−", "-"))  # noqa: E731
    said = [(name, *map(int, filter(None, (seed, moves))), *map(number, rest)) for name, moves, seed, *rest in rows]
    assert said == WHOLE + LATE
