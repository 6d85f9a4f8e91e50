"""Games: rules that were read and checked, with parameters as keyword arguments."""

from __future__ import annotations

import builtins
import os
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, NamedTuple, Sequence, Union

from . import _core, _progress
from ._core import Answer, Instance, Move, Position
from ._limits import Limits
from .errors import Finding

if TYPE_CHECKING:
    import inspect

_TYPES: dict[str, Any] = {
    "int": int,
    "bool": bool,
    "str": str,
    "set": "set",
    "tuple": "tuple[int, int]",
    "list": "list",
    "graph": "list[list[int]] | dict",
}


class Parameter(NamedTuple):
    """A parameter of a game: its name, what the rules declare it to be, its default as they write it, and what they say of it."""

    name: str
    declared: str
    default: str | None
    doc: str
    kind: str

    def __str__(self) -> str:
        default = f" = {self.default}" if self.default is not None else ""
        return f"{self.name} : {self.declared}{default}"


class _Default:
    """A default as the rules write it: shown in signatures, worked out by the rules."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


class Program(str):
    """A program as text; a notebook shows it with its colours."""

    language: str

    def _repr_markdown_(self) -> str:
        return f"```{self.language}\n{self}\n```"


class Game:
    """The rules of a game, from their text. Called with its parameters it gives an `Instance`; nothing is solved before it is asked.

    >>> game = bouton.load("1140")
    >>> game(piles=[2, 7, 9, 4, 4]).solve().totals
    {'Alice': 10, 'Bob': 16}
    """

    def __init__(self, text: str, *, name: str = "rules.game") -> None:
        self._rules = _core.Rules(text, name)
        self.__doc__ = self._described()

    @classmethod
    def _of(cls, rules: _core.Rules) -> Game:
        game = cls.__new__(cls)
        game._rules = rules
        game.__doc__ = game._described()
        return game

    @property
    def name(self) -> str:
        """The name after `game`."""
        return self._rules.name

    @property
    def title(self) -> str:
        """The title without problem numbers."""
        return self._rules.title

    @property
    def text(self) -> str:
        """The rules as they are written."""
        return self._rules.text

    @property
    def players(self) -> tuple[str, str]:
        """The players' names, who moves first first."""
        return self._rules.players

    @property
    def points(self) -> bool:
        """Whether positions are worth points; otherwise they are won, drawn or lost."""
        return self._rules.points

    @property
    def problems(self) -> list[str]:
        """The problems that ask for it: `LeetCode 1140`."""
        return self._rules.problems

    @property
    def parameters(self) -> list[Parameter]:
        """What it is played with."""
        return [Parameter(**param) for param in self._rules.params()]

    @property
    def examples(self) -> list[str]:
        """The `example` lines."""
        return [text for _, text in self._rules.examples()]

    def say(self, lang: str | None = None) -> str:
        """The rules read back in plain words."""
        return "\n".join(self._rules.say(lang))

    def code(
        self,
        language: str = "python",
        stage: int | str = "memo",
        *,
        answer: str | None = None,
        vary: Sequence[str] = (),
    ) -> Program:
        """A program that computes the game: "recursion", with a "memo", as a "table", or "rolling" rows of it (or 1 to 4), in python, java,
        cpp, go, rust or js. It reads cases until its input ends, and prints the answer to each."""
        program = Program(_core.code(self._rules, language, str(stage), answer, list(vary)))
        program.language = language
        return program

    def run_examples(self) -> list[Finding]:
        """Runs the `example` lines: what does not hold, none where all do."""
        return [Finding._read(found) for found in self._rules.failed_examples()]

    def __call__(self, **params: Any) -> Instance:
        """The game with these parameters. Nothing is solved yet."""
        return self._rules.instance(params)

    def solve_many(
        self,
        cases: Iterable[Mapping[str, Any]] | Any,
        ask: str = "best",
        *,
        jobs: int | None = None,
        limits: Limits | None = None,
        progress: _progress.Told = None,
        **fixed: Any,
    ) -> _core.Answers:
        """Solves many cases on all cores: a list of dicts of parameters, or a frame with a column for each.

        A case that cannot be solved has an `error` in its place, and costs no other.
        """
        tell, close = _progress.teller(progress)
        try:
            return _core.solve_many(self._rules, _rows(cases), fixed, ask, jobs, limits, tell)
        finally:
            close()

    def cases(
        self,
        count: int = 100,
        *,
        seed: int = 7,
        max: Mapping[str, int] | None = None,
        min: int | None = None,
        profiles: Sequence[str] = ("tiny", "random", "equal", "increasing"),
        answer: str | None = None,
        vary: Sequence[str] = (),
        **fixed: Any,
    ) -> Iterator[tuple[dict[str, Any], str]]:
        """Cases with their answers, made from the declarations of the parameters: `({"piles": [2, 7]}, "9")`.

        `max` bounds them: `{"len": 12, "value": 20}`, or a parameter by name. Parameters with defaults keep them, but for
        those that `vary`. The same seed gives the same cases everywhere.
        """
        return iter(_core.cases(self._rules, count, seed, dict(max or {}), min, list(profiles), answer, fixed, list(vary)))

    def __getattr__(self, name: str) -> Any:
        # Made when somebody asks for it: what makes it takes long to import.
        if name != "__signature__":
            raise AttributeError(f"a game has no `{name}`")
        self.__dict__[name] = self._signature()
        return self.__dict__[name]

    def _signature(self) -> inspect.Signature:
        import inspect

        def one(param: Parameter) -> inspect.Parameter:
            default = inspect.Parameter.empty if param.default is None else _Default(param.default)
            kind = inspect.Parameter.KEYWORD_ONLY
            return inspect.Parameter(param.name, kind, default=default, annotation=_TYPES[param.kind])

        try:
            return inspect.Signature([one(param) for param in self.parameters], return_annotation=Instance)
        except ValueError:
            # A parameter whose name is no name in Python is given as `**{"…": …}`.
            return inspect.signature(Game.__call__)

    def _described(self) -> str:
        lines = [self._rules.title, ""]
        lines += [line for line in self._rules.doc]
        if self.parameters:
            lines += ["", "Parameters:"]
            for param in self.parameters:
                lines.append(f"    {param}")
                lines += [f"        {line}" for line in param.doc.splitlines()]
        if self.examples:
            lines += ["", "Examples:"] + [f"    {example.strip()}" for example in self.examples[:3]]
        return "\n".join(lines).strip()

    def __repr__(self) -> str:
        given = ", ".join(str(param) for param in self.parameters)
        return f"<{self.title}: {given}>" if given else f"<{self.title}>"

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(
            f"<tr><td style='text-align:left'><code>{escape(str(param))}</code></td>"
            f"<td style='text-align:left'>{escape(param.doc)}</td></tr>"
            for param in self.parameters
        )
        return f"<b>{escape(self.title)}</b><table>{rows}</table>" if rows else f"<b>{escape(self.title)}</b>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[Any, ...]:
        return _game, (self.text, self._rules.file)


