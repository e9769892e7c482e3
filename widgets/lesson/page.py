"""What the page of a lesson shows: plan and pupil in, plain JSON and figures out. No widget here.

Only the step that is looked at is in the page; of the others it has the name, and whether they are done or open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from random import Random
from typing import Any

from plotly.graph_objects import Figure

from gamelib import Question
from gamelib.number_format import (
    MAX_READABLE,
    NO_BREAK_SPACE,
    count_with_noun,
    format_answer,
    format_chance,
    format_fixed,
    format_percent,
    round_half_up,
)
from gamelib.tools.confidence_interval import estimate_mean, wilson_interval_95

from ..chart.seen import missing
from ..page.protocol import Json
from ..page.words import words as page_words
from .answers import full, shown_line, worked
from .bench import asked_names, bench
from .building import Building
from .experiment import Cells, Grow, bets, told_answer
from .files import ids, title_of
from .limits import ENOUGH_RUNS, MOST_GAMES, MOST_GOES, PORTIONS, SURE, TRIES_BEFORE_TOLD, WAYS
from .machine import PATIENCE
from .pictures import calibration, drawn_figure, explained, ranking
from .plan import CHIPS, HEADINGS, LABELS, LessonStep, Plan
from .prose import Span, spans
from .pupil import Pupil
from .score import Rated, in_order, misplaced, shares, spread
from .score import calibration as groups
from .thoughts import OTHER, Thought, by_shape, named, would_mean

WAY_WORDS = {"up": "It goes up", "same": "It stays the same", "down": "It goes down"}
RANK_RUNS = 400
MOST_PIECES = 24
CHANCE = "chance"
FAR = Fraction(1, 10)
"""From how far off on it is said what a prediction would mean, as a part of the answers' range."""
OFTEN = Fraction(1, 20)
"""The chance from which on no chip at all is a bet that cannot be."""


def weights(exact: Mapping[str, Fraction]) -> dict[str, int]:
    """Chances as whole numbers over one total."""
    common = lcm(*(p.denominator for p in exact.values()))
    return {name: int(p * common) for name, p in exact.items()}


def added(terms: list[Fraction]) -> str:
    """Fractions added over one denominator: "6/36 + 5/36 = 11/36"."""
    common, total = lcm(*(term.denominator for term in terms)), sum(terms, Fraction(0))
    if common >= MAX_READABLE:
        return f"All {len(terms)} add up to {format_fixed(total, 4)}."
    over = " + ".join(f"{term * common}/{common}" for term in terms) + f" = {total * common}/{common}"
    return over if total.denominator == common else f"{over} = {total}"


def choices(fits: list[Thought]) -> list[list[Any]]:
    """Thoughts to choose from: number and words; and that it was another."""
    return [*([one.place, one.name] for one in fits), [OTHER, "A different idea"]]


