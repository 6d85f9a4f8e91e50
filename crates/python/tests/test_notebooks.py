"""The notebooks run from top to bottom, and what they show is drawn."""

from pathlib import Path

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")

BOOKS = sorted((Path(__file__).parents[3] / "docs" / "notebooks").glob("*.ipynb"))


def test_there_are_the_four_and_one_in_chinese():
    assert [book.name for book in BOOKS] == [
        "fifty-million-positions.ipynb",
        "ground-truth.ipynb",
        "invent-a-board-game.ipynb",
        "stone-game-ii.ipynb",
        "stone-game-ii.zh.ipynb",
    ]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)
@pytest.mark.filterwarnings("ignore")
def test_each_notebook_runs(book, monkeypatch, tmp_path):
    for library in ("polars", "pyspiel", "duckdb", "pyarrow", "ipykernel"):
        pytest.importorskip(library)
    monkeypatch.setenv("BOUTON_NOTEBOOK_PILES", "300")
    monkeypatch.setenv("BOUTON_NOTEBOOK_STATES", "5")
    notebook = nbformat.read(book, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "notebooks are kept without what they show"
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not [output for output in shown if output["output_type"] == "error"]
    kinds = {kind for output in shown for kind in output.get("data", {})}
    assert kinds & {"text/html", "image/svg+xml"}, kinds
