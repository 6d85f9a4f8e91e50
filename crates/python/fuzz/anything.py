"""Anything given to Bouton by atheris: rules, parameters, positions and moves. Only exceptions with types may come back.

    pip install atheris && python crates/python/fuzz/anything.py -max_total_time=600 -max_len=2000 -len_control=0
"""

import sys
import warnings

import atheris

with atheris.instrument_imports(include=["bouton"]):
    import bouton

warnings.simplefilter("ignore")
TEXTS = [bouton.load(game["name"]).text for game in bouton.games()]
GAMES = [bouton.load(name) for name in ("1140", "nim", "mnk", "877", "cat-and-mouse", "kalah")]
ANSWERS = [GAMES[0](piles=[2, 7, 9, 4, 4]).solve(), GAMES[1](heaps=[1, 2]).solve(), GAMES[2](m=2, n=2, k=2).solve()]
LIMITS = bouton.Limits(time=0.2, positions=2_000, threads=1)


def value(data, depth=0):
    """A value of any type that Python has."""
    kind = data.ConsumeIntInRange(0, 9 if depth < 3 else 6)
    if kind >= 7:
        inner = [value(data, depth + 1) for _ in range(data.ConsumeIntInRange(0, 4))]
        return inner if kind == 7 else tuple(inner) if kind == 8 else {str(at): one for at, one in enumerate(inner)}
    return (
        None,
        data.ConsumeBool(),
        data.ConsumeIntInRange(-3, 12),
        data.ConsumeInt(10),
        data.ConsumeFloat(),
        data.ConsumeUnicode(12),
        data.ConsumeBytes(6),
    )[kind]


def rules(data):
    """Rules of the gallery with pieces cut out, pasted elsewhere, or replaced."""
    text = TEXTS[data.ConsumeIntInRange(0, len(TEXTS) - 1)]
    for _ in range(data.ConsumeIntInRange(0, 5)):
        at, wide = data.ConsumeIntInRange(0, len(text)), data.ConsumeIntInRange(0, 12)
        start = data.ConsumeIntInRange(0, len(text))
        put = data.ConsumeUnicode(6) if data.ConsumeBool() else text[start : start + data.ConsumeIntInRange(0, 30)]
        text = text[:at] + put + text[at + wide :]
    return text


def one(raw):
    data = atheris.FuzzedDataProvider(raw)
    kind = data.ConsumeIntInRange(0, 3)
    try:
        if kind == 0:
            bouton.Game(rules(data))().solve(limits=LIMITS)
        elif kind == 1:
            bouton.Game(data.ConsumeUnicode(200))
        elif kind == 2:
            game = GAMES[data.ConsumeIntInRange(0, len(GAMES) - 1)]
            params = {param.name: value(data) for param in game.parameters if data.ConsumeBool()}
            game(**params).solve("value", limits=LIMITS)
        else:
            answer, given = ANSWERS[data.ConsumeIntInRange(0, 2)], value(data)
            call = (answer.get, answer.at, answer.after, answer.position.play, answer.why, answer.regret, answer.grade, answer.exploitability)
            call[data.ConsumeIntInRange(0, 7)](given)
    except bouton.Fault:
        raise
    except (bouton.BoutonError, ValueError, TypeError, OverflowError):
        pass


atheris.Setup(sys.argv, one)
atheris.Fuzz()
