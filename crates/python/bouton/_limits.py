"""What a search may use."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import timedelta

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
_BINARY = {"ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}
_TIMES = {"": 1.0, "ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}


def _bytes(given: int | str | None) -> int | None:
    if given is None or isinstance(given, int):
        return given
    if not isinstance(given, str):
        raise TypeError(f'memory={given!r} is no size: write bytes, or a text such as "4G"')
    read = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]i?)?b?\s*", given.lower())
    if not read:
        raise ValueError(f'memory={given!r} is no size: write bytes, or a text such as "4G"')
    unit = read[2] or ""
    return int(float(read[1]) * {**_UNITS, **_BINARY}[unit])


def _seconds(given: float | str | timedelta | None) -> float | None:
    if given is None:
        return None
    if isinstance(given, str):
        read = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(ms|s|m|min|h)?\s*", given.lower())
        if not read:
            raise ValueError(f'time={given!r} is no time: write seconds, or a text such as "10m"')
        return float(read[1]) * _TIMES[read[2] or ""]
    if isinstance(given, (int, float)):
        return float(given)
    if hasattr(given, "total_seconds"):
        return float(given.total_seconds())
    raise TypeError(f'time={given!r} is no time: write seconds, or a text such as "10m"')


def _count(name: str, given: float | None) -> int | None:
    # 1e9 is how people write large numbers.
    if given is None or isinstance(given, int):
        return given
    if isinstance(given, float) and given.is_integer():
        return int(given)
    raise TypeError(f"{name}={given!r} is no whole number")


class Limits:
    """What a search may use: seconds, bytes, positions, threads; and what it shall do without.

    >>> Limits(time=60, memory="4G")
    Limits(time=60.0, memory=4000000000)
    """

    __slots__ = ("jit", "memory", "positions", "symmetry", "theorems", "threads", "time")

    time: float | None
    memory: int | None
    positions: int | None
    threads: int | None
    jit: bool
    theorems: bool
    symmetry: bool

    def __init__(
        self,
        time: float | str | timedelta | None = None,
        memory: int | str | None = None,
        positions: float | None = None,
        threads: int | None = None,
        *,
        jit: bool = True,
        theorems: bool = True,
        symmetry: bool = True,
    ) -> None:
        put = object.__setattr__
        put(self, "time", _seconds(time))
        put(self, "memory", _bytes(memory))
        put(self, "positions", _count("positions", positions))
        put(self, "threads", _count("threads", threads))
        put(self, "jit", bool(jit))
        put(self, "theorems", bool(theorems))
        put(self, "symmetry", bool(symmetry))
        for name in ("time", "memory", "positions", "threads"):
            value = getattr(self, name)
            # Not a number is not less than nothing either.
            if value is not None and not value >= 0:
                raise ValueError(f"{name}={value} is no limit: it is a number from 0 on")

    def __repr__(self) -> str:
        plain = {"time": None, "memory": None, "positions": None, "threads": None, "jit": True, "theorems": True, "symmetry": True}
        said = [f"{name}={getattr(self, name)!r}" for name, usual in plain.items() if getattr(self, name) != usual]
        return f"Limits({', '.join(said)})"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"limits never change: make others, Limits({name}=…)")

    def _all(self) -> tuple[Any, ...]:
        return self.time, self.memory, self.positions, self.threads, self.jit, self.theorems, self.symmetry

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Limits) and self._all() == other._all()

    def __hash__(self) -> int:
        return hash(self._all())

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, self._all()


def _again(
    time: float | None,
    memory: int | None,
    positions: int | None,
    threads: int | None,
    jit: bool,
    theorems: bool,
    symmetry: bool,
) -> Limits:
    return Limits(time, memory, positions, threads, jit=jit, theorems=theorems, symmetry=symmetry)
