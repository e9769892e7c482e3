"""What one pupil has done in a lesson: goes, prediction, runs, guesses, answers; saved as plain JSON, read with care.

One step is open at a time: the next one opens when the one before is done. Prediction comes before the answer:
`reveal` refuses until a prediction is put down and some runs are made. A teacher may open all steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from gamelib import Question

from .answers import judge, read
from .building import Building, whole_number
from .experiment import Seen, Turn
from .fresh import Fresh
from .plan import CHIPS, Plan
from .score import Rated, shares
from .thoughts import slip

PORTIONS = (1, 10, 1000)
MOST_RUNS = 100_000
ENOUGH_RUNS = 30
"""Runs that are to be seen before the exact answer; with fewer, bands say nothing."""
MOST_GOES = 8
MOST_GAMES = 5
MOST_MOVES = 40
CHUNK = 100
TRAIL = 160
"""Most points that are kept of how the share has run."""
WAYS = ("up", "same", "down")
SURE = {25: "a guess", 50: "half sure", 75: "rather sure", 95: "certain"}
"""Chance in percent -> words."""
LONGEST_REASON = 300
LONGEST_ANSWER = 60
MOST_TRIES = 60
MOST_LOOKS = 200
TRIES_BEFORE_TOLD = 2
READ = ("example", "play", "compare", "back", "sum")
"""Steps that are done when the reader goes on."""
SEEDS = 2**31


@dataclass
class Answer:
    """One check: which draw of its numbers, what was typed, how sure, how many hints, whether told or right, and the
    draws whose pictures were looked at."""

    draw: int = 0
    tries: list[str] = field(default_factory=list)
    sure: int = 50
    hints: int = 0
    told: bool = False
    right: bool = False
    looked: list[int] = field(default_factory=list)


class Pupil:
    """The progress of one pupil. A deed that is not possible now raises ValueError and changes nothing."""

    def __init__(self, plan: Plan, seed: int | None = None) -> None:
        plan.whole()
        self.plan = plan
        self.fresh = Fresh(plan)
        self.rng = Random(seed)
        self.upto: str | None = None
        """The step at which a class is held; none where nobody holds it. No restart changes it."""
        self.names, self.exact = plan.bets()
        self.kinds = [step.kind for step in plan.steps]
        self.optional = {step.kind for step in plan.steps if step.more.get("optional")}
        self.needed: int = plan.step("check").more["needed"] if plan.has("check") else 0
        """How many of the questions of Check belong to the way; those after them are for who likes."""
        self.calls = plan.experiment.calls(plan.settings)
        self.to_build = plan.experiment.build(**plan.settings) if plan.experiment.build else None
        self.restart()

    def restart(self) -> None:
        """As if nothing had been done; the numbers of the questions are drawn anew, too."""
        self.seed = self.rng.randrange(SEEDS)
        self.at = self.kinds[0]
        self.seen: set[str] = set()
        self.all_open = False
        self.goes: list[tuple[int, int]] = []
        """Of each go by hand: what was called, what came, as numbers of `calls`."""
        self.went: Seen | None = None
        self.games: list[list[int]] = [[]]
        """The moves at the mini-table, game by game."""
        self.chips = [0] * len(self.names)
        self.reason = self.revised = ""
        self.locked = False
        self.counts: Counter[str] = Counter()
        self.last: list[tuple[str, Seen]] = []
        self.trail: list[tuple[int, float]] = []
        self.revealed = False
        self.guess: str | None = None
        self.order: list[int] = []
        self.ranked = False
        if "rank" in self.kinds:
            self.order = list(range(len(self.plan.step("rank").more["choices"])))
        self.answers = [Answer() for _ in self.fresh.questions]
        self.replies: dict[int, str] = {}
        self.rated: list[Rated] = []
        self._lay_out()

    def _lay_out(self) -> None:
        """What is to be built in Why, before anything is done."""
        self.building = None if self.to_build is None else Building(self.to_build, self.seed, self.wrong)

    # -- the way through the lesson ----------------------------------------------------------

    def done(self, kind: str) -> bool:
        """Whether a step is done."""
        if kind in READ:
            return kind in self.seen
        return {
            "predict": self.locked,
            "run": self.revealed,
            "why": "why" in self.seen if self.building is None else self.building.done,
            "change": self.guess is not None,
            "rank": self.ranked,
            "check": all(self.settled(number) for number in range(self.needed)),
        }[kind]

    def is_open(self, kind: str) -> bool:
        """Whether a step may be looked at: all before it are done, or a teacher has opened them; none is held back."""
        before = self.kinds[: self.kinds.index(kind)]
        return self.reaches(kind) and (self.all_open or all(one in self.optional or self.done(one) for one in before))

    def reaches(self, kind: str) -> bool:
        """Whether the class is not held before this step."""
        return self.upto is None or self.kinds.index(kind) <= self.kinds.index(self.upto)

    def hold(self, kind: Any) -> None:
        """A teacher holds the class at a step, or (None) no longer; who is further comes back to it."""
        if kind is not None and kind not in self.kinds:
            raise ValueError("This lesson has no such step.")
        self.upto = kind
        if not self.reaches(self.at):
            self.at = str(kind)

    def go(self, kind: Any) -> None:
        """Look at a step."""
        if kind not in self.kinds or not self.is_open(kind):
            raise ValueError("This step opens when those before it are done.")
        self.at = kind

    def next(self) -> None:
        """Go on to the next step."""
        if self.at == "play" and not self.played and not self.all_open:
            raise ValueError("Finish this step first.")
        if self.at in READ or (self.at == "why" and self.building is None):
            self.seen.add(self.at)
        if not self.done(self.at) and self.at not in self.optional and not self.all_open:
            raise ValueError("Finish this step first.")
        place = self.kinds.index(self.at)
        self._on(self.kinds[min(place + 1, len(self.kinds) - 1)])

    def _on(self, kind: str) -> None:
        """Go on, but not past the step at which the class is held."""
        if self.reaches(kind):
            self.at = kind

    def open_all(self) -> None:
        """A teacher opens all steps."""
        self.all_open = True

    def _needs(self, kind: str) -> None:
        if kind not in self.kinds or not self.is_open(kind):
            raise ValueError("This step opens when those before it are done.")

    # -- by hand, prediction, runs, exact answer ---------------------------------------------

    def call(self, number: Any) -> None:
        """One go by hand, called before."""
        self._needs("play")
        if self.plan.experiment.mini:
            raise ValueError("Play at the small table.")
        if whole_number(number) >= len(self.calls):
            raise ValueError("Call one of those that are there.")
        if len(self.goes) >= MOST_GOES:
            raise ValueError(f"{MOST_GOES} goes are enough for a start.")
        self.went = self.plan.experiment.see(self.rng, **self.plan.settings)
        came = next(i for i, inside in enumerate(self.calls.values()) if self.went.outcome in inside)
        self.goes.append((number, came))

    def turn(self) -> Turn:
        """The moment at the mini-table."""
        mini = self.plan.experiment.mini
        if mini is None:
            raise ValueError("There is no small table here.")
        rng = Random(f"{self.seed} game {len(self.games)}")
        return mini(rng, tuple(self.games[-1]), **self.plan.settings)

    def move(self, number: Any) -> None:
        """A move at the mini-table."""
        self._needs("play")
        if whole_number(number) >= len(self.turn().moves) or len(self.games[-1]) >= MOST_MOVES:
            raise ValueError("Choose one of those that are there.")
        self.games[-1] = [*self.games[-1], number]

    def deal(self) -> None:
        """Another game at the mini-table."""
        self._needs("play")
        if self.turn().moves:
            raise ValueError("This one is not over yet.")
        if len(self.games) >= MOST_GAMES:
            raise ValueError(f"{MOST_GAMES} games are enough for a start.")
        self.games = [*self.games, []]

    @property
    def played(self) -> bool:
        """Whether something was done by hand: a go, or a whole game at the mini-table."""
        if self.plan.experiment.mini is None:
            return bool(self.goes)
        return len(self.games) > 1 or not self.turn().moves

    def put(self, chips: Any, reason: Any = None, all_down: bool = False) -> None:
        """Move chips, and say why; not after the prediction is put down. `all_down`: none may be left."""
        self._needs("predict")
        if self.locked:
            raise ValueError("Your prediction is put down. Start again to make another.")
        fits = isinstance(chips, list) and len(chips) == len(self.names)
        if not fits or not all(type(n) is int and 0 <= n <= CHIPS for n in chips) or sum(chips) > CHIPS:
            raise ValueError(f"Spread {CHIPS} chips over the {len(self.names)} outcomes.")
        if all_down and not any(chips) and self.plan.manner == "fraction":
            raise ValueError("Move the slider first, or say fifty-fifty.")
        if all_down and sum(chips) < CHIPS:
            raise ValueError(f"{CHIPS - sum(chips)} of your {CHIPS} chips are left. Put them all down.")
        self.chips = list(chips)
        self.reason = _text(reason)

    def lock(self, chips: Any, reason: Any = None) -> None:
        """Put down the prediction; all chips must lie."""
        self.put(chips, reason, all_down=True)
        self.locked = True
        self._on("run")

    def said(self) -> dict[Any, Fraction]:
        """The prediction as shares. ValueError before there is one."""
        return shares(dict(zip(self.names, self.chips, strict=True)))

    def run(self, n: Any, progress: Callable[[int, int], None] | None = None) -> None:
        """n more runs. `progress(done, n)` is called on the way of many."""
        if not self.locked:
            raise ValueError("Put down your prediction first.")
        if n not in PORTIONS or isinstance(n, bool):
            raise ValueError("There are runs of 1, 10 and 1000.")
        if self.total + n > MOST_RUNS:
            raise ValueError(f"{MOST_RUNS:,} runs are enough.")
        see, settings = self.plan.experiment.see, self.plan.settings
        self.last = []
        worth = self._worth()
        total = self.total
        so_far = sum(worth[name] * k for name, k in self.counts.items())
        for done in range(n):
            seen = see(self.rng, **settings)
            name = self.plan.bet(seen.outcome)
            self.counts[name] += 1
            so_far += worth[name]
            total += 1
            if (n == 1000 and total % 10 == 0) or n < 1000:
                self.trail.append((total, so_far / total))
            if n <= PORTIONS[1]:
                self.last.append((name, seen))
            if progress and n > CHUNK and (done + 1) % CHUNK == 0:
                progress(done + 1, n)
        if len(self.trail) > TRAIL:  # fewer points where there are many, the first ones stay
            first, rest = self.trail[:30], self.trail[30:]
            step = -(-len(rest) // (TRAIL - 30))
            self.trail = first + rest[::-step][::-1]

    def _worth(self) -> dict[str, float]:
        """What each bet counts in the running share or mean."""
        made, settings = self.plan.experiment, self.plan.settings
        if self.plan.manner == "fraction":
            return dict(zip(self.names, (1.0, 0.0), strict=True))
        found = {}
        for outcome in made.outcomes(**settings):
            counts = made.asked(outcome, **settings) if made.asked else made.counts(outcome, settings)
            found[self.plan.bet(outcome)] = float(counts)
        return found

    @property
    def total(self) -> int:
        """Runs so far."""
        return self.counts.total()

    def unseen(self) -> list[str]:
        """Outcomes that have not come."""
        return [name for name in self.names if not self.counts[name]]

    def reveal(self) -> None:
        """Show the exact answer."""
        if not self.locked:
            raise ValueError("Put down your prediction first.")
        if self.total < ENOUGH_RUNS:
            raise ValueError(f"Make {ENOUGH_RUNS} runs first.")
        if not self.reaches("compare"):
            raise ValueError("Your teacher opens this for all.")
        self.revealed = True
        self.at = "compare"

    # -- why ---------------------------------------------------------------------------------

    def build(self, work: Any) -> None:
        """Put down what is built: tapped cells, the option taken at this level, or an order of steps."""
        self._needs("why")
        if self.building is None or self.building.done:
            raise ValueError("There is nothing to build here.")
        self.building.put(work)

    def show_me(self) -> None:
        """Have it built."""
        self._needs("why")
        if self.building is None:
            raise ValueError("There is nothing to build here.")
        self.building.finish()

    def revise(self, reason: Any) -> None:
        """The reason written before, as one would write it now."""
        self._needs("why")
        self.revised = _text(reason)

    def wrong(self) -> list[tuple[str, Fraction, str]]:
        """The mistakes that the bank knows of the lesson's question."""
        return self.plan.question.wrong(**self.plan.settings)

    # -- change, order, checks ---------------------------------------------------------------

    def say_way(self, way: Any) -> None:
        """Which way the answer moves; said once."""
        self._needs("change")
        if way not in WAYS or self.guess:
            raise ValueError("Say once whether the answer goes up, stays or goes down.")
        self.guess = way

    def arrange(self, order: Any) -> None:
        """Put plans in order."""
        self._needs("rank")
        if self.ranked or not isinstance(order, list) or sorted(map(whole_number, order)) != sorted(self.order):
            raise ValueError("Each plan has one place.")
        self.order = list(order)

    def rank(self, order: Any) -> None:
        """The order stands."""
        self.arrange(order)
        self.ranked = True

    def asked(self, number: int) -> tuple[Question, dict[str, Any]]:
        """A check's question and its numbers."""
        return self.fresh.questions[number], self.fresh.draw(number, self.seed, self.answers[number].draw)

    def answer(self, number: Any, text: Any, sure: Any) -> bool:
        """Answer a check with a number as it is typed; whether it is right."""
        self._needs("check")
        mine = self.answers[whole_number(number)]
        asks, settings = self.asked(number)
        if self.settled(number) or sure not in SURE or not isinstance(text, str) or len(mine.tries) >= MOST_TRIES:
            raise ValueError("Type an answer, and say how sure you are.")
        text = text.strip()
        if len(text) > LONGEST_ANSWER:
            raise ValueError(f"Type a number of at most {LONGEST_ANSWER} characters; a percentage is enough.")
        right, self.replies[number] = self._judged(asks, settings, text)
        if not mine.tries:
            mine.sure = sure
            self.rated.append(Rated(sure, right))
        if text not in mine.tries:
            mine.tries.append(text)
        mine.right = right
        return right

    def _judged(self, asks: Question, settings: dict[str, Any], text: str) -> tuple[bool, str]:
        """Whether a typed answer is right, and what to say to a wrong one."""
        chance, exact, wrong = asks.kind == "chance", asks.value(**settings), asks.wrong(**settings)
        typed = read(text, chance)
        meant = judge(typed, exact, [value for _, value, _ in wrong], chance)
        if meant == exact:
            return True, ""
        thought = [f"Perhaps you thought: “{name}”. {reply}" for name, value, reply in wrong if value == meant]
        return False, thought[0] if thought else slip(typed, exact, chance)

    def right(self, number: int) -> bool:
        """Whether the last answer to a check is right."""
        return self.answers[number].right

    def settled(self, number: int) -> bool:
        """Whether a check is answered right, or was told."""
        return self.answers[number].told or self.right(number)

    def tell(self, number: Any) -> None:
        """Give a check up, and see its answer; not before some tries."""
        self._needs("check")
        mine = self.answers[whole_number(number)]
        if len(mine.tries) < TRIES_BEFORE_TOLD or self.settled(number):
            raise ValueError(f"Try {TRIES_BEFORE_TOLD} times first.")
        mine.told = True

    def hint(self, number: Any) -> None:
        """One more hint."""
        self._needs("check")
        mine = self.answers[whole_number(number)]
        mine.hints = min(mine.hints + 1, len(self.asked(number)[0].hints))

    def look(self, number: Any) -> None:
        """Look at the picture of a check; what it tells is not asked any more."""
        self._needs("check")
        mine = self.answers[whole_number(number)]
        if not self.settled(number):
            raise ValueError("Answer first.")
        if mine.draw not in mine.looked:
            mine.looked = [*mine.looked, mine.draw]

    def again(self, number: Any) -> None:
        """The same question with other numbers."""
        self._needs("check")
        mine = self.answers[whole_number(number)]
        draw = self.fresh.after(number, self.seed, mine.draw, mine.looked)
        if draw is None:
            raise ValueError("The picture has told you all others.")
        self.answers[number] = Answer(draw, looked=mine.looked)
        self.replies.pop(number, None)

    # -- keeping -----------------------------------------------------------------------------

    def saved(self) -> dict[str, Any]:
        """Everything that a reload needs, as plain JSON."""
        return {
            "names": self.names,
            "seed": self.seed,
            "at": self.at,
            "seen": sorted(self.seen),
            "all_open": self.all_open,
            "goes": [list(go) for go in self.goes],
            "games": self.games,
            "chips": self.chips,
            "reason": self.reason,
            "revised": self.revised,
            "locked": self.locked,
            "counts": [self.counts[name] for name in self.names],
            "trail": [list(point) for point in self.trail],
            "revealed": self.revealed,
            "work": self.building.work if self.building else [],
            "built": self.building is not None and self.building.done,
            "guess": self.guess,
            "order": self.order,
            "ranked": self.ranked,
            "answers": [[a.draw, a.tries, a.sure, a.hints, a.told, a.looked] for a in self.answers],
            "rated": [[rated.sure, rated.right] for rated in self.rated],
        }

    def restore(self, data: Any) -> None:
        """What `saved` wrote. ValueError, with nothing kept, if it does not fit this lesson."""
        try:
            if data["names"] != self.names:
                raise ValueError("The lesson has changed.")
            self.restart()
            self.seed = whole_number(data["seed"])
            self._lay_out()
            self.all_open = True  # while the parts are put back, each by the deed that made it
            self.seen = {kind for kind in data["seen"] if kind in READ or kind == "why"}
            self._restore_runs(data)
            self._restore_rest(data)
            self.all_open = bool(data["all_open"])
            self.go(data["at"])
        except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
            self.restart()
            raise ValueError("What this browser has kept does not fit this lesson; it begins anew.") from error

    def _restore_runs(self, data: Any) -> None:
        goes = [(whole_number(called), whole_number(came)) for called, came in data["goes"]]
        if len(goes) > MOST_GOES or any(max(go) >= len(self.calls) for go in goes):
            raise ValueError("These goes cannot be.")
        self.goes = goes
        self._restore_games(data["games"])
        self.put(data["chips"], data["reason"])
        if not data["locked"]:
            if any(data["counts"]) or data["revealed"]:
                raise ValueError("There are no runs before the prediction.")
            return
        self.lock(data["chips"], data["reason"])
        counts = [whole_number(n) for n in data["counts"]]
        if len(counts) != len(self.names) or sum(counts) > MOST_RUNS:
            raise ValueError("These runs cannot be.")
        self.counts = Counter(dict(zip(self.names, counts, strict=True)))
        self.trail = [(whole_number(n), float(value)) for n, value in data["trail"]][: TRAIL + max(PORTIONS)]
        if data["revealed"]:
            self.reveal()

    def _restore_games(self, games: Any) -> None:
        for number, moves in enumerate(games if self.plan.experiment.mini and "play" in self.kinds else []):
            if number:
                self.deal()
            for move in moves:
                self.move(move)

    def _restore_rest(self, data: Any) -> None:
        self.revised = _text(data["revised"])
        if self.building is not None and "why" in self.kinds:
            self.building.restore(data["work"], data["built"])
        if data["guess"]:
            self.say_way(data["guess"])
        if self.order:
            self.arrange(data["order"])
            self.ranked = bool(data["ranked"])
        for number, (draw, tries, sure, hints, told, looked) in enumerate(data["answers"]):
            if len(looked) > MOST_LOOKS:
                raise ValueError("These pictures cannot be.")
            self.answers[number] = Answer(whole_number(draw), looked=[whole_number(seen) for seen in looked])
            for text in tries:
                self.answer(number, text, sure)
            for _ in range(min(whole_number(hints), 9)):
                self.hint(number)
            if told:
                self.tell(number)
        self.rated = [Rated(sure, bool(right)) for sure, right in data["rated"] if sure in SURE]


def _text(value: Any) -> str:
    return str(value or "")[:LONGEST_REASON]
