"""Harem, shown as Court: build a treasury, engage companions, train them to stars. 2 to 4 seats.

Names keep the rulebook's terms (harem, kadine, wrath); what is shown comes from `words.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from ...base_game import Game
from ...cards import FIGURE, SOURCE, CardTableError, Declared, One, Rows, check_tables, figures
from ...counts import add, take
from ...deck import Deck
from ...fields import ANYTHING, TEXT, many, one_of, parted, whole
from ...fields import row as pair
from ...nodes import Action
from ...numbers import joined, signed
from ...options import Option
from ...rulebook import Words
from . import check, course, draws, offers, powers, raids, scoring, setup, turn
from . import odds as odds
from .powers import FATES
from .scoring import points
from .state import HaremState, Points

PLAY_NOW = tuple(draws.AT_ONCE)
ONCE_PER_TURN = ("MOVE_ENH", "REROLL_GEM", "WRATH_PLUS1", "DISCOUNT1", "HAREM_DRAW")
ON_PLAY = ("DRAW2", "GUARD_BACK", "FREE_ENH", "ENH_BACK", "PICK_CARD", "GOLD_BACK", "UNGUARD")
KINDS = ("gold", "gem", "jewelry", *turn.OFFERS, "play_now")
NAME_OF_RAIDS = ("gold", "gem", "jewelry", "hand")


class Companion(NamedTuple):
    """A concubine card: attributes, base value (its cost), power or None. Its name is in words.toml."""

    skills: tuple[int, int, int]
    base: int
    power: str | None


class Wrath(NamedTuple):
    """A Sultan's Wrath card: combat modifier, and the modes (kind, limit) to choose from."""

    modifier: int
    modes: tuple[tuple[str, int], ...]


SKILL = whole(1, 4)
NEEDS = {"gold": ("value",), "jewelry": ("value",), "sultans_wrath": ("modifier", "modes")}
"""What a card of the master deck needs, besides what all do."""
CARDS: Declared = {
    "master": Rows(
        {"id": TEXT, "type": one_of(*KINDS), "count": FIGURE},
        {
            "value": whole(1),
            "D": FIGURE,
            "S": FIGURE,
            "C": FIGURE,
            "modifier": whole(-99),
            "modes": many(pair(one_of(*NAME_OF_RAIDS), whole(1))),
        },
    ),
    "harem": Rows(
        {"id": TEXT, "D": SKILL, "S": SKILL, "C": SKILL, "base": FIGURE},
        {"power": one_of(*ONCE_PER_TURN, *ON_PLAY, "WATCHFUL")},
    ),
    "totals": One(figures("master", "harem"), sourced=False),
    "gem_tables": One(
        figures(
            "A",
            "B",
            kind=parted({"values": parted(figures(*map(str, range(2, 13)))), "mean": ANYTHING, "source": SOURCE}),
        ),
        sourced=False,
    ),
}
"""What the tables of cards.toml hold."""


