"""Runs the `example` lines of `.game` files as tests: `pytest games/` collects each file, each example a test."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Iterator

import pytest


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> pytest.File | None:
    if file_path.suffix != ".game":
        return None
    return GameFile.from_parent(parent, path=file_path)


class GameFile(pytest.File):
    """A file of rules."""

    def collect(self) -> Iterator[pytest.Item]:
        import bouton

        game = bouton.load(self.path)
        found: dict[str, Any] = {}
        examples = game._rules.examples()
        for line, text in examples:
            yield Example.from_parent(self, name=text.strip(), game=game, line=line, found=found)
        if not examples:
            yield Example.from_parent(self, name="rules", game=game, line=1, found=found)


class Failed(Exception):
    """An example that does not hold."""


class Example(pytest.Item):
    """One `example` line."""

    def __init__(self, *, game: Any, line: int, found: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.game, self.line, self.found = game, line, found

    def runtest(self) -> None:
        # All examples of a file run once, side by side.
        if "all" not in self.found:
            self.found["all"] = self.game._rules.failed_examples()
        failed = [one["text"] for one in self.found["all"] if one.get("line") == self.line]
        if failed:
            raise Failed("\n".join(failed))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, Failed):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.line - 1, self.name
