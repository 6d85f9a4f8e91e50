"""Whatever is given to Bouton, at most an exception with a type and fields comes back: no panic, no `Fault`, and no memory that stays."""

import gc
import os
import random
import re
import string

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bouton

GAMES = ["1140", "877", "486", "mnk", "nim", "kayles", "chomp", "cat-and-mouse", "kalah", "toads-and-frogs", "stone-game-vii", "quixo"]
TEXTS = [bouton.load(name).text for name in GAMES]
WORDS = sorted({word for text in TEXTS for word in re.findall(r"\w+|[^\w\s]", text)})
LIMITS = bouton.Limits(time=0.2, positions=3_000, threads=1)
FEW = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-3, 12)
    | st.floats()
    | st.complex_numbers()
    | st.text(max_size=8)
    | st.text(string.printable, max_size=8)
    | st.binary(max_size=8)
    | st.just(object())
)
anything = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.frozensets(st.integers() | st.text(max_size=3), max_size=4)
        | st.dictionaries(st.integers() | st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=10,
)


def harmless(work, *args, **kwargs):
    """What a call gives; nothing where it raises what it may raise."""
    try:
        return work(*args, **kwargs)
    except bouton.Fault:
        raise
    except (bouton.BoutonError, ValueError, TypeError, OverflowError):
        return None


@st.composite
def mutated(draw):
    """Rules of the gallery in which a few words or lines are others, gone, or there twice."""
    lines = draw(st.sampled_from(TEXTS)).splitlines()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        words = re.findall(r"\s+|\w+|[^\w\s]", lines[at]) or [""]
        word = draw(st.integers(0, len(words) - 1))
        how = draw(st.sampled_from(["word", "word", "number", "drop", "line", "twice", "swap", "sign"]))
        if how == "word":
            words[word] = draw(st.sampled_from(WORDS))
        elif how == "number":
            words[word] = str(draw(st.sampled_from([0, 1, -1, 2, 7, 64, 10**9, 2**63 - 1, 2**63, 10**30])))
        elif how == "sign":
            words[word] = draw(st.characters())
        elif how == "drop":
            del words[word]
        lines[at] = "".join(words)
        if how == "line" and len(lines) > 1:
            del lines[at]
        elif how == "twice":
            lines.insert(at, lines[at])
        elif how == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines) + "\n"


def played(game, seed):
    """Solves a game with its defaults or made parameters, walks in it, and looks at all that it shows."""
    case = next(harmless(game.cases, 1, seed=seed, max={"len": 4, "value": 5}) or iter(()), ({}, ""))[0]
    instance = harmless(game, **case)
    if instance is None:
        return
    position = harmless(lambda: instance.start_position)
    lot = random.Random(seed)
    for _ in range(4):
        moves = position is not None and harmless(lambda: position.moves)
        if not moves:
            break
        position = harmless(position.play, lot.choice(moves))
    answer = harmless(instance.solve, limits=LIMITS)
    if answer is not None:
        for show in (repr, bouton.Answer._repr_html_, bouton.Answer.why, bouton.Answer.tree, bouton.Answer.table, bouton.Answer.to_dict):
            harmless(show, answer)


@pytest.mark.filterwarnings("ignore::bouton.RulesWarning")
@FEW
@given(text=mutated(), seed=st.integers(0, 99))
def test_mutated_rules_are_no_more_than_an_exception(text, seed):
    game = harmless(bouton.Game, text)
    if game is not None:
        played(game, seed)


@pytest.mark.filterwarnings("ignore::bouton.RulesWarning")
@FEW
@given(text=st.text() | st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join))
def test_any_text_is_no_more_than_an_exception(text):
    harmless(bouton.Game, text)
    harmless(bouton.load, text) if os.sep not in text and not text.endswith(".game") and "\0" not in text else None


