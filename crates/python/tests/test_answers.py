"""Answers: values, moves, best play, and the table behind them."""

import pickle
import time

import pytest

import bouton
from bouton import Limits, Move, Value


def test_the_answer_of_stone_game_ii(answer):
    assert answer.value == -6 and int(answer.value) == -6
    assert answer.winner == "Bob" and answer.mover == "Alice"
    assert answer.lead == {"Alice": -6, "Bob": 6}
    assert answer.totals == {"Alice": 10, "Bob": 16} and answer.totals_exact
    assert answer.plies is None and answer.nimber is None
    assert answer.best == [Move("take", X=1)] == ["take(1)"]
    assert [(str(one.move), int(one.value), one.gain, one.best) for one in answer.moves] == [
        ("take(1)", -6, 2, True),
        ("take(2)", -8, 9, False),
    ]
    assert [(by, str(move), gain) for by, move, gain in answer.line] == [
        ("Alice", "take(1)", 2),
        ("Bob", "take(2)", 16),
        ("Alice", "take(2)", 8),
    ]
    assert (answer.line_end, answer.method, answer.positions, answer.finished) == ("finished", "recurrence", 11, 3)
    assert answer.whole and answer.notes == [] and answer.seconds >= 0
    assert answer.to_dict()["schema"] == "bouton.answer/1"


def test_an_outcome_game_has_plies_and_words():
    answer = bouton.load("mnk")().solve()
    assert answer.value == "draw" and answer.winner is None and answer.lead is None and answer.totals is None
    won = bouton.load("nim")(heaps=[3, 4, 5]).solve()
    assert won.value == "win" and won.nimber == 2 and won.winner == "First"


def test_values_compare_with_values_numbers_and_words():
    assert Value(3) > Value(2) and Value(3) == 3 and Value(3) > 2 and Value(-1) < 0
    assert Value("win", 3) > Value("win", 5) > Value("draw") > Value("loss", 9) > Value("loss", 1)
    assert Value("win", 3) == "win" and Value("win", 3) != "draw" and Value("win", 3) != Value("win", 5)
    assert -Value("win", 3) == Value("loss", 3) and -Value(4) == -4
    assert {Value(3): "x"}[3] == "x" and hash(Value("draw")) == hash("draw")
    assert (Value("draw") == 0) is False
    with pytest.raises(TypeError):
        Value(3) < Value("draw")
    with pytest.raises(ValueError, match="an outcome is"):
        Value("won")


def test_positions_are_named_in_every_way(answer):
    here = answer.position
    same = [
        "i=2 M=2 turn=Bob",
        {"i": 2, "M": 2, "turn": "Bob"},
        here.play("take(2)"),
        here.play("take", X=2),
        here.play(Move("take", X=2)),
    ]
    for position in same:
        assert answer.probe(position) == answer[position] == answer.get(position) == 17
        assert position in answer
    assert answer.probe(i=2, M=2, turn="Bob") == 17
    assert answer.at(i=2, M=2).value == 17 and answer.at(i=2, M=2, turn="Bob").winner == "Bob"
    assert answer.after("take(1)").best == ["take(2)"]


def test_probe_raises_and_get_does_not(answer):
    with pytest.raises(bouton.MissingPosition) as missing:
        answer.probe("i=2 M=5")
    assert isinstance(missing.value, KeyError) and "i=2 M=5" in str(missing.value)
    assert answer.get("i=2 M=5") is None and "i=2 M=5" not in answer
    with pytest.raises(bouton.MissingPosition):
        answer["i=2 M=5"]
    with pytest.raises(bouton.PositionError):
        answer.get("i=9")


def test_the_table_is_a_mapping_in_one_order(answer):
    assert len(answer) == len(list(answer)) == 11
    assert dict(answer.items()) == {position: answer[position] for position in answer}
    assert [str(one) for one in answer] == [str(one) for one in answer]


def test_positions_are_values(answer):
    here = answer.position
    assert (here.i, here["M"], here.turn, here.over) == (0, 1, "Alice", False)
    assert here.to_dict() == {"i": 0, "M": 1, "turn": "Alice"}
    assert here.moves == ["take(1)", "take(2)"]
    assert {here, answer.position} == {here} and "i" in dir(here)
    assert here.play("take(2)").play("take(3)").over
    assert here.play("take(2)").play("take(3)").moves == []
    with pytest.raises(AttributeError, match="no `j`"):
        here.j
    with pytest.raises(KeyError):
        here["j"]


def test_an_illegal_move_names_the_legal_ones(answer):
    with pytest.raises(bouton.MoveError) as wrong:
        answer.position.play("take(9)")
    assert "did you mean `take(1)`?" in wrong.value.help
    assert "legal moves: take(1), take(2)" in wrong.value.help


def test_less_may_be_asked(stones):
    instance = stones(piles=list(range(1, 30)))
    value = instance.solve("value")
    assert value.value == instance.solve("table").value
    assert instance.solve("best").best == instance.solve().best
    with pytest.raises(ValueError, match="none of"):
        instance.solve("all")


def test_another_start_and_another_method(stones):
    instance = stones(piles=[2, 7, 9, 4, 4])
    assert instance.at("i=2 M=2 turn=Bob").solve().totals == {"Alice": 0, "Bob": 17}
    values = {instance.solve(method=method).value for method in ("recurrence", "sweep", "memo", "brute")}
    assert len(values) == 1
    with pytest.raises(bouton.MethodError) as wrong:
        instance.solve(method="swep")
    assert "did you mean `sweep`?" in wrong.value.help