class Harem(Game[HaremState]):
    """The game of Court with its card tables."""

    id = "harem"
    title = "Court"
    prefix = "HAR"
    page = "court"
    seats = range(2, 5)
    seats_rule = "HAR-1.1"
    folder = Path(__file__).parent
    state_type = HaremState
    option_list = (
        Option("unguarded_combat", "roll", ("roll", "automatic"), "HAR-A1"),
        Option("gem_roll", "each", ("each", "one_roll_for_all"), "HAR-A8"),
        Option("gem_must_be_spent", False, (False, True), "HAR-A9"),
        Option("payment", "irredundant", ("irredundant", "any"), "HAR-A12"),
        Option("jewelry_change", "lost", ("lost", "this_turn"), "HAR-A14"),
        Option("points_above_four", "return", ("return", "lost"), "HAR-A18"),
        Option("kadine_keeps_power", True, (True, False), "HAR-A16"),
        Option("kadine_keeps_jewelry", False, (False, True), "HAR-A15"),
        Option("variant", "standard", ("standard", "long", "short"), "HAR-12.1"),
        Option("win_by", "both", ("both", "kadines_only", "points_only"), "HAR-12.3"),
        Option("kadine_target", None, (None,), "HAR-12.5", least=1),
        Option("gem_table", "A", ("A", "B"), "HAR-4.4"),
        Option("stall_rounds", 3, (), "HAR-A28", least=1),
    )
    step_list = (
        setup.Deal(),
        setup.FirstRoll(),
        turn.TURN,
        turn.MAIN,
        turn.NextTurn(),
        turn.Dispose(),
        draws.DRAWS,
        draws.CHOOSE_DECK,
        draws.CARD,
        draws.Lack(),
        powers.FreeLesson(),
        powers.Fetch(),
        powers.Pick(),
        powers.HaremDraw(),
        powers.GemRoll(),
        powers.Reroll(),
        raids.Brace(),
        raids.COMBAT_STEP,
        raids.Spoils(),
        raids.Grab(),
        scoring.Score(),
        scoring.FinalRoll(),
    )

    # -- card tables -------------------------------------------------------------------------

    def load_cards(self, tables: dict[str, Any], path: Path) -> None:
        """Read and check cards.toml; every total must fit (81 master cards, 20 companions)."""
        check_tables(CARDS, tables, path)
        totals = tables["totals"]
        self.kind: dict[str, str] = {}
        self.money: dict[str, int] = {}
        self.gain: dict[str, tuple[int, int, int]] = {}
        self.wraths: dict[str, Wrath] = {}
        self.effects: dict[str, str] = {}
        self.master_counts: dict[str, int] = {}
        self.companions: dict[str, Companion] = {}
        for row in tables["master"]:
            self._master_row(row, f"{path}, master {row['id']}")
        for row in tables["harem"]:
            self._harem_row(row, f"{path}, harem {row['id']}")
        self.harem_counts = dict.fromkeys(self.companions, 1)
        for name, counts in (("master", self.master_counts), ("harem", self.harem_counts)):
            if sum(counts.values()) != totals[name]:
                raise CardTableError(
                    f"{path}: the {name} rows add up to {sum(counts.values())} cards; [totals] says {totals[name]}."
                )
        for card in (*PLAY_NOW[-2:], "GEM", "GUARD"):
            if card not in self.master_counts:
                raise CardTableError(f"{path}: the game cannot do without {card}.")
        for card in PLAY_NOW[-2:]:
            if self.master_counts[card] != 1:
                raise CardTableError(f"{path}: there must be exactly one {card}, not {self.master_counts[card]}.")
        if self.master_counts["GUARD"] < self.seats[-1]:
            raise CardTableError(f"{path}: each seat starts with a Guard, so there must be {self.seats[-1]}.")
        at_once = sum(self.master_counts[card] for card in PLAY_NOW if card in self.master_counts) - 2
        if (totals["master"] - 2 - self.seats[-1]) // 2 < 7 * self.seats[-1] + at_once:  # HAR-1.7
            raise CardTableError(f"{path}: the top half is too small to deal 7 cards to {self.seats[-1]} seats.")
        self.gem_tables: dict[str, dict[int, int]] = self._gem_tables(tables["gem_tables"], path)
        self.stays = frozenset(card for card in self.master_counts if self.kind[card] == "play_now")
        self.gold = tuple(sorted((c for c in self.money if self.kind[c] == "gold"), key=self.money.__getitem__))
        self.jewelry = tuple(card for card in self.money if self.kind[card] == "jewelry")
        self.money = {card: self.money[card] for card in (*self.gold, *self.jewelry)}
        self.worth = {**self.money, "GEM": 0}  # a Gem is worth nothing until it is rolled
        self.lessons = tuple(card for card in self.gain if self.kind[card] == "enhancement")
        self.areas = {card: tuple(i for i in range(3) if gain[i]) for card, gain in self.gain.items()}
        self.once = {c: card.power for c, card in self.companions.items() if card.power in ONCE_PER_TURN}
        self._look_ups()

    @property
    def figures(self) -> Mapping[str, Any]:
        """Numbers of cards by the number of seats, and what cards are worth."""
        master, seats = sum(self.master_counts.values()), [*self.seats]
        left = [master - 2 - n for n in seats]  # without Shuffle the Deck, Game Over and a Guard for each (HAR-1.3)
        return {
            "master": master,
            "court": len(self.companions),
            "left": left,
            "bottom": [n - n // 2 + 1 for n in left],
            "guards": [self.master_counts["GUARD"] - n for n in seats],
            "most_of_b": max(self.gem_tables["B"].values()),
            "gem_of_8": self.gem_tables["A"][8],
            "money": self.money,
            "charm": {card: self.gain[card][2] for card in self.jewelry},
            "charms": [signed(self.gain[card][2]) for card in self.jewelry],
            "ornaments": [self.money[card] for card in self.jewelry],
            "modifier": {card: wrath.modifier for card, wrath in self.wraths.items()},
        }

    def name_cards(self, words: Words) -> None:
        """Lessons are named by what they raise; raid cards say what they take."""
        names, effects = words.sections["cards"], words.sections["effects"]
        for card in self.lessons:
            gains = zip(("{Dance}", "{Song}", "{Charm}"), self.gain[card], strict=True)
            raised = [(skill, n) for skill, n in gains if n]
            if len({n for _, n in raised}) == 1:  # "Dance and Song +1"
                names[card] = f"{joined([skill for skill, _ in raised])} {signed(raised[0][1])}"
            else:
                names[card] = joined([f"{skill} {signed(n)}" for skill, n in raised])
        for card, wrath in self.wraths.items():
            takes = [
                words.say("raid_modes", f"{kind}_{'one' if n == 1 else 'more'}", {"n": n}) for kind, n in wrath.modes
            ]
            effects[card] = words.say("raid_modes", "all", {"modes": words.sections["raid_modes"]["or"].join(takes)})

    def _once(self, card: str, where: str) -> None:
        if card in self.kind:
            raise CardTableError(f"{where}: this id stands twice.")
        if not card.replace("-", "").isalnum():
            raise CardTableError(f"{where}: an id has letters, digits and hyphens only.")

    def _master_row(self, row: Mapping[str, Any], where: str) -> None:
        card, kind = row["id"], row["type"]
        self._once(card, where)
        missing = [name for name in NEEDS.get(kind, ()) if name not in row]
        if missing:
            raise CardTableError(f"{where}: {missing[0]} is missing.")
        self.kind[card] = kind
        self.master_counts[card] = row["count"]
        if kind in ("gold", "jewelry"):
            self.money[card] = row["value"]
        if kind in ("enhancement", "jewelry"):
            self.gain[card] = row.get("D", 0), row.get("S", 0), row.get("C", 0)
            if not any(self.gain[card]):
                raise CardTableError(f"{where}: D, S and C are points from 0 up, and one of them counts.")
        if kind == "sultans_wrath":
            modes = tuple((name, limit) for name, limit in row["modes"])
            if not modes or len(dict(modes)) < len(modes):
                raise CardTableError(f"{where}: modes are pairs of {', '.join(NAME_OF_RAIDS)} and a limit from 1 up.")
            self.wraths[card] = Wrath(row["modifier"], modes)
        if kind == "kismet":
            if card not in FATES:
                raise CardTableError(f"{where}: the rules know no Kismet card {card}; they know {', '.join(FATES)}.")
            self.effects[card] = FATES[card]
        if kind == "play_now" and card not in PLAY_NOW:
            raise CardTableError(f"{where}: the rules know no Play Now! card {card}; they know {', '.join(PLAY_NOW)}.")

    def _harem_row(self, row: Mapping[str, Any], where: str) -> None:
        self._once(row["id"], where)
        skills = (row["D"], row["S"], row["C"])
        if sum(skills) != row["base"]:
            raise CardTableError(f"{where}: base is {row['base']}, but D + S + C is {sum(skills)}.")
        self.kind[row["id"]] = "concubine"
        self.companions[row["id"]] = Companion(skills, row["base"], row.get("power"))

    def _gem_tables(self, tables: Mapping[str, Any], path: Path) -> dict[str, dict[int, int]]:
        values: dict[str, dict[int, int]] = {}
        for name in ("A", "B"):
            values[name] = {int(roll): value for roll, value in tables[name]["values"].items()}
            total = setup.TWO_DICE.map(values[name].__getitem__).mean
            if str(tables[name]["mean"]) != str(total):  # a text too: 10/3 is no number of TOML
                said = f'the mean is {total}, not {tables[name]["mean"]}; write mean = "{total}"'
                raise CardTableError(f"{path}, gem table {name}: {said}.")
        return values

    def _mode(self, kind: str, limit: int) -> frozenset[str]:
        cards = {"gem": ("GEM",), "jewelry": self.jewelry, "hand": ()}
        return frozenset(cards[kind] if kind in cards else [card for card in self.gold if self.money[card] <= limit])

    def _look_ups(self) -> None:
        """What the hot paths look up, made once; interned actions, so that listing them costs a look-up."""

        @lru_cache(maxsize=1 << 13)
        def skills(companion: str, attached: tuple[str, ...], lost: Points = (0, 0, 0)) -> Points:
            printed = self.companions[companion].skills
            d, s, c = (min(4, printed[i] + sum(self.gain[card][i] for card in attached) - lost[i]) for i in range(3))
            return d, s, c

        self.gem_means = {name: setup.TWO_DICE.map(values.__getitem__).mean for name, values in self.gem_tables.items()}
        self.skills: Callable[..., Points] = skills
        """(companion, attached cards, their points that are lost) -> her attributes, at most 4 (HAR-6.2, HAR-A18)."""
        self.raises: dict[tuple[int, ...], frozenset[str]] = {
            skills: frozenset(card for card, areas in self.areas.items() if any(skills[area] < 4 for area in areas))
            for skills in product(range(1, 5), repeat=3)
        }
        """Attributes -> the Lessons and Jewelry that would raise one of them (HAR-6.4)."""
        self.bank = {card: Action("bank", card) for card in ("GEM", *self.money)}
        self.fate = {card: Action("fate", card) for card in self.effects}
        self.can_fate = {card: offers.CAN_FATE[effect] for card, effect in self.effects.items()}
        """Kismet card -> whether it could have an effect now (HAR-9.3)."""
        self.shed = {card: Action("discard", card) for card in self.kind}
        self.raid = {card: [Action("raid", card, seat) for seat in range(self.seats[-1])] for card in self.wraths}
        self.lists = {card: (offers.GUARD, turn.OFFERS.get(kind), 0) for card, kind in self.kind.items()}
        """For each card of a hand: laying it down where that is always allowed, else what it offers; a base value."""
        self.lists.update({card: (action, None, 0) for card, action in self.bank.items()})
        self.lists.update({card: (offers.GUARD, None, face.base) for card, face in self.companions.items()})
        self.modes = {card: [self._mode(*mode) for mode in wrath.modes] for card, wrath in self.wraths.items()}
        """Raid card -> for each mode the cards of a treasury that it can take; none for the hand (HAR-8.6, HAR-8.7)."""
        self.loot = {card: (frozenset().union(*modes), frozenset() in modes) for card, modes in self.modes.items()}
        """Raid card -> cards of a treasury that a mode of it takes, and whether one takes from the hand (HAR-8.2)."""
        verbs = {card: "teach" if card in self.lessons else "adorn" for card in self.gain}
        self.lay = {card: {c: Action(verb, card, c) for c in self.companions} for card, verb in verbs.items()}
        """Lesson or Jewelry -> companion -> laying it under her."""

    @cached_property
    def bots(self) -> dict[str, Any]:
        """The bots of this game by name."""
        from ...play import random_bot
        from ..search import MonteCarloBot
        from .bots import thumb_bot

        search = MonteCarloBot(200, doubt=0.7, width=2, until=("turn", 8))
        return {"random": random_bot, "thumb": thumb_bot, "monte_carlo": search}

    def standing(self, s: HaremState) -> list[int]:
        """Points as HAR-11.3 and HAR-11.5 count them, a Gem for what it is worth at the mean (rounded down)."""
        gem = self.gem_means[s.options["gem_table"]]
        return [
            trained + stars + int(gold + gem * player.treasury.get("GEM", 0)) // 2
            for player, (trained, stars, gold) in zip(s.players, points(s), strict=True)
        ]

    def points_now(self, s: HaremState) -> list[int] | None:
        """Points as HAR-11.3 and HAR-11.5 count them, Gems not yet rolled left aside; None before the first turn."""
        return [trained + stars + gold // 2 for trained, stars, gold in points(s)] if s.turns else None

    # -- setup ---------------------------------------------------------------------------------

    def set_up(self, s: HaremState) -> None:
        """HAR-1.1 to HAR-1.5 and the variants HAR-12; the deal follows as chance nodes."""
        s.blank()
        n = s.seats
        s.harem = Deck(self.harem_counts)
        cards = dict(self.master_counts)
        take(cards, "PN-SHUFFLE")
        take(cards, "PN-OVER")
        cards["GUARD"] -= n
        for player in s.players:
            player.guards = 1
        s.master = Deck(cards, self.stays)
        top = len(s.master) // 2  # HAR-A3
        s.master.split(top)
        special = None
        if s.options["win_by"] != "kadines_only":
            special = {"standard": "PN-SHUFFLE", "short": "PN-OVER", "long": None}[s.options["variant"]]
        for card in ("PN-SHUFFLE", "PN-OVER"):
            if card == special:
                s.master.bury(card, 0)
            else:
                add(s.aside, card)
        s.push("deal", 0)
        s.tell("HAR-1.1", "seated", None, ("HAR-1.9", "HAR-13.1"), seats=n)
        s.tell("HAR-1.2", "harem_shuffled", None, (), cards=len(s.harem))
        s.tell("HAR-1.3", "guards_out", None, ("HAR-A2",), cards=sum(cards.values()))
        s.tell("HAR-1.4", "cut", None, ("HAR-A3",), top=top, bottom=sum(cards.values()) - top)
        if special == "PN-SHUFFLE":
            s.tell("HAR-1.5", "shuffle_buried", None, (), bottom=s.master.parts[0].size)
        elif special == "PN-OVER":
            s.tell("HAR-12.2", "over_buried", None, (), bottom=s.master.parts[0].size)
        elif s.options["win_by"] == "kadines_only":
            s.tell("HAR-12.3", "stars_only")
        else:
            s.tell("HAR-12.1", "long_game")
        if s.options["win_by"] == "points_only":
            s.tell("HAR-12.3", "points_only")
        else:
            also = () if s.options["kadine_target"] is None else ("HAR-12.5",)
            s.tell("HAR-12.4", "star_target", None, also, goal=s.target())

    def check_position(self, s: HaremState) -> None:
        """Every card in one place, and every value one that play can bring."""
        check.everything(s)
        course.course(s)

    # -- positions written down ----------------------------------------------------------------

    derived = ("master", "harem")

    def ordinary(self, seats: int, **options: Any) -> HaremState:
        """Seat 0 has begun its turn; hands and tables are empty but for the first Guard of each seat."""
        s = self.start(seats, **options)
        s.todo = [turn.MAINS]
        s.turns = 1
        s.events = ()
        return s

    def complete(self, state: HaremState, said: set[str]) -> None:
        """Cards that lie nowhere else are in their pile: master cards are missing from its top first.

        A raid card that is being carried out has been discarded.
        """
        course.complete(state, said)
        raids = {frame.card for frame in state.todo if frame.step.name in ("combat", "brace", "spoils")}
        if "master_discard" not in said:
            state.master_discard = dict.fromkeys(sorted(raids), 1)
        elsewhere = check.counted(state)
        for name, cards in (("master", self.master_counts), ("harem", self.harem_counts)):
            if name not in said:
                left = {card: n - elsewhere.get(card, 0) for card, n in cards.items()}
                too_many = next((card for card, n in left.items() if n < 0), None)
                if too_many is not None:
                    raise ValueError(f"there are {elsewhere[too_many]} of {too_many}; the cards have {cards[too_many]}")
                getattr(state, name).refill(left)

    def nameable(self, state: HaremState) -> Iterable[Action]:
        """Every action that one could name here, sensible or not."""
        from .nameable import nameable

        return nameable(state)


GAME = Harem
