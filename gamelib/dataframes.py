"""Conversion to pandas objects. Only this module uses pandas, which is optional."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import pandas


def import_pandas() -> Any:
    """Import and return pandas. Raise ImportError with a clear message if pandas is not installed."""
    try:
        import pandas
    except ImportError as error:
        raise ImportError("This makes a table for pandas, which is not installed here: pip install pandas.") from error
    return pandas


def make_series(chances: dict[Any, float]) -> pandas.Series[float]:
    """Return a pandas Series of probabilities whose index is the sorted outcomes."""
    made: Any = import_pandas()
    index = made.Index(list(chances), tupleize_cols=False, name="outcome")
    return cast("pandas.Series[float]", made.Series(list(chances.values()), index=index, name="chance"))


def make_dataframe(rows: Sequence[Mapping[str, Any]], index: str | None = None) -> pandas.DataFrame:
    """Return a pandas DataFrame of rows. The column `index` becomes its index."""
    table: pandas.DataFrame = import_pandas().DataFrame(rows)
    return table if index is None else table.set_index(index)
