"""Games: found by name, checked, described, called with parameters."""

import copy
import inspect
import pickle
import pydoc

import pytest

import bouton

RULES = """game Take "Take one or two"
## How many stones there are.
param n : 1..1000 = 7
state left : 0..n = n
move take(X in 1..2) { when X <= left; left -= X }
stuck => me loses
"""


@pytest.mark.parametrize("word", ["1140", "stone-game-ii", "Stone Game II", "StoneGameII", "石子游戏 II"])
def test_a_game_is_found_by_number_name_and_title(word):
    assert bouton.load(word).name == "StoneGameII"


def test_every_game_of_the_gallery_loads_and_its_examples_hold():
    names = [game["name"] for game in bouton.games()]
    assert len(names) > 40
    for name in names[::12]:
        game = bouton.load(name)
        assert game.players and game.title
    assert bouton.load("1140").run_examples() == []


def test_every_position_pickles_and_stays_over_where_it_is():
    for instance in (bouton.load("mnk")(m=2, n=2, k=2), bouton.load("mnk")(m=2, n=2, k=3), bouton.load("nim")(heaps=[1, 2])):
        answer = instance.solve()
        for position in answer:
            assert pickle.loads(pickle.dumps(position)) == position and copy.deepcopy(position) == position
        ended = [position for position in answer if position.over][0]
        for thing in (answer.at(ended), instance.at(ended).solve()):
            again = pickle.loads(pickle.dumps(thing))
            assert again.position == ended and again.value == answer[ended]
        assert pickle.loads(pickle.dumps(instance.at(ended))) == instance.at(ended)


def test_a_game_is_read_from_a_file_and_from_text(tmp_path):
    file = tmp_path / "take.game"
    file.write_text(RULES)
    for game in (bouton.load(file), bouton.load(str(file)), bouton.Game(RULES)):
        assert (game.name, game.title, game.points) == ("Take", "Take one or two", False)
        assert game().solve().value == "win"


def test_parameters_are_keyword_arguments_that_say_what_they_are(stones):
    signature = inspect.signature(stones)
    assert list(signature.parameters) == ["piles"]
    assert signature.parameters["piles"].kind is inspect.Parameter.KEYWORD_ONLY
    assert "100_000" in stones.parameters[0].declared
    helped = pydoc.plain(pydoc.render_doc(stones))
    assert "the piles, from first to last" in helped and "LeetCode 1140" in helped
    take = inspect.signature(bouton.Game(RULES))
    assert repr(take.parameters["n"].default) == "7"
    assert bouton.Game(RULES).parameters[0].doc == "How many stones there are."


@pytest.mark.parametrize("piles", [[2, 7], (2, 7), range(2, 4), (x for x in (2, 7))])
def test_lists_of_any_kind_are_parameters(stones, piles):
    assert len(stones(piles=piles).params["piles"]) == 2


def test_numpy_numbers_are_parameters(stones):
    numpy = pytest.importorskip("numpy")
    assert stones(piles=numpy.array([2, 7, 9])).params == {"piles": [2, 7, 9]}
    assert stones(piles=[numpy.int64(5)]).params == {"piles": [5]}


def test_an_instance_is_lazy_and_explains_its_plan(stones):
    instance = stones(piles=[2, 7, 9, 4, 4])
    assert "not solved yet" in repr(instance)
    plan = instance.plan()
    assert plan.method == "recurrence"
    assert "work backwards" in str(plan)
    assert "grundy" in plan.refusals
    assert instance.plan("value").text(lang="zh") != str(plan)


def test_games_instances_positions_and_moves_pickle(stones, answer):
    instance = stones(piles=[2, 7, 9, 4, 4])
    assert pickle.loads(pickle.dumps(stones)) == stones
    assert pickle.loads(pickle.dumps(instance)) == instance
    assert hash(pickle.loads(pickle.dumps(instance))) == hash(instance)
    assert pickle.loads(pickle.dumps(answer.position)) == answer.position
    assert pickle.loads(pickle.dumps(answer.best)) == answer.best
    assert pickle.loads(pickle.dumps(answer.value)) == answer.value
    again = pickle.loads(pickle.dumps(answer))
    assert again.value == answer.value and len(again) == len(answer)


def test_warnings_about_rules_are_warnings():
    with pytest.warns(bouton.RulesWarning, match="`z` is never used"):
        bouton.Game(RULES + "let z = 5\n")


def test_rules_are_read_back_in_two_languages():
    game = bouton.Game(RULES)
    assert "take" in game.say() and game.say("zh") != game.say("en")


def test_words_are_said_in_the_language_of_the_program(answer):
    assert bouton.language() == "en"
    bouton.set_language("zh")
    try:
        assert "Bob" in repr(answer) and "ahead" not in repr(answer)
    finally:
        bouton.set_language("en")
    with pytest.raises(ValueError, match="en and zh"):
        bouton.set_language("fr")


def test_ipython_completes_parameters_variables_and_choices():
    core = pytest.importorskip("IPython.core.interactiveshell")
    from IPython.core.completer import provisionalcompleter

    shell = core.InteractiveShell()
    shell.Completer.use_jedi = False
    game = bouton.load("1140")
    position = game(piles=[1, 2]).start_position
    shell.push({"game": game, "position": position, "move": position.moves[0]})
    for line, wanted in (("game(pi", "piles="), ("position.M", ".M"), ('position["tu', "turn"), ("move.X", ".X")):
        with provisionalcompleter():
            found = [one.text for one in shell.Completer.completions(line, len(line))]
        assert any(text.startswith(wanted) for text in found), (line, found)
