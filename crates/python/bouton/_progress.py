"""How far a search is: a bar in a terminal or a notebook, or a function of one's own."""

from __future__ import annotations

import importlib
import sys
import time
from typing import Any, Callable, NamedTuple, TextIO, Union

_QUIET = 1.0


class Progress(NamedTuple):
    """How far a search is: what it does now, how many positions it has done, and how many there are, where that is known."""

    phase: str
    done: int
    total: int | None
    seconds: float


Callback = Callable[[Progress], Any]
Told = Union[bool, None, Callback]


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    found = shell.get_ipython() if shell else None
    return found is not None and type(found).__name__ == "ZMQInteractiveShell"


class _Bar:
    """A line in a terminal, or a bar in a notebook; nothing before a second has passed."""

    def __init__(self, out: TextIO | None = None) -> None:
        self.out = out or sys.stderr
        self.handle: Any = None
        self.shown = 0

    def __call__(self, far: Progress) -> None:
        if far.seconds < _QUIET:
            return
        rate = int(far.done / far.seconds)
        part = f"{far.done:,} of {far.total:,}" if far.total else f"{far.done:,}"
        line = f"{far.phase}: {part} · {rate:,}/s · {far.seconds:.0f} s"
        if _in_notebook():
            self._draw(far, line)
        else:
            self.out.write("\r" + line.ljust(self.shown))
            self.out.flush()
            self.shown = len(line)

    def _draw(self, far: Progress, line: str) -> None:
        display: Any = importlib.import_module("IPython.display")
        bar = f'<progress value="{far.done}" max="{far.total}"></progress> ' if far.total else ""
        if self.handle is None:
            self.handle = display.display(display.HTML(bar + line), display_id=True)
        else:
            self.handle.update(display.HTML(bar + line))

    def close(self) -> None:
        if self.shown:
            self.out.write("\r" + " " * self.shown + "\r")
            self.out.flush()
        if self.handle is not None:
            self.handle.update({"text/plain": ""}, raw=True)


def teller(progress: Told) -> tuple[Callable[[str, int, int | None], Any] | None, Callable[[], None]]:
    """What the solver calls, and what is called when it is done."""
    if progress is None or progress is False:
        return None, lambda: None
    began = time.monotonic()
    if progress is True:
        bar = _Bar()
        told: Callback = bar
        close = bar.close
    else:
        told, close = progress, lambda: None

    def tell(phase: str, done: int, total: int | None) -> None:
        told(Progress(phase, done, total, time.monotonic() - began))

    return tell, close
