"""Many cases, cases that are made, and programs that are tried on them."""

import pytest
from hypothesis import given, settings

import bouton
from bouton.testing import games as of_game


def right(piles):
    from functools import lru_cache

    @lru_cache(None)
    def best(i, m):
        if i >= len(piles):
            return 0
        return max(sum(piles[i : i + x]) - best(i + x, max(m, x)) for x in range(1, min(2 * m, len(piles) - i) + 1))

    return (sum(piles) + best(0, 1)) // 2


def wrong(piles):
    from functools import lru_cache

    @lru_cache(None)
    def best(i, m):
        # The maximum starts at 0 instead of -infinity.
        return max([0] + [sum(piles[i : i + x]) - best(i + x, max(m, x)) for x in range(1, min(2 * m, len(piles) - i) + 1)])

    return (sum(piles) + best(0, 1)) // 2


def test_many_cases_are_what_each_is_alone(stones):
    cases = [case for case, _ in stones.cases(200, seed=3)]
    many = stones.solve_many(cases)
    assert len(many) == 200
    for case, one in zip(cases, many):
        alone = stones(**case).solve()
        assert one.value == alone.value and one.totals == alone.totals and one.winner == alone.winner
        assert one.best == [str(move) for move in alone.best] and one.params == case and one.error is None


def test_frames_are_cases_and_answers_are_frames(stones):
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"piles": [[2, 7, 9, 4, 4], [1, 1, 1, 3]]})
    answers = stones.solve_many(frame)
    out = answers.to_polars()
    assert out.columns == ["lead", "total_Alice", "total_Bob", "winner", "error"]
    assert out["total_Alice"].to_list() == [10, 4] and out["winner"].to_list() == ["Bob", "Alice"]
    pandas = pytest.importorskip("pandas")
    assert stones.solve_many(pandas.DataFrame({"piles": [[2, 7]]})).values == [9]


def test_a_wrong_case_costs_no_other(stones):
    answers = stones.solve_many([{"piles": [2, 7]}, {"piles": "x"}, {"piles": [5]}])
    assert answers.values == [9, None, 5]
    assert isinstance(answers[1].error, bouton.ParameterError)
    with pytest.raises(bouton.ParameterError):
        answers[1].value
    assert [at for at, _ in answers.errors] == [1]
    with pytest.raises(IndexError):
        answers[3]
    assert answers[-1].value == 5


def test_games_without_points_have_outcomes():
    nim = bouton.load("nim")
    answers = nim.solve_many([{"heaps": [1, 2, 3]}, {"heaps": [3, 4, 5]}], "value")
    assert answers.winners == ["Second", "First"]
    pytest.importorskip("polars")
    assert "value" in answers.to_polars().columns


def test_what_is_fixed_holds_for_every_case():
    nim = bouton.load("nim")
    cases = [{"heaps": [1]}, {"heaps": [1, 1]}]
    assert nim.solve_many(cases, misere=True).winners == ["Second", "First"]


def test_cases_are_the_same_everywhere(stones):
    first = list(stones.cases(20, seed=1))
    assert first == list(stones.cases(20, seed=1)) != list(stones.cases(20, seed=2))
    assert all(len(case["piles"]) <= 4 for case, _ in stones.cases(20, max={"len": 4}))
    for case, answer in first:
        assert answer == right(case["piles"])
    chomp = bouton.load("chomp")
    assert len({case["rows"] for case, _ in chomp.cases(20, vary=["rows"], max={"value": 4})}) > 1
    with pytest.raises(bouton.ParameterError, match="only one case"):
        chomp.cases(1)
    with pytest.raises(ValueError, match="vary knows no"):
        chomp.cases(1, vary=["row"])
    with pytest.raises(ValueError, match="max knows no"):
        next(stones.cases(1, max={"length": 4}))


def test_a_right_program_agrees_with_every_case(stones):
    assert bouton.stress(stones, right, cases=600, max={"len": 8}) == 600


def test_a_wrong_program_is_shown_its_smallest_case(stones):
    with pytest.raises(bouton.Mismatch) as found:
        bouton.stress(stones, wrong, cases=5_000, max={"len": 12, "value": 20})
    mismatch = found.value
    piles = mismatch.shrunk["piles"]
    assert wrong(piles) != right(piles) == int(mismatch.right) and str(wrong(piles)) == mismatch.mine
    assert len(piles) <= 4 and max(piles) <= 3 and len(piles) <= len(mismatch.case["piles"])
    assert "smallest" in str(mismatch) and isinstance(mismatch, AssertionError)


def test_a_program_that_raises_is_the_cause(stones):
    def fails(piles):
        raise ZeroDivisionError("no stones")

    with pytest.raises(bouton.Mismatch) as found:
        bouton.stress(stones, fails, cases=10)
    assert isinstance(found.value.__cause__, ZeroDivisionError)
    with pytest.raises(bouton.Mismatch, match="returned None"):
        bouton.stress(stones, lambda piles: None, cases=10)


@settings(max_examples=60, deadline=None)
@given(case=of_game(bouton.load("1140"), max={"len": 6, "value": 9}))
def test_hypothesis_draws_from_the_declarations(case):
    assert 1 <= len(case["piles"]) <= 6 and all(pile <= 9 for pile in case["piles"])
    assert bouton.load("1140")(**case).solve("value").value == 2 * right(case["piles"]) - sum(case["piles"])


def test_hypothesis_shrinks_to_the_smallest():
    from hypothesis import find

    found = find(of_game(bouton.load("1140"), max={"len": 8, "value": 9}), lambda case: sum(case["piles"]) > 10)
    assert sum(found["piles"]) == 11
