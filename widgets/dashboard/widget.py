"""The shell of a dashboard: a sentence of controls, one large answer, pictures, the reasons folded, runs to watch.

A dashboard is a `Dashboard` with its controls and layout as data and one method, `refresh`, that says for the
present values what each block shows. The page sends what a control is set to; the setting stands in the page's link.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast
from urllib.parse import parse_qsl, urlencode

import traitlets
from plotly.graph_objects import Figure

from gamelib.validation import check_seed, joined_link, short_repr

from ..chart.widget import Chart, chart_contents
from ..page.assets import bundle_scripts, bundle_styles
from ..page.paths import TEACHER_KEY_ENV
from ..page.protocol import UNKNOWN_REQUEST_TEXT, MessageHandler, PageWidget
from .controls import Control
from .live_simulation import LiveSimulation
from .run_report import build_run_report

Block = dict[str, Any]


# -- blocks of a layout --------------------------------------------------------------------------


def answer_block(id: str) -> Block:
    """One large line; shows {lead, big, more}, and {share: (chance, its percentage)} for a dial."""
    return {"kind": "answer", "id": id}


def text_block(id: str) -> Block:
    """Paragraphs; shows {lines}."""
    return {"kind": "text", "id": id}


def table_block(id: str) -> Block:
    """A table; shows {caption, columns, rows, marked: number of a row or None}."""
    return {"kind": "table", "id": id}


def download_block(id: str) -> Block:
    """A button that saves a text as a file, made by the browser; shows {label, name, text}."""
    return {"kind": "download", "id": id}


def chart_block(id: str) -> Block:
    """A picture; `Dashboard.picture(id, ...)` draws it."""
    return {"kind": "chart", "id": id}


TRIAL_BATCHES = (10, 1000)  # runs at once


def simulation_block(
    id: str, single_label: str, continuous_label: str, batch_labels: Mapping[int, str] | None = None
) -> Block:
    """Buttons of a simulation: `single_label` ("Roll once") and `continuous_label` ("Keep rolling"); shows
    `Runs.shown(...)`.

    `batch_labels`: some at once -> words of the button; one of PORTIONS, and its words by themselves.
    """
    words = {n: f"{n:,} times" for n in TRIAL_BATCHES} if batch_labels is None else batch_labels
    buttons = [{"n": n, "label": label} for n, label in words.items()]
    return {"kind": "runs", "id": id, "once": single_label, "often": continuous_label, "portions": buttons}


def controls_block(*which: Control) -> Block:
    """Controls in the order of a sentence."""
    return {"kind": "controls", "controls": [control.to_json() for control in which]}


def collapsible_block(id: str, *parts: Block) -> Block:
    """Parts that open on demand; shows {label}."""
    return {"kind": "fold", "id": id, "parts": list(parts)}


def columns_block(*parts: Sequence[Block]) -> Block:
    """Columns side by side where there is room."""
    return {"kind": "columns", "parts": [list(part) for part in parts]}


def section_block(title: str, side_blocks: Iterable[Block], main_blocks: Iterable[Block]) -> Block:
    """Controls at the side, what they do beside them (below on a phone). The first section needs no title."""
    return {"title": title, "side": list(side_blocks), "main": list(main_blocks)}


def _blocks(parts: Any) -> Iterable[Block]:
    """Every block of a layout, depth first."""
    if isinstance(parts, dict):
        yield parts
        for key in ("side", "main", "parts"):
            yield from _blocks(parts.get(key, []))
    else:
        for part in parts:
            yield from _blocks(part)


def control_named(controls: Mapping[str, Control], name: str) -> Control:
    """One of these controls. ValueError for a name that none has."""
    if name not in controls:
        raise ValueError(f"There is no control “{name[:20]}” here.")
    return controls[name]


# -- the widget ----------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _untouched(page: Hashable) -> dict[str, tuple[Hashable, dict[str, Any]]]:
    """What the charts of a new page of this kind showed last: id -> key, contents."""
    return {}


class ChartsById(dict[str, Chart]):
    """The charts of a page by their ids."""

    def __missing__(self, name: object) -> Chart:
        raise KeyError(f"there is no picture {short_repr(name)}; there are {', '.join(self)}")


class Dashboard(PageWidget):
    """Base of all dashboards. `values`: the present setting, name of a control -> value.

    A subclass gives `CONTROLS`, `LAYOUT` and `refresh`, and may fill `self.simulations` (id of a runs block -> Runs).
    One that changes `LAYOUT` with its setting keeps the ids of its charts.
    """

    CONTROLS: Sequence[Control] = ()
    LAYOUT: Sequence[Block] = ()

    _esm = bundle_scripts("dashboard/dashboard.js")
    _css = bundle_styles("page/theme.css", "chart/seen.css", "dashboard/dashboard.css", "dashboard/phone.css")

    sections: Any = traitlets.List().tag(sync=True)
    charts = traitlets.Dict().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)

    def __init__(self, link: str = "", seed: int | None = None) -> None:
        """`link`: a setting to begin with, as `self.link` writes it. ValueError if it does not fit."""
        check_seed(seed)
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

    # -- what a dashboard gives ------------------------------------------------------------------

    def create_simulations(self, seed: int | None) -> dict[str, LiveSimulation]:
        """The simulations of this dashboard by the id of their block."""
        return {}

    def bind_chart_clicks(self) -> None:
        """Attach what happens when a mark of a picture is picked (`self.pictures[id].on_click`)."""

    def refresh(self) -> None:
        """Say and draw everything for `self.values`, with `say` and `picture`."""
        raise NotImplementedError

    def builder_model_text(self) -> str:
        """The chance model of the present setting (`gamelib.model`), for the Builder to open; "" if there is none."""
        return ""

    # -- what a dashboard uses -------------------------------------------------------------------

    def set_block_data(self, id: str, **content: Any) -> None:
        """What the block shows from now on."""
        self._said[id] = content

    def block_data(self, id: str) -> dict[str, Any]:
        """What the block shows."""
        return dict(self._said[id])

    def queue_chart_if_changed(self, block_id: str, content_key: Hashable, make_figure: Callable[[], Figure]) -> None:
        """Draw the block's figure, unless it was drawn for this very key (everything the figure depends on)."""
        if self._drawn.get(block_id) != (content_key,):
            self._later[block_id] = ((content_key,), make_figure)

    def set_control_values(self, **values: Any) -> None:
        """Set controls from Python, as if the page had. ValueError, with nothing changed, for what does not fit."""
        read = {name: self._control(name).parse(value) for name, value in values.items()}
        self.values.update(read)
        for name in read:
            self._problems.pop(name, None)
        self._redraw()

    @property
    def link_fragment(self) -> str:
        """The present setting as the part of an address after #."""
        return urlencode({name: control.to_link_value(self.values[name]) for name, control in self.controls.items()})

    # -- inside ----------------------------------------------------------------------------------

    def _control(self, name: str) -> Control:
        return control_named(self.controls, name)

    def _opened(self, link: str) -> dict[str, Any]:
        """The setting of a link; what it leaves out has its start value."""
        values: dict[str, Any] = {name: control.default for name, control in self.controls.items()}
        if not isinstance(link, str):
            raise ValueError(f"A setting is written as name=value, not as {short_repr(link)}.")
        link = joined_link(link).lstrip("#")
        try:
            pairs = parse_qsl(link, keep_blank_values=True, strict_parsing=bool(link), max_num_fields=50)
        except ValueError as error:
            raise ValueError("It is not written as name=value.") from error
        for name, raw in pairs:
            values[name] = self._control(name).parse(raw)
        return values

    def _redraw(self) -> None:
        """Words first, pictures after: the answer is there before the last picture is."""
        self._later: dict[str, tuple[Hashable, Callable[[], Figure]]] = {}
        self.refresh()
        with self.hold_sync():  # the layout of another setting comes with its values
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
        """The notice stands on the page itself, so it goes with the next thing that is done."""
        self._notice = text
        self._redraw()

    def _set(self, message: Mapping[str, Any]) -> None:
        """Take what fits; what does not is said beside its control, which keeps its last good value."""
        self._notice = ""
        asked = [(name, self._control(name), raw) for name, raw in dict(message["values"]).items()]
        for name, control, raw in asked:
            try:
                self.values[name] = control.parse(raw)
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
            self._notice = f"The link to this page does not fit. {error} You see the setting it starts with."
        self._redraw()

    def _run(self, message: Mapping[str, Any]) -> None:
        """More trials (n; null: as many as make a steady pace; 0: forget them)."""
        simulation, n = self.simulations[message["id"]], message["n"]
        if n == 0:
            simulation.clear()
        elif n in (None, 1, *TRIAL_BATCHES):
            simulation.run(n)
        else:
            raise ValueError(UNKNOWN_REQUEST_TEXT)
        self._redraw()
        self._tell_class(message["id"])

    def _tell_class(self, id: str) -> None:
        """What a class sees of these runs; whether its reader is in one, the page knows."""
        key = os.environ.get(TEACHER_KEY_ENV)
        told = build_run_report(self.simulations[id], self._asked(id), key) if key else None
        if told:
            self.send({"kind": "report", "data": told})

    def _asked(self, id: str) -> str:
        """The question of a simulation: what the answer of its section says of it."""
        blocks = next(list(_blocks(part)) for part in self.LAYOUT if any(b.get("id") == id for b in _blocks(part)))
        answers = [self._said.get(block["id"], {}) for block in blocks if block.get("kind") == "answer"]
        return str(answers[0].get("lead", "")) if answers else ""

    def _reset(self, _message: Mapping[str, Any]) -> None:
        self._notice, self._problems = "", {}
        self.values = self._opened("")
        for simulation in self.simulations.values():
            simulation.clear()
        self._redraw()
