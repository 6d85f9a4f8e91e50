"""Bouton: solves two-player games exactly, and says why.

>>> import bouton
>>> game = bouton.load("1140")
>>> answer = game(piles=[2, 7, 9, 4, 4]).solve()
>>> answer.totals
{'Alice': 10, 'Bob': 16}
"""

import importlib as _importlib
import typing as _typing

from . import errors
from ._core import (
    Answer,
    Answers,
    CaseAnswer,
    Choice,
    Columns,
    Instance,
    Line,
    Marks,
    Move,
    OwnAnswer,
    Plan,
    Position,
    Recurrence,
    Regret,
    Table,
    Tree,
    Value,
    Why,
    Worksheet,
    __version__,
    language,
    methods,
    set_language,
)
from ._game import Game, Parameter, Program, games, load, open
from ._limits import Limits
from ._own import PythonGame
from ._policy import MoveRegret, Policy
from ._progress import Progress
from ._stress import stress
from .errors import (
    BoutonError,
    Edit,
    Fault,
    Finding,
    GameNotFound,
    Interrupted,
    LimitReached,
    MethodError,
    Mismatch,
    MissingPosition,
    MoveError,
    ParameterError,
    PositionError,
    Refused,
    RulesError,
    RulesWarning,
    SolutionFileError,
)

if not _typing.TYPE_CHECKING:
    _ASIDE = ("gymnasium", "openspiel", "pettingzoo", "testing")

    def __getattr__(name):
        """What needs other packages is imported when somebody asks for it."""
        if name in _ASIDE:
            return _importlib.import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__():
        return sorted([*globals(), *_ASIDE])


__all__ = [
    "Answer",
    "Answers",
    "BoutonError",
    "CaseAnswer",
    "Choice",
    "Columns",
    "Edit",
    "Fault",
    "Finding",
    "Game",
    "GameNotFound",
    "Instance",
    "Interrupted",
    "LimitReached",
    "Limits",
    "Line",
    "Marks",
    "MethodError",
    "Mismatch",
    "MissingPosition",
    "Move",
    "MoveError",
    "MoveRegret",
    "OwnAnswer",
    "Parameter",
    "ParameterError",
    "Plan",
    "Policy",
    "Position",
    "PositionError",
    "Program",
    "Progress",
    "PythonGame",
    "Recurrence",
    "Refused",
    "Regret",
    "RulesError",
    "RulesWarning",
    "SolutionFileError",
    "Table",
    "Tree",
    "Value",
    "Why",
    "Worksheet",
    "__version__",
    "errors",
    "games",
    "language",
    "load",
    "methods",
    "open",
    "set_language",
    "stress",
]
