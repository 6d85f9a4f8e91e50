"""What notebooks show: explanations and pictures in every form, in both languages."""

import xml.etree.ElementTree as xml

import pytest

import bouton


def test_the_answer_draws_itself(answer):
    html = answer._repr_html_()
    assert "take(1)" in html and "★" in html and "Alice 10, Bob 16" in html
    text = repr(answer)
    assert "Bob ends 6 ahead" in text and "★ take(1)  ▼ −6" in text and "11 positions" in text
    assert "<" not in answer.position._repr_html_().replace("<figure", "").split(">", 1)[0]


def test_text_in_html_is_escaped():
    rules = 'game X "<b>bold</b>"\nstate n : 0..3 = 3\nmove go { when n > 0; n -= 1 }\nstuck => me loses\n'
    html = bouton.Game(rules)().solve()._repr_html_()
    assert "<b>bold" not in html and "&lt;b&gt;bold" in html


SHOWN = {
    "why": {"text", "markdown"},
    "table": {"text", "svg", "page", "latex", "markdown", "csv"},
    "tree": {"text", "svg", "dot"},
    "recurrence": {"text", "latex", "mathml", "page"},
    "worksheet": {"text", "page", "latex"},
}


@pytest.mark.parametrize("name", SHOWN)
def test_each_explanation_has_its_forms_in_both_languages(answer, name):
    shown = getattr(answer, name)()
    assert set(shown.forms_known) == SHOWN[name]
    for form in SHOWN[name]:
        assert shown.to(form).strip()
        if form not in ("csv", "mathml", "dot"):
            assert shown.to(form, lang="zh") != shown.to(form, lang="en"), form
    assert str(shown) == repr(shown) == shown.to("text")
    assert shown.to_dict()
    bundle = shown._repr_mimebundle_()
    assert bundle["text/plain"] == str(shown)
    with pytest.raises(ValueError, match="there is no form"):
        shown.to("pdf")


def test_pictures_are_svg(answer):
    for shown in (answer.table(), answer.tree()):
        assert xml.fromstring(shown._repr_svg_()).tag.endswith("svg")
        assert shown._repr_html_() is None
    assert answer.why()._repr_svg_() is None


def test_why_says_what_a_move_costs(answer):
    assert "take(2) costs 2" in str(answer.why("take(2)"))
    assert str(answer.why("take", X=2)) == str(answer.why("take(2)"))
    assert "26 − f" in str(answer.why(form="points")) or str(answer.why(form="points")) != str(answer.why())
    with pytest.raises(bouton.BoutonError):
        answer.why("take(9)")
    with pytest.raises(ValueError, match="form is"):
        answer.why(form="x")


def test_best_play_is_a_sequence_that_draws_itself(answer):
    line = answer.line
    assert len(line) == 3 and line[0][0] == "Alice" and line[-1][2] == 8 and "Bob 16" in str(line)


def test_tables_of_sums_are_of_their_parts():
    answer = bouton.load("kayles")(rows=[6]).solve()
    assert answer.table().to("text") != ""
    assert "nim" in str(answer.why()).lower()


def test_what_is_too_large_is_refused_with_what_would_do():
    answer = bouton.load("connect-four")(rows=4, cols=4).solve()
    with pytest.raises(bouton.Refused) as refused:
        answer.table()
    assert refused.value.code == "T01" and refused.value.help


def test_the_recurrence_needs_no_solution(stones):
    instance = stones(piles=[2, 7, 9, 4, 4])
    assert r"\begin{cases}" in instance.recurrence("latex")
    assert str(instance.recurrence()) == str(instance.solve().recurrence())


def test_explanations_solve_what_they_need(stones):
    answer = stones(piles=[2, 7, 9, 4, 4]).solve("value")
    assert "take(1)" in str(answer.why()) and "i=4" in str(answer.table())


def test_worksheets_leave_out_what_they_are_told(answer):
    assert "Fill in the 4 values" in str(answer.worksheet(blank=40, seed=1))
    with pytest.raises(ValueError, match="0 to 100"):
        answer.worksheet(blank=101)


@pytest.mark.parametrize("stage", [1, 2, 3, 4])
def test_programs_are_written_and_run(stones, stage):
    import subprocess
    import sys

    program = stones.code("python", stage)
    assert program._repr_markdown_().startswith("```python")
    ran = subprocess.run([sys.executable, "-c", program], input="5\n2 7 9 4 4\n", capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["10"]


def test_programs_that_cannot_be_written_are_refused(stones):
    assert "class Main" in stones.code("java", "table") and "fn " in stones.code("rust", 3)
    with pytest.raises(ValueError, match="python"):
        stones.code("basic")
    with pytest.raises(ValueError, match="memo"):
        stones.code("python", "none")
    with pytest.raises(bouton.Refused):
        bouton.load("cat-and-mouse").code()
