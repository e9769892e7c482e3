"""What the engine knows as pandas tables, where pandas is installed; nothing else here needs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import pandas


def import_pandas() -> Any:
    """The module pandas. ImportError in a sentence where it is not installed."""
    try:
        import pandas
    except ImportError as error:
        raise ImportError("This makes a table for pandas, which is not installed here: pip install pandas.") from error
    return pandas


def make_series(chances: dict[Any, float]) -> pandas.Series[float]:
    """A pandas Series: its index are the outcomes, in order; its values the chances."""
    made: Any = import_pandas()
    index = made.Index(list(chances), tupleize_cols=False, name="outcome")
    return cast("pandas.Series[float]", made.Series(list(chances.values()), index=index, name="chance"))


def make_dataframe(rows: Sequence[Mapping[str, Any]], index: str | None = None) -> pandas.DataFrame:
    """A pandas DataFrame of rows; the column `index` becomes its index."""
    table: pandas.DataFrame = import_pandas().DataFrame(rows)
    return table if index is None else table.set_index(index)
