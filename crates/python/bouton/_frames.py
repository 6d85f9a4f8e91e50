"""Tables of positions in other libraries: each takes the Arrow stream where it lies. None of them is needed, any will do."""

from __future__ import annotations

import importlib
import os
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from .errors import Refused


def library(name: str) -> Any:
    """A library, or None where it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _missing(what: str, *libraries: str) -> ImportError:
    return ImportError(f"{what} needs {' or '.join(libraries)}: `pip install {libraries[0]}`")


def to_polars(stream: Any) -> Any:
    """A polars frame."""
    polars = library("polars")
    if polars is None:
        raise _missing("to_polars", "polars")
    return polars.DataFrame(stream)


def to_pandas(stream: Any) -> Any:
    """A pandas frame."""
    pandas, pyarrow, polars = library("pandas"), library("pyarrow"), library("polars")
    if pandas is None:
        raise _missing("to_pandas", "pandas")
    if pyarrow is not None:
        return pyarrow.table(stream).to_pandas()
    if polars is not None:
        return pandas.DataFrame(polars.DataFrame(stream).to_dict(as_series=False))
    raise _missing("to_pandas", "pyarrow", "polars")


def to_numpy(stream: Any) -> dict[str, Any]:
    """Arrays by the names of columns: numbers as numpy's, texts as objects."""
    pyarrow, polars = library("pyarrow"), library("polars")
    if polars is not None:
        frame = polars.DataFrame(stream)
        return {name: frame[name].to_numpy() for name in frame.columns}
    if pyarrow is not None:
        table = pyarrow.table(stream)
        return {name: table[name].to_numpy() for name in table.column_names}
    raise _missing("to_numpy", "polars", "pyarrow")


def to_networkx(answer: Any, most: int) -> Any:
    """A `networkx.MultiDiGraph`: positions with what they are worth to their mover, and moves between them with their gains."""
    networkx = library("networkx")
    if networkx is None:
        raise _missing("to_networkx", "networkx")
    start = answer.position
    graph = networkx.MultiDiGraph()
    waiting, seen = deque([start]), {start}
    while waiting:
        here = waiting.popleft()
        value, (second, _, steps) = answer.probe(here), here._look()
        plies = {} if value.plies is None else {"plies": value.plies}
        graph.add_node(here, label=str(here), value=int(value), turn=answer._start()[1][second], over=not steps, **plies)
        best = {str(move) for move in answer._best(here)}
        for move, gain, place in steps:
            graph.add_edge(here, place, move=str(move), gain=gain, best=str(move) in best)
            if place not in seen:
                seen.add(place)
                waiting.append(place)
        if len(seen) > most:
            raise Refused(f"play reaches more than {most:,} positions from here: raise `most`, or begin later in the game, `at(…)`")
    return graph


def written(table: Any, variables: list[str]) -> str:
    """A table of values as text: a dict by the values of the variables, a list of rows, a frame, or text already."""
    if isinstance(table, str):
        return table
    if isinstance(table, Mapping):
        rows = [[*(at if isinstance(at, tuple) else (at,)), value] for at, value in table.items()]
        wrong = next((row for row in rows if len(row) != len(variables) + 1), None)
        if wrong is not None:
            raise ValueError(f"the table is by {', '.join(variables)}, and a key has {len(wrong) - 1} values")
        return _lines([[*variables, "value"], *rows])
    if hasattr(table, "columns"):
        rows = table.rows() if hasattr(table, "rows") else table.itertuples(index=False)
        return _lines([list(table.columns), *rows])
    return _lines(table)


def _lines(rows: Iterable[Iterable[Any]]) -> str:
    """Cells with commas between. Of a pair, both stand in one cell."""
    return "".join(",".join("/".join(map(str, cell)) if isinstance(cell, tuple) else str(cell) for cell in row) + "\n" for row in rows)


def to_parquet(stream: Any, path: str | os.PathLike[str]) -> None:
    """A Parquet file, packed with Zstandard; batch by batch where pyarrow is there."""
    parquet, polars = library("pyarrow.parquet"), library("polars")
    if parquet is not None:
        reader = library("pyarrow").RecordBatchReader.from_stream(stream)
        with parquet.ParquetWriter(os.fspath(path), reader.schema, compression="zstd") as out:
            for batch in reader:
                out.write_batch(batch)
    elif polars is not None:
        polars.DataFrame(stream).write_parquet(os.fspath(path))
    else:
        raise _missing("to_parquet", "pyarrow", "polars")
