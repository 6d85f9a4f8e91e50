"""The pytest plugin: `example` lines of `.game` files are tests."""

import subprocess
import sys
from importlib.metadata import entry_points

RULES = """game Take "Take one or two"
param n : 1..1000 = 7
state left : 0..n = n
move take(X in 1..2) { when X <= left; left -= X }
stuck => me loses
example n=3 => Second wins
example n=4 => Second wins
"""


def test_examples_of_game_files_are_tests(tmp_path):
    (tmp_path / "take.game").write_text(RULES)
    known = any(point.name == "bouton" for point in entry_points(group="pytest11"))
    plugin = [] if known else ["-p", "bouton.pytest_plugin"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *plugin, str(tmp_path)]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert "1 failed, 1 passed" in ran.stdout, ran.stdout + ran.stderr
    assert "example n=4 => Second wins" in ran.stdout and "X01" in ran.stdout
