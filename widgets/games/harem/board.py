"""Court on the table: tables of all seats, decks and discards, the odds of each roll and draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gamelib import Action, Decision, Dist, End
from gamelib.harem.memory import UNKNOWN, UNKNOWN_HAREM, UNKNOWN_MASTER
from gamelib.harem.raids import defence
from gamelib.harem.setup import TWO_DICE
from gamelib.harem.state import MAX_GUARDS
from gamelib.nodes import Outcome, Seat

from ...page import Json
from ...table.icons import icons
from ...table.scene import Board, bars, chance

LOOKS = {  # kind of card -> icon, tone
    "gold": ("coin", "s4"), "gem": ("gem", "s2"), "jewelry": ("ring", "s7"), "enhancement": ("lesson", "s3"),
    "guard": ("shield", "s5"), "sultans_wrath": ("raid", "s6"), "kismet": ("wheel", "s1"), "play_now": ("bolt", "s8"),
    "concubine": ("dancer", "s7"),
}  # fmt: skip
SKILLS = ("dance", "song", "charm")
PRICE = "cost"


class CourtBoard(Board):
    """Zones: each seat with court, treasury and hand; the decks in the middle."""

    icons = icons(
        "coin", "gem", "ring", "lesson", "shield", "raid", "wheel", "bolt", "dancer", "star", "deck", "discard", "hand",
    )  # fmt: skip
    lead = frozenset({"begin", "roll", "keep", "draw"})

    # -- where actions are offered -----------------------------------------------------------

    def place(self, action: Action) -> str | None:
        seat, args = self.seat, action.args
        match action.verb:
            case "bank" | "engage" | "fate" | "raid" | "discard" | "teach":
                return f"hand:{seat}:{args[0]}"
            case "guard":
                return f"hand:{seat}:GUARD"
            case "adorn":
                return f"treasury:{seat}:{args[0]}"
            case "roll_gem":
                return f"treasury:{seat}:GEM"
            case "use" | "move":
                return self._companion(args[0])
            case "draw":
                return f"deck:{args[0]}"
            case "fetch":
                return f"fetch:{args[0]}"
        return None

    def aim(self, action: Action) -> str | None:
        match action.verb:
            case "teach" | "adorn":
                return self._companion(action.args[1])
            case "move":
                return self._companion(action.args[3])
            case "raid":
                return f"seat:{action.args[1]}"
            case "pick":
                return f"seat:{action.args[0]}"
        return None

    def note(self, action: Action) -> str:
        if action.verb != "engage":
            return ""
        card, paid = action.args
        money = self.game.money
        worth = sum(int(part[4:]) if part.startswith("GEM:") else money[part] for part in paid)
        spare = worth - self.view.price(card)
        return f"{spare} too much" if spare else "to the point"

    def _companion(self, card: str) -> str:
        return f"court:{self.seat}:{card}"

    # -- zones -------------------------------------------------------------------------------

    def facts(self) -> list[str]:
        turns = self.view.turns
        return [f"turn {turns}"] if turns and not isinstance(self.node, End) else []

    def zones(self) -> list[Json]:
        others = self.view.others(self.viewer)
        return [*(self._seat(seat) for seat in others), self._middle(), self._seat(self.viewer)]

    def _seat(self, seat: Seat) -> Json:
        s, player = self.view, self.view.players[seat]
        mine = seat == self.viewer
        gold = sum(self.game.money.get(card, 0) * n for card, n in player.treasury.items())
        goal = s.target() if s.options["win_by"] != "points_only" else None
        facts = [
            {"icon": "star", "label": self.fill("{Stars}"), "value": len(player.stars), "of": goal},
            {"icon": "shield", "label": self.fill("{Guards}"), "value": player.guards, "of": MAX_GUARDS},
            {"icon": "coin", "label": self.fill("Gold and {ornaments}"), "value": gold},
            {"icon": "hand", "label": "Cards in hand", "value": player.hand_size()},
        ]
        if isinstance(self.node, End):
            facts.append({"label": "Score", "value": f"{self.node.scores[seat]} points", "score": True})
        court = [self._in_court(seat, card, cards) for card, cards in player.court.items()]
        court += [self._star(seat, card, cards) for card, cards in player.stars.items()]
        treasury = [self._in_treasury(seat, card, n) for card, n in self._in_order(player.treasury)]
        if seat == s.turn:
            treasury += [self._rolled(value, n) for value, n in sorted(Counter(s.pending).items())]
        hand = [self._in_hand(seat, card, n) for card, n in self._in_order(player.hand)]
        groups = [
            self._group("court", seat, self.fill("{Court}"), court, self.fill("no {companion} yet"), small=not mine),
            self._group("treasury", seat, self.fill("{Treasury}"), treasury, "empty", small=True),
            self._group("hand", seat, "Hand", hand, "no cards", small=not mine),
        ]
        turn = bool(s.turns) and seat == s.turn and not isinstance(self.node, End)
        return {"id": f"seat:{seat}", "area": "mine" if mine else "others", "seat": seat, "title": self.name(seat),
                "now": turn or seat == self.seat, "facts": facts, "groups": groups}  # fmt: skip

    def _group(self, name: str, seat: Seat, label: str, cards: list[Json], empty: str, small: bool) -> Json:
        return {"id": f"{name}:{seat}", "label": label, "items": cards, "empty": empty, "small": small}

    def _in_order(self, cards: Mapping[str, int]) -> list[tuple[str, int]]:
        order = {card: n for n, card in enumerate(self.game.kind)}
        kinds = {kind: n for n, kind in enumerate(("concubine", *LOOKS))}
        return sorted(
            cards.items(),
            key=lambda item: (kinds.get(self.game.kind.get(item[0], ""), 99), order.get(item[0], 999)),
        )

    def _face(self, card: str) -> Json:
        """What the card itself shows."""
        kind = self.game.kind[card]
        icon, tone = LOOKS[kind]
        face: Json = {"icon": icon, "tone": tone, "name": self.game.words.card(card)}
        effects = self.game.words.sections["effects"]
        if kind == "concubine":
            power = self.game.companions[card].power
            face["text"] = self.fill(self.game.words.sections["powers"][power]) if power else ""
        elif card in effects:
            face["text"] = self.fill(effects[card])
        if kind in ("gold", "jewelry"):
            face["big"] = self.game.money[card]
        elif kind == "enhancement":
            gains = [(skill, points) for skill, points in zip(SKILLS, self.game.gain[card], strict=True) if points]
            face["big"] = " ".join(f"+{points}" for _, points in gains)
            face["text"] = f"Raises {' and '.join(self.fill(f'{{{skill}}} by {points}') for skill, points in gains)}"
        elif kind == "sultans_wrath":
            modifier = self.game.wraths[card].modifier
            face["big"] = f"{modifier:+d}".replace("-", "−") if modifier else "0"
        return face

    def _skills(self, values: Iterable[int]) -> list[Json]:
        return [
            {"letter": label[0], "label": label, "value": value, "of": 4}
            for label, value in zip((self.fill(f"{{{skill.capitalize()}}}") for skill in SKILLS), values, strict=True)
        ]

    def _in_hand(self, seat: Seat, card: str, n: int) -> Json:
        place = f"hand:{seat}:{card}"
        if card in (UNKNOWN, UNKNOWN_MASTER, UNKNOWN_HAREM):
            name = self.fill("{Companion}") if card == UNKNOWN_HAREM else "Hidden"
            return self.card(place, name=name, back=True, count=n, tone="s7" if card == UNKNOWN_HAREM else "s5",
                             text=self.game.words.card(card).capitalize())  # fmt: skip
        face = self._face(card)
        if card in self.game.companions:
            face.update(big=self.view.price(card), unit=PRICE, skills=self._skills(self.game.companions[card].skills))
        return self.card(place, self._plays(card) if seat == self.seat else (), count=n, **face)

    def _plays(self, card: str) -> list[Action]:
        """What playing a card of the hand would be, the likeliest first."""
        me = self.view.players[self.seat]
        if isinstance(self.node, Decision) and self.asked == "lack":
            return [Action("discard", card)]
        match self.game.kind[card]:
            case "gold" | "gem" | "jewelry":
                return [Action("bank", card)]
            case "enhancement":
                return [Action("teach", card, companion) for companion in self._pupils(me)]
            case "guard":
                return [Action("guard")]
            case "sultans_wrath":
                return [Action("raid", card, target) for target in self.view.others(self.seat)]
            case "kismet":
                return [Action("fate", card)]
            case "concubine":
                return [Action("engage", card, ())]
        return []

    def _pupils(self, me: Any) -> list[str]:
        """Whom a Lesson could be for: the own court, else a star, else a companion who may come."""
        hand = [card for card in me.hand if card in self.game.companions]
        return [*me.court] or [*me.stars] or hand or list(self.game.companions)[:1]

    def _in_treasury(self, seat: Seat, card: str, n: int) -> Json:
        tries: list[Action] = []
        if seat == self.seat and self.asked == "main":
            if card == "GEM":
                tries = [Action("roll_gem")]
            elif card in self.game.jewelry:
                tries = [Action("adorn", card, pupil) for pupil in self._pupils(self.view.players[seat])]
        return self.card(f"treasury:{seat}:{card}", tries, count=n, **self._face(card))

    def _rolled(self, value: int, n: int) -> Json:
        face = {**self._face("GEM"), "big": value, "text": "Rolled: it pays this turn and is lost at its end"}
        return self.card(f"rolled:{value}", count=n, **{**face, "name": self.game.words.card(f"GEM:{value}")})

    def _in_court(self, seat: Seat, card: str, cards: tuple[str, ...]) -> Json:
        skills = self.game.skills(card, cards)
        under = [self.game.words.card(name) for name in cards]
        return self.card(f"court:{seat}:{card}", self._uses(seat, card), big=sum(skills), unit="of 12",
                         skills=self._skills(skills), list=under, **self._face(card))  # fmt: skip

    def _star(self, seat: Seat, card: str, cards: tuple[str, ...]) -> Json:
        face = {**self._face(card), "icon": "star", "tone": "s1"}
        under = [self.game.words.card(name) for name in cards]
        return self.card(f"court:{seat}:{card}", self._uses(seat, card), big=15, unit=self.fill("{star}"),
                         skills=self._skills((4, 4, 4)), list=under, **face)  # fmt: skip

    def _uses(self, seat: Seat, card: str) -> list[Action]:
        """What using a companion's power would be."""
        if seat != self.seat or self.asked != "main":
            return []
        player = self.view.players[seat]
        match self.game.once.get(card):
            case "DISCOUNT1" | "HAREM_DRAW":
                return [Action("use", card)]
            case "MOVE_ENH":
                lessons = [(lesson, giver) for giver, cards in player.court.items() for lesson in cards
                           if self.game.kind[lesson] == "enhancement"]  # fmt: skip
                lesson, giver = lessons[0] if lessons else (self.game.lessons[0], card)
                return [Action("move", card, lesson, giver, to) for to in player.court if to != giver] or [
                    Action("move", card, lesson, giver, giver)
                ]
        return []

    def _middle(self) -> Json:
        s = self.view
        items = [self._deck("master", s.master), self._deck("harem", s.harem)]
        for name, pile in (("master", s.master_discard), ("harem", s.harem_discard)):
            count = sum(pile.values())
            label = "Discards" if name == "master" else self.fill("{Court} discards")
            cards = [f"{n} × {self.game.words.card(card)}" for card, n in self._in_order(pile)]
            items.append(self.card(f"discard:{name}", icon="discard", tone="muted", name=label, big=count,
                                   unit="card" if count == 1 else "cards", list=cards))  # fmt: skip
        if s.aside:
            aside = [self.game.words.card(card) for card in s.aside]
            items.append(self.card("aside", icon="bolt", tone="s8", name="Set aside", big=len(aside), list=aside,
                                   text=", ".join(aside)))  # fmt: skip
        groups: list[Json] = [{"id": "piles", "label": "", "items": items}]
        if self.asked == "fetch" and self.moves:
            cards = [
                self.card(f"fetch:{card}", [Action("fetch", card)], count=n, **self._face(card))
                for card, n in self._in_order(s.master_discard)
            ]
            groups.append({"id": "fetch", "label": "Discards to choose from", "items": cards, "small": True})
        return {"id": "middle", "area": "middle", "title": "The middle", "facts": [], "groups": groups}

    def _deck(self, name: str, deck: Any) -> Json:
        label = self.fill(self.game.words.sections["deck"][name]).capitalize()
        text, depth = "", 0
        for part in reversed(deck.parts):
            for card in part.fixed:
                where = f"among the lowest {part.size}" if depth else f"among these {part.size}"
                text = f"{self.game.words.card(card)} is {where}"
            depth += part.size
        tries = [Action("draw", name)] if self.asked == "choose_deck" else []
        return self.card(f"deck:{name}", tries, back=True, tone="s5" if name == "master" else "s7", name=label,
                         big=len(deck), unit="card" if len(deck) == 1 else "cards", text=text)  # fmt: skip

    # -- odds --------------------------------------------------------------------------------

    def chance_label(self) -> str:
        return {"deal": "Deal one card", "card": "Draw", "grab": "Draw"}.get(self.asked, "Roll")

    def run_label(self) -> str:
        return "Deal all cards" if self.asked == "deal" else ""

    def odds(self) -> list[Json]:
        s, node = self.view, self.node
        if isinstance(node, End):
            return []
        match self.asked:
            case "deal":
                return [self._draw(node.dist(), "The next card", choose=True)]  # type: ignore[union-attr]
            case "card":
                return [self._draw(node.dist(), "The next card", choose=True)]  # type: ignore[union-attr]
            case "grab":
                return [self._draw(node.dist(), "The card taken", choose=True)]  # type: ignore[union-attr]
            case "first_roll":
                return [{"title": "Two dice", "bars": bars(TWO_DICE, str), "choose": [_rolls("The roll")]}]
            case "gem_roll" | "final_roll":
                return [self._gem(s.favour and self.asked == "gem_roll", choose=True)]
            case "reroll":
                return [self._gem(s.favour, choose=False)]
            case "combat":
                return [self._raid(node.values["modifier"], node.values["target"], choose=True)]
            case "brace":
                modifier, target = self.game.wraths[node.values["card"]].modifier, node.values["target"]
                return [{**self._raid(modifier + plus, target), "title": title}
                        for plus, title in ((0, "Just roll"), (1, "With 1 more"))]  # fmt: skip
            case "choose_deck" if self.moves:
                decks = (("master", s.master), ("harem", s.harem))
                return [
                    self._draw(deck.dist(), self.fill(self.game.words.sections["deck"][name]).capitalize())
                    for name, deck in decks
                    if deck.parts
                ]
        return []

    def outcome(self, outcome: Outcome) -> str:
        if isinstance(outcome, str):
            return str(self.game.words.card(outcome))
        return " and ".join(map(str, outcome)) if isinstance(outcome, tuple) else str(outcome)

    def _kind_name(self, card: str) -> str:
        kind = self.game.kind[card]
        if kind == "concubine":
            return f"Cost {self.game.companions[card].base}"
        text = self.fill(self.game.words.sections["loot"][kind])
        return text[:1].upper() + text[1:]

    def _draw(self, dist: Dist[str], title: str, choose: bool = False) -> Json:
        """The next card by kind, companions by cost; the likeliest kind first."""
        weights: Counter[str] = Counter()
        tones: dict[str, Any] = {}
        for card, weight in dist.items():
            weights[self._kind_name(card)] += weight
            tones[self._kind_name(card)] = LOOKS[self.game.kind[card]]
        costs = all(card in self.game.companions for card in dist)
        order: Callable[[str], Any] = (lambda k: int(k.split()[1])) if costs else (lambda k: -weights[k])
        shown = [{"label": kind, "icon": tones[kind][0], "tone": tones[kind][1], **chance(weights[kind], dist.total)}
                 for kind in sorted(weights, key=order)]  # fmt: skip
        odds: Json = {"title": title, "bars": shown}
        if choose:
            cards = [card for card, _ in self._in_order(dict.fromkeys(dist, 1))]
            odds["choose"] = [{"label": "The card", "options": [
                {"value": card, "label": f"{self.game.words.card(card)} · {chance(dist[card], dist.total)['p']}",
                 "group": self._kind_name(card)} for card in cards]}]  # fmt: skip
        return odds

    def _gem(self, favour: bool, choose: bool = True) -> Json:
        """What a Gem comes to be worth; with two rolls the better one."""
        value = TWO_DICE.map(self.view.gem_value)
        if favour:
            value = Dist({(a, b): value[a] * value[b] for a in value for b in value}).map(max)
        odds: Json = {"title": "The worth of the Gem", "bars": bars(value, lambda v: f"worth {v}", lambda _: "s2")}
        odds["text"] = f"On average {_number(value.mean)}."
        if choose:
            names = ("The first roll", "The second roll") if favour else ("The roll",)
            odds["choose"] = [_rolls(name, self.view.gem_value) for name in names]
        return odds

    def _raid(self, modifier: int, target: Seat, choose: bool = False) -> Json:
        """Two sums of two dice against each other: the difference that wins, and the chance of it."""
        s = self.view
        guards = s.players[target].guards
        need = defence(s, target) - modifier + (1 if guards else 0)  # a tie is the defender's if guarded
        gap = TWO_DICE - TWO_DICE
        wins = sum(weight for d, weight in gap.items() if d >= need)
        who, whom = self.name(s.turn), self.name(target)
        return {
            "title": f"{self.fill('The {raid} on')} {whom}",
            "text": f"{who} wins with a roll {_by(need)}.",
            "bars": [
                {"label": self.fill("The {raid} wins"), "icon": "raid", "tone": "s6", **chance(wins, gap.total)},
                {"label": "The defender holds", "icon": "shield", "tone": "s5", **chance(gap.total - wins, gap.total)},
            ],
            "steps": {
                "label": "By how much the first roll beats the second",
                "from": -10,
                "need": need,
                "weights": list(gap.values()),
                "total": gap.total,
            },
            **({"choose": [_rolls(f"{name} rolls") for name in (who, whom)]} if choose else {}),
        }


def _by(need: int) -> str:
    """A difference that must be reached, in words."""
    if need > 0:
        return f"higher by {need} or more"
    return "at least as high" if need == 0 else f"at most {-need} lower"


def _number(value: Any) -> str:
    return str(value) if value.denominator == 1 else f"{value} ≈ {float(value):.3f}"


def _rolls(label: str, value: Callable[[int], int] | None = None) -> Json:
    """The eleven sums of two dice to choose from, with what they are worth."""
    options = []
    for roll, weight in TWO_DICE.items():
        worth = f", worth {value(roll)}" if value else ""
        options.append({"value": str(roll), "label": f"{roll}{worth} · {chance(weight, TWO_DICE.total)['p']}"})
    return {"label": label, "options": options}


BOARD = CourtBoard
