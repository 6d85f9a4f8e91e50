"""Games of one's own in Python."""

import pytest

import bouton


class Subtraction(bouton.PythonGame):
    """The rules of `bouton.load("subtraction")` by hand."""

    impartial = True

    def __init__(self, stones):
        self.stones = stones

    def start(self):
        return self.stones

    def moves(self, position):
        return range(1, min(3, position) + 1)

    def play(self, position, move):
        return position - move

    def outcome(self, position):
        return "loss" if position == 0 else None


class StoneGame(bouton.PythonGame):
    """Stone Game II."""

    players = ("Alice", "Bob")
    points = True

    def __init__(self, piles):
        self.piles = piles

    def start(self):
        return (0, 1)

    def moves(self, position):
        i, m = position
        return range(1, min(2 * m, len(self.piles) - i) + 1)

    def play(self, position, move):
        i, m = position
        return (i + move, max(m, move)), sum(self.piles[i : i + move])

    def outcome(self, position):
        return 0 if position[0] == len(self.piles) else None

    def rank(self, position):
        return position[0]


class Loop(bouton.PythonGame):
    """Two places, and nobody has to leave."""

    repeat = "draw"

    def start(self):
        return "here"

    def moves(self, position):
        return ["go", "stop"] if position == "here" else ["back"]

    def play(self, position, move):
        return {"go": "there", "back": "here", "stop": "end"}[move]

    def outcome(self, position):
        return "win" if position == "end" else None


def test_a_game_of_ones_own_is_solved():
    answer = Subtraction(21).solve()
    assert answer.value == "win" and answer.best() == [1] and answer.winner == "First"
    assert len(answer) == 22 and answer[20] == "loss" and answer[7] == bouton.Value("win", 3)
    assert 30 not in answer and answer.get(30) is None
    assert "positions a second" in repr(answer) and answer.positions == 22


def test_it_agrees_with_the_rules_language():
    for piles in ([2, 7, 9, 4, 4], [1, 1, 1, 3], [5]):
        mine, right = StoneGame(piles).solve(), bouton.load("1140")(piles=piles).solve()
        assert mine.value == right.value
        assert {move for move in mine.best()} == {move.X for move in right.best}
        for position in right:
            if not position.over:
                assert mine.get((position.i, position.M)) == right[position]
    assert [by for by, _ in StoneGame([2, 7, 9, 4, 4]).solve().line] == ["Alice", "Bob", "Alice"]


def test_play_may_repeat_where_the_game_says_what_that_means():
    assert Loop().solve().value == "draw"


@pytest.mark.parametrize("method", ["memo", "layers", "brute"])
def test_every_method_that_fits_may_be_asked(method):
    assert StoneGame([2, 7, 9, 4, 4]).solve(method=method).value == -6


def test_an_exception_in_a_method_is_the_cause():
    class Broken(Subtraction):
        def moves(self, position):
            if position == 3:
                raise ZeroDivisionError("at three")
            return super().moves(position)

    with pytest.raises(bouton.RulesError) as wrong:
        Broken(5).solve()
    assert isinstance(wrong.value.__cause__, ZeroDivisionError) and "at three" in str(wrong.value)


def test_what_a_method_says_wrongly_is_said():
    class Wrong(Subtraction):
        def outcome(self, position):
            return "lost" if position == 0 else None

    with pytest.raises(bouton.RulesError, match="outcome"):
        Wrong(3).solve()

    class Unhashable(Subtraction):
        def play(self, position, move):
            return [position - move]

    with pytest.raises(bouton.RulesError, match="TypeError"):
        Unhashable(3).solve()


def test_plans_are_made_for_them_too():
    assert Subtraction(9).plan().method is not None
