"""Exceptions: typed, with fields, and never a panic."""

import pickle

import pytest

import bouton
from bouton import errors


def test_a_wrong_parameter_names_its_type_and_an_example(stones):
    with pytest.raises(bouton.ParameterError) as wrong:
        stones(piles="x")
    error = wrong.value
    assert isinstance(error, TypeError) and isinstance(error, ValueError) and isinstance(error, bouton.BoutonError)
    assert error.code == "P04" and "list" in str(error)
    assert "for instance  piles=[2, 7, 9, 4, 4]" in error.help


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({}, "P01"),
        ({"piels": [1]}, "P02"),
        ({"piles": 3}, "P04"),
        ({"piles": [1.5]}, "P04"),
        ({"piles": [10**7]}, "P05"),
        ({"piles": []}, "P05"),
    ],
)
def test_each_wrong_parameter_has_its_code(stones, params, code):
    with pytest.raises(bouton.ParameterError) as wrong:
        stones(**params)
    assert wrong.value.code == code


def test_rules_that_are_wrong_say_where_and_how_to_mend_them():
    text = "game X\nstate n : 0..9 = 3\nmove take {\n when m > 0; n -= 1 }\nstuck => me loses\n"
    with pytest.raises(bouton.RulesError) as wrong:
        bouton.Game(text, name="x.game")
    found = wrong.value.findings[0]
    assert found.code == wrong.value.code == "B020"
    assert (found.file, found.line, found.severity) == ("x.game", 4, "error")
    assert found.column and found.help and found.labels
    assert "x.game:4" in str(wrong.value)


def test_edits_can_be_applied():
    text = "game X\nstate n : 0..9 = 3\nmove take { whem n > 0; n -= 1 }\nstuck => me loses\n"
    with pytest.raises(bouton.RulesError) as wrong:
        bouton.Game(text)
    edits = [edit for found in wrong.value.findings for edit in found.edits]
    assert edits and "when n > 0" in edits[0].apply(text)


def test_several_findings_come_together():
    with pytest.raises(bouton.RulesError) as wrong:
        bouton.Game("game X\nstate n : 0..9 = 3\nmove a { n -= y }\nmove b { n -= z }\nstuck => me loses\n")
    assert [found.line for found in wrong.value.findings] == [3, 4]


def test_rules_that_fail_in_play_say_where():
    text = "game X\nparam n : 1..9 = 3\nstate left : 0..n = n\nmove take { when left > 0; left -= 1 }\n"
    with pytest.raises(bouton.RulesError) as wrong:
        bouton.Game(text)().solve()
    assert wrong.value.code == "B060" and wrong.value.position and any("me loses" in text for text in wrong.value.help)


def test_a_game_that_is_not_there_is_a_lookup_error():
    with pytest.raises(bouton.GameNotFound) as wrong:
        bouton.load("stone-game-iw")
    assert isinstance(wrong.value, LookupError) and "did you mean `stone-game-ii`?" in wrong.value.help


def test_exceptions_pickle_with_their_fields(stones):
    with pytest.raises(bouton.ParameterError) as wrong:
        stones(piles="x")
    again = pickle.loads(pickle.dumps(wrong.value))
    assert type(again) is bouton.ParameterError and again.findings == wrong.value.findings and str(again) == str(wrong.value)


def test_a_position_of_another_game_is_refused(stones, answer):
    other = stones(piles=[1, 2, 3]).solve()
    with pytest.raises(bouton.PositionError, match="another game"):
        answer.probe(other.position)
    with pytest.raises(bouton.PositionError):
        answer.probe(3)


def test_every_class_is_exported():
    for name in errors.__all__:
        assert getattr(errors, name) is getattr(bouton, name, getattr(errors, name))
