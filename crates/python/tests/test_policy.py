"""Ways to play: optimal policies, best responses, what lines of play give away, and marks for tables."""

import pickle
import random
from fractions import Fraction

import pytest

import bouton
from test_own import Loop, StoneGame, Subtraction


def uniform(position):
    return {move: Fraction(1, len(position.moves)) for move in position.moves}


def plain(game, position, policy, seat):
    """What the player in a seat gets at best, by plain recursion over what play says."""
    if position.over:
        return position._final() * (1 if seat == 0 else -1)
    mine = game.players[seat] == position.turn
    got = {}
    for move in position.moves:
        place, gain = position._after(move)
        got[str(move)] = (gain if mine else -gain) + plain(game, place, policy, seat)
    if mine:
        return max(got.values())
    return sum(chance * got[str(move)] for move, chance in policy(position).items())


GAMES = [("1140", {"piles": [2, 7, 9, 4, 4]}), ("mnk", {"m": 3, "n": 2, "k": 2}), ("nim", {"heaps": [1, 2, 2]})]


@pytest.mark.parametrize(("name", "params"), GAMES)
def test_best_responses_are_those_of_plain_recursion(name, params):
    instance = bouton.load(name)(**params)
    answer, lot = instance.solve(), random.Random(5)
    fixed = {}

    def mixed(position):
        if position not in fixed:
            weights = [lot.randrange(4) for _ in position.moves]
            weights[lot.randrange(len(weights))] += 1
            fixed[position] = {move: Fraction(weight, sum(weights)) for move, weight in zip(position.moves, weights)}
        return fixed[position]

    for policy in (uniform, mixed, answer.policy(), answer.policy("uniform")):
        responses = [plain(instance, answer.position, policy, seat) for seat in (0, 1)]
        first, second = instance.players
        value = int(answer.value)
        assert answer.exploitability(policy, player=second) == responses[0] - value
        assert answer.exploitability(policy, player=first) == responses[1] + value
        assert answer.exploitability(policy) == Fraction(sum(responses), 2)
    assert answer.exploitability(uniform) > 0
    assert answer.exploitability(answer.policy()) == answer.exploitability(answer.policy(tie="uniform")) == 0


def test_exploitability_is_what_openspiel_says():
    pytest.importorskip("pyspiel")
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    from bouton import openspiel

    instance = bouton.load("nim")(heaps=[1, 2, 2])
    game = openspiel.register(instance, "policy_nim")
    theirs = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    assert float(instance.solve().exploitability(uniform)) == pytest.approx(theirs)


def test_a_policy_is_a_function_a_dict_or_one_of_boutons(answer):
    places = [answer.position]
    for place in places:
        places += [place.play(move) for move in place.moves]
    greedy = {str(position): position.moves[-1] for position in places if not position.over}
    lost = answer.exploitability(greedy, player="Alice")
    assert lost == answer.exploitability(lambda position: greedy[str(position)], player="Alice") == 2
    assert answer.exploitability({position: greedy[str(position)] for position in places if not position.over}, player="Alice") == 2
    later = answer.at("i=2 M=2 turn=Bob")
    assert later.exploitability(greedy) == 0


def test_policies_that_are_none_are_refused(answer):
    with pytest.raises(bouton.MissingPosition, match="says nothing of `i=0 M=1"):
        answer.exploitability({})
    with pytest.raises(bouton.MoveError, match="take\\(9\\)"):
        answer.exploitability(lambda position: "take(9)")
    with pytest.raises(ValueError, match="add up to 1"):
        answer.exploitability(lambda position: {position.moves[0]: 0.5})
    with pytest.raises(ValueError, match="Alice and Bob"):
        answer.exploitability(uniform, player="Carol")
    with pytest.raises(ValueError, match="neither"):
        answer.policy("best")


def test_endless_play_against_a_policy_is_refused():
    with pytest.raises(bouton.Refused, match="round for ever"):
        Loop().solve().exploitability({"here": "go", "there": "back"})
    assert Loop().solve().exploitability({"here": "stop", "there": "back"}, player="First") == 1


def test_policies_pickle(answer):
    for tie in ("first", "uniform"):
        policy = answer.policy(tie)
        again = pickle.loads(pickle.dumps(policy))
        for position in answer:
            assert again(position) == again(str(position)) == policy(position)
    assert policy.move("i=0 M=1") == "take(1)" and policy(answer.position) == {"take(1)": 1}
    tied = bouton.load("mnk")().solve()
    assert sum(tied.policy("uniform")(tied.position).values()) == 1 and len(tied.policy("uniform")(tied.position)) == 9


def test_games_of_ones_own_have_policies():
    for game in (StoneGame([2, 7, 9, 4, 4]), Subtraction(9)):
        solved = game.solve()
        policy = solved.policy("uniform")
        again = pickle.loads(pickle.dumps(policy))
        assert again(game.start()) == policy(game.start()) and again.move(game.start()) == solved.best()[0]
        assert solved.exploitability(policy) == solved.exploitability(again) == 0
    stones = bouton.load("1140")(piles=[2, 7, 9, 4, 4]).solve()
    first = StoneGame([2, 7, 9, 4, 4])
    assert first.solve().exploitability(lambda position: first.moves(position)[0]) == stones.exploitability(lambda position: position.moves[0]) > 0


