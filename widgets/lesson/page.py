"""What the page of a lesson shows: plan and pupil in, plain JSON and figures out. No widget here.

A step that is not open yet carries its heading only: what it would tell is not in the page at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from random import Random
from typing import Any

from plotly.graph_objects import Figure

from gamelib import Question
from gamelib.numbers import LONGEST, is_read, percent, some, told

from ..chart import figures as charts
from ..chart.look import band95
from ..dashboard.runs import missing
from ..page import Json
from .experiment import run
from .pictures import calibration, ranking
from .plan import CHIPS, HEADINGS, Plan, Step, bets, told_answer
from .prose import Span, spans
from .pupil import ENOUGH_RUNS, PORTIONS, SURE, WAYS, Pupil, options
from .score import brier, in_order, shares, spread
from .score import calibration as groups

WAY_WORDS = {"up": "It goes up", "same": "It stays the same", "down": "It goes down"}
RANK_RUNS = 400
CHANCE = "chance"
LATER = "Opens later."


def weights(exact: Mapping[str, Fraction]) -> dict[str, int]:
    """Chances as whole numbers over one total."""
    common = lcm(*(p.denominator for p in exact.values()))
    return {name: int(p * common) for name, p in exact.items()}


def added(terms: list[Fraction]) -> str:
    """Fractions added over one denominator: "6/36 + 5/36 = 11/36"."""
    common, total = lcm(*(term.denominator for term in terms)), sum(terms, Fraction(0))
    if common >= LONGEST:
        return f"All {len(terms)} add up to {float(total):.4f}."
    over = " + ".join(f"{term * common}/{common}" for term in terms) + f" = {total * common}/{common}"
    return over if total.denominator == common else f"{over} = {total}"


def in_full(exact: Fraction) -> str:
    """A fraction that is too long for a sentence, to be looked up: "Exactly 25884008/61379571."; empty for others."""
    return "" if is_read(exact) else f"Exactly {exact}.".replace("-", "−")


def drawn_figure(asks: Question, settings: Mapping[str, Any]) -> Figure:
    """The figure that shows a question of the bank."""
    made: Figure = getattr(charts, asks.figure.chart)(**asks.picture(**settings))
    return made


def told_runs(names: list[str]) -> str:
    """What came in the last runs: numbers one by one, words with how often."""
    if all(name.isdigit() for name in names):
        return ", ".join(names)
    return ", ".join(f"{name} ({n} times)" if n > 1 else name for name, n in Counter(names).items())


class Page:
    """The page of one pupil. `step(i)` is the JSON of a step; `figures` are makers of the pictures that may be seen."""

    def __init__(self, plan: Plan, pupil: Pupil) -> None:
        self.plan, self.pupil = plan, pupil
        self.figures: dict[str, tuple[Any, Callable[[], Figure]]] = {}
        """Picture -> (what it depends on, how to draw it)."""

    def steps(self) -> list[Json]:
        """All steps, in order; fills `figures`. The first of those not open yet says when they open."""
        self.figures = {}
        shown = [self._step(step, number) for number, step in enumerate(self.plan.steps, 1)]
        for step in [step for step in shown if step["locked"]][1:]:
            step["locked"] = LATER
        return shown

    def _step(self, step: Step, number: int) -> Json:
        locked = self._locked(step.kind)
        shown: Json = {"kind": step.kind, "title": f"{number}. {HEADINGS[step.kind]}", "locked": locked}
        if not locked:
            shown["text"] = self.prose(step.text)
            shown.update(getattr(self, f"_{step.kind}")(step))
        return shown

    def _locked(self, kind: str) -> str:
        """Why the step is not open yet; empty if it is."""
        if kind in ("example", "play", "predict"):
            return ""
        if not self.pupil.locked:
            return "Opens after your prediction."
        if kind != "run" and not self.pupil.revealed:
            return f"Opens after {ENOUGH_RUNS} runs or more, when you look at the exact answer."
        return ""

    def prose(self, text: str) -> list[list[Span]]:
        """Prose with its numbers."""
        return spans(text, self.plan.values)

    def _picture(self, name: str, key: Any, make: Callable[[], Figure]) -> str:
        self.figures[name] = (key, make)
        return name

    # -- before the prediction ---------------------------------------------------------------

    def _example(self, step: Step) -> Json:
        made, given = step.more["experiment"], step.more["settings"]
        counts = Counter(run(made, Random(step.more["seed"]), given, step.more["runs"]))
        seen = {"simulated": made.shown(counts), "prediction": made.shown(step.more["chips"])}
        title = step.more["title"].format_map(self.plan.values)
        return {"chart": self._picture("example", "example", lambda: charts.distribution(
            made.shown(made.outcomes(**given)), title=title, xlabel=made.what, mean=False, **seen))}  # fmt: skip

    def _play(self, step: Step) -> Json:
        return {"place": "start"}

    def _predict(self, step: Step) -> Json:
        pupil, plan = self.pupil, self.plan
        return {
            "ask": plan.question.ask(**plan.settings),
            "what": plan.experiment.what,
            "manner": plan.manner,
            "names": pupil.names,
            "chips": list(pupil.chips),
            "all": CHIPS,
            "put": pupil.locked,
            "reason": pupil.reason,
            **self._says(),
        }

    def _says(self) -> Json:
        """What turns chips into an answer: the asked outcomes, or what each outcome counts in a mean."""
        made, settings = self.plan.experiment, self.plan.settings
        outcomes = list(made.outcomes(**settings))
        if self.plan.manner != "chips":
            return {}
        if made.asked is None:
            return {"worth": [float(made.counts(outcome, settings)) for outcome in outcomes]}
        asked = [i for i, outcome in enumerate(outcomes) if made.asked(outcome, **settings)]
        return {"asked": asked, "asked_words": made.sides(settings)[0]}

    # -- runs --------------------------------------------------------------------------------

    def _run(self, step: Step) -> Json:
        pupil = self.pupil
        return {
            "what": self.plan.experiment.what,
            "manner": self.plan.manner,
            "names": pupil.names,
            "chips": list(pupil.chips),
            "all": CHIPS,
            "counts": [pupil.counts[name] for name in pupil.names],
            "total": pupil.total,
            "portions": list(PORTIONS),
            "last": f"Came just now: {told_runs(pupil.last)}." if pupil.last else "",
            "missing": self._missing(pupil.said()),
            "ready": pupil.total >= ENOUGH_RUNS,
            "enough": ENOUGH_RUNS,
            "revealed": pupil.revealed,
        }

    def _missing(self, chances: Mapping[str, Fraction]) -> list[str]:
        """Outcomes that have not come, with the chance that so many runs miss each, if the chances were these."""
        pupil = self.pupil
        if not pupil.total:
            return []
        unseen: dict[Fraction, list[str]] = {}
        for name in pupil.unseen():
            unseen.setdefault(chances[name], []).append(name)
        lines = []
        runs = some(pupil.total, "run")
        right = "your guess was" if self.plan.manner == "fraction" else "your chips were"
        for p, names in unseen.items():
            missed = "it" if len(names) == 1 else "each of them"
            lines.append(f"Not yet: {', '.join(names)}. If {right} right, {runs} would miss {missed} "
                         f"with a chance of {percent((1 - p) ** pupil.total)}.")  # fmt: skip
        return lines or ["Every outcome has come up."]

    def _compare(self, step: Step) -> Json:
        pupil = self.pupil
        exact, said = pupil.exact, pupil.said()

        settings, made = self.plan.settings, self.plan.experiment

        def picture() -> Figure:
            title = made.headline(**settings) if made.headline else self.plan.question.picture(**settings)["title"]
            return self._distribution(
                settings, exact, title=title,
                simulated={name: pupil.counts[name] for name in pupil.names},
                prediction=dict(zip(pupil.names, pupil.chips, strict=True)))  # fmt: skip

        key = (tuple(pupil.chips), tuple(sorted(pupil.counts.items())))
        return {
            "chart": self._picture("compare", key, picture),
            "lines": list(filter(None, (self._own_answer(said), self._gap(said), self._inside(), self._own_reason()))),
            "score": self._brier(said),
            "missing": missing(pupil.counts, weights(exact)) if pupil.unseen() else "",
        }

    def _distribution(self, settings: Mapping[str, Any], exact: Mapping[str, Fraction], **more: Any) -> Figure:
        """The outcomes with their exact chances; those that are asked for are accented."""
        made = self.plan.experiment
        outcomes = list(made.outcomes(**settings))
        asked = made.asked and [outcome for outcome in outcomes if made.asked(outcome, **settings)]
        if made.names or self.plan.manner != "chips":
            if asked and self.plan.manner == "chips":
                more["asked"] = [made.name(outcome) for outcome in asked], made.sides(settings)[0]
            return charts.distribution(weights(exact), xlabel=made.what, mean=False, **more)
        number = {made.name(outcome): outcome for outcome in outcomes}
        for name in ("simulated", "prediction"):
            if name in more:
                more[name] = {number[key]: value for key, value in more[name].items()}
        edge = (min(asked), made.sides(settings)[0]) if asked else None
        return charts.distribution({number[name]: n for name, n in weights(exact).items()}, xlabel=made.what,
                                   mean=False, threshold=edge, **more)  # fmt: skip

    def _gap(self, said: Mapping[str, Fraction]) -> str:
        exact = self.pupil.exact
        if self.plan.manner == "fraction":
            return ""  # there is only one gap, and the answer beside it says so
        worst = max(exact, key=lambda name: abs(said[name] - exact[name]))
        gap = said[worst] - exact[worst]
        if not gap:
            return "Your chips lie exactly as the chances do."
        return (f"The largest gap: for “{worst}” you gave {percent(said[worst])}, the exact chance is "
                f"{told(exact[worst], chance=True)}. That is too {'much' if gap > 0 else 'little'}.")  # fmt: skip

    def _inside(self) -> str:
        pupil = self.pupil
        inside = 0
        for name in pupil.names:
            low, high = band95(pupil.counts[name], pupil.total)
            inside += low <= pupil.exact[name] <= high
        return (f"{pupil.total:,} runs: the exact chance lies within the band of the runs for {inside} of "
                f"{len(pupil.names)} outcomes. About one band in twenty misses by bad luck.")  # fmt: skip

    def _own_reason(self) -> str:
        return f"You wrote: “{self.pupil.reason}”" if self.pupil.reason else ""

    def _own_answer(self, said: Mapping[str, Fraction]) -> str:
        """What the chips say to the question, beside the exact answer."""
        made, plan = self.plan.experiment, self.plan
        outcomes = {plan.bet(outcome): outcome for outcome in made.outcomes(**plan.settings)}
        if made.asked is None:
            mean = sum((said[name] * made.counts(o, plan.settings) for name, o in outcomes.items()), Fraction(0))
            told = told_answer(plan.question, mean)
            return f"Your chips have a mean of {told}; the exact mean is {plan.values['exact']}."
        own = sum((said[name] for name, o in outcomes.items() if made.asked(o, **plan.settings)), Fraction(0))
        words = made.sides(plan.settings)[0]
        say = "you say" if plan.manner == "fraction" else "your chips say"
        return f"For “{words}” {say} {percent(own)}; the exact answer is {plan.values['exact']}."

    def _brier(self, said: Mapping[str, Fraction]) -> list[list[Span]]:
        exact = self.pupil.exact
        even = shares(spread(list(exact), CHIPS))
        mine, best, flat = (float(brier(p, exact)) for p in (said, exact, even))
        even_bet = "Fifty-fifty gets" if self.plan.manner == "fraction" else "Chips spread evenly get"
        return spans("Your [[Brier score]] is **{mine:.3f}**; lower is better. " + even_bet + " {flat:.3f}, and "
                     "nobody can do better than the exact chances: {best:.3f}.",
                     {"mine": mine, "best": best, "flat": flat})  # fmt: skip

    # -- after the exact answer --------------------------------------------------------------

    def _why(self, step: Step) -> Json:
        plan = self.plan
        assert plan.experiment.paths is not None
        paths = plan.experiment.paths(**plan.settings)
        exactly = in_full(plan.question.exact(**plan.settings))
        return {
            "big": f"{self.plan.values['exact']}",
            "summary": f"Unfold this number: {some(len(paths), 'path')}",
            "paths": [{"label": path.label, "sum": path.sum, "detail": path.detail,
                       "term": told_answer(plan.question, path.term),
                       "place": f"path {n}" if path.place is not None else ""}
                      for n, path in enumerate(paths)],
            "total": " ".join(filter(None, (added([path.term for path in paths]) if len(paths) > 1 else "", exactly))),
            "chart": self._picture("why", "why", self._explained),
        }  # fmt: skip

    def _explained(self) -> Figure:
        plan = self.plan
        drawn = plan.experiment.drawn
        return drawn(**plan.settings) if drawn else drawn_figure(plan.question, plan.settings)

    def _change(self, step: Step) -> Json:
        plan, pupil = self.plan, self.pupil
        ((name, new),) = step.more["setting"].items()
        parameter = plan.question.parameters[name]
        old = plan.settings[name]
        shown: Json = {
            "ask": f"Change “{parameter.words}” from {parameter.say(old)} to {parameter.say(new)}. "
            "Which way does the answer move?",
            "ways": [[way, WAY_WORDS[way]] for way in WAYS],
            "guess": pupil.guess,
        }
        if pupil.guess:
            before, after = (plan.question.exact(**{**plan.settings, name: value}) for value in (old, new))
            way = WAYS[(after < before) * 2 + (after == before)]
            told = [told_answer(plan.question, value) for value in (before, after)]
            right = "So you said." if way == pupil.guess else f"You said: {WAY_WORDS[pupil.guess].lower()}."
            shown["reply"] = f"{WAY_WORDS[way]}: from {told[0]} to {told[1]}. {right}"
            shown["right"] = way == pupil.guess
            shown["choices"] = [str(parameter.say(choice)) for choice in parameter.choices]
            shown["label"] = parameter.words[0].upper() + parameter.words[1:]
            shown["value"] = parameter.choices.index(pupil.value)
            settings = {**plan.settings, name: pupil.value}
            answer = told_answer(plan.question, plan.question.exact(**settings))
            shown["answer"] = answer
            shown["chart"] = self._picture("change", pupil.value, lambda: self._changed(settings, answer))
        return shown

    def _changed(self, settings: Mapping[str, Any], answer: str) -> Figure:
        """The outcomes at these settings."""
        plan = self.plan
        _, exact = bets(plan.experiment, settings, plan.manner)
        return self._distribution(settings, exact, title=f"With this setting the answer is {answer}")

    def _rank(self, step: Step) -> Json:
        pupil, more = self.pupil, step.more
        asks, name, choices = more["question"], more["parameter"], more["choices"]
        parameter = asks.parameters[name]
        words = [str(parameter.say(choice)) for choice in choices]
        shown: Json = {
            "ask": "Put these in order, from the least to the most.",
            "items": [parameter.name(choice) for choice in choices],
            "order": list(pupil.order),
            "put": pupil.ranked,
        }
        if pupil.ranked:
            values = [asks.exact(**more["settings"], **{name: choice}) for choice in choices]
            good, pairs = in_order([values[i] for i in pupil.order])
            shown["reply"] = f"{good} of {pairs} pairs stand in the right order."
            shown["right"] = good == pairs
            shown["chart"] = self._picture("rank", tuple(pupil.order), lambda: self._ranked(more, words, values))
        return shown

    def _ranked(self, more: Mapping[str, Any], words: list[str], values: list[Fraction]) -> Figure:
        asks, name = more["question"], more["parameter"]
        seen = {}
        for word, choice in zip(words, more["choices"], strict=True):
            counts = asks.simulate(RANK_RUNS, Random(f"{self.plan.id} {choice}"), **more["settings"], **{name: choice})
            seen[word] = asks.estimate(counts)
        place = {words[i]: place for place, i in enumerate(self.pupil.order, 1)}
        best = max(range(len(values)), key=values.__getitem__)
        parameter = asks.parameters[name]
        return ranking(
            dict(zip(words, values, strict=True)), seen, place, chance=asks.kind == CHANCE, xlabel=parameter.words,
            ylabel=asks.unit or asks.kind,
            title=f"The most: {parameter.name(more['choices'][best])}, {told_answer(asks, values[best])}")  # fmt: skip

    def _check(self, step: Step) -> Json:
        shown: Json = {
            "items": [self._item(number) for number in range(len(self.pupil.answers))],
            "sure": [[percentage, f"{words} ({percentage} %)"] for percentage, words in SURE.items()],
        }
        if self.pupil.done():
            found = groups(self.pupil.predictions())
            shown["chart"] = self._picture("calibration", tuple(found), lambda: calibration(found))
            shown["after"] = spans(
                "Every chance that you gave in this lesson, by chips or by saying how sure you are, beside what came. "
                "Dots on the line mean good [[calibration]]; dots below it, that you were surer than things came true.",
                {})  # fmt: skip
        return shown

    def _item(self, number: int) -> Json:
        pupil = self.pupil
        asks, settings = pupil.asked(number)
        mine = pupil.answers[number]
        found, exact = options(asks, settings), asks.exact(**settings)
        right = pupil.right(number)
        item: Json = {
            "title": asks.title,
            "ask": asks.ask(**settings),
            "options": [told_answer(asks, value) for value in found],
            "tries": list(mine.tries),
            "sure": mine.sure,
            "right": right,
            "hints": [asks.hint(i, **settings) for i in range(mine.hints)],
            "more": mine.hints < len(asks.hints) and not right,
            "reply": "",
        }
        if mine.tries:
            last = found[mine.tries[-1]]
            if right:
                item["reply"] = f"Right: {told_answer(asks, exact)}."
                item["exactly"] = in_full(exact)
                item["chart"] = self._picture(f"check {number}", mine.draw, lambda: drawn_figure(asks, settings))
            else:
                thought = [(name, reply) for name, wrong, reply in asks.wrong(**settings) if wrong == last]
                item["reply"] = " ".join(f"Perhaps you thought: “{name}”. {reply}" for name, reply in thought)
        return item

    def _back(self, step: Step) -> Json:
        return {"place": "end"}
