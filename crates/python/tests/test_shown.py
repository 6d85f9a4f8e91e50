"""What notebooks show: explanations and pictures in every form, in both languages."""

import html
import re
import xml.etree.ElementTree as xml
from urllib.parse import unquote

import pytest

import bouton


def test_the_answer_draws_itself(answer):
    drawn = answer._repr_html_()
    assert "take(1)" in drawn and "★" in drawn and "Alice 10, Bob 16" in drawn
    text = repr(answer)
    assert "Bob ends 6 ahead" in text and "★ take(1)  ▼ −6" in text and "11 positions" in text
    assert "<" not in answer.position._repr_html_().replace("<figure", "").split(">", 1)[0]


def test_text_in_html_is_escaped():
    rules = 'game X "<b>bold</b>"\nstate n : 0..3 = 3\nmove go { when n > 0; n -= 1 }\nstuck => me loses\n'
    drawn = bouton.Game(rules)().solve()._repr_html_()
    assert "<b>bold" not in drawn and "&lt;b&gt;bold" in drawn


SHOWN = {
    "why": {"text", "markdown"},
    "table": {"text", "html", "svg", "page", "latex", "markdown", "csv"},
    "tree": {"text", "html", "svg", "dot"},
    "recurrence": {"text", "html", "latex", "mathml", "page"},
    "worksheet": {"text", "html", "page", "latex"},
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
        # In a page it is a file of its own, so that its styles are not those of the page.
        image = re.fullmatch(r"<div [^>]*><img alt='([^']+)' src='data:image/svg\+xml,([^']+)' [^>]*></div>", shown._repr_html_())
        assert image[1].startswith("Stone Game II") and unquote(image[2]) == shown._repr_svg_()
    assert answer.why()._repr_svg_() is None and answer.why()._repr_html_() is None


def test_a_worksheet_is_a_page_in_the_page(answer):
    frame = re.fullmatch(r"<iframe srcdoc='([^']*)' [^>]*></iframe>", answer.worksheet()._repr_html_())
    assert html.unescape(frame[1]) == answer.worksheet().to("page")


@pytest.mark.parametrize(
    ("name", "params", "marks"),
    [
        ("mnk", {}, {"<rect": 10}),
        ("1140", {"piles": [2, 7, 9]}, {"<rect": 4, "\n7\n": 1}),
        ("nim", {"heaps": [1, 3]}, {"<circle": 4}),
        ("kalah", {}, {"<rect": 15}),
        ("cat-and-mouse", {"graph": [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]}, {"<circle": 6, "<line": 7}),
        ("subtraction", {"n": 4}, {"<circle": 4}),
    ],
)
def test_positions_draw_themselves(name, params, marks):
    position = bouton.load(name)(**params).start_position
    picture = position._repr_svg_()
    assert {mark: picture.count(mark) for mark in marks} == marks
    assert xml.fromstring(picture).tag.endswith("svg") and "<img" in position._repr_html_()


def test_positions_without_a_picture_are_text():
    rules = "game G\nstate on : bool = false\nmove go { when not on; on = true }\nstuck => me loses\n"
    position = bouton.Game(rules)().start_position
    assert position._repr_svg_() is None and position._repr_html_().startswith("<code>")


def test_answers_of_boards_show_them():
    answer = bouton.load("mnk")().solve()
    assert answer._repr_html_().count("<img") == 1
    assert "<img" not in bouton.load("1140")(piles=[1, 2]).solve()._repr_html_()


def test_plans_open_as_trees(answer):
    tree = answer.plan._repr_html_()
    assert tree.count("<details") == 2 and tree.count("<details open") == 1 and "not used" in tree
    words = [word for line in str(answer.plan).splitlines() for word in line.split()]
    assert [word for word in html.unescape(re.sub("<[^>]*>", " ", tree)).split()] == words


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_messages_speak_of_python_and_not_of_the_command_line(lang, english):
    bouton.set_language(lang)
    big = bouton.load("connect-four")(rows=6, cols=7)
    texts = [str(big.plan()), str(big.plan("value")), *big.plan().refusals.values()]
    for wrong in (
        lambda: big.solve(limits=bouton.Limits(positions=1_000)),
        lambda: big.solve("value", limits=bouton.Limits(time=0.01)),
        lambda: big.solve(limits=bouton.Limits(memory="1M")),
        lambda: big.solve(method="theorem"),
        lambda: bouton.load("connect-four")(rows=4, cols=4).solve().table(),
        lambda: bouton.load("mnk")().solve().why(form="points"),
        lambda: bouton.load("1140")(piles=[1, 2]).solve().table(order="x"),
        lambda: bouton.load("mnk")().solve().tree(most=2000, depth=3).to("svg"),
    ):
        with pytest.raises(bouton.BoutonError) as raised:
            wrong()
        assert raised.value.help, str(raised.value)
        texts.append(str(raised.value))
    assert not [text for text in texts if "--" in text or "`bouton " in text]
    assert any('ask="value"' in text for text in texts) and any("limits=Limits(" in text for text in texts)


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