def test_regret_says_what_each_move_gave_away(answer):
    regret = answer.regret(["take(2)", "take(1)", "take(1)", "take(1)"])
    assert [(one.player, str(one.move), one.regret) for one in regret] == [
        ("Alice", "take(2)", 2),
        ("Bob", "take(1)", 16),
        ("Alice", "take(1)", 8),
        ("Bob", "take(1)", 0),
    ]
    assert regret[0].value == -6 and regret[0].worth == -8 and regret[0].better == "take(1)" and regret[3].better is None
    assert regret.totals == {"Alice": 10, "Bob": 16} and len(regret) == 4
    assert "move 1, Alice take(2): −8 instead of −6; better was take(1)" in str(regret)
    assert regret.to("text", lang="zh") != str(regret) and regret.to_dict()["totals"]["Bob"] == 16
    assert answer.regret(move for _, move, _ in answer.line).totals == {"Alice": 0, "Bob": 0}
    # What a line gives away in all is what its lead lacks.
    line = [*answer.regret(["take(2)", "take(1)", "take(1)", "take(1)"])]
    alice = 2 + 7 + 4 - 9 - 4
    assert alice == answer.value.lead - sum(one.regret for one in line if one.player == "Alice") + sum(one.regret for one in line if one.player == "Bob")


def test_regret_of_outcomes_counts_what_is_left_of_them():
    answer = bouton.load("mnk")().solve("value")
    regret = answer.regret(["put(0,0)", "put(0,1)"])
    assert [one.regret for one in regret] == [0, 1] and regret[1].value == "draw" and regret[1].worth == "loss"
    with pytest.raises(bouton.MoveError, match="put\\(0,0\\)"):
        answer.regret(["put(0,0)", "put(0,0)"])


def wrong(piles):
    """Tables by a program whose maximum starts at 0."""
    table = {}
    for i in range(len(piles), -1, -1):
        for m in range(1, len(piles) + 1):
            takes = [sum(piles[i : i + x]) - table[i + x, max(m, x)] for x in range(1, min(2 * m, len(piles) - i) + 1)]
            table[i, m] = max([0, *takes])
    return table


def test_tables_are_marked(answer):
    right = {(position.i, position.M): int(value) for position, value in answer.items()}
    assert answer.grade(right) and answer.grade(right).right == 11 and answer.grade(right).first_wrong is None
    marks = answer.grade(wrong([2, 7, 9, 4, 4]))
    assert not marks and (marks.cells, marks.right, marks.first_wrong) == (11, 10, {"i": 0, "M": 1})
    assert any("0" in suspect for suspect in marks.suspects)
    assert "10 of 11 cells right" in str(marks) and "−6" in str(marks) and marks.to_dict()["schema"] == "bouton.marks/1"
    assert marks.to("text", lang="zh") != str(marks)


def test_tables_come_in_any_form(answer):
    frame = answer.to_numpy()
    rows = list(zip(frame["i"], frame["M"], frame["lead"]))
    text = "i,M,value\n" + "\n".join(f"{i},{m},{lead}" for i, m, lead in rows)
    assert answer.grade(text).right == 11
    polars = pytest.importorskip("polars")
    pandas = pytest.importorskip("pandas")
    for library in (polars, pandas):
        assert answer.grade(library.DataFrame({"i": frame["i"], "M": frame["M"], "value": frame["lead"]})).right == 11
    grid = [[None] * 4 for _ in range(6)]
    for i, m, lead in rows:
        grid[i][m] = int(lead)
    assert answer.grade(grid).right == 11


def test_what_cannot_be_marked_is_said(answer):
    with pytest.raises(ValueError, match="by i, M"):
        answer.grade({1: 2})
    with pytest.raises(bouton.Refused) as refused:
        answer.grade("")
    assert refused.value.code == "G01" and "dict" in refused.value.help[0]
    with pytest.raises(bouton.Refused) as refused:
        bouton.load("mnk")().solve().grade({})
    assert refused.value.code == "G02"


def test_positions_and_moves_as_a_graph(answer):
    networkx = pytest.importorskip("networkx")
    graph = answer.to_networkx()
    # One more of (3, 2) and of (4, 2): the table leaves out whose turn it is.
    assert len(graph) == 13 and networkx.is_directed_acyclic_graph(graph)
    start = answer.position
    assert graph.nodes[start] == {"label": "i=0 M=1 turn=Alice", "value": -6, "turn": "Alice", "over": False}
    assert [(data["move"], data["gain"], data["best"]) for _, _, data in graph.edges(start, data=True)] == [("take(1)", 2, True), ("take(2)", 9, False)]
    assert {node: answer.probe(node) for node in graph} == {node: data["value"] for node, data in graph.nodes(data=True)}
    tic = bouton.load("mnk")(m=2, n=2, k=2).solve()
    assert sum(over for _, over in tic.to_networkx().nodes(data="over")) == sum(position.over for position in tic) > 0
    with pytest.raises(bouton.Refused, match="more than 5 positions"):
        answer.to_networkx(most=5)
    assert "".join(networkx.generate_graphml(graph))
