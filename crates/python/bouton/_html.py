"""Answers and positions as text and as HTML. Marks and words say what colours say."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from . import _core

#: Colours that colour-blind readers tell apart, on light pages and on the dark ones of Jupyter and VS Code.
_LIGHT = {"win": "#0072B2", "draw": "#767676", "loss": "#B34700"}
_DARK = {"win": "#56B4E9", "draw": "#B3B3B3", "loss": "#FF8A3D"}
_STYLE = "".join(
    f".bouton-{name}{{color:{colour}}}[data-jp-theme-light=false] .bouton-{name},.vscode-dark .bouton-{name}{{color:{_DARK[name]}}}"
    for name, colour in _LIGHT.items()
)
_MOST = 12


def _lines(shown: dict[str, Any]) -> list[str]:
    head = shown["heading"]
    if shown["elsewhere"]:
        head += "      " + shown["position"]
    lines = [head, "", f"  {shown['sign']} {shown['says']}"]
    if shown["moves"]:
        lines.append("")
    wide = max((len(one["move"]) for one in shown["moves"][:_MOST]), default=0)
    best_first = sorted(shown["moves"], key=lambda one: not one["best"])
    for one in best_first[:_MOST]:
        star = "★" if one["best"] else " "
        lines.append(f"  {star} {one['move']:<{wide}}  {one['sign']} {one['worth']}")
    more = len(shown["moves"]) - _MOST
    if more > 0 or shown["more"]:
        lines.append(f"    … {more} more" if more > 0 else "    …")
    if shown["line"]:
        parts = [" ".join(filter(None, [by, move, gain])) for by, move, gain in shown["line"][:_MOST]]
        cut = " …" if len(shown["line"]) > _MOST else ""
        lines += ["", f"  {shown['best_words']}   " + " · ".join(parts) + cut]
    lines += ["", f"  {shown['counted']} · {shown['method']}"]
    return lines


def answer_text(answer: Any) -> str:
    """The answer in words."""
    return "\n".join(_lines(answer._shown()))


def answer(answer: Any) -> str:
    """The answer as a table of options."""
    shown = answer._shown()
    head = _spaced(shown["heading"])
    place = f"<div>{escape(shown['position'])}</div>" if shown["elsewhere"] else ""
    drawn = _board(answer.position) if len(answer.position.drawing or ()) > 1 else ""
    rows = []
    for one in sorted(shown["moves"], key=lambda one: not one["best"])[:_MOST]:
        star = "★" if one["best"] else ""
        rows.append(
            f"<tr><td>{star}</td><td style='text-align:left'><code>{escape(one['move'])}</code></td>"
            f"<td class='bouton-{one['class']}' style='text-align:left'>{one['sign']} {escape(one['worth'])}</td></tr>"
        )
    more = len(shown["moves"]) - _MOST
    if more > 0:
        rows.append(f"<tr><td></td><td style='text-align:left'>… {more}</td><td></td></tr>")
    table = f"<table style='margin:.4em 0'>{''.join(rows)}</table>" if rows else ""
    line = ""
    if shown["line"]:
        steps = [
            f"{escape(by)} <code>{escape(move)}</code>" + (f" {escape(gain)}" if gain else "")
            for by, move, gain in shown["line"][:_MOST]
        ]
        cut = " …" if len(shown["line"]) > _MOST else ""
        line = f"<div>{escape(shown['best_words'])}: {' · '.join(steps)}{cut}</div>"
    return (
        f"<div class='bouton-answer'><style>{_STYLE}</style><b>{head}</b>{place}{drawn}"
        f"<div class='bouton-{shown['class']}'>{shown['sign']} {_spaced(shown['says'])}</div>"
        f"{table}{line}<small>{escape(shown['counted'])} · {escape(shown['method'])}</small></div>"
    )


def _spaced(text: str) -> str:
    """A text in which wide gaps stay wide."""
    return re.sub(" {2,}", "&emsp;", escape(text))


def position(position: Any) -> str:
    """The position as a picture or as the rules draw it, or as its variables."""
    text = escape(str(position))
    board = _board(position)
    if not board:
        return f"<code>{text}</code>"
    return f"<figure style='margin:0'>{board}<figcaption><small>{text}</small></figcaption></figure>"


def _board(position: Any) -> str:
    picture, drawn = position._repr_svg_(), position.drawing
    if picture:
        return _core.image(picture)
    return f"<pre style='line-height:1.2'>{escape(chr(10).join(drawn))}</pre>" if drawn else ""


def plan(plan: Any) -> str:
    """The plan as a tree: its text, what is indented beneath what is not."""
    branches: list[tuple[str, list[str]]] = []
    for line in plan.text().splitlines():
        if line.startswith(" ") and branches:
            cells = (f"<td style='text-align:left'>{escape(cell)}</td>" for cell in re.split(r"\s{2,}", line.strip()))
            branches[-1][1].append(f"<tr>{''.join(cells)}</tr>")
        else:
            branches.append((escape(line), []))
    # The methods that do not do are many: whoever wants to know opens them.
    drawn = [
        f"<details{'' if number else ' open'}><summary>{head}</summary><table>{''.join(rows)}</table></details>" if rows else f"<div>{head}</div>"
        for number, (head, rows) in enumerate(branches)
    ]
    return f"<div class='bouton-plan'>{''.join(drawn)}</div>"
