"""Widget for one Plotly figure with a description and a table.

The state of the widget is synchronized with the page. A page loads Plotly only once for all charts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import traitlets
from ipywidgets import CallbackDispatcher
from plotly.basedatatypes import BaseFigure
from plotly.graph_objects import Figure

from gamelib.validation import short_repr

from ..page.assets import bundle_scripts, bundle_styles
from ..page.plotly_bundle import compressed_plotly_script
from ..page.static_output import ExportableWidget
from ..page.static_picture import StaticChart
from ..page.translations import text_lookup

chart_text = text_lookup("chart")


class Chart(ExportableWidget):
    """Widget for a Plotly figure with a heading, a text alternative and a table.

    All values are synchronized with the page, so Python can set a value before the chart is displayed.

    Args:
        figure: Plotly figure, whose title becomes the heading.
        text: Description of the figure in words. The default is `figure.layout.meta["text"]`.
        table: Columns of the table below the figure. The default is `figure.layout.meta["table"]`, if there is one.
        level: Level of the heading, from 1 to 6.
        **kwargs: Further traits of the widget.

    Raises:
        ValueError: The figure has no text alternative.

    Example:
        >>> from widgets import Chart
        >>> from widgets.chart.figures import distribution
        >>> from gamelib import Dist
        >>> figure = distribution(Dist.die(6), title="A die", xlabel="points")
        >>> Chart(figure).title
        'A die'
    """

    _esm = bundle_scripts("chart/chart.js")  # text, because anywidget keeps a reference to every chart of a script path
    _css = bundle_styles("page/tokens.css", "chart/chart.css")

    figure = traitlets.Dict().tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)
    text = traitlets.Unicode().tag(sync=True)
    table = traitlets.Dict().tag(sync=True)
    level = traitlets.Int(3, min=1, max=6).tag(sync=True)
    selectable = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        figure: Figure | None = None,
        *,
        text: str | None = None,
        table: Mapping[str, Any] | None = None,
        level: int = 3,
        **kwargs: Any,
    ) -> None:
        shown = chart_contents(figure, text, table) if figure is not None else {}
        super().__init__(level=level, **shown, **kwargs)
        self._clicks = CallbackDispatcher()
        self.on_msg(self._receive)

    def __repr__(self) -> str:
        return f"<Chart: {self.text}>"

    def plain_paragraphs_and_charts(self) -> list[StaticChart]:
        return [StaticChart(self.title, self.text, self.table, self.figure)] if self.figure else []

    def show(self, figure: Figure, *, text: str | None = None, table: Mapping[str, Any] | None = None) -> None:
        """Display `figure` instead of the current one, in one message.

        Args:
            figure: Plotly figure.
            text: Description of the figure in words. The default is `figure.layout.meta["text"]`.
            table: Columns of the table below the figure. The default is `figure.layout.meta["table"]`, if there is one.

        Raises:
            ValueError: The figure has no text alternative.

        Example:
            >>> from widgets import Chart
            >>> from widgets.chart.figures import distribution
            >>> from gamelib import Dist
            >>> figure = distribution(Dist.die(6), title="A die", xlabel="points")
            >>> chart = Chart()
            >>> chart.show(figure)
            >>> chart.title
            'A die'
        """
        self.show_contents(chart_contents(figure, text, table))

    def show_contents(self, shown: Mapping[str, Any]) -> None:
        """Display the result of `chart_contents`, in one message."""
        with self.hold_sync():
            for name, value in shown.items():
                setattr(self, name, value)

    def to_plotly(self) -> Figure:
        """Return a copy of the current figure, for further work with Plotly.

        >>> from widgets import Chart
        >>> from widgets.chart.figures import distribution
        >>> from gamelib import Dist
        >>> figure = distribution(Dist.die(6), title="A die", xlabel="points")
        >>> Chart(figure).to_plotly().layout.title.text
        'A die'
        """
        return Figure({**self.figure, "layout": {**self.figure.get("layout", {}), "title": {"text": self.title}}})

    def on_click(self, handler: Callable[[dict[str, Any]], None], *, remove: bool = False) -> None:
        """Call a function when the user clicks a mark of the figure or selects it by keyboard.

        Args:
            handler: Function with one argument, the dictionary {curve, index, x, y, customdata}. The index is a number,
                or [row, column] for a mark of a grid.
            remove: Whether to remove the function instead of adding it.

        Example:
            >>> from widgets import Chart
            >>> from widgets.chart.figures import distribution
            >>> from gamelib import Dist
            >>> figure = distribution(Dist.die(6), title="A die", xlabel="points")
            >>> chart = Chart(figure)
            >>> chart.on_click(print)
            >>> chart.selectable
            True
        """
        self._clicks.register_callback(handler, remove=remove)
        self.selectable = bool(self._clicks.callbacks)

    def _receive(self, _widget: Chart, content: dict[str, Any], _buffers: list[memoryview]) -> None:
        kind = content.get("kind")
        if kind == "plotly":
            self.send({"kind": "plotly"}, buffers=[compressed_plotly_script()])
        elif kind == "click":
            self._clicks({key: content[key] for key in ("curve", "index", "x", "y", "customdata")})


def chart_contents(figure: Figure, text: str | None = None, table: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the values of the widget for `figure`, which are synchronized with the page.

    The title of the figure becomes the heading, which wraps and is accessible to screen readers.
    """
    if not isinstance(figure, BaseFigure):
        raise ValueError(chart_text("no_figure", value=short_repr(figure)))
    plain = json.loads(figure.to_json())
    meta = plain["layout"].pop("meta", {})
    sentence = text or meta.get("text")
    if not sentence:
        raise ValueError(chart_text("no_alternative"))
    return {
        "title": plain["layout"].pop("title", {}).get("text", ""),
        "text": sentence,
        "table": dict(table) if table is not None else meta.get("table", {}),
        "figure": plain,
    }
