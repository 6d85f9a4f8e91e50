"""Tables of positions in polars, pandas, pyarrow, numpy and DuckDB, by Arrow where they lie."""

import pytest

import bouton

EXPECTED = {"i": [0, 1, 2, 2], "M": [1, 1, 1, 2], "lead": [-6, 8, 9, 17]}


def test_polars_reads_the_table(answer):
    polars = pytest.importorskip("polars")
    frame = answer.to_polars()
    assert frame.columns == ["i", "M", "lead"] and frame.height == 11
    assert frame.dtypes == [polars.Int32, polars.Int32, polars.Int64]
    assert frame.sort("i", "M").head(4).to_dict(as_series=False) == EXPECTED
    assert polars.DataFrame(answer).equals(frame) and polars.DataFrame(answer.to_arrow()).equals(frame)


def test_pyarrow_reads_the_table(answer):
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table(answer)
    assert table.schema.names == ["i", "M", "lead"] and table.num_rows == 11
    assert table.validate(full=True) is None


def test_pandas_and_numpy_read_the_table(answer):
    pytest.importorskip("pandas")
    frame = answer.to_pandas()
    assert list(frame.columns) == ["i", "M", "lead"] and len(frame) == 11
    arrays = answer.to_numpy()
    assert arrays["lead"].sum() == frame["lead"].sum()


def test_duckdb_reads_the_table(answer):
    duckdb = pytest.importorskip("duckdb")
    pyarrow = pytest.importorskip("pyarrow")
    positions = pyarrow.table(answer)
    assert len(positions) == 11
    assert duckdb.sql("select max(lead) from positions").fetchall() == [(17,)]


def test_parquet_is_written(tmp_path, answer):
    polars = pytest.importorskip("polars")
    answer.to_parquet(tmp_path / "t.parquet")
    assert polars.read_parquet(tmp_path / "t.parquet").equals(answer.to_polars())


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("mnk", {}),
        ("connect-four", {"rows": 4, "cols": 3}),
        ("stone-game", {"piles": [5, 3, 4, 5]}),
        ("cat-and-mouse", None),
        ("dots-and-boxes", {"rows": 1, "cols": 2}),
    ],
)
def test_every_column_says_what_the_positions_say(name, params):
    pytest.importorskip("polars")
    game = bouton.load(name)
    if params is None:
        params = next(game.cases(1, max={"len": 5}))[0]
    answer = game(**params).solve()
    frame = answer.to_polars()
    assert frame.height == len(answer)
    own = ("value", "plies", "lead", "turn")
    states = [column for column in frame.columns if column not in own]
    for row, (position, value) in zip(frame.iter_rows(named=True), answer.items()):
        shown = position.to_dict()
        for column in states:
            cell = shown[column]
            assert row[column] == (cell if isinstance(cell, (int, str, bool, type(None))) else row[column])
        if "lead" in row:
            assert row["lead"] == value.lead
        else:
            assert (row["value"], row["plies"]) == (value.outcome, value.plies)


def test_what_is_missing_is_said(monkeypatch, answer):
    monkeypatch.setattr("bouton._frames.library", lambda name: None)
    with pytest.raises(ImportError, match="pip install polars"):
        answer.to_polars()
    with pytest.raises(ImportError, match="pyarrow or polars"):
        answer.to_parquet("x.parquet")


@pytest.mark.parametrize("left", ["polars", "pyarrow"])
def test_one_library_is_enough(monkeypatch, tmp_path, answer, left):
    pytest.importorskip(left)
    from bouton import _frames

    real = _frames.library
    monkeypatch.setattr(_frames, "library", lambda name: real(name) if name.split(".")[0] in ("pandas", left) else None)
    assert answer.to_numpy()["lead"].sum() == answer.to_pandas()["lead"].sum()
    answer.to_parquet(tmp_path / "t.parquet")
    assert (tmp_path / "t.parquet").stat().st_size > 0