def test_every_placement_is_solved_where_that_is_asked():
    skirmish = bouton.load("skirmish")()
    table = skirmish.solve(all_starts=True, check=True)
    assert (skirmish.solve().positions, table.positions, table.checked) == (1990, 2754, 2754)
    assert "every placement" in str(skirmish.plan(all_starts=True))
    with pytest.raises(bouton.MethodError):
        bouton.load("nim")(heaps=[3, 4, 5]).solve(all_starts=True)


def test_solutions_are_proven_without_the_methods(stones):
    assert stones(piles=[2, 7, 9, 4, 4]).solve(check=True).checked == 11
    assert bouton.load("mnk")().solve().check() > 1000


def test_a_solution_file_is_kept_and_opened(tmp_path, answer):
    file = tmp_path / "stones.sol"
    assert answer.save(file) > 0
    opened = bouton.open(file)
    again = opened.solve()
    assert again.method == "saved" and again.value == answer.value and dict(again.items()) == dict(answer.items())
    file.write_bytes(b"nothing of the sort")
    with pytest.raises(bouton.SolutionFileError):
        bouton.open(file)
    with pytest.raises(FileNotFoundError):
        bouton.open(tmp_path / "none.sol")
    with pytest.raises(OSError):
        answer.save(tmp_path / "no such folder" / "x.sol")


def test_limits_end_a_search():
    big = bouton.load("connect-four")(rows=6, cols=7)
    with pytest.raises(bouton.LimitReached) as reached:
        big.solve("table", limits=Limits(positions=10_000))
    assert reached.value.code in ("M01", "M03")
    began = time.monotonic()
    with pytest.raises(bouton.LimitReached):
        big.solve("value", limits=Limits(time=0.3))
    assert time.monotonic() - began < 3


def test_limits_are_written_as_people_write_them():
    assert Limits(time="10m").time == 600 and Limits(memory="4G").memory == 4 * 10**9
    assert Limits(memory="2GiB").memory == 2 * 2**30
    assert repr(Limits(time=60, memory="4G")) == "Limits(time=60.0, memory=4000000000)"
    for wrong in ({"memory": "much"}, {"time": "soon"}, {"positions": -1}):
        with pytest.raises(ValueError):
            Limits(**wrong)


def test_progress_is_told():
    told = []
    game = bouton.load("connect-four")(rows=6, cols=6)
    with pytest.raises(bouton.LimitReached):
        game.solve(limits=Limits(time=1.0), progress=told.append)
    assert told and told[-1].done > 0 and told[-1].phase


def test_an_exception_of_the_callback_ends_the_search():
    def no(_):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        bouton.load("connect-four")(rows=6, cols=7).solve(progress=no, limits=Limits(time=20))


def test_a_bar_says_how_far_it_is(capsys):
    from bouton._progress import Progress, _Bar

    bar = _Bar()
    bar(Progress("solving", 10, 100, 0.5))
    assert capsys.readouterr().err == ""
    bar(Progress("solving", 1_000_000, 4_000_000, 2.0))
    bar.close()
    assert "solving: 1,000,000 of 4,000,000 · 500,000/s · 2 s" in capsys.readouterr().err


def test_what_was_not_asked_for_is_told():
    instance = bouton.load("connect-four")()
    best = instance.solve("best")
    assert (best.method, best.whole, str(best.value)) == ("search", False, "draw")
    assert "drop" in repr(best) and [str(move) for move in best.best] == [f"drop({column})" for column in range(4)]
    value = instance.solve("value")
    assert "positions searched" in repr(value) or "draw" in repr(value)
    for answer, ask, wanted in [
        (value, '"best"', lambda answer: answer.best),
        (value, '"best"', lambda answer: answer.moves),
        (best, '"line"', lambda answer: answer.line),
        (best, '"table"', lambda answer: answer.to_arrow()),
        (bouton.load("877")(piles=[5, 3, 4, 5]).solve("value"), '"best"', lambda answer: answer.best),
    ]:
        with pytest.raises(bouton.MissingPosition, match="was not asked for") as raised:
            wanted(answer)
        assert ask in raised.value.help[0]


@pytest.mark.parametrize(("name", "params"), [("connect-four", {}), ("877", {"piles": [5, 3, 4, 5]}), ("nim", {"heaps": [3, 4, 5]})])
@pytest.mark.parametrize("ask", ["value", "best"])
def test_answers_without_a_table_pickle(name, params, ask):
    answer = bouton.load(name)(**params).solve(ask)
    again = pickle.loads(pickle.dumps(answer))
    assert (again.value, again.method, again.position) == (answer.value, answer.method, answer.position)


def test_to_look_at_what_is_too_large_is_no_mistake():
    table = bouton.load("1140")(piles=list(range(1, 201))).solve().table()
    assert "too many" in repr(table)
    with pytest.raises(bouton.Refused):
        table.to("text")


def test_what_needs_other_packages_is_there_when_asked_for():
    assert bouton.testing.games and "gymnasium" in dir(bouton)
    with pytest.raises(AttributeError, match="nosuch"):
        bouton.nosuch  # noqa: B018


def test_limits_are_limits():
    with pytest.raises(TypeError, match="bouton.Limits"):
        bouton.load("mnk")().solve(limits=3)
