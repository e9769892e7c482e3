"""What one pupil does in a lesson: goes, prediction, runs, guesses, answers.

One step is open at a time: the next one opens when the one before is done. Prediction comes before the answer:
`reveal` refuses until a prediction is put down and some runs are made. A teacher may open all steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from gamelib import Question
from gamelib.chance import Model
from gamelib.number_format import round_half_up

from .answers import judge, worked_out
from .building import Building, whole_number
from .experiment import Experiment, Seen, Turn
from .fit import Fit, fit
from .fresh import Fresh
from .limits import (
    CHUNK,
    ENOUGH_RUNS,
    LONGEST_ANSWER,
    MOST_GAMES,
    MOST_GOES,
    MOST_MOVES,
    MOST_PAST,
    MOST_RUNS,
    MOST_TRIES,
    PORTIONS,
    READ,
    SEEDS,
    SURE,
    TOLD,
    TRAIL,
    TRIES_BEFORE_TOLD,
    WAYS,
    Attempt,
    cut_short,
)
from .machine import PATIENCE, MachineTask
from .plan import CHIPS, Plan
from .reckon import reckon
from .score import Rated, shares
from .steps import Asked, Down, steps
from .thoughts import OTHER, Thought, ask_which, behind, clearly, evidence, may_be, named, read_answer, shown, slip


class Way:
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
        self.needed: tuple[int, ...] = plan.step("check").more["needed"] if plan.has("check") else ()
        """Which of the questions of Check belong to the way; the others are for who likes."""
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
        self.machine: MachineTask | None = None
        """What is to be put together in the Builder; `laid`: what lies on its cloth now, as a line."""
        self.laid = self.said_of_it = ""
        self.fits = self.machine_shown = False
        self.machine_tries = 0
        if "machine" in self.kinds:
            self.machine = self.plan.step("machine").more["machine"]
            self.laid = self.machine.start.text
        self.chips = [0] * len(self.names)
        self.reason = self.revised = ""
        self.thinking: list[str] = []
        """What was worked out before the prediction, to think on."""
        self.locked = False
        self.counts: Counter[str] = Counter()
        self.last: list[tuple[str, Seen]] = []
        self.trail: list[tuple[int, float]] = []
        self.revealed = False
        self.guess: str | None = None
        self.model = 0
        """Of Own data: which of the models."""
        self.tally: list[int] = []
        self.fitted: Fit | None = None
        self.order: list[int] = []
        self.ranked = False
        if "rank" in self.kinds:
            self.order = list(range(len(self.plan.step("rank").more["choices"])))
        self.answers = [Attempt() for _ in self.fresh.questions]
        self.past: list[list[Attempt]] = [[] for _ in self.answers]
        """Of each question: how it went with the numbers before these."""
        self.replies: dict[int, str] = {}
        self.which: dict[int, list[Thought]] = {}
        """Of a question: the thoughts that the last answer fits, to be asked which it was."""
        self.thought: int | None = None
        """What the pupil says was the thought behind the prediction."""
        self.rated: list[Rated] = []
        self.lay_out()

    def lay_out(self) -> None:
        """What is to be built in Why, before anything is done."""
        self.building = None if self.to_build is None else Building(self.to_build, self.seed, self.wrong)

    # -- the way through the lesson ----------------------------------------------------------

    def done(self, kind: str) -> bool:
        """Whether a step is done."""
        if kind in READ:
            return kind in self.seen
        return {
            "machine": self.fits or self.machine_shown,
            "predict": self.locked,
            "run": self.revealed,
            "why": "why" in self.seen if self.building is None else self.building.done,
            "change": self.guess is not None,
            "data": self.fitted is not None,
            "rank": self.ranked,
            "check": all(self.settled(number) for number in self.needed),
        }[kind]

    def is_open(self, kind: str) -> bool:
        """Whether a step may be looked at: all before it are done, or a teacher has opened them; none is held back."""
        before = self.kinds[: self.kinds.index(kind)]
        if kind == "sum" and self.revealed:  # who has seen the exact answer may leave it there
            return self.reaches(kind)
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

    @property
    def may_leave(self) -> bool:
        """Whether the rest may be left for another day: from Compare on, the end is open."""
        return "sum" in self.kinds[self.kinds.index(self.at) + 2 :] and self.at != "run" and self.is_open("sum")

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

    def lay(self, made: Model) -> None:
        """What lies on the Builder's cloth now, before it is judged."""
        self._needs("machine")
        if made.text != self.laid:
            self.laid, self.said_of_it = made.text, ""

    def judge_machine(self, made: Model) -> str:
        """Whether what lies there is the experiment; what is to be said to it if not."""
        self.lay(made)
        assert self.machine is not None, "there is such a step"
        self.said_of_it = self.machine.judge(made)
        self.machine_tries += 1
        self.fits = self.fits or not self.said_of_it
        return self.said_of_it

    def show_machine(self) -> None:
        """Have it put together; not before some tries."""
        self._needs("machine")
        if self.machine is None or self.fits or self.machine_tries < PATIENCE:
            raise ValueError(f"Try {PATIENCE} times first.")
        self.laid, self.said_of_it, self.machine_shown = self.machine.wanted.text, "", True

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
        self.reason = cut_short(reason)

    def think_on(self, text: Any) -> str:
        """Work out a line before the prediction, and keep it; a slider moves to a chance that it gives."""
        self._needs("predict")
        if self.locked:
            raise ValueError("Your prediction is put down.")
        worked, self.thinking = worked_out(text, self.thinking, self.plan.experiment.asked is not None)
        value = reckon(self.thinking[-1]).value
        if self.plan.manner == "fraction" and 0 <= value <= 1:
            mine = int(round_half_up(value * CHIPS))
            self.put([mine, CHIPS - mine], self.reason)
        return worked

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
        worth = self.plan.worth
        total = self.total
        so_far = sum(worth[name] * k for name, k in self.counts.items())
        for done in range(n):
            seen = see(self.rng, **settings)
            name = self.plan.bet(seen.outcome)
            self.counts[name] += 1
            so_far += worth[name]
            total += 1
            if n < 1000 or total % 10 == 0 or total <= TOLD:
                self.trail.append((total, so_far / total))
            if n <= PORTIONS[1]:
                self.last.append((name, seen))
            if progress and n > CHUNK and (done + 1) % CHUNK == 0:
                progress(done + 1, n)
        if len(self.trail) > TRAIL:  # fewer points where there are many, the first ones stay
            first, rest = self.trail[:TOLD], self.trail[TOLD:]
            step = -(-len(rest) // (TRAIL - TOLD))
            self.trail = first + rest[::-step][::-1]

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
        self.building.shown = True

    def revise(self, reason: Any) -> None:
        """The reason written before, as one would write it now."""
        self._needs("why")
        self.revised = cut_short(reason)

    def wrong(self) -> list[tuple[str, Fraction, str]]:
        """The mistakes that the bank knows of the lesson's question."""
        return self.plan.question.wrong_answers(**self.plan.settings)

    # -- change, order, checks ---------------------------------------------------------------

    def say_way(self, way: Any) -> None:
        """Which way the answer moves; said once."""
        self._needs("change")
        if way not in WAYS or self.guess:
            raise ValueError("Say once whether the answer goes up, stays or goes down.")
        self.guess = way

    def models(self) -> list[tuple[str, Experiment]]:
        """What can be tallied: in words, and its model."""
        return list(self.plan.step("data").more["models"].items())

    def compare_data(self, model: Any, counts: Any) -> None:
        """Own data: how often is the model as far off?"""
        self._needs("data")
        models = self.models()
        if whole_number(model) >= len(models) or not isinstance(counts, list):
            raise ValueError("Choose one of those that are there.")
        dist = models[model][1].outcomes()
        self.fitted = fit(counts, [dist.p(outcome) for outcome in dist])
        self.model, self.tally = model, list(counts)

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
        """Answer a check with a number or a line as it is typed; whether it is right."""
        self._needs("check")
        mine = self.answers[whole_number(number)]
        asks, settings = self.asked(number)
        if self.settled(number) or not isinstance(text, str) or len(mine.tries) >= MOST_TRIES:
            raise ValueError("Type an answer, and say how sure you are.")
        text = text.strip()
        if len(text) > LONGEST_ANSWER:
            raise ValueError(f"Type a number or a line of at most {LONGEST_ANSWER} characters; a percentage is enough.")
        exact, chance = asks.exact_value(**settings), asks.kind == "chance"
        right = judge(read_answer(asks, settings, text), exact, chance)
        if not mine.tries:
            if sure not in SURE or isinstance(sure, bool):
                raise ValueError("Say how sure you are, too.")
            mine.sure = sure
            self.rated.append(Rated(sure, right))
        if text not in mine.tries:
            mine.tries.append(text)
            mine.thoughts.append(None)
        mine.now = mine.tries.index(text)
        mine.right = right
        self._answered(number)
        return right

    def _answered(self, number: int) -> None:
        """What is said to the last try."""
        mine = self.answers[number]
        self.which.pop(number, None)
        self.replies.pop(number, None)
        if mine.right:
            return
        asks, settings = self.asked(number)
        exact, chance = asks.exact_value(**settings), asks.kind == "chance"
        typed = read_answer(asks, settings, mine.tries[mine.now])
        fits, chosen = behind(asks, settings, typed), mine.thoughts[mine.now]
        said = next((thought for thought in fits if thought.place == chosen), None)
        if said or shown(typed, fits):
            self.replies[number] = named(said or fits[0])
        elif fits and chosen is None:
            self.which[number] = fits
            self.replies[number] = ask_which(typed, chance)
        else:
            self.replies[number] = slip(typed, exact, chance, asks.unit)

    def think(self, number: Any, choice: Any) -> None:
        """Say which of the thoughts that fit the last answer it was, or that it was another."""
        self._needs("check")
        mine = self.answers[whole_number(number)]
        if choice != OTHER and choice not in [thought.place for thought in self.which.get(number, [])]:
            raise ValueError("Choose one of those that are there.")
        if number not in self.which:
            raise ValueError("Answer first.")
        mine.thoughts[mine.now] = choice
        self._answered(number)

    def down(self, number: int) -> Down | None:
        """What leads to a check that went wrong: two steps, or the same question with smaller numbers; None where there
        is neither, or nothing went wrong."""
        mine, (asks, settings) = self.answers[number], self.asked(number)
        if not mine.tries or mine.right:
            return None
        own = steps(asks, settings)
        if own:
            return Down(own, True, mine.small)
        smaller = self.fresh.smaller(number, settings)
        if smaller is None:
            return None
        return Down(
            (Asked(asks.prompt_text(**smaller), asks.exact_value(**smaller), asks.kind == "chance"),), False, mine.small
        )

    def go_down(self, number: Any) -> None:
        """Ask for what leads there."""
        self._needs("check")
        if self.settled(whole_number(number)) or self.down(number) is None:
            raise ValueError("There is no easier question here.")
        self.answers[number].downwards = True

    def answer_smaller(self, number: Any, text: Any) -> str:
        """Answer what was asked on the way down; it is not counted. What is said to it."""
        self._needs("check")
        way = self.down(whole_number(number))
        if way is None or not self.answers[number].downwards:
            raise ValueError("There is no easier question here.")
        if not isinstance(text, str) or len(text) > LONGEST_ANSWER:
            raise ValueError("Type a number or a line.")
        after = way.answered(text)
        self.answers[number].small = after.typed
        return after.reply or "Right."

    def line(self, number: Any, text: Any) -> str:
        """Work out a line of arithmetic beside a check, and keep it: "3/8+1/8 = 1/2 (50.0 %)"."""
        self._needs("check")
        mine = self.answers[whole_number(number)]
        worked, mine.lines = worked_out(text, mine.lines, self.asked(number)[0].kind == "chance")
        return worked

    def may_have_thought(self) -> list[Thought]:
        """The thoughts that the prediction fits, as long as nobody has said which it was."""
        return may_be(self.plan, self.said(), self.own(), self.reason)

    def clear_thought(self) -> Thought | None:
        """The thought behind the prediction that number, shape and reason agree on, if they do."""
        return clearly(evidence(self.plan, self.said(), self.own(), self.reason))

    def think_so(self, choice: Any) -> None:
        """Say which thought was behind the prediction, or that it was another."""
        self._needs("compare")
        if not self.locked or (choice != OTHER and choice not in [one.place for one in self.may_have_thought()]):
            raise ValueError("Choose one of those that are there.")
        self.thought = choice

    def own(self) -> Fraction:
        """What the prediction says to the question."""
        made, said = self.plan.experiment, self.said()
        outcomes = {self.plan.bet(outcome): outcome for outcome in made.outcomes(**self.plan.settings)}
        if made.asked is None:
            return sum((said[name] * made.counts(o, self.plan.settings) for name, o in outcomes.items()), Fraction(0))
        asked = (name for name, o in outcomes.items() if made.asked(o, **self.plan.settings))
        return sum((said[name] for name in asked), Fraction(0))

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
        draw = self.another(number)
        if draw is None:
            raise ValueError("The picture has told you all others.")
        if mine.tries:
            first, *later = [*self.past[number], mine]
            self.past[number] = [first, *later[-MOST_PAST:]]
        self.answers[number] = Attempt(draw, looked=mine.looked)
        self.replies.pop(number, None)
        self.which.pop(number, None)

    def another(self, number: int) -> int | None:
        """The draw of other numbers for a check that nothing on the page tells; None where there is none."""
        mine = self.answers[number]
        beside = [(n, one.draw) for n, one in enumerate(self.answers) if n != number]
        return self.fresh.after(number, self.seed, mine.draw, mine.looked, beside)

    def first(self, number: int) -> Attempt:
        """How a check went with its first numbers."""
        return (self.past[number] or self.answers[number : number + 1])[0]

    def right_at_once(self, number: int) -> bool:
        """Whether the first answer of all to a check was right."""
        first = self.first(number)
        return first.right and len(first.tries) == 1

    def shown_kinds(self) -> list[str]:
        """The steps that are done because they were shown or told."""
        built = self.building is not None and self.building.shown
        told = any(answer.told for n in self.needed for answer in (*self.past[n], self.answers[n]))
        states = (("machine", self.machine_shown), ("why", built), ("check", told))
        return [kind for kind, so in states if so and kind in self.kinds]
