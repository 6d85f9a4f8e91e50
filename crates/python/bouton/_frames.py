"""Tables of positions in other libraries: each takes the Arrow stream where it lies. None of them is needed, any will do."""

from __future__ import annotations

import importlib
import os
from typing import Any


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
