"""Harem, shown as Court: build a treasury, engage companions, train them to stars. 2 to 4 seats.

Names keep the rulebook's terms (harem, kadine, wrath); what is shown comes from `words.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, cast

from ..deck import Deck, add, take
from ..game import CardTableError, Game, Option
from ..nodes import Action
from . import check, draws, powers, raids, scoring, setup, turn
from . import odds as odds
from .powers import FATES
from .scoring import points
from .state import HaremState

PLAY_NOW = tuple(draws.AT_ONCE)
ONCE_PER_TURN = ("MOVE_ENH", "REROLL_GEM", "WRATH_PLUS1", "DISCOUNT1", "HAREM_DRAW")
ON_PLAY = ("DRAW2", "GUARD_BACK", "FREE_ENH", "ENH_BACK", "PICK_CARD", "GOLD_BACK", "UNGUARD")
KINDS = ("gold", "gem", "jewelry", "enhancement", "guard", "sultans_wrath", "kismet", "play_now")
SOURCES = ("printed", "public", "house")
NAME_OF_RAIDS = ("gold", "gem", "jewelry", "hand")


class Companion(NamedTuple):
    """A concubine card: name, the three attributes, base value (its cost), power or None."""

    name: str
    skills: tuple[int, int, int]
    base: int
    power: str | None


class Wrath(NamedTuple):
    """A Sultan's Wrath card: combat modifier, and the modes (kind, limit) to choose from."""

    modifier: int
    modes: tuple[tuple[str, int], ...]