def _rows(cases: Any) -> list[dict[str, Any]]:
    """Cases as dicts: from dicts, a polars or pandas frame, or an Arrow table."""
    if hasattr(cases, "to_dicts"):
        return list(cases.to_dicts())
    if hasattr(cases, "to_pylist"):
        return list(cases.to_pylist())
    if hasattr(cases, "to_dict") and hasattr(cases, "columns"):
        return list(cases.to_dict("records"))
    return [case if isinstance(case, dict) else dict(case) for case in cases]


def load(game: str | os.PathLike[str]) -> Game:
    """A game by name (`"stone-game-ii"`), problem number (`"1140"`), title, or the path of a `.game` file."""
    word = os.fspath(game)
    if isinstance(game, os.PathLike) or word.endswith(".game") or os.sep in word:
        with builtins.open(word, encoding="utf-8") as file:
            return Game(file.read(), name=word)
    found = _core.gallery_game(word)
    if found is None:
        raise _core.no_game(word)
    name, text = found
    return Game(text, name=f"{name}.game")


def open(path: str | os.PathLike[str]) -> Instance:
    """The instance of a solution file: `solve()` reads it instead of solving."""
    return _core.open_solution(os.fspath(path))[1]


def games() -> list[dict[str, Any]]:
    """The games that come with Bouton: name, title, and the problems that ask for each."""
    return _core.gallery_games()


def _game(text: str, name: str) -> Game:
    return Game(text, name=name)


#: The variables of a position, and who lost where a move has ended the game there.
_Place = tuple[dict[str, Any], Union[int, None]]


def _instance(text: str, name: str, params: dict[str, Any], elsewhere: _Place | None) -> Instance:
    instance = _core.Rules(text, name).instance(params)
    return instance if elsewhere is None else instance.at(_placed(instance, elsewhere))


def _position(text: str, name: str, params: dict[str, Any], place: _Place) -> Position:
    return _placed(_instance(text, name, params, None), place)


def _placed(instance: Instance, place: _Place) -> Position:
    variables, over = place
    position = instance.position(variables)
    return position if over is None else position._over(over)


def _move(name: str, args: dict[str, Any]) -> Move:
    return Move(name, **args)


def _kept(answer: Answer) -> bytes:
    """An answer as the bytes of its solution file."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "answer.sol")
        answer.save(path)
        with builtins.open(path, "rb") as file:
            return file.read()


def _again(instance: Instance, ask: str, here: _Place) -> Answer:
    """An answer that holds no table."""
    return instance.solve(ask).at(_placed(instance, here))


def _answer(kept: bytes, here: _Place) -> Answer:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "answer.sol")
        with builtins.open(path, "wb") as file:
            file.write(kept)
        instance = open(path)
        return instance.solve().at(_placed(instance, here))
