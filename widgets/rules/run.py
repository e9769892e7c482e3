"""A run of rule riddles: ten of them or fewer, the easy ones first, and how it went. No widget here."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from gamelib import Action, Game
from gamelib.riddles import KINDS, OF_CHANCE, Riddle, riddle
from gamelib.shows import shows

from ..page import NOT_UNDERSTOOD, Json
from ..table.shown import lying
from ..table.words import NAMES

LENGTH = 10
RULE_KINDS = tuple(kind for kind in KINDS if kind not in OF_CHANCE)
"""The kinds that tell nothing of chances."""
FEWEST = 3
"""Rules that make riddles enough."""
MOST_AGAIN = 4
"""Riddles that are made for one of the level that is wanted."""


def riddle_rules(game: Game, rules: Collection[str]) -> frozenset[str]:
    """What riddles are about where these rules matter: all of their sections that somebody meets by choosing.

    None, which is all of the game, where these are fewer than `FEWEST`: rules of a setup, say.
    """
    sections = {game.rules[rule].section for rule in rules if not game.rules[rule].question}
    found = frozenset(rule for rule, show in shows(game).items()
                      if game.rules[rule].section in sections and isinstance(show.step, Action))  # fmt: skip
    return found if len(found) >= FEWEST else frozenset()


class Run:
    """Riddles of a game, one after the other; with `about` only such in which one of these rules matters."""

    def __init__(
        self,
        game: Game,
        seed: int | str | None = None,
        about: Collection[str] = (),
        length: int = LENGTH,
        kinds: Collection[str] = tuple(KINDS),
    ) -> None:
        """`kinds`: those that are asked."""
        self.kinds = kinds
        self.game, self.rng, self.about, self.length = game, Random(seed), frozenset(about), length
        self.asked = self.right = 0
        self.riddle: Riddle | None = None
        self.answered = True
        self._seen: set[str] = set()
        self._lack: set[str] = set()
        self._kinds: list[str] = []

    def next(self) -> Json:
        """The next riddle, for the page. ValueError while one is open, and after the last."""
        if not self.answered or self.asked == self.length:
            raise ValueError(NOT_UNDERSTOOD)
        self.asked += 1
        self.answered = False
        self.riddle = made = self._made(1 + (self.asked - 1) * 3 // self.length)
        state = made.state()
        actions = [one.of for one in made.choices if isinstance(one.of, Action)]
        actions += [made.named] if isinstance(made.named, Action) else []
        return {
            "n": self.asked, "of": self.length, "level": made.level, "prompt": made.prompt,
            "choices": [choice.text for choice in made.choices], "parts": lying(state, actions),
            "ask": self.game.say(state.node, NAMES[: state.seats]),
        }  # fmt: skip

    def _made(self, level: int) -> Riddle:
        """A riddle of about this level, of a kind that has not been asked for the longest time."""
        found: Riddle | None = None
        for _ in range(MOST_AGAIN * len(KINDS)):
            if not self._kinds:
                self._kinds = sorted(set(self.kinds) - self._lack, key=lambda _: self.rng.random())
            if not self._kinds:
                break
            kind = self._kinds.pop()
            try:
                made = riddle(self.game, kind, self.rng, self.about)
            except LookupError:
                self._lack.add(kind)
                continue
            if made.prompt in self._seen:
                continue
            if found is None or abs(made.level - level) < abs(found.level - level):
                found = made
            if found.level == level:
                break
        if found is None:
            raise LookupError(f"{self.game.title} has no riddle about {', '.join(sorted(self.about))}.")
        self._seen.add(found.prompt)
        return found

    def answer(self, n: int) -> Json:
        """What comes of choosing answer n. ValueError if there is no such answer, or it has been given."""
        if self.riddle is None or self.answered or n not in range(len(self.riddle.choices)):
            raise ValueError(NOT_UNDERSTOOD)
        self.answered = True
        good = n == self.riddle.right
        self.right += good
        rule = self.riddle.rules[0]
        why = self.riddle.why.removesuffix(f"({rule})").rstrip()
        return {"chosen": n, "right": self.riddle.right, "good": good, "why": why, "rule": rule,
                "score": self.right, "asked": self.asked, "over": self.asked == self.length}  # fmt: skip