class PupilPage:
    """The page of one pupil. `step` is the JSON of the step looked at; `figures` are makers of its pictures."""

    def __init__(self, plan: Plan, pupil: Pupil) -> None:
        self.plan, self.pupil = plan, pupil
        self.elsewhere: list[Rated] = []
        """How sure this browser's reader was in other lessons."""
        self.figures: dict[str, tuple[Any, Callable[[], Figure]]] = {}
        """Picture -> (what it depends on, how to draw it)."""

    def rail(self) -> list[Json]:
        """All steps in order: kind, label, and how they stand: here, done, open or closed."""
        pupil, steps = self.pupil, []
        shown = pupil.shown_kinds()
        for kind in pupil.kinds:
            state = "done" if pupil.done(kind) else "open"
            state = "here" if kind == pupil.at else state if pupil.is_open(kind) else "closed"
            steps.append(
                {
                    "kind": kind,
                    "label": LABELS[kind],
                    "state": state,
                    "done": pupil.done(kind),
                    "shown": kind in shown,
                    "optional": kind in pupil.optional,
                }
            )
        return steps

    def step(self) -> Json:
        """The step looked at; fills `figures`."""
        self.figures = {}
        pupil = self.pupil
        step = self.plan.step(pupil.at)
        last = pupil.at == pupil.kinds[-1]
        follows = "" if last else LABELS[pupil.kinds[pupil.kinds.index(pupil.at) + 1]]
        shown: Json = {
            "kind": step.kind,
            "title": HEADINGS[step.kind],
            "text": self.prose(step.text),
            "next": follows,
            "leave": LABELS["sum"] if pupil.may_leave and not pupil.all_open else "",
            "done": pupil.done(step.kind),
            "held": not (last or pupil.reaches(pupil.kinds[pupil.kinds.index(pupil.at) + 1])),
        }
        return {**shown, **getattr(self, f"_{step.kind}")(step)}

    def prose(self, text: str) -> list[list[Span]]:
        """Prose with its numbers."""
        return spans(text, self.plan.values)

    def _picture(self, name: str, key: Any, make: Callable[[], Figure]) -> str:
        self.figures[name] = (key, make)
        return name

    # -- before the prediction ---------------------------------------------------------------

    def _example(self, step: LessonStep) -> Json:
        made, given, counts = (step.more[name] for name in ("experiment", "settings", "counts"))
        dist = made.outcomes(**given)
        name = made.name
        return {
            "ready": True,
            "caption": step.more["title"].format_map(self.plan.values),
            "bench": bench(
                made.what,
                [name(outcome) for outcome in dist],
                chips={name(outcome): n for outcome, n in step.more["chips"].items()},
                counts={name(outcome): counts[outcome] for outcome in dist},
                exact={name(outcome): dist.p(outcome) for outcome in dist},
            ),
        }

    def _play(self, step: LessonStep) -> Json:
        pupil, made = self.pupil, self.plan.experiment
        if made.mini:
            return {
                "mini": self._mini(),
                "riddles": self.plan.game is not None,
                "ready": pupil.played,
                "lookup": [] if made.lookup_late else self._lookup(),
                "place": "start" if made.start else "",
            }
        right = sum(called == came for called, came in pupil.goes)
        went = pupil.went
        told = ""
        if went and pupil.goes:
            called, came = pupil.goes[-1]
            words = list(pupil.calls)
            told = f"You called “{words[called]}”" + (
                ", and so it came." if called == came else f"; it was “{words[came]}”."
            )
        return {
            "calls": list(pupil.calls),
            "lookup": self._lookup(),
            "go": made.go,
            "pieces": list(went.pieces[:MOST_PIECES]) if went else [],
            "say": went.say if went else "",
            "prompt": page_words("table")["call_prompt"],
            "told": told,
            "score": f"{right} of {len(pupil.goes)} called right" if pupil.goes else "",
            "left": MOST_GOES - len(pupil.goes),
            "ready": bool(pupil.goes),
            "riddles": self.plan.game is not None,
            "place": "start" if made.start else "",
        }

    def _mini(self) -> Json:
        """The moment at the mini-table."""
        turn = self.pupil.turn()
        more = not turn.moves and len(self.pupil.games) < MOST_GAMES
        return {"pieces": list(turn.pieces), "say": turn.say, "ask": turn.ask, "moves": list(turn.moves), "more": more}

    def _machine(self, step: LessonStep) -> Json:
        """What was put together, and what is said to it."""
        pupil = self.pupil
        done = pupil.done("machine")
        reply = pupil.said_of_it
        if not reply and done:
            reply = (
                "Here is the finished model. Look at each part and at the result."
                if pupil.machine_shown
                else "Correct! Your model gives the same values with the same probabilities."
            )
        return {
            "ready": done,
            "reply": reply,
            "right": done and not pupil.said_of_it,
            "show_me": not done and pupil.machine_tries >= PATIENCE,
        }

    def _predict(self, step: LessonStep) -> Json:
        pupil, plan = self.pupil, self.plan
        ask, lookup = self._asked(plan.question, plan.settings)
        return {
            "ask": ask,
            "lookup": lookup,
            "manner": plan.manner,
            "all": CHIPS,
            "put": pupil.locked,
            "reason": pupil.reason,
            "lines": self._thinking(),
            "bench": bench(plan.experiment.what, pupil.names, chips=self._chips()),
            **self._says(),
        }

    def _lookup(self, settings: Mapping[str, Any] | None = None) -> list[list[str]]:
        """What a result is worth, at the lesson's settings or others."""
        made = self.plan.experiment
        return [list(row) for row in made.lookup(**(settings or self.plan.settings))] if made.lookup else []

    def _asked(self, asks: Question, settings: Mapping[str, Any]) -> tuple[str, list[list[str]]]:
        """A question in words, and the table beside it: what the table shows is not said in words as well."""
        ask, told = asks.prompt_text(**settings), asks.text_values(**settings).get("told")
        if not (self.plan.experiment.lookup and told and told in ask):
            return ask, []
        return " ".join(ask.replace(told, "").split()), self._lookup(settings)

    def _thinking(self) -> list[str]:
        """The lines that were worked out before the prediction, each with what it comes to."""
        return [shown_line(line, self.plan.experiment.asked is not None) for line in self.pupil.thinking]

    def _chips(self) -> dict[str, int]:
        return dict(zip(self.pupil.names, self.pupil.chips, strict=True))

    def _says(self) -> Json:
        """What turns chips into an answer: the asked outcomes, or what each outcome counts in a mean."""
        made, settings = self.plan.experiment, self.plan.settings
        outcomes = list(made.outcomes(**settings))
        if self.plan.manner != "chips":
            return {}
        if made.asked is None:
            return {"worth": [float(made.counts(outcome, settings)) for outcome in outcomes], "unit": made.unit}
        asked = [i for i, outcome in enumerate(outcomes) if made.asked(outcome, **settings)]
        return {"asked": asked, "asked_words": made.sides(settings)[0]}

    # -- runs --------------------------------------------------------------------------------

    def _run(self, step: LessonStep) -> Json:
        pupil, made = self.pupil, self.plan.experiment
        place = {name: i for i, name in enumerate(pupil.names)}
        mean = made.asked is None
        return {
            "bench": bench(made.what, pupil.names, chips=self._chips(), counts=pupil.counts),
            "go": made.go,
            "portions": list(PORTIONS),
            "last": [
                {"at": place[name], "pieces": list(seen.pieces[:MOST_PIECES]), "say": seen.say or name}
                for name, seen in pupil.last
            ],
            "trail": [[n, round(value, 4)] for n, value in pupil.trail],
            "running": (self.plan.question.unit or "mean") if mean else made.sides(self.plan.settings)[0],
            "mean": mean,
            "unseen": self._unseen() if pupil.total >= ENOUGH_RUNS else [],
            "ready": pupil.total >= ENOUGH_RUNS,
            "enough": ENOUGH_RUNS,
            "locked": pupil.locked,
            "revealed": pupil.revealed,
        }

    def _unseen(self) -> list[str]:
        """Outcomes that have not come, with the chance that so many runs miss each, if the chips were right."""
        pupil, chances = self.pupil, self.pupil.said()
        unseen: dict[Fraction, list[str]] = {}
        for name in pupil.unseen():
            unseen.setdefault(chances[name], []).append(name)
        right = "your prediction is" if self.plan.manner == "fraction" else "your chips are"
        return [
            f"Not seen yet: {', '.join(names)}. Suppose {right} right. Then the probability that "
            f"{'it' if len(names) == 1 else 'each of them'} is missing after {pupil.total:,} tries is "
            f"{format_percent((1 - p) ** pupil.total)}."
            for p, names in unseen.items()
        ]

    def _compare(self, step: LessonStep) -> Json:
        pupil, plan = self.pupil, self.plan
        if not pupil.locked:  # a teacher has opened it
            return {"ready": True, "bench": self._exact_bench(plan.settings), "lines": []}
        said = pupil.said()
        made = plan.experiment
        return {
            "ready": True,
            "caption": made.headline(**plan.settings) if made.headline else "",
            "bench": self._exact_bench(plan.settings, chips=self._chips(), counts=pupil.counts),
            "lines": list(
                filter(
                    None, (self._own_answer(said), self._meaning(said), *self._impossible(said), self._misplaced(said))
                )
            ),
            **self._thought(said),
            "missing": missing(pupil.counts, weights(pupil.exact)) if pupil.unseen() and pupil.total else "",
            "reason": pupil.reason,
            "thinking": self._thinking(),
        }

    def _exact_bench(self, settings: Mapping[str, Any], **more: Any) -> Json:
        plan = self.plan
        made = plan.experiment
        names, exact = bets(made, settings, plan.manner)
        asked = asked_names(made, settings, plan.manner)
        answer = told_answer(plan.question, plan.question.exact_value(**settings))
        note = f"{made.sides(settings)[0]}: {answer}" if asked else f"on average {answer} {made.unit}".strip()
        return bench(made.what, names, exact=exact, asked=asked, note=note, **more)

    def _thought(self, said: Mapping[str, Fraction]) -> Json:
        """What may lie behind the prediction: said where the chips show it, asked where a number fits."""
        plan, pupil = self.plan, self.pupil
        shape, fits, clear = by_shape(plan, said), pupil.may_have_thought(), pupil.clear_thought()
        chosen = [named(one) for one in (*filter(None, [clear]), *fits) if one is clear or one.place == pupil.thought]
        if shape or chosen:
            return {"thought": (chosen or [shape])[0], "which": []}
        if fits and pupil.thought is None:
            return {
                "thought": "There are ideas that lead to a prediction like yours. Which of these was your idea?",
                "which": choices(fits),
            }
        return {"thought": "", "which": []}

    def _meaning(self, said: Mapping[str, Fraction]) -> str:
        """What a prediction that is off would mean for the runs."""
        plan, pupil, own = self.plan, self.pupil, self.pupil.own()
        exact = plan.question.exact_value(**plan.settings)
        worth = plan.worth
        spread = max(worth.values()) - min(worth.values()) if plan.experiment.asked is None else 1
        return would_mean(plan, own, pupil.counts, worth) if abs(own - exact) >= FAR * Fraction(spread) else ""

    def _own_answer(self, said: Mapping[str, Fraction]) -> str:
        """What the chips say to the question, beside the exact answer."""
        made, plan, own = self.plan.experiment, self.plan, self.pupil.own()
        if made.asked is None:
            mine = f"Your chips predict {told_answer(plan.question, own)} {made.unit}".strip()
            return f"{mine} on average. The exact answer is {plan.values['exact']}."
        say = "you predicted" if plan.manner == "fraction" else "your chips predict"
        event = made.sides(plan.settings)[0]
        return f"For “{event}”, {say} {format_percent(own)}. The exact probability is {plan.values['exact']}."

    def _impossible(self, said: Mapping[str, Fraction]) -> list[str]:
        """A reply to no chip at all on what comes often."""
        lines = []
        for name, p in self.pupil.exact.items():
            if not said[name] and p >= OFTEN:
                came = self.pupil.counts[name]
                runs = f" It happened in {came:,} of {self.pupil.total:,} tries." if came else ""
                none = (
                    "you predicted that this would never happen"
                    if self.plan.manner == "fraction"
                    else "without a chip there, you predict that it never happens"
                )
                lines.append(f"“{name}”: {none}.{runs} Its probability is {format_answer(p, is_probability=True)}.")
        return lines

    def _misplaced(self, said: Mapping[str, Fraction]) -> str:
        """How many chips lie wrong, beside those of an even spread."""
        if self.plan.manner == "fraction":
            return ""  # there is only one gap, and the answer beside it says so
        exact = self.pupil.exact
        mine = int(round_half_up(misplaced(said, exact, CHIPS)))
        even = int(round_half_up(misplaced(shares(spread(list(exact), CHIPS)), exact, CHIPS)))
        if not mine:
            return f"Your {CHIPS} chips match the exact probabilities as closely as whole chips can."
        worst = max(exact, key=lambda name: abs(said[name] - exact[name]))
        way = "too many chips" if said[worst] > exact[worst] else "too few chips"
        return (
            f"About {mine} of your {CHIPS} chips {'is' if mine == 1 else 'are'} in the wrong place. The biggest "
            f"difference is at “{worst}”: {way} there. If you had spread the chips evenly, the number in the wrong "
            f"place would be {even}."
        )

    # -- why ---------------------------------------------------------------------------------

    def _why(self, step: LessonStep) -> Json:
        plan, pupil, building = self.plan, self.pupil, self.pupil.building
        ready = building is None or building.done
        shown: Json = {
            "ready": ready,
            "text": self.prose(step.text) if ready else [],
            "help": building.help if building else "",
            "built": building is not None and building.done,
            "build": building and self._build(building),
        }
        if not ready:
            return shown
        made = plan.experiment
        paths = made.paths(**plan.settings) if made.paths else []
        exactly = full(plan.question.exact_value(**plan.settings))
        made_of = building and building.made
        grid = isinstance(made_of, Cells) and bool(made_of.rows)  # its picture is what was tapped
        return shown | {
            "big": f"{plan.values['exact']}",
            "summary": f"Unfold this number: {count_with_noun(len(paths), 'path')}" if paths else "",
            "paths": [
                {
                    "label": path.label,
                    "sum": path.sum,
                    "detail": path.detail,
                    "term": told_answer(plan.question, path.term),
                    "place": f"path {n}" if path.place is not None and made.after else "",
                }
                for n, path in enumerate(paths)
            ],
            "total": " ".join(filter(None, (added([path.term for path in paths]) if len(paths) > 1 else "", exactly))),
            "chart": "" if grid else self._picture("why", "why", self._explained),
            "reason": pupil.reason,
            "revised": pupil.revised,
        }

    def _build(self, building: Building) -> Json:
        """What is to be built, without telling what is right; `then`: what is asked when that is found."""
        part = {**self._part(building), "found": building.found or building.done}
        return part if building.rest is None or not building.found else part | {"then": self._part(building.rest)}

    def _part(self, building: Building) -> Json:
        made, work = building.made, building.work
        if building.space and not building.listed:
            return {
                "kind": "space",
                "form": building.space.form,
                "ask": building.space.ask,
                "rows": building.rows,
                "heads": [words for words, _ in building.space.heads],
            }
        if isinstance(made, Cells):
            return {
                "kind": "cells",
                "ask": made.ask,
                "of": made.of,
                "columns": made.columns,
                "rows": made.rows,
                "cells": [[cell.text, cell.weight] for cell in made.cells],
                "tapped": work,
                "told": self._tapped(made) if building.found else "",
            }
        if isinstance(made, Grow):
            grown = len(work)
            level = made.levels[grown] if grown < len(made.levels) else None
            twigs = [twig for one in made.levels[:grown] for twig in one.twigs]
            return {
                "kind": "grow",
                "ask": made.ask,
                "grown": [[one.ask, one.right] for one in made.levels[:grown]],
                "tree": [[list(twig.under), twig.text, twig.chance, twig.good] for twig in twigs],
                "level": level and {"ask": level.ask, "options": [level.options[i] for i in building.mixed(grown)]},
                "left": len(made.levels) - grown,
            }
        return {"kind": "sort", "ask": made.ask, "items": list(made.steps), "order": list(work)}

    def _tapped(self, made: Cells) -> str:
        cases, of = (sum(made.cells[n].weight for n in numbers) for numbers in (made.good, range(len(made.cells))))
        return f"{cases} of {of}: {format_chance(made.share(made.good))}."

    def _explained(self) -> Figure:
        return explained(self.plan)

    # -- change, order, check ----------------------------------------------------------------

    def _change(self, step: LessonStep) -> Json:
        plan, pupil = self.plan, self.pupil
        ((name, new),) = step.more["setting"].items()
        parameter = plan.question.parameters[name]
        old = plan.settings[name]
        changed = self._lookup({**plan.settings, name: new})
        shown: Json = {
            "ask": (
                f"The setting “{parameter.label}” changes from {parameter.choice_label(old)} to "
                f"{parameter.choice_label(new)}. Does "
                "the answer go up, go down or stay the same?"
            ),
            "lookup": changed if changed != self._lookup() else [],
            "ways": [[way, WAY_WORDS[way]] for way in WAYS],
            "guess": pupil.guess,
        }
        if pupil.guess:
            before, after = (plan.question.exact_value(**{**plan.settings, name: value}) for value in (old, new))
            way = WAYS[(after < before) * 2 + (after == before)]
            right = "You were right." if way == pupil.guess else f"You said: {WAY_WORDS[pupil.guess].lower()}."
            moved = [told_answer(plan.question, value) for value in (before, after)]
            change = f"from {moved[0]} to {moved[1]}" if before != after else f"at {moved[0]}"
            shown["reply"] = f"{right} {WAY_WORDS[way]}, {change}."
            shown["right"] = way == pupil.guess
            told = [] if way == pupil.guess else [step.more["replies"][pupil.guess]]
            shown["because"] = [*self.prose("\n\n".join(filter(None, [*told, step.more["because"]])))]
            shown["both"] = [
                {
                    "caption": f"{mark}: {parameter.label_with_choice(value)}",
                    "bench": self._exact_bench({**plan.settings, name: value}),
                }
                for mark, value in (("Before", old), ("Now", new))
            ]
        return shown

    def _data(self, step: LessonStep) -> Json:
        pupil = self.pupil
        models = pupil.models()
        dist = models[pupil.model][1].outcomes()
        name = models[pupil.model][1].name
        names = [name(outcome) for outcome in dist]
        shown: Json = {
            "models": [[words, [made.name(outcome) for outcome in made.outcomes()]] for words, made in models],
            "model": pupil.model,
            "tally": pupil.tally,
            "verdict": pupil.fitted.says if pupil.fitted else "",
        }
        if pupil.fitted:
            counts = dict(zip(names, pupil.tally, strict=True))
            exact = {name(outcome): dist.p(outcome) for outcome in dist}
            shown["bench"] = {**bench(models[pupil.model][1].what, names, counts=counts, exact=exact), "own": True}
        return shown

    def _rank(self, step: LessonStep) -> Json:
        pupil, more = self.pupil, step.more
        asks, name, choices = more["question"], more["parameter"], more["choices"]
        parameter = asks.parameters[name]
        words = [str(parameter.choice_label(choice)) for choice in choices]
        shown: Json = {
            "ask": "Put these in order, from the least to the most.",
            "items": [parameter.label_with_choice(choice) for choice in choices],
            "order": list(pupil.order),
            "put": pupil.ranked,
            "ready": step.more["optional"],
        }
        if pupil.ranked:
            values = [asks.exact_value(**more["settings"], **{name: choice}) for choice in choices]
            good, pairs = in_order([values[i] for i in pupil.order])
            shown["reply"] = f"{good} of {pairs} pairs stand in the right order."
            shown["right"] = good == pairs
            shown["because"] = self.prose(more["because"])
            shown["chart"] = self._picture("rank", tuple(pupil.order), lambda: self._ranked(more, words, values))
        return shown

    def _ranked(self, more: Mapping[str, Any], words: list[str], values: list[Fraction]) -> Figure:
        asks, name = more["question"], more["parameter"]
        seen = {}
        for word, choice in zip(words, more["choices"], strict=True):
            counts = asks.simulate(RANK_RUNS, Random(f"{self.plan.id} {choice}"), **more["settings"], **{name: choice})
            if asks.kind == CHANCE:
                seen[word] = counts[True] / RANK_RUNS, *wilson_interval_95(counts[True], RANK_RUNS)
            else:
                found = estimate_mean(counts)
                seen[word] = found.mean, found.low, found.high
        place = {words[i]: place for place, i in enumerate(self.pupil.order, 1)}
        best = max(range(len(values)), key=values.__getitem__)
        parameter = asks.parameters[name]
        return ranking(
            dict(zip(words, values, strict=True)),
            seen,
            place,
            chance=asks.kind == CHANCE,
            xlabel=parameter.label,
            ylabel=asks.unit or asks.kind,
            title=f"The most: {parameter.label_with_choice(more['choices'][best])}, {told_answer(asks, values[best])}",
        )

    def _check(self, step: LessonStep) -> Json:
        return {
            "items": [self._item(number) for number in range(len(self.pupil.answers))],
            "sure": [[percentage, f"{words} ({percentage}{NO_BREAK_SPACE}%)"] for percentage, words in SURE.items()],
        }

    def _item(self, number: int) -> Json:
        pupil = self.pupil
        asks, settings = pupil.asked(number)
        mine = pupil.answers[number]
        exact = asks.exact_value(**settings)
        right = pupil.right(number)
        settled = right or mine.told
        ask, lookup = self._asked(asks, settings)
        item: Json = {
            "title": asks.title,
            "ask": ask,
            "lookup": lookup,
            "chance": asks.kind == CHANCE,
            "tries": list(mine.tries),
            "sure": mine.sure,
            "right": right,
            "settled": settled,
            "hints": [asks.hint_text(i, **settings) for i in range(mine.hints)],
            "more": mine.hints < len(asks.hints) and not settled,
            "reply": "" if settled else pupil.replies.get(number, ""),
            "which": [] if settled else choices(pupil.which[number]) if number in pupil.which else [],
            **self._smaller(number, settled),
            "lines": [shown_line(line, asks.kind == CHANCE) for line in mine.lines],
            "tried": [worked(text, asks.kind == CHANCE) for text in mine.tries],
            "may_tell": len(mine.tries) >= TRIES_BEFORE_TOLD and not settled,
            "more_work": number in pupil.needed and asks.is_laborious(settings),
            "further": number not in pupil.needed and asks.id != self.plan.step("check").more["elsewhere"],
            "elsewhere": asks.id == self.plan.step("check").more["elsewhere"],
            "again": settled and pupil.another(number) is not None,
        }
        if settled:
            item["reply"] = f"{'Correct:' if right else 'The answer is'} {told_answer(asks, exact)}."
            item["exactly"] = full(exact)
        if settled and mine.draw in mine.looked:
            item["chart"] = self._picture(f"check {number}", mine.draw, lambda: drawn_figure(asks, settings))
        return item

    def _smaller(self, number: int, settled: bool) -> Json:
        """What leads to a check that went wrong: whether there is anything, and how it stands."""
        pupil = self.pupil
        way = None if settled else pupil.down(number)
        if way is None:
            return {"may_go_down": False, "smaller": None}
        if not pupil.answers[number].downwards:
            return {"may_go_down": True, "smaller": None, "steps": way.own}
        said, at = way.said, min(way.at, len(way.steps) - 1)
        return {
            "may_go_down": False,
            "smaller": {
                "ask": way.steps[at].ask,
                "right": way.done,
                "steps": way.own,
                "before": [[one.ask, text] for one, text in zip(way.steps[:at], said, strict=False)],
                "smaller": not way.own and self._is_smaller(number),
                "said": said[at] if len(said) > at else "",
                "reply": way.reply,
            },
        }

    def _is_smaller(self, number: int) -> bool:
        """Whether the other numbers on the way down are easier."""
        settings = self.pupil.asked(number)[1]
        other = self.pupil.fresh.smaller(number, settings)
        return other is not None and self.pupil.fresh.is_smaller(number, other, settings)

    # -- the end -----------------------------------------------------------------------------

    def _back(self, step: LessonStep) -> Json:
        return {"ready": True, "place": "end" if self.plan.experiment.start else ""}

    def _sum(self, step: LessonStep) -> Json:
        pupil, plan = self.pupil, self.plan
        shown: Json = {"lines": self._course(), "reason": pupil.reason, "revised": pupil.revised}
        grouped = groups([*self.elsewhere, *pupil.rated])
        if grouped:
            shown["chart"] = self._picture("calibration", tuple(grouped), lambda: calibration(grouped))
            shown["after"] = spans(
                "The chart compares how sure you felt with how often you were right, in all lessons in this browser. "
                "A dot on the line means that the two match.",
                {},
            )
        shown["home"] = "../index.ipynb"
        lessons = ids()
        place = lessons.index(plan.id) + 1 if plan.id in lessons else len(lessons)
        if place < len(lessons):
            shown["onward"] = {"link": f"{lessons[place]}.ipynb", "title": title_of(lessons[place])}
        return shown

    def _course(self) -> list[str]:
        """The way through this lesson, in a few lines."""
        pupil, plan = self.pupil, self.plan
        lines = []
        if pupil.locked:
            lines.append(self._own_answer(pupil.said()))
        if pupil.total:
            lines.append(f"You repeated it {pupil.total:,} times.")
        tried = [
            one
            for number in range(len(pupil.answers))
            for one in [pupil.first(number)]
            if one.tries or number in pupil.needed
        ]
        if any(one.tries for one in tried):
            first = sum(pupil.right_at_once(number) for number in range(len(pupil.answers)))
            lines.append(f"Right at the first attempt: {first} of {count_with_noun(len(tried), 'question')}.")
        if not lines:
            lines.append(f"The exact answer is {plan.values['exact']}.")
        return lines
