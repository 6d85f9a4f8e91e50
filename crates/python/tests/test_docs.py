"""The manual is run: every block of `docs/python.md`, and the Python of the README."""

import doctest
import re
from pathlib import Path

import pytest

TOP = Path(__file__).parents[3]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
#: Commands that are no Python: the package that is tested was installed by one of them.
SHELL = {"pip install ."}


def blocks(page):
    """The blocks of a page: language, line, text."""
    text = (TOP / page).read_text(encoding="utf-8")
    for found in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.S | re.M):
        yield found[1], text[: found.start()].count("\n") + 1, found[2]


@pytest.mark.parametrize("page", ["docs/python.md", "docs/python.zh.md", "docs/ground-truth.md"])
def test_every_block_runs(page, tmp_path, monkeypatch, english):
    pytest.importorskip("polars")
    pytest.importorskip("pyspiel")
    monkeypatch.chdir(tmp_path)
    parser, names, wrong = doctest.DocTestParser(), {}, []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    count = 0
    for language, line, text in blocks(page):
        count += 1
        if language == "pycon":
            test = parser.get_doctest(text, names, page, page, line)
            runner.run(test, out=wrong.append, clear_globs=False)
            names = test.globs
        elif language == "python":
            exec(compile(text, page, "exec"), names)
        elif language == "sh":
            assert {command for command in text.splitlines()} <= SHELL
        else:
            raise AssertionError(f"{page}:{line}: a block in `{language}` is run by nobody")
    assert not wrong, "".join(wrong)
    assert count >= 2


def test_the_readme_shows_what_python_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = [text for language, _, text in blocks("README.md") if language == "pycon"]
    assert shown
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for text in shown:
        test = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
        told = []
        runner.run(test, out=told.append)
        assert not told, "".join(told)
