"""Tables in columns: Parquet files and folders of Hugging Face datasets in, shards of Parquet out. Needs pyarrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from specwright.batch.row import BatchRow
from specwright.core.errors import OutputError, UserError

ENDINGS: Final = (".parquet", ".arrow")
SHARDS: Final = "parquet"
_ROWS_AT_ONCE: Final = 256
_ROWS_OF_A_SHARD: Final = 50_000


def table_files(path: Path) -> list[Path]:
    """Return the tables that a path stands for: itself, or those of a dataset's folder in order.

    Of a dataset with several splits the folder of one must be named. Raise UserError.
    """
    if path.is_file():
        return [path]
    found = sorted(
        each for ending in ENDINGS for each in path.rglob(f"*{ending}") if not each.name.startswith("cache-")
    )
    if not found:
        raise UserError(
            f"there is no table in the folder {path}",
            hint="name a folder with .parquet files, or one that `save_to_disk` of Hugging Face wrote",
        )
    splits = sorted({_split(each, path) for each in found})
    if len(splits) > 1:
        raise UserError(
            f"{path} has several splits: {', '.join(splits)}",
            hint=f"name one of them, for example {found[0].parent if found[0].parent != path else found[0]}",
        )
    return found


def _split(file: Path, folder: Path) -> str:
    """Return the split of a dataset that a file belongs to: its folder, or the beginning of its name."""
    above = file.parent.relative_to(folder).as_posix()
    name, dash, _ = file.stem.partition("-")
    return name if dash and above in (".", "data") and name != "data" else above


def read_tables(path: Path) -> Iterator[dict[str, Any]]:
    """Return the rows of a table, or of all tables of a folder, a few at a time. Raise UserError."""
    pyarrow = _pyarrow()
    for file in table_files(path):
        try:
            for batch in _batches(pyarrow, file):
                yield from batch.to_pylist()
        except (pyarrow.ArrowException, OSError) as error:
            why = " ".join(str(error).split())[:200]
            raise UserError(f"{file} cannot be read: {why}", hint="correct the file, or leave it out") from error


def _batches(pyarrow: Any, file: Path) -> Iterator[Any]:
    if file.suffix == ".parquet":
        from pyarrow.parquet import ParquetFile  # noqa: PLC0415 - an extra

        with ParquetFile(file) as table:
            yield from table.iter_batches(_ROWS_AT_ONCE)
        return
    from pyarrow import ipc  # noqa: PLC0415 - an extra

    with pyarrow.memory_map(str(file)) as source:
        try:
            reader = ipc.open_stream(source)
        except pyarrow.ArrowInvalid:
            opened = ipc.open_file(source)
            yield from (opened.get_batch(number) for number in range(opened.num_record_batches))
        else:
            yield from reader


def write_shards(rows: Iterable[BatchRow], folder: Path) -> int:
    """Write the rows as Parquet files of a folder, each whole or not at all. Return how many files.

    Shards of an earlier call that are no longer needed are removed. Raise UserError without pyarrow, OutputError.
    """
    pyarrow = _pyarrow()
    from pyarrow import parquet  # noqa: PLC0415 - an extra

    schema = _schema(pyarrow)
    remaining = iter(rows)
    number = 0
    try:
        folder.mkdir(exist_ok=True)
        while part := list(islice(remaining, _ROWS_OF_A_SHARD)):
            target = folder / f"part-{number:05}.parquet"
            unfinished = folder / f".{target.name}.part"
            table = pyarrow.Table.from_pylist([_as_columns(row) for row in part], schema=schema)
            parquet.write_table(table, unfinished, compression="zstd")
            unfinished.replace(target)
            number += 1
        for old in folder.glob("part-*.parquet"):
            if int(old.stem.removeprefix("part-")) >= number:
                old.unlink()
    except (OSError, pyarrow.ArrowException) as error:
        raise OutputError(
            f"the table cannot be written to {folder}: {error}",
            hint="free some space and give the same command again; results.jsonl is whole",
        ) from error
    return number


def _as_columns(row: BatchRow) -> dict[str, Any]:
    data = row.model_dump(mode="json")
    return {name: _text(value) if isinstance(value, str) else value for name, value in data.items()} | {
        "bars": [_text(bar) for bar in row.bars]
    }


def _text(value: str) -> str:
    """Return the text with escapes for what is no Unicode: columns hold nothing else."""
    return value.encode("utf-8", "backslashreplace").decode()


def _schema(pyarrow: Any) -> Any:
    numbers = {"line": "int64", "input_tokens": "int64", "output_tokens": "int64"}
    floats = ("confidence", "usd", "model_seconds", "own_seconds")
    kinds = {name: pyarrow.string() for name in BatchRow.model_fields}
    kinds |= {name: pyarrow.type_for_alias(alias) for name, alias in numbers.items()}
    kinds |= {name: pyarrow.float64() for name in floats}
    kinds |= {"verified": pyarrow.bool_(), "bars": pyarrow.list_(pyarrow.string())}
    return pyarrow.schema(list(kinds.items()))


def _pyarrow() -> Any:
    try:
        import pyarrow as pa  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise UserError(
            "tables in columns need a package that is not installed", hint="run: pip install 'specwright[parquet]'"
        ) from error
    return pa
