"""The lesson widget: play, predict, run, compare, why, change one thing, check, back to the game.

It shows a `Plan` (widgets/lesson/plan.py) and keeps one pupil's progress. The page sends messages {do, seq, ...}; each
is followed by {kind: "done", seq}. What cannot be done comes back as one plain sentence, {kind: "notice"}. After each
deed {kind: "keep", data} carries what the browser is to keep; {do: "hello", saved} brings it back after a reload.
"""

from __future__ import annotations

from typing import Any

import traitlets

from gamelib import Record
from gamelib.numbers import some

from ..chart.widget import Chart
from ..page import Deed, Json, PageWidget, together
from ..table.widget import Table
from .page import Page, told_runs
from .plan import Plan
from .pupil import Pupil

PLAYERS = "human", "thumb"
PICTURES = ("example", "compare", "why", "change", "rank", "calibration")
SHEET = "teacher-{id}.html"


class Lesson(PageWidget):
    """A lesson to work through: `Lesson(plan)`. `seed` fixes the runs. ValueError for a plan that lacks a step."""

    _esm = together("elements.js", "lesson.js")
    _css = together("theme.css", "lesson.css")

    lesson = traitlets.Unicode().tag(sync=True)
    page = traitlets.Dict().tag(sync=True)
    charts = traitlets.Dict().tag(sync=True)
    table = traitlets.Dict().tag(sync=True)

    def __init__(self, plan: Plan, seed: int | None = None) -> None:
        self.plan = plan
        self.pupil = Pupil(plan, seed)
        self.shown = Page(plan, self.pupil)
        steps = self.shown.steps()
        checks = (f"check {n}" for n in range(len(self.pupil.answers)))
        self.pictures = {name: Chart() for name in (*PICTURES, *checks)}
        self._drawn: dict[str, Any] = {}
        self._board: Table | None = None
        self._touched = False
        self._draw()
        models = {name: f"IPY_MODEL_{chart.model_id}" for name, chart in self.pictures.items()}
        super().__init__(lesson=plan.id, page={"steps": steps, "live": ""}, charts=models)
        self.hear()

    # -- showing -----------------------------------------------------------------------------

    def _draw(self) -> None:
        """Draw the pictures that have changed."""
        for name, (key, make) in self.shown.figures.items():
            if self._drawn.get(name, self) != key:
                self._drawn[name] = key
                self.pictures[name].show(make())

    def _show(self, live: str = "") -> None:
        self.page = {"steps": self.shown.steps(), "live": live}
        self._draw()

    def step(self, kind: str) -> Json:
        """What the page shows of a step. ValueError if there is none of this kind."""
        for shown in self.page["steps"]:
            if shown["kind"] == kind:
                return dict(shown)
        raise ValueError(f"There is no step {kind!r}.")

    # -- deeds -------------------------------------------------------------------------------

    def deeds(self) -> dict[str, Deed]:
        """Each `_do_NAME` by its name; after it the browser is told what to keep."""
        return {name[4:]: self._kept(getattr(self, name)) for name in dir(self) if name.startswith("_do_")}

    def _kept(self, deed: Deed) -> Deed:
        def run(message: Json) -> None:
            with self.hold_sync():  # who reloads as soon as something shows must find it again: keep it first
                deed(message)
                self._touched |= message["do"] != "hello"
                self.send({"kind": "keep", "data": self.pupil.saved()})

        return run

    def _do_hello(self, message: Json) -> None:
        """A page has come up with what its browser has kept; it counts unless something is done here already."""
        if message.get("saved") and not self._touched:
            self._touched = True
            self.pupil.restore(message["saved"])
            self._show("Your lesson goes on where you left it.")

    def _do_put(self, message: Json) -> None:
        self.pupil.put(message["chips"], message.get("reason"))

    def _do_lock(self, message: Json) -> None:
        self.pupil.lock(message["chips"], message.get("reason"))
        self._show("Your prediction is put down. Now run it.")

    def _do_run(self, message: Json) -> None:
        self.pupil.run(message["n"], lambda done, n: self.send({"kind": "progress", "done": done, "of": n}))
        shown = self.pupil
        self._show(f"{some(shown.total, 'run')} so far."
                   + (f" Came: {told_runs(shown.last)}." if shown.last else ""))  # fmt: skip

    def _do_reveal(self, message: Json) -> None:
        self.pupil.reveal()
        self._show(f"The exact answer is {self.plan.values['exact']}. The other steps are open.")

    def _do_guess(self, message: Json) -> None:
        self.pupil.say_way(message["way"])
        self._show()
        self._say(self.step("change")["reply"])

    def _do_look(self, message: Json) -> None:
        self.pupil.look_at(message["n"])
        self._show()
        self._say(f"The answer is {self.step('change')['answer']}.")

    def _do_arrange(self, message: Json) -> None:
        self.pupil.arrange(message["order"])

    def _do_rank(self, message: Json) -> None:
        self.pupil.rank(message["order"])
        self._show()
        self._say(self.step("rank")["reply"])

    def _do_answer(self, message: Json) -> None:
        self.pupil.answer(message["n"], message["choice"], message["sure"])
        self._show()
        self._say(self.step("check")["items"][message["n"]]["reply"])

    def _do_hint(self, message: Json) -> None:
        self.pupil.hint(message["n"])
        self._show()
        self._say(self.step("check")["items"][message["n"]]["hints"][-1])

    def _do_again(self, message: Json) -> None:
        self.pupil.again(message["n"])
        self._show("The question has other numbers now.")

    def _do_restart(self, message: Json) -> None:
        self.pupil.restart()
        self._close()
        self._show("The lesson begins anew.")

    def _do_open(self, message: Json) -> None:
        """The table, at a position: "start", "end", or "path n"."""
        record = self.position(str(message["place"]))
        self._close()
        players = [PLAYERS[seat > 0] for seat in range(record.seats)]
        self._board = Table(record.game.id, seats=record.seats, record=record, players=players, keep=False)
        model = f"IPY_MODEL_{self._board.model_id}"
        self.table = {"at": str(message["at"]), "model": model, "link": self._link(record)}

    def _do_shut(self, message: Json) -> None:
        self._close()

    def _do_sheet(self, message: Json) -> None:
        from .teacher import sheet

        self.send({"kind": "file", "name": SHEET.format(id=self.plan.id), "text": sheet(self.plan)})

    def _say(self, live: str) -> None:
        self.page = {**self.page, "live": live}

    # -- the table ---------------------------------------------------------------------------

    def position(self, place: str) -> Record:
        """The position that a step shows, a copy to play with. ValueError for one that is not there or not open yet."""
        found = self._position(place)
        return found.branch(len(found))  # positions are found once for all, and a table plays on in what it is given

    def _position(self, place: str) -> Record:
        made, settings = self.plan.experiment, self.plan.settings
        assert made.start
        assert made.after
        assert made.paths
        if place == "start" or (place == "end" and self.pupil.revealed):
            return made.start(**settings)
        kind, _, number = place.partition(" ")
        paths = made.paths(**settings)
        if kind == "path" and self.pupil.revealed and number.isdigit() and int(number) < len(paths):
            return made.after(paths[int(number)].place, **settings)
        raise ValueError("This position opens later in the lesson.")

    def _link(self, record: Record) -> str:
        """The same position on the page of the table, relative to the lesson's page."""
        return f"../tables/{record.game.title.lower()}.ipynb#game={record.to_link()}&step={len(record)}"

    def _close(self) -> None:
        self.table = {}
        if self._board is not None:
            self._board.close()
            self._board = None
