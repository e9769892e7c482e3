"""The lesson widget: one step at a time on a rail, from a finished example to what was found.

It shows a `Plan` (widgets/lesson/plan.py) and keeps one pupil's progress, by the protocol of
widgets/page/protocol.py. After each deed {kind: "keep", data} carries what the browser is to keep; {do: "hello", saved,
elsewhere} brings it back after a reload, with how sure this reader was in other lessons.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import traitlets

import gamelib
from gamelib import Record
from gamelib.bank.quiz_generator import quiz_rules_for_topic
from gamelib.chance import Model
from gamelib.number_format import count_with_noun
from gamelib.validation import check_seed, short_repr

from ..builder import Builder, Task
from ..chart.widget import Chart
from ..page.folders import TEACHER
from ..page.kernel import place_in_notebook
from ..page.modules import linked, styles
from ..page.protocol import Deed, Json, PageWidget
from ..rules import Riddles
from ..table.widget import Table
from .codes import code, read_whole
from .files import ids, load
from .limits import SURE
from .page import PupilPage
from .places import running_cell
from .plan import Plan
from .prose import plain
from .pupil import Pupil
from .report import report
from .score import Rated

PLAYERS = "human", "thumb"
PICTURES = ("why", "rank", "calibration")
WORKSHEET = "worksheet-{id}.html"
MOST_ELSEWHERE = 1000
RIDDLES = 3


class Lesson(PageWidget):
    """A lesson to work through: `Lesson(plan)`. `seed` fixes runs and numbers. ValueError for a plan not whole.

    >>> from widgets import Lesson
    >>> from widgets.lesson.files import load
    >>> Lesson(load("00-three-coins")).plan.id
    '00-three-coins'
    """

    _esm = linked("lesson/lesson.js")
    _css = styles(
        "page/theme.css",
        "chart/seen.css",
        "lesson/lesson.css",
        "chart/bench.css",
        "lesson/steps.css",
        "lesson/widths.css",
    )

    lesson = traitlets.Unicode().tag(sync=True)
    page = traitlets.Dict().tag(sync=True)
    charts = traitlets.Dict().tag(sync=True)
    table = traitlets.Dict().tag(sync=True)

    def __init__(self, plan: Plan, seed: int | None = None) -> None:
        if not isinstance(plan, Plan):
            raise ValueError(
                f"A lesson is shown from its plan, such as load({ids()[0]!r}) of widgets.lesson.files, "
                f"not from {short_repr(plan)}."
            )
        check_seed(seed)
        self.plan = plan
        self.faults = plan.faults or _not_whole(plan)
        if self.faults:
            step = {"kind": "faults", "title": "This lesson has a fault", "faults": self.faults, "next": ""}
            super().__init__(lesson=plan.id, page={"step": step, "rail": [], "live": ""})
            self.hear()
            return
        self.pupil = Pupil(plan, seed)
        self.shown = PupilPage(plan, self.pupil)
        checks = (f"check {n}" for n in range(len(self.pupil.answers)))
        self.pictures = {name: Chart() for name in (*PICTURES, *checks)}
        self._drawn: dict[str, Any] = {}
        self._board: Table | Riddles | None = None
        self._touched = self._in_class = False
        models = {name: f"IPY_MODEL_{chart.model_id}" for name, chart in self.pictures.items()}
        self.builder = self._builder()
        if self.builder is not None:
            models["machine"] = f"IPY_MODEL_{self.builder.model_id}"
        super().__init__(lesson=plan.id, page=self._page(""), charts=models, place=place_in_notebook())
        self.hear()

    def __repr__(self) -> str:
        return f"<Lesson {self.lesson}: {self.page['step']['title']}>"

    def _builder(self) -> Builder | None:
        """The Builder with the parts of this lesson, where something is to be put together."""
        made = self.pupil.machine
        if made is None:
            return None
        asks = plain(self.plan.question.prompt_text(**self.plan.settings), {})
        return Builder(made.start, asks=asks, parts=made.parts, task=Task(self._laid, self._judged))

    def _laid(self, made: Model) -> None:
        """Something else lies on the Builder's cloth: it is kept."""
        if made.text != self.pupil.laid:
            with self._kept_after("lay"):
                self.pupil.lay(made)

    def _judged(self, made: Model) -> str:
        """A model that was put together: what is said to it, "" if it is right."""
        with self._kept_after("judge"):
            said = self.pupil.judge_machine(made)
            self._show(said or "That is the experiment.")
        return said

    # -- showing -----------------------------------------------------------------------------

    def _page(self, live: str) -> Json:
        """What the page shows now; its pictures are drawn."""
        page = {"step": self.shown.step(), "rail": self.shown.rail(), "live": live}
        for name, (key, make) in self.shown.figures.items():
            if self._drawn.get(name, self) != key:
                self._drawn[name] = key
                self.pictures[name].show(make())
        return page

    def _show(self, live: str = "") -> None:
        self.page = self._page(live)

    def _say(self, live: str) -> None:
        self.page = {**self.page, "live": live}

    # -- deeds -------------------------------------------------------------------------------

    def deeds(self) -> dict[str, Deed]:
        """Each `_do_NAME` by its name; after it the browser is told what to keep. A lesson with faults does nothing."""
        if self.faults:
            return {"hello": lambda _: None}
        return {name[4:]: self._kept(getattr(self, name)) for name in dir(self) if name.startswith("_do_")}

    def _kept(self, deed: Deed) -> Deed:
        def run(message: Json) -> None:
            with self._kept_after(message["do"]):
                deed(message)

        return run

    @contextmanager
    def _kept_after(self, what: str) -> Iterator[None]:
        """Who reloads as soon as something shows must find it again: it is kept first."""
        with self.hold_sync():
            yield
            self._touched |= what not in ("hello", "hold")
            self.send({"kind": "keep", "data": self.pupil.saved()})
            if self._in_class:
                self.send({"kind": "report", "data": report(self.pupil)})

    def _do_hello(self, message: Json) -> None:
        """A page has come up with what its browser has kept; it counts unless something is done here already."""
        self.shown.elsewhere = _rated(message.get("elsewhere"))
        if message.get("saved") and not self._touched:
            self._touched = True
            self.pupil.restore(message["saved"])
            self.pupil.all_open &= _may_open_all(message)
            self._put_back()
            self._show("Your lesson goes on where you left it.")

    def _do_take(self, message: Json) -> None:
        """The work of a link, or what was done before such a link was opened. What is none leaves all as it is."""
        before = self.pupil.saved()
        try:
            self.pupil.restore(message["work"])
        except ValueError as error:
            self.pupil.restore(before)
            raise ValueError("This link holds no work of this lesson. Copy it once more, as a whole.") from error
        self.pupil.all_open &= _may_open_all(message)
        self._put_back()
        self._close()
        self._show("Your lesson goes on where you left it.")
        self.send({"kind": "taken", "seq": message.get("seq")})

    def _do_go(self, message: Json) -> None:
        self.pupil.go(message["kind"])
        self._close()
        self._show()

    def _do_next(self, message: Json) -> None:
        self.pupil.next()
        self._close()
        self._show()

    def _do_hold(self, message: Json) -> None:
        """The pupil is in a class, which hears from now on what is done, and is held at a step or (None) is not."""
        self._in_class = True
        before = self.pupil.upto
        self.pupil.hold(message["upto"])
        self._show("" if self.pupil.upto == before else "Your teacher has opened or closed steps.")

    def _do_code(self, message: Json) -> None:
        """What is done so far as a short code, to be read out. `face`: who one is in the class, if in one."""
        face = message.get("face")
        rated = [*self.shown.elsewhere, *self.pupil.rated]
        text = code(report(self.pupil), self.plan, face if type(face) is int and face >= 0 else 0, rated)
        self.send({"kind": "code", "text": text})

    def _do_sureness(self, message: Json) -> None:
        """A code from another lesson or day: how sure its pupil was goes on here."""
        text = message["text"]
        if not isinstance(text, str):
            raise ValueError("A result code has letters and numbers in groups of five.")
        self.shown.elsewhere = rated_of(text, self.plan)
        self._show("What your code says about being sure counts here now.")
        self.send({"kind": "sureness", "data": [[one.sure, one.right] for one in self.shown.elsewhere]})

    def _do_open_all(self, message: Json) -> None:
        if not _may_open_all(message):
            raise ValueError("Your teacher can open all steps.")
        self.pupil.open_all()
        self._show("All steps are open.")

    def _do_show_machine(self, message: Json) -> None:
        self.pupil.show_machine()
        self._show("It is put together.")
        self._put_back()

    def _put_back(self) -> None:
        """What the pupil has put together, on the Builder's cloth."""
        if self.builder is not None:
            self.builder.take(gamelib.model(self.pupil.laid))

    def _do_call(self, message: Json) -> None:
        self.pupil.call(message["n"])
        self._show()
        self._say(f"{self.page['step']['say']}. {self.page['step']['told']}")

    def _do_move(self, message: Json) -> None:
        self.pupil.move(message["n"])
        self._show()
        self._say(self.page["step"]["mini"]["say"])

    def _do_deal(self, message: Json) -> None:
        self.pupil.deal()
        self._show("Another game.")

    def _do_put(self, message: Json) -> None:
        self.pupil.put(message["chips"], message.get("reason"))

    def _do_lock(self, message: Json) -> None:
        self.pupil.lock(message["chips"], message.get("reason"))
        self._show("Your prediction is put down. Now run it.")

    def _do_run(self, message: Json) -> None:
        self.pupil.run(message["n"], lambda done, n: self.send({"kind": "progress", "done": done, "of": n}))
        last = [seen.say or name for name, seen in self.pupil.last]
        self._show(f"{count_with_noun(self.pupil.total, 'run')} so far." + (f" {last[-1]}." if last else ""))

    def _do_reveal(self, message: Json) -> None:
        self.pupil.reveal()
        self._show(f"The exact answer is {self.plan.values['exact']}.")

    def _do_build(self, message: Json) -> None:
        self.pupil.build(message["work"])
        self._show()
        building = self.pupil.building
        assert building is not None, "something was built"
        self._say(building.help or ("It is built." if building.done else "Right."))

    def _do_show_me(self, message: Json) -> None:
        self.pupil.show_me()
        self._show("It is built.")

    def _do_revise(self, message: Json) -> None:
        self.pupil.revise(message["reason"])

    def _do_guess(self, message: Json) -> None:
        self.pupil.say_way(message["way"])
        self._show()
        self._say(self.page["step"]["reply"])

    def _do_data(self, message: Json) -> None:
        """Own data, and how often the model is as far off."""
        self.pupil.compare_data(message["model"], message["counts"])
        self._show()
        self._say(self.page["step"]["verdict"])

    def _do_arrange(self, message: Json) -> None:
        self.pupil.arrange(message["order"])

    def _do_rank(self, message: Json) -> None:
        self.pupil.rank(message["order"])
        self._show()
        self._say(self.page["step"]["reply"])

    def _do_answer(self, message: Json) -> None:
        self.pupil.answer(message["n"], message["text"], message["sure"])
        self._check_changed(message["n"])

    def _do_think(self, message: Json) -> None:
        """Which thought an answer was, or (without a number) the prediction."""
        if "n" in message:
            self.pupil.think(message["n"], message["choice"])
            self._check_changed(message["n"])
        else:
            self.pupil.think_so(message["choice"])
            self._show()
            self._say(self.page["step"].get("thought", ""))

    def _do_down(self, message: Json) -> None:
        """The same question with smaller numbers first."""
        self.pupil.go_down(message["n"])
        self._show("The same question with smaller numbers.")

    def _do_small(self, message: Json) -> None:
        """An answer to the smaller question."""
        self._show(self.pupil.answer_smaller(message["n"], message["text"]))

    def _do_line(self, message: Json) -> None:
        """A line to think on, worked out beside a check, or (without a number) before the prediction."""
        if "n" in message:
            worked = self.pupil.line(message["n"], message["text"])
        else:
            worked = self.pupil.think_on(message["text"])
        self._show(worked)

    def _do_tell(self, message: Json) -> None:
        self.pupil.tell(message["n"])
        self._check_changed(message["n"])

    def _check_changed(self, number: int) -> None:
        self._show()
        if self.pupil.at == "check":
            self._say(self.page["step"]["items"][number]["reply"])

    def _do_hint(self, message: Json) -> None:
        self.pupil.hint(message["n"])
        self._show()
        if self.pupil.at == "check":
            self._say(self.page["step"]["items"][message["n"]]["hints"][-1])

    def _do_look(self, message: Json) -> None:
        self.pupil.look(message["n"])
        self._show()

    def _do_again(self, message: Json) -> None:
        self.pupil.again(message["n"])
        self._show("The question has other numbers now.")

    def _do_restart(self, message: Json) -> None:
        self.pupil.restart()
        self._put_back()
        self._close()
        self._show("The lesson begins anew.")

    def _do_open(self, message: Json) -> None:
        """The table, at a position: "start", "end", or "path n"."""
        record = self.position(str(message["place"]))
        self._close()
        players = [PLAYERS[seat > 0] for seat in range(record.seats)]
        self._board = Table(record.game.id, seats=record.seats, record=record, players=players, keep=False)
        model = f"IPY_MODEL_{self._board.model_id}"
        self.table = {"model": model, "link": self._link(record), "odds": self.pupil.revealed, "name": "table"}

    def _do_riddles(self, message: Json) -> None:
        """Riddles on rules of the sections that the lesson's question rests on; they tell no chance."""
        game = self.plan.game
        if game is None:
            raise ValueError("This lesson plays no game.")
        self._close()
        about = quiz_rules_for_topic(game, self.plan.question.rules)
        self._board = Riddles(game.id, about=about, length=RIDDLES)
        link = f"../rulebook/{game.slug}.ipynb"
        self.table = {"model": f"IPY_MODEL_{self._board.model_id}", "link": link, "odds": True, "name": "riddles"}

    def _do_shut(self, message: Json) -> None:
        self._close()

    def _do_worksheet(self, message: Json) -> None:
        from .teacher import worksheet

        self.send({"kind": "file", "name": WORKSHEET.format(id=self.plan.id), "text": worksheet(self.plan)})

    # -- the table ---------------------------------------------------------------------------

    def position(self, place: str) -> Record:
        """The position that a step shows, a copy to play with. ValueError for one that is not there or not open yet."""
        record = self._position(place)
        return record.branch(len(record))  # positions are found once for all, and a table plays on in what it is given

    def _position(self, place: str) -> Record:
        made, settings = self.plan.experiment, self.plan.settings
        opened = self.pupil.revealed or self.pupil.all_open
        if made.start and (place == "start" or (place == "end" and opened)):
            return made.start(**settings)
        kind, _, number = place.partition(" ")
        paths = made.paths(**settings) if made.paths else []
        if made.after and kind == "path" and opened and number in map(str, range(len(paths))):
            return made.after(paths[int(number)].place, **settings)
        raise ValueError("This position opens later in the lesson.")

    def _link(self, record: Record) -> str:
        """The same position on the page of the table, relative to the lesson's page."""
        return f"../tables/{record.game.slug}.ipynb#game={record.to_link()}&step={len(record)}"

    def _close(self) -> None:
        self.table = {}
        if self._board is not None:
            self._board.close()
            self._board = None


def _may_open_all(message: Json) -> bool:
    """Whether the page is a teacher's: the server has told it what it told this kernel. Without a server, any is."""
    return os.environ.get(TEACHER) in (None, message.get("teacher"))


def _not_whole(plan: Plan) -> list[str]:
    """In a kernel: what the plan lacks, to be shown on the page."""
    try:
        plan.whole()
    except ValueError as error:
        if running_cell() is None:
            raise
        return [f"{plan.id}.ipynb: {error}"]
    return []


def rated_of(text: str, here: Plan) -> list[Rated]:
    """How sure the pupil of a code was: a code of this lesson or of another of ours. ValueError for no such code."""
    try:
        return read_whole(text, here)[2]
    except ValueError as error:
        for id in ids():
            with suppress(ValueError):
                return read_whole(text, load(id))[2]
        raise error


def _rated(kept: Any) -> list[Rated]:
    """How sure a reader was in other lessons, as the browser kept it; what is none of ours is left out."""
    rated: list[Rated] = []
    with suppress(TypeError, ValueError, AttributeError):
        for answers in kept.values():
            rated += [Rated(sure, bool(right)) for sure, right in answers if sure in SURE]
    return rated[-MOST_ELSEWHERE:]
