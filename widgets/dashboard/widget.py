"""Base widget of all dashboards, with controls, a main answer, charts, collapsible explanations and live simulations.

A dashboard is a subclass of `Dashboard`. The controls and the layout of a dashboard are data. The method `refresh` sets
the content of each block for the current control values. The page sends changes of controls. The link of the page
contains the control values.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast
from urllib.parse import parse_qsl, urlencode

import traitlets
from plotly.graph_objects import Figure

from gamelib.validation import normalize_unspaced_link, short_repr, validate_seed

from ..chart.widget import Chart, chart_contents
from ..page.assets import bundle_scripts, bundle_styles
from ..page.paths import TEACHER_KEY_ENV
from ..page.protocol import UNKNOWN_REQUEST_TEXT, MessageHandler, PageWidget
from ..page.static_picture import StaticChart
from ..page.translations import text_lookup
from .controls import Control
from .live_simulation import LiveSimulation
from .run_report import build_run_report

text = text_lookup("dashboard")
Block = dict[str, Any]


# -- blocks of a layout --------------------------------------------------------------------------


def answer_block(id: str, is_probability: bool = False) -> Block:
    """Return a block with one large line, the answer. The reader can predict it before it appears.

    Data: {lead, big, more}, and {share: (probability, its percentage)} for a dial. With `is_probability`, the answer is
    this probability, and the reader predicts a percentage instead of words.
    """
    return {"kind": "answer", "id": id, "isProbability": is_probability}


def text_block(id: str) -> Block:
    """Return a block with paragraphs. Data: {lines}."""
    return {"kind": "text", "id": id}


def table_block(id: str) -> Block:
    """Return a block with a table. Data: {caption, columns, rows, marked: index of the marked row or None}."""
    return {"kind": "table", "id": id}


def column_heads(text: str) -> list[str]:
    """Return the heads of the columns of a table from a text such as "round | gold"."""
    return [head.strip() for head in text.split("|")]


def download_block(id: str) -> Block:
    """Return a block with a button that saves a text as a file.

    The browser creates the file. Data: {label: of the button, name: of the file, text: of the file}.
    """
    return {"kind": "download", "id": id}


def chart_block(id: str) -> Block:
    """Return a block with a chart. `Dashboard.queue_chart_if_changed(id, ...)` draws it."""
    return {"kind": "chart", "id": id}


TRIAL_BATCHES = (10, 1000)  # trials per click


def simulation_block(
    id: str, single_label: str, continuous_label: str, batch_labels: Mapping[int, str] | None = None
) -> Block:
    """Return a block with a simulation's buttons. Data: the result of `LiveSimulation.update_block_data(...)`.

    `single_label` is for example "Roll once", and `continuous_label` "Keep rolling". `batch_labels` maps numbers of
    trials from `TRIAL_BATCHES` to the labels of their buttons.
    """
    words = {n: text("times", n=n) for n in TRIAL_BATCHES} if batch_labels is None else batch_labels
    buttons = [{"n": n, "label": label} for n, label in words.items()]
    return {"kind": "runs", "id": id, "once": single_label, "often": continuous_label, "portions": buttons}


def controls_block(*which: Control) -> Block:
    """Return a block with controls, in the order in which they form a sentence."""
    return {"kind": "controls", "controls": [control.to_json() for control in which]}


def collapsible_block(id: str, *parts: Block) -> Block:
    """Return a block that the reader can open and close. Data: {label: text of the button}."""
    return {"kind": "fold", "id": id, "parts": list(parts)}


def columns_block(*parts: Sequence[Block]) -> Block:
    """Return a block with columns. On a wide screen, the columns are next to each other."""
    return {"kind": "columns", "parts": [list(part) for part in parts]}


def section_block(title: str, side_blocks: Iterable[Block], main_blocks: Iterable[Block]) -> Block:
    """Return a section with its controls at the side of its main content. On a phone, the content is below them.

    The first section needs no title.
    """
    return {"title": title, "side": list(side_blocks), "main": list(main_blocks)}


def _blocks(parts: Any) -> Iterable[Block]:
    """Return all blocks of a layout. Each block comes directly before the blocks that it contains."""
    if isinstance(parts, dict):
        yield parts
        for key in ("side", "main", "parts"):
            yield from _blocks(parts.get(key, []))
    else:
        for part in parts:
            yield from _blocks(part)


def control_named(controls: Mapping[str, Control], name: str) -> Control:
    """Return the control with this name. Raise ValueError if there is no such control."""
    if name not in controls:
        raise ValueError(text("no_control", name=name[:20]))
    return controls[name]


# -- the widget ----------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _untouched(page: Hashable) -> dict[str, tuple[Hashable, dict[str, Any]]]:
    """Return the last contents of the charts on a new page of this class: chart id -> (key, contents)."""
    return {}


class ChartsById(dict[str, Chart]):
    """Charts of a page by id."""

    def __missing__(self, name: object) -> Chart:
        raise KeyError(text("no_chart", name=short_repr(name), names=list(self)))


class Dashboard(PageWidget):
    """Base class for all dashboards. `values` maps the name of each control to its current value.

    A subclass defines `CONTROLS`, `LAYOUT` and `refresh`, and can return simulations from `create_simulations` (id of a
    simulation block -> LiveSimulation). If `LAYOUT` depends on the values, the chart ids must stay the same.
    """

    text_files = ("dashboard",)
    CONTROLS: Sequence[Control] = ()
    LAYOUT: Sequence[Block] = ()

    _esm = bundle_scripts("dashboard/dashboard.js")
    _css = bundle_styles("page/tokens.css", "chart/trial.css", "dashboard/dashboard.css", "dashboard/responsive.css")

    sections: Any = traitlets.List().tag(sync=True)
    charts = traitlets.Dict().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)

    def __init__(self, link: str = "", seed: int | None = None) -> None:
        """Create the dashboard.

        `link` is the initial control values in the format of `link_fragment`. Raise ValueError for an invalid link.
        """
        validate_seed(seed)
        self.controls = {control.name: control for control in self.CONTROLS}
        self.values = self._opened(link)
        self.simulations: dict[str, LiveSimulation] = self.create_simulations(seed)
        self.pictures = ChartsById(
            {
                block["id"]: Chart(level=3 if part["title"] else 2)
                for part in self.LAYOUT
                for block in _blocks(part)
                if block.get("kind") == "chart"
            }
        )
        self._drawn: dict[str, Hashable] = {}
        self._said: dict[str, Any] = {}
        self._problems: dict[str, str] = {}
        self._notice = ""
        self.bind_chart_clicks()
        models = {name: f"IPY_MODEL_{picture.model_id}" for name, picture in self.pictures.items()}
        super().__init__(sections=list(self.LAYOUT), charts=models)
        self._redraw()
        self.start_receiving()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {', '.join(picture.title for picture in self.pictures.values())}>"

    def plain_paragraphs_and_charts(self) -> list[str | StaticChart]:
        parts: list[str | StaticChart] = []
        for section in self.LAYOUT:
            parts.append(str(section["title"]))
            for block in _blocks(section):
                content = self._said.get(block.get("id", ""), {})
                parts.append(" ".join(str(content[name]) for name in ("lead", "big", "more") if content.get(name)))
                if block.get("kind") == "chart":
                    parts += self.pictures[block["id"]].plain_paragraphs_and_charts()
        return parts

    # -- methods to override ---------------------------------------------------------------------

    def create_simulations(self, seed: int | None) -> dict[str, LiveSimulation]:
        """Return the simulations of this dashboard by block id."""
        return {}

    def bind_chart_clicks(self) -> None:
        """Override this method to add click handlers to charts (`self.pictures[id].on_click`)."""

    def refresh(self) -> None:
        """Set the data of all blocks, and queue all charts, for the control values in `self.values`.

        Subclasses implement this method with `queue_block_data` and `queue_chart_if_changed`.
        """
        raise NotImplementedError

    def builder_model_text(self) -> str:
        """Return the Builder's model expression for the current control values, or "" if there is none."""
        return ""

    # -- methods for subclasses ------------------------------------------------------------------

    def queue_block_data(self, id: str, **content: Any) -> None:
        """Set the data of a block. The next refresh sends the data to the page."""
        self._said[id] = content

    def block_data(self, id: str) -> dict[str, Any]:
        """Return the data of a block."""
        return dict(self._said[id])

    def queue_chart_if_changed(self, block_id: str, content_key: Hashable, make_figure: Callable[[], Figure]) -> None:
        """Queue a chart for drawing, unless the last drawing had the same key.

        The key must contain all values on which the figure depends.
        """
        if self._drawn.get(block_id) != (content_key,):
            self._later[block_id] = ((content_key,), make_figure)

    def set_control_values(self, **values: Any) -> None:
        """Set controls from Python, with the same effect as changes on the page.

        An invalid value raises ValueError and changes nothing.
        """
        read = {name: self._control(name).validated_value(value) for name, value in values.items()}
        self.values.update(read)
        for name in read:
            self._problems.pop(name, None)
        self._redraw()

    @property
    def link_fragment(self) -> str:
        """Current values of the controls as the fragment of a URL."""
        return urlencode({name: control.to_link_value(self.values[name]) for name, control in self.controls.items()})

    # -- implementation --------------------------------------------------------------------------

    def _control(self, name: str) -> Control:
        return control_named(self.controls, name)

    def _opened(self, link: str) -> dict[str, Any]:
        """Return the control values of a link. A control that is not in the link has its default value."""
        values: dict[str, Any] = {name: control.default for name, control in self.controls.items()}
        if not isinstance(link, str):
            raise ValueError(text("not_setting", link=short_repr(link)))
        link = normalize_unspaced_link(link).lstrip("#")
        try:
            pairs = parse_qsl(link, keep_blank_values=True, strict_parsing=bool(link), max_num_fields=50)
        except ValueError as error:
            raise ValueError(text("not_name_value")) from error
        for name, raw in pairs:
            values[name] = self._control(name).validated_value(raw)
        return values

    def _redraw(self) -> None:
        """Update the texts before the charts, so that the answer appears before the last chart."""
        self._later: dict[str, tuple[Hashable, Callable[[], Figure]]] = {}
        self.refresh()
        with self.hold_sync():  # layout and values must change in the same message
            self.sections = list(self.LAYOUT)
            self.state = {
                "values": {n: list(value) if isinstance(value, tuple) else value for n, value in self.values.items()},
                "shown": dict(self._said),
                "problems": dict(self._problems),
                "notice": self._notice,
                "link": self.link_fragment,
                "model": self.builder_model_text(),
            }
        ready = {} if self._drawn else _untouched(cast(Hashable, type(self)))
        for id, (key, make) in self._later.items():
            if id not in ready or ready[id][0] != key:
                ready[id] = key, chart_contents(make())
            self.pictures[id].show_contents(ready[id][1])
            self._drawn[id] = key

    def message_handlers(self) -> dict[str, MessageHandler]:
        return {"set": self._set, "open": self._open, "run": self._run, "reset": self._reset}

    def send_notice(self, text: str) -> None:
        """Display a notice on the page. It disappears at the next action of the reader."""
        self._notice = text
        self._redraw()

    def _set(self, message: Mapping[str, Any]) -> None:
        """Set the controls with valid values. An error is displayed next to its control, which keeps its old value."""
        self._notice = ""
        asked = [(name, self._control(name), raw) for name, raw in dict(message["values"]).items()]
        for name, control, raw in asked:
            try:
                self.values[name] = control.validated_value(raw)
                self._problems.pop(name, None)
            except ValueError as error:
                self._problems[name] = str(error)
        self._redraw()

    def _open(self, message: Mapping[str, Any]) -> None:
        self._notice, self._problems = "", {}
        try:
            self.values = self._opened(str(message["link"]))
        except ValueError as error:
            self.values = self._opened("")
            self._notice = text("link_unfit", error=str(error))
        self._redraw()

    def _run(self, message: Mapping[str, Any]) -> None:
        """Run n more trials. With null, run a number of trials that gives a steady speed. With 0, clear all trials."""
        simulation, n = self.simulations[message["id"]], message["n"]
        if n == 0:
            simulation.clear()
        elif n in (None, 1, *TRIAL_BATCHES):
            simulation.add_trials(n)
        else:
            raise ValueError(UNKNOWN_REQUEST_TEXT)
        self._redraw()
        self._tell_class(message["id"])

    def _tell_class(self, id: str) -> None:
        """Send the page a report about these trials. If its reader is in a class, the page sends the report on."""
        key = os.environ.get(TEACHER_KEY_ENV)
        told = build_run_report(self.simulations[id], self._asked(id), key) if key else None
        if told:
            self.send({"kind": "report", "data": told})

    def _asked(self, id: str) -> str:
        """Return the question of a simulation: the `lead` of the answer block in the same section."""
        blocks = next(list(_blocks(part)) for part in self.LAYOUT if any(b.get("id") == id for b in _blocks(part)))
        answers = [self._said.get(block["id"], {}) for block in blocks if block.get("kind") == "answer"]
        return str(answers[0].get("lead", "")) if answers else ""

    def _reset(self, _message: Mapping[str, Any]) -> None:
        self._notice, self._problems = "", {}
        self.values = self._opened("")
        for simulation in self.simulations.values():
            simulation.clear()
        self._redraw()