def _are_modes(modes: Any) -> bool:
    """Whether these are (kind, limit) pairs, each kind once."""
    if not isinstance(modes, list) or not modes or not all(isinstance(mode, list) and len(mode) == 2 for mode in modes):
        return False
    right = all(mode[0] in NAME_OF_RAIDS and type(mode[1]) is int and mode[1] > 0 for mode in modes)
    return right and len({mode[0] for mode in modes}) == len(modes)


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
    own_places = (("gem_tables", "A", "mean"), ("gem_tables", "B", "mean"))
    option_list = (
        Option("unguarded_combat", "roll", ("roll", "automatic"), "HAR-A1"),
        Option("gem_roll", "each", ("each", "one_roll_for_all"), "HAR-A8"),
        Option("payment", "irredundant", ("irredundant", "any"), "HAR-A12"),
        Option("kadine_keeps_power", True, (True, False), "HAR-A16"),
        Option("kadine_keeps_jewelry", False, (False, True), "HAR-A15"),
        Option("variant", "standard", ("standard", "long", "short"), "HAR-12.1"),
        Option("win_by", "both", ("both", "kadines_only", "points_only"), "HAR-12.3"),
        Option("kadine_target", None, (None,), "HAR-12.5", least=1),
        Option("gem_table", "A", ("A", "B"), "HAR-4.4"),
        Option("stall_rounds", 3, (), "HAR-A28", least=1),
    )
    step_list = (
        setup.Deal(), setup.FirstRoll(), turn.TURN, turn.MAIN, turn.NextTurn(), turn.Dispose(), draws.DRAWS,
        draws.CHOOSE_DECK, draws.CARD, draws.Lack(), powers.FreeLesson(), powers.Fetch(), powers.Pick(),
        powers.HaremDraw(), powers.GemRoll(), powers.Reroll(), raids.Brace(), raids.COMBAT_STEP, raids.Spoils(),
        raids.Grab(), scoring.Score(), scoring.FinalRoll(),
    )  # fmt: skip

    # -- card tables -------------------------------------------------------------------------

    def load_cards(self, tables: dict[str, Any], path: Path) -> None:
        """Read and check cards.toml; every total must fit (81 master cards, 20 companions)."""
        try:
            rows = tables["master"], tables["harem"], tables["totals"]
        except KeyError as error:
            raise CardTableError(f"{path}: the table {error} is missing.") from error
        self.kind: dict[str, str] = {}
        self.money: dict[str, int] = {}
        self.gain: dict[str, tuple[int, int, int]] = {}
        self.wraths: dict[str, Wrath] = {}
        self.effects: dict[str, str] = {}
        self.master_counts: dict[str, int] = {}
        self.companions: dict[str, Companion] = {}
        for number, row in enumerate(rows[0], 1):
            self._master_row(row, f"{path}, master row {number} ({row.get('id', 'without id')})")
        for number, row in enumerate(rows[1], 1):
            self._harem_row(row, f"{path}, harem row {number} ({row.get('id', 'without id')})")
        self.harem_counts = dict.fromkeys(self.companions, 1)
        for name, counts in (("master", self.master_counts), ("harem", self.harem_counts)):
            if sum(counts.values()) != rows[2][name]:
                raise CardTableError(
                    f"{path}: the {name} rows add up to {sum(counts.values())} cards; [totals] says {rows[2][name]}."
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
        if (rows[2]["master"] - 2 - self.seats[-1]) // 2 < 7 * self.seats[-1] + at_once:  # HAR-1.7
            raise CardTableError(f"{path}: the top half is too small to deal 7 cards to {self.seats[-1]} seats.")
        self.gem_tables: dict[str, dict[int, int]] = self._gem_tables(tables.get("gem_tables", {}), path)
        self.stays = frozenset(card for card in self.master_counts if self.kind[card] == "play_now")
        self.gold = tuple(sorted((c for c in self.money if self.kind[c] == "gold"), key=self.money.__getitem__))
        self.jewelry = tuple(card for card in self.money if self.kind[card] == "jewelry")
        self.money = {card: self.money[card] for card in (*self.gold, *self.jewelry)}
        self.worth = {**self.money, "GEM": 0}  # a Gem is worth nothing until it is rolled
        self.lessons = tuple(card for card in self.gain if self.kind[card] == "enhancement")
        self.areas = {card: tuple(i for i in range(3) if gain[i]) for card, gain in self.gain.items()}
        self.once = {c: card.power for c, card in self.companions.items() if card.power in ONCE_PER_TURN}
        self._look_ups()

    def _row(self, row: Mapping[str, Any], where: str, needs: Mapping[str, type]) -> None:
        for field, kind in needs.items():
            if not isinstance(row.get(field), kind) or isinstance(row.get(field), bool):
                raise CardTableError(f"{where}: {field} should be {'a text' if kind is str else 'a whole number'}.")
        sources = row.get("source")
        for source in sources.values() if isinstance(sources, dict) else (sources,):
            if source not in SOURCES:
                raise CardTableError(f"{where}: source is {source!r}; it says {', '.join(SOURCES)}.")
        if row["id"] in self.kind:
            raise CardTableError(f"{where}: this id stands twice.")
        if not row["id"].replace("-", "").isalnum():
            raise CardTableError(f"{where}: an id has letters, digits and hyphens only.")

    def _master_row(self, row: Mapping[str, Any], where: str) -> None:
        self._row(row, where, {"id": str, "type": str, "count": int})
        card, kind = row["id"], row["type"]
        if kind not in KINDS:
            raise CardTableError(f"{where}: type is {kind!r}; it is one of {', '.join(KINDS)}.")
        if row["count"] < 0:
            raise CardTableError(f"{where}: count is {row['count']}.")
        self.kind[card] = kind
        self.master_counts[card] = row["count"]
        if kind in ("gold", "jewelry"):
            self._row({**row, "id": f"{card}-"}, where, {"value": int})
            if row["value"] < 1:
                raise CardTableError(f"{where}: value is {row['value']}.")
            self.money[card] = row["value"]
        if kind in ("enhancement", "jewelry"):
            gain = tuple(row.get(skill, 0) for skill in "DSC")
            if not all(isinstance(points, int) and points >= 0 for points in gain) or not any(gain):
                raise CardTableError(f"{where}: D, S and C are points from 0 up, and one of them counts.")
            self.gain[card] = cast(tuple[int, int, int], gain)
        if kind == "sultans_wrath":
            modes = row.get("modes")
            if not _are_modes(modes):
                raise CardTableError(f"{where}: modes are pairs of {', '.join(NAME_OF_RAIDS)} and a limit from 1 up.")
            if not isinstance(row.get("modifier"), int):
                raise CardTableError(f"{where}: modifier should be a whole number.")
            self.wraths[card] = Wrath(row["modifier"], tuple((mode[0], mode[1]) for mode in modes or ()))
        if kind == "kismet":
            if card not in FATES:
                raise CardTableError(f"{where}: the rules know no Kismet card {card}; they know {', '.join(FATES)}.")
            self.effects[card] = FATES[card]
        if kind == "play_now" and card not in PLAY_NOW:
            raise CardTableError(f"{where}: the rules know no Play Now! card {card}; they know {', '.join(PLAY_NOW)}.")

    def _harem_row(self, row: Mapping[str, Any], where: str) -> None:
        self._row(row, where, {"id": str, "name": str, "D": int, "S": int, "C": int, "base": int})
        skills = (row["D"], row["S"], row["C"])
        if not all(1 <= points <= 4 for points in skills):
            raise CardTableError(f"{where}: D, S and C lie between 1 and 4.")
        if sum(skills) != row["base"]:
            raise CardTableError(f"{where}: base is {row['base']}, but D + S + C is {sum(skills)}.")
        power = row.get("power")
        if power is not None and power not in (*ONCE_PER_TURN, *ON_PLAY, "WATCHFUL"):
            raise CardTableError(f"{where}: the rules know no power {power!r}.")
        self.kind[row["id"]] = "concubine"
        self.companions[row["id"]] = Companion(row["name"], skills, row["base"], power)

    def _gem_tables(self, tables: Mapping[str, Any], path: Path) -> dict[str, dict[int, int]]:
        found: dict[str, dict[int, int]] = {}
        for name in ("A", "B"):
            values = tables.get(name, {}).get("values", {})
            if sorted(values) != sorted(map(str, range(2, 13))):
                raise CardTableError(f"{path}, gem table {name}: it needs a value for each roll from 2 to 12.")
            if not all(isinstance(value, int) and value >= 0 for value in values.values()):
                raise CardTableError(f"{path}, gem table {name}: values are whole numbers from 0 up.")
            found[name] = {int(roll): value for roll, value in values.items()}
            total = setup.TWO_DICE.map(found[name].__getitem__).mean
            if str(tables[name].get("mean")) != str(total):  # a text too: 10/3 is no number of TOML
                said = f'the mean is {total}, not {tables[name].get("mean")}; write mean = "{total}"'
                raise CardTableError(f"{path}, gem table {name}: {said}.")
        return found

    def _look_ups(self) -> None:
        """What the hot paths look up, made once; interned actions, so that listing them costs a look-up."""

        @lru_cache(maxsize=1 << 13)
        def skills(companion: str, attached: tuple[str, ...]) -> tuple[int, int, int]:
            printed = self.companions[companion].skills
            d, s, c = (min(4, printed[i] + sum(self.gain[card][i] for card in attached)) for i in range(3))
            return d, s, c

        self.gem_means = {name: setup.TWO_DICE.map(values.__getitem__).mean for name, values in self.gem_tables.items()}
        self.skills: Callable[[str, tuple[str, ...]], tuple[int, int, int]] = skills
        """(companion, attached cards) -> her attributes, each at most 4 (HAR-6.2, HAR-A18)."""
        self.raises: dict[tuple[int, ...], frozenset[str]] = {
            skills: frozenset(card for card, areas in self.areas.items() if any(skills[area] < 4 for area in areas))
            for skills in product(range(1, 5), repeat=3)
        }
        """Attributes -> the Lessons and Jewelry that would raise one of them (HAR-6.4)."""
        self.bank = {card: Action("bank", card) for card in ("GEM", *self.money)}
        self.fate = {card: Action("fate", card) for card in self.effects}
        self.shed = {card: Action("discard", card) for card in self.kind}
        self.raid = {card: [Action("raid", card, seat) for seat in range(self.seats[-1])] for card in self.wraths}
        uses = {"concubine": turn.COMPANION, "enhancement": turn.LESSON, "sultans_wrath": turn.RAID, "guard": turn.POST}
        self.lists = {card: (uses[kind], turn.GUARD, 0) for card, kind in self.kind.items() if kind in uses}
        """For each card of a hand: what it is for, its action where that needs no arguments, its base value."""
        self.lists.update({card: (turn.BANK, action, 0) for card, action in self.bank.items()})
        self.lists.update({card: (turn.FATE, action, 0) for card, action in self.fate.items()})
        self.lists.update({card: (turn.COMPANION, turn.GUARD, face.base) for card, face in self.companions.items()})
        verbs = {card: "teach" if card in self.lessons else "adorn" for card in self.gain}
        self.lay = {card: {c: Action(verb, card, c) for c in self.companions} for card, verb in verbs.items()}
        """Lesson or Jewelry -> companion -> laying it under her."""

    @cached_property
    def bots(self) -> dict[str, Any]:
        """The bots of this game by name."""
        from ..play import random_bot
        from ..search import MonteCarloBot
        from .bots import thumb_bot

        search = MonteCarloBot(200, doubt=0.7, width=2, until=("turn", 8))
        return {"random": random_bot, "thumb": thumb_bot, "monte_carlo": search}

    def standing(self, s: HaremState) -> list[int]:
        """Points as HAR-11.3 and HAR-11.5 count them, a Gem for what it is worth at the mean (rounded down)."""
        gem = self.gem_means[s.options["gem_table"]]
        return [trained + stars + int(gold + gem * player.treasury.get("GEM", 0)) // 2
                for player, (trained, stars, gold) in zip(s.players, points(s), strict=True)]  # fmt: skip

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
        """Cards that lie nowhere else are in their pile: master cards are missing from its top first."""
        found = check.counted(state)
        for name, cards in (("master", self.master_counts), ("harem", self.harem_counts)):
            if name not in said:
                left = {card: n - found.get(card, 0) for card, n in cards.items()}
                too_many = next((card for card, n in left.items() if n < 0), None)
                if too_many is not None:
                    raise ValueError(f"there are {found[too_many]} of {too_many}; the cards have {cards[too_many]}")
                getattr(state, name).refill(left)

    def nameable(self, state: HaremState) -> Iterable[Action]:
        """Every action that one could name here, sensible or not."""
        from .nameable import nameable

        return nameable(state)


GAME = Harem
