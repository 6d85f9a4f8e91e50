"""Answers and positions as text and as HTML. Marks and words say what colours say."""

from __future__ import annotations

from html import escape
from typing import Any

_COLOURS = {"win": "#0072B2", "draw": "#767676", "loss": "#B34700"}
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
    head = escape(shown["heading"])
    place = f"<div>{escape(shown['position'])}</div>" if shown["elsewhere"] else ""
    rows = []
    for one in sorted(shown["moves"], key=lambda one: not one["best"])[:_MOST]:
        colour = _COLOURS[one["class"]]
        star = "★" if one["best"] else ""
        rows.append(
            f"<tr><td>{star}</td><td style='text-align:left'><code>{escape(one['move'])}</code></td>"
            f"<td style='text-align:left;color:{colour}'>{one['sign']} {escape(one['worth'])}</td></tr>"
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
    colour = _COLOURS[shown["class"]]
    return (
        f"<div class='bouton-answer'><b>{head}</b>{place}"
        f"<div style='color:{colour}'>{shown['sign']} {escape(shown['says'])}</div>"
        f"{table}{line}<small>{escape(shown['counted'])} · {escape(shown['method'])}</small></div>"
    )


def position(position: Any) -> str:
    """The position as the rules draw it, or as its variables."""
    drawn = position.drawing
    text = escape(str(position))
    if not drawn:
        return f"<code>{text}</code>"
    board = escape("\n".join(drawn))
    return f"<figure style='margin:0'><pre style='line-height:1.2'>{board}</pre><figcaption><small>{text}</small></figcaption></figure>"
