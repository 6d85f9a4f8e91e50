"""What can go wrong, as exceptions with fields.

Every exception of Bouton is a `BoutonError`, but for `Interrupted`, which is a `KeyboardInterrupt`. `findings` holds what was found, one by one; `code`, `line`, `column` and `help` are
those of the first. Codes are explained by `bouton explain CODE` on the command line.
"""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple, Sequence

__all__ = [
    "BoutonError",
    "Edit",
    "Fault",
    "Finding",
    "GameNotFound",
    "Interrupted",
    "LimitReached",
    "MethodError",
    "Mismatch",
    "MissingPosition",
    "MoveError",
    "ParameterError",
    "PositionError",
    "Refused",
    "RulesError",
    "RulesWarning",
    "SolutionFileError",
]


class Edit(NamedTuple):
    """A change to the text that follows an advice: put `text` in place of the bytes `start` to `end`."""

    start: int
    end: int
    text: str
    help: str

    def apply(self, rules: str) -> str:
        """The rules with this change made."""
        data = rules.encode()
        return (data[: self.start] + self.text.encode() + data[self.end :]).decode()


class Finding(NamedTuple):
    """One thing that was found. Lines and columns count from 1."""

    code: str
    message: str
    severity: str = "error"
    file: str = ""
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    notes: tuple[str, ...] = ()
    help: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()
    labels: tuple[Mapping[str, Any], ...] = ()

    @classmethod
    def _read(cls, found: Mapping[str, Any]) -> Finding:
        helps = found.get("help", ())
        edits = tuple(
            Edit(one["edit"]["span"]["start"], one["edit"]["span"]["end"], one["edit"]["text"], one["text"])
            for one in helps
            if "edit" in one
        )
        place = {name: found.get(name) for name in ("line", "column", "end_line", "end_column")}
        return cls(
            code=found["code"],
            message=found["message"],
            severity=found.get("severity", "error"),
            file=found.get("file", ""),
            notes=tuple(found.get("notes", ())),
            help=tuple(one["text"] for one in helps),
            edits=edits,
            labels=tuple(found.get("labels", ())),
            **place,
        )


class _Found(BaseException):
    """An exception with what was found."""

    findings: list[Finding]

    def __init__(self, message: str = "", findings: Sequence[Finding] = (), **fields: Any) -> None:
        super().__init__(message)
        self.findings = list(findings)
        for name, value in fields.items():
            setattr(self, name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), str(self), self.findings, dict(self.__dict__))

    @property
    def _first(self) -> Finding | None:
        return self.findings[0] if self.findings else None

    @property
    def code(self) -> str | None:
        """The code of the first finding, such as `B060`."""
        return self._first.code if self._first else None

    @property
    def line(self) -> int | None:
        """The line of the rules, counted from 1, where there is one."""
        return self._first.line if self._first else None

    @property
    def column(self) -> int | None:
        """The column, counted from 1."""
        return self._first.column if self._first else None

    @property
    def help(self) -> tuple[str, ...]:
        """What to do about it."""
        return self._first.help if self._first else ()


class BoutonError(_Found, Exception):
    """Whatever Bouton refuses, with what it found."""


class RulesError(BoutonError, ValueError):
    """The rules are wrong, or play in them goes wrong: then `position` and `path` say where, and how it is reached."""

    position: str | None = None
    path: list[str] | None = None


class RulesWarning(UserWarning):
    """The rules can be used, but something in them looks wrong."""


class ParameterError(BoutonError, TypeError, ValueError):
    """A parameter that the rules do not allow: unknown, missing, of another type, or out of bounds."""


class PositionError(BoutonError, ValueError):
    """What was given is no position of the game."""


class MoveError(BoutonError, ValueError):
    """What was given is no legal move of the position."""


class GameNotFound(BoutonError, LookupError):
    """No game has that name."""


class MissingPosition(BoutonError, KeyError):
    """The position is not among those that were solved."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class LimitReached(BoutonError):
    """A limit ended the search. `at_least` and `at_most` say what is proven of the value, where anything is."""

    at_least: str | None = None
    at_most: str | None = None


class Interrupted(_Found, KeyboardInterrupt):
    """Ctrl-C ended the search. `at_least` and `at_most` say what is proven of the value, where anything is."""

    at_least: str | None = None
    at_most: str | None = None


class MethodError(BoutonError, ValueError):
    """No method can solve this game, or the one that was named cannot."""


class SolutionFileError(BoutonError, ValueError):
    """A solution file that cannot be read, or a solution that a file cannot hold."""


class Refused(BoutonError, ValueError):
    """Something that cannot be explained or drawn; `help` says what would do instead."""


class Fault(BoutonError, RuntimeError):
    """A fault in Bouton itself: please report it."""


class Mismatch(BoutonError, AssertionError):
    """A program that answers a case wrongly: the case as it was found, and the smallest one."""

    case: dict[str, Any]
    mine: str
    right: str
    shrunk: dict[str, Any]
    name: str


def _made(name: str, message: str, findings: Sequence[Mapping[str, Any]], fields: Mapping[str, Any]) -> _Found:
    kind: type[_Found] = globals()[name]
    return kind(message, [Finding._read(found) for found in findings], **fields)


def _again(kind: type[_Found], message: str, findings: list[Finding], fields: dict[str, Any]) -> _Found:
    error = kind(message, findings)
    error.__dict__.update(fields)
    return error