@FEW
@given(name=st.sampled_from(GAMES), value=anything, data=st.data())
def test_any_parameter_is_no_more_than_an_exception(name, value, data):
    game = bouton.load(name)
    own = {param.name: value for param in game.parameters if data.draw(st.booleans())}
    instance = harmless(game, **own)
    if instance is not None:
        assert instance.params.keys() == {param.name for param in game.parameters}
        assert game(**instance.params) == instance
    harmless(game.solve_many, [own, value], limits=LIMITS)


@pytest.fixture(scope="module")
def answers():
    nim, mnk = bouton.load("nim")(heaps=[1, 2]), bouton.load("mnk")(m=2, n=2, k=2)
    return [nim.solve(), mnk.solve(), bouton.load("1140")(piles=[2, 7, 9, 4, 4]).solve()]


@FEW
@given(which=st.integers(0, 2), value=anything, other=anything)
def test_any_position_or_move_is_no_more_than_an_exception(answers, which, value, other):
    answer = answers[which]
    here = answer.position
    names = list(here.to_dict())
    for given in (value, {name: value for name in names}, dict(zip(names, (value, other))), str(value)):
        position = harmless(answer.get, given)
        assert position is None or isinstance(position, bouton.Value)
    for call in (answer.at, answer.after, answer.why, here.play, answer.probe, answer.regret, answer.grade, answer.policy):
        harmless(call, value)
    harmless(here.play, "take", X=value, heap=other)
    harmless(bouton.Move, str(other), x=value)
    harmless(bouton.Value, value, other)
    harmless(answer.exploitability, {str(here): value})
    assert here != value


@FEW
@given(damage=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), min_size=1, max_size=4), cut=st.floats(0, 1) | st.none())
def test_a_damaged_solution_is_refused_or_right(answers, tmp_path, damage, cut):
    for number, answer in enumerate(answers[:2]):
        restore, (kept, here) = answer.__reduce__()
        bad = bytearray(kept)
        for at, byte in damage:
            bad[min(int(at * len(bad)), len(bad) - 1)] = byte
        bad = bytes(bad) if cut is None else bytes(bad[: int(cut * len(bad))])
        (tmp_path / f"{number}.sol").write_bytes(bad)
        opened = harmless(bouton.open, tmp_path / f"{number}.sol")
        solved = opened and harmless(opened.solve)
        again = harmless(restore, bad, here)
        for other in (solved, again):
            if other is not None and bad == kept:
                assert dict(other.items()) == dict(answer.items())
            if other is not None:
                harmless(lambda: [other.value, list(other.items()), repr(other), other.check()])


@FEW
@given(name=st.sampled_from(["time", "memory", "positions", "threads", "jit"]), value=anything | st.sampled_from(["10m", "1e9G", "0", 1e300, 2**70]))
def test_any_limit_is_no_more_than_an_exception(name, value):
    limits = harmless(bouton.Limits, **{name: value})
    if limits is not None:
        harmless(bouton.load("nim")(heaps=[1, 2]).solve, limits=limits)


@FEW
@given(value=anything, at=st.integers(0, 5))
def test_damaged_pickles_are_no_more_than_an_exception(answers, value, at):
    first = answers[2]
    for whole in (first, first.position, first.best[0], first.value, bouton.load("nim")(heaps=[1]), bouton.load("nim"), bouton.Limits(time=1)):
        restore, args = whole.__reduce__()
        assert restore(*args) is not None
        harmless(restore, *(value if place == at % len(args) else arg for place, arg in enumerate(args)))


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="no /proc")
def test_errors_leave_nothing_in_memory(answers):
    lot = random.Random(3)
    restore, (kept, here) = answers[2].__reduce__()
    texts = ["".join(lot.sample(text, len(text)))[:300] for text in TEXTS] + [text.replace("state", "stat") for text in TEXTS]

    def work(times):
        for number in range(times):
            harmless(bouton.Game, texts[number % len(texts)])
            harmless(bouton.load("nim"), heaps=["x", -1, {}][number % 3])
            harmless(answers[2].at, "i=99")
            harmless(answers[0].position.play, "take(9,9)")
            harmless(restore, kept[: 40 + number % 400], here)
        gc.collect()
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    before = work(400)
    assert work(2_000) - before < 4_000_000
