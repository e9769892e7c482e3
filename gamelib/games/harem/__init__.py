"""Game Harem, displayed as Court, for 2 to 4 seats.

Names in the code use the terms of the rulebook (harem, kadine, wrath). Displayed texts are in `words.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from ...base_game import Game
from ...card_counts import add_cards, remove_card
from ...card_schema import (
    CARD_NUMBER,
    SOURCE,
    CardSchema,
    CardTableError,
    RowTableSchema,
    SingleTableSchema,
    fields_of_type,
    validate_tables,
)
from ...deck import Deck
from ...fields import SHARED_FIELD, TEXT, FixedTupleField, IntField, NamedValuesField, TupleField, one_of
from ...nodes import Action
from ...number_format import format_modifier, join_words
from ...options import Option
from ...rulebook import GameTexts
from . import drawing, legal_plays, position_checks, powers, raids, reachability_checks, scoring, setup, turn
from . import odds as odds
from .powers import KISMET_EFFECTS
from .scoring import score_parts_by_seat
from .state import HaremState, Points

PLAY_NOW = tuple(drawing.PLAY_NOW_EFFECTS)
ONCE_PER_TURN = ("MOVE_ENH", "REROLL_GEM", "WRATH_PLUS1", "DISCOUNT1", "HAREM_DRAW")
ON_PLAY = ("DRAW2", "GUARD_BACK", "FREE_ENH", "ENH_BACK", "PICK_CARD", "GOLD_BACK", "UNGUARD")
CARD_KINDS = ("gold", "gem", "jewelry", *turn.HAND_OFFERS, "play_now")
RAID_MODES = ("gold", "gem", "jewelry", "hand")


class Companion(NamedTuple):
    """Companion card: attributes, base value (its cost), and power or None.

    The name of the companion is in words.toml.
    """

    skills: tuple[int, int, int]
    base: int
    power: str | None


class RaidCard(NamedTuple):
    """Sultan's Wrath card: combat modifier, and the modes (kind, limit) from which the raider chooses."""

    modifier: int
    modes: tuple[tuple[str, int], ...]


SKILL = IntField(1, 4)
REQUIRED_FIELDS = {"gold": ("value",), "jewelry": ("value",), "sultans_wrath": ("modifier", "modes")}
"""Additional fields of some cards of the master deck."""
CARD_SCHEMA: CardSchema = {
    "master": RowTableSchema(
        {"id": TEXT, "type": one_of(*CARD_KINDS), "count": CARD_NUMBER},
        {
            "value": IntField(1),
            "D": CARD_NUMBER,
            "S": CARD_NUMBER,
            "C": CARD_NUMBER,
            "modifier": IntField(-99),
            "modes": TupleField(FixedTupleField(one_of(*RAID_MODES), IntField(1))),
        },
    ),
    "harem": RowTableSchema(
        {"id": TEXT, "D": SKILL, "S": SKILL, "C": SKILL, "base": CARD_NUMBER},
        {"power": one_of(*ONCE_PER_TURN, *ON_PLAY, "WATCHFUL")},
    ),
    "totals": SingleTableSchema(fields_of_type("master", "harem"), has_sources=False),
    "gem_tables": SingleTableSchema(
        fields_of_type(
            "A",
            "B",
            field_type=NamedValuesField(
                {
                    "values": NamedValuesField(fields_of_type(*map(str, range(2, 13)))),
                    "mean": SHARED_FIELD,
                    "source": SOURCE,
                }
            ),
        ),
        has_sources=False,
    ),
}
"""Content of the tables of cards.toml."""


class Harem(Game[HaremState]):
    """The game of Court with its card tables."""

    id = "harem"
    title = "Court"
    rule_prefix = "HAR"
    slug = "court"
    seats = range(2, 5)
    seats_rule = "HAR-1.1"
    folder = Path(__file__).parent
    state_type = HaremState
    option_list = (
        Option("unguarded_combat", "roll", ("roll", "automatic"), "HAR-A1"),
        Option("gem_roll", "each", ("each", "one_roll_for_all"), "HAR-A8"),
        Option("gem_must_be_spent", False, (False, True), "HAR-A9"),
        Option("payment", "irredundant", ("irredundant", "any"), "HAR-A12"),
        Option("jewelry_change", "this_turn", ("this_turn", "lost"), "HAR-A14"),
        Option("points_above_four", "return", ("return", "lost"), "HAR-A18"),
        Option("kadine_keeps_power", True, (True, False), "HAR-A16"),
        Option("kadine_keeps_jewelry", False, (False, True), "HAR-A15"),
        Option("variant", "standard", ("standard", "long", "short"), "HAR-12.1"),
        Option("win_by", "both", ("both", "kadines_only", "points_only"), "HAR-12.3"),
        Option("kadine_target", None, (None,), "HAR-12.5", minimum=1),
        Option("gem_table", "A", ("A", "B"), "HAR-4.4"),
        Option("stall_rounds", 3, (), "HAR-A28", minimum=1),
    )
    step_list = (
        setup.DealOpeningCard(),
        setup.RollTwoDiceForFirstTurn(),
        turn.PLAY_OR_FORFEIT,
        turn.CHOOSE_MAIN_ACTION,
        turn.AdvanceTurn(),
        turn.DiscardPlayedCard(),
        drawing.DRAW_CARDS,
        drawing.CHOOSE_DECK,
        drawing.DRAW_CARD,
        drawing.DiscardDownToThree(),
        powers.AttachFreeLesson(),
        powers.FetchDiscardedCard(),
        powers.ChooseVictimOfPower(),
        powers.DrawFromHaremDeck(),
        powers.RollGem(),
        powers.KeepOrRerollGem(),
        raids.ChooseCompanionToBoostRaid(),
        raids.ROLL_COMBAT_DICE,
        raids.ChooseSpoilsOrBreakGuards(),
        raids.StealRandomCard(),
        scoring.ContinueFinalScoring(),
        scoring.RollDiceForFinalGem(),
    )

    # -- card tables -------------------------------------------------------------------------

    def store_card_tables(self, tables: dict[str, Any], source_path: Path) -> None:
        """Read and check cards.toml, including the total numbers of cards."""
        validate_tables(CARD_SCHEMA, tables, source_path)
        totals = tables["totals"]
        self.card_kind: dict[str, str] = {}
        self.payment_value: dict[str, int] = {}
        self.skill_points: dict[str, tuple[int, int, int]] = {}
        self.raid_cards: dict[str, RaidCard] = {}
        self.kismet_effects: dict[str, str] = {}
        self.master_counts: dict[str, int] = {}
        self.companions: dict[str, Companion] = {}
        for row in tables["master"]:
            self._master_row(row, f"{source_path}, master {row['id']}")
        for row in tables["harem"]:
            self._harem_row(row, f"{source_path}, harem {row['id']}")
        self.harem_counts = dict.fromkeys(self.companions, 1)
        for name, counts in (("master", self.master_counts), ("harem", self.harem_counts)):
            if sum(counts.values()) != totals[name]:
                raise CardTableError(
                    f"{source_path}: the {name} rows add up to {sum(counts.values())} cards; "
                    f"[totals] says {totals[name]}."
                )
        for card in (*PLAY_NOW[-2:], "GEM", "GUARD"):
            if card not in self.master_counts:
                raise CardTableError(f"{source_path}: the game cannot do without {card}.")
        for card in PLAY_NOW[-2:]:
            if self.master_counts[card] != 1:
                raise CardTableError(
                    f"{source_path}: there must be exactly one {card}, not {self.master_counts[card]}."
                )
        if self.master_counts["GUARD"] < self.seats[-1]:
            raise CardTableError(f"{source_path}: each seat starts with a Guard, so there must be {self.seats[-1]}.")
        at_once = sum(self.master_counts[card] for card in PLAY_NOW if card in self.master_counts) - 2
        if (totals["master"] - 2 - self.seats[-1]) // 2 < 7 * self.seats[-1] + at_once:  # HAR-1.7
            raise CardTableError(f"{source_path}: the top half is too small to deal 7 cards to {self.seats[-1]} seats.")
        self.gem_tables: dict[str, dict[int, int]] = self._gem_tables(tables["gem_tables"], source_path)
        self.play_now_cards = frozenset(card for card in self.master_counts if self.card_kind[card] == "play_now")
        self.gold_cards = tuple(
            sorted((c for c in self.payment_value if self.card_kind[c] == "gold"), key=self.payment_value.__getitem__)
        )
        self.jewelry_cards = tuple(card for card in self.payment_value if self.card_kind[card] == "jewelry")
        self.payment_value = {card: self.payment_value[card] for card in (*self.gold_cards, *self.jewelry_cards)}
        self.payment_value_with_gems = {**self.payment_value, "GEM": 0}  # a Gem has no value until it is rolled
        self.lesson_cards = tuple(card for card in self.skill_points if self.card_kind[card] == "enhancement")
        self.card_skills = {card: tuple(i for i in range(3) if gain[i]) for card, gain in self.skill_points.items()}
        self.turn_powers = {c: card.power for c, card in self.companions.items() if card.power in ONCE_PER_TURN}
        self._look_ups()

    @property
    def rule_text_values(self) -> Mapping[str, Any]:
        """Return numbers of cards by the number of seats, and the values of cards."""
        master, seats = sum(self.master_counts.values()), [*self.seats]
        left = [master - 2 - n for n in seats]  # without Shuffle the Deck, Game Over and one Guard per seat (HAR-1.3)
        return {
            "master": master,
            "court": len(self.companions),
            "left": left,
            "bottom": [n - n // 2 + 1 for n in left],
            "guards": [self.master_counts["GUARD"] - n for n in seats],
            "most_of_b": max(self.gem_tables["B"].values()),
            "gem_of_8": self.gem_tables["A"][8],
            "money": self.payment_value,
            "charm": {card: self.skill_points[card][2] for card in self.jewelry_cards},
            "charms": [format_modifier(self.skill_points[card][2]) for card in self.jewelry_cards],
            "ornaments": [self.payment_value[card] for card in self.jewelry_cards],
            "modifier": {card: wrath.modifier for card, wrath in self.raid_cards.items()},
        }

    def add_generated_card_names(self, texts: GameTexts) -> None:
        """Add names of Lessons from their attributes, and names of raid cards from their loot."""
        names, effects = texts.sections["cards"], texts.sections["effects"]
        for card in self.lesson_cards:
            gains = zip(("{Dance}", "{Song}", "{Charm}"), self.skill_points[card], strict=True)
            raised = [(skill, n) for skill, n in gains if n]
            if len({n for _, n in raised}) == 1:  # "Dance and Song +1"
                names[card] = f"{join_words([skill for skill, _ in raised])} {format_modifier(raised[0][1])}"
            else:
                names[card] = join_words([f"{skill} {format_modifier(n)}" for skill, n in raised])
        for card, wrath in self.raid_cards.items():
            takes = [
                texts.format_text("raid_modes", f"{kind}_{'one' if n == 1 else 'more'}", {"n": n})
                for kind, n in wrath.modes
            ]
            effects[card] = texts.format_text(
                "raid_modes", "all", {"modes": texts.sections["raid_modes"]["or"].join(takes)}
            )

    def _once(self, card: str, where: str) -> None:
        if card in self.card_kind:
            raise CardTableError(f"{where}: this id stands twice.")
        if not card.replace("-", "").isalnum():
            raise CardTableError(f"{where}: an id has letters, digits and hyphens only.")

    def _master_row(self, row: Mapping[str, Any], where: str) -> None:
        card, kind = row["id"], row["type"]
        self._once(card, where)
        missing = [name for name in REQUIRED_FIELDS.get(kind, ()) if name not in row]
        if missing:
            raise CardTableError(f"{where}: {missing[0]} is missing.")
        self.card_kind[card] = kind
        self.master_counts[card] = row["count"]
        if kind in ("gold", "jewelry"):
            self.payment_value[card] = row["value"]
        if kind in ("enhancement", "jewelry"):
            self.skill_points[card] = row.get("D", 0), row.get("S", 0), row.get("C", 0)
            if not any(self.skill_points[card]):
                raise CardTableError(f"{where}: D, S and C are points from 0 up, and one of them counts.")
        if kind == "sultans_wrath":
            modes = tuple((name, limit) for name, limit in row["modes"])
            if not modes or len(dict(modes)) < len(modes):
                raise CardTableError(f"{where}: modes are pairs of {', '.join(RAID_MODES)} and a limit from 1 up.")
            self.raid_cards[card] = RaidCard(row["modifier"], modes)
        if kind == "kismet":
            if card not in KISMET_EFFECTS:
                raise CardTableError(
                    f"{where}: the rules know no Kismet card {card}; they know {', '.join(KISMET_EFFECTS)}."
                )
            self.kismet_effects[card] = KISMET_EFFECTS[card]
        if kind == "play_now" and card not in PLAY_NOW:
            raise CardTableError(f"{where}: the rules know no Play Now! card {card}; they know {', '.join(PLAY_NOW)}.")

    def _harem_row(self, row: Mapping[str, Any], where: str) -> None:
        self._once(row["id"], where)
        skills = (row["D"], row["S"], row["C"])
        if sum(skills) != row["base"]:
            raise CardTableError(f"{where}: base is {row['base']}, but D + S + C is {sum(skills)}.")
        self.card_kind[row["id"]] = "concubine"
        self.companions[row["id"]] = Companion(skills, row["base"], row.get("power"))

    def _gem_tables(self, tables: Mapping[str, Any], path: Path) -> dict[str, dict[int, int]]:
        values: dict[str, dict[int, int]] = {}
        for name in ("A", "B"):
            values[name] = {int(roll): value for roll, value in tables[name]["values"].items()}
            total = setup.TWO_DICE.map(values[name].__getitem__).mean
            if str(tables[name]["mean"]) != str(total):  # a text is possible, because TOML has no fraction 10/3
                said = f'the mean is {total}, not {tables[name]["mean"]}; write mean = "{total}"'
                raise CardTableError(f"{path}, gem table {name}: {said}.")
        return values

    def _mode(self, kind: str, limit: int) -> frozenset[str]:
        cards = {"gem": ("GEM",), "jewelry": self.jewelry_cards, "hand": ()}
        return frozenset(
            cards[kind] if kind in cards else [card for card in self.gold_cards if self.payment_value[card] <= limit]
        )

    def _look_ups(self) -> None:
        """Prepare the tables that are used often. Actions are created once, so that listing actions is fast."""

        @lru_cache(maxsize=1 << 13)
        def skills(companion: str, attached: tuple[str, ...], lost: Points = (0, 0, 0)) -> Points:
            printed = self.companions[companion].skills
            d, s, c = (
                min(4, printed[i] + sum(self.skill_points[card][i] for card in attached) - lost[i]) for i in range(3)
            )
            return d, s, c

        self.gem_means = {name: setup.TWO_DICE.map(values.__getitem__).mean for name, values in self.gem_tables.items()}
        self.skills: Callable[..., Points] = skills
        """(companion, attached cards, their points that are lost) -> her attributes, at most 4 (HAR-6.2, HAR-A18)."""
        self.improving_cards: dict[tuple[int, ...], frozenset[str]] = {
            skills: frozenset(
                card for card, areas in self.card_skills.items() if any(skills[area] < 4 for area in areas)
            )
            for skills in product(range(1, 5), repeat=3)
        }
        """Attributes -> Lessons and Jewelry that raise one of them (HAR-6.4)."""
        self.bank_actions = {card: Action("bank", card) for card in ("GEM", *self.payment_value)}
        self.kismet_actions = {card: Action("fate", card) for card in self.kismet_effects}
        self.kismet_conditions = {
            card: legal_plays.KISMET_CONDITIONS[effect] for card, effect in self.kismet_effects.items()
        }
        """Kismet card -> whether it could have an effect now (HAR-9.3)."""
        self.discard_actions = {card: Action("discard", card) for card in self.card_kind}
        self.raid_actions = {
            card: [Action("raid", card, seat) for seat in range(self.seats[-1])] for card in self.raid_cards
        }
        self.hand_card_action_listers = {
            card: (legal_plays.GUARD, turn.HAND_OFFERS.get(kind), 0) for card, kind in self.card_kind.items()
        }
        """For each card of a hand: the action if it is always legal, else the function that lists its actions, and a
        base value.
        """
        self.hand_card_action_listers.update({card: (action, None, 0) for card, action in self.bank_actions.items()})
        self.hand_card_action_listers.update(
            {card: (legal_plays.GUARD, None, face.base) for card, face in self.companions.items()}
        )
        self.modes = {card: [self._mode(*mode) for mode in wrath.modes] for card, wrath in self.raid_cards.items()}
        """For each mode of a raid card: cards of a treasury that it can take, none for the hand (HAR-8.6, HAR-8.7)."""
        self.takeable_cards_by_raid = {
            card: (frozenset().union(*modes), frozenset() in modes) for card, modes in self.modes.items()
        }
        """Raid card -> cards of a treasury that a mode of it takes, and whether one takes from the hand (HAR-8.2)."""
        verbs = {card: "teach" if card in self.lesson_cards else "adorn" for card in self.skill_points}
        self.attach_actions = {
            card: {c: Action(verb, card, c) for c in self.companions} for card, verb in verbs.items()
        }
        """Lesson or Jewelry -> companion -> laying it under her."""

    @cached_property
    def bots(self) -> dict[str, Any]:
        """Mapping from bot names to the bots of this game."""
        from ...playouts import random_bot
        from ..monte_carlo_bot import MonteCarloBot, PlayoutLimit
        from .heuristic_bot import heuristic_bot

        search = MonteCarloBot(200, min_lead_in_standard_errors=0.7, max_candidates=2, stop_at=PlayoutLimit("turn", 8))
        return {"random": random_bot, "thumb": heuristic_bot, "monte_carlo": search}

    def score_estimates(self, state: HaremState) -> list[int]:
        """Return the points by HAR-11.3 and HAR-11.5. Each Gem counts its mean value, rounded down."""
        gem = self.gem_means[state.options["gem_table"]]
        return [
            trained + stars + int(gold + gem * player.treasury.get("GEM", 0)) // 2
            for player, (trained, stars, gold) in zip(state.players, score_parts_by_seat(state), strict=True)
        ]

    def points_if_ended_now(self, state: HaremState) -> list[int] | None:
        """Return the points by HAR-11.3 and HAR-11.5 without unrolled Gems, or None before the first turn."""
        return (
            [trained + stars + gold // 2 for trained, stars, gold in score_parts_by_seat(state)]
            if state.turns
            else None
        )

    # -- setup ---------------------------------------------------------------------------------

    def set_up(self, state: HaremState) -> None:
        """Set up a game by HAR-1.1 to HAR-1.5 and the variants HAR-12. The deal follows as chance nodes."""
        state.init_empty()
        n = state.seats
        state.harem = Deck(self.harem_counts)
        cards = dict(self.master_counts)
        remove_card(cards, "PN-SHUFFLE")
        remove_card(cards, "PN-OVER")
        cards["GUARD"] -= n
        for player in state.players:
            player.guards = 1
        state.master = Deck(cards, self.play_now_cards)
        top = len(state.master) // 2  # HAR-A3
        state.master.split_top(top)
        special = None
        if state.options["win_by"] != "kadines_only":
            special = {"standard": "PN-SHUFFLE", "short": "PN-OVER", "long": None}[state.options["variant"]]
        for card in ("PN-SHUFFLE", "PN-OVER"):
            if card == special:
                state.master.shuffle_card_into_segment(card, 0)
            else:
                add_cards(state.aside, card)
        state.push_step("deal", 0)
        state.log_event("HAR-1.1", "seated", None, ("HAR-1.9", "HAR-13.1"), seats=n)
        state.log_event("HAR-1.2", "harem_shuffled", None, (), cards=len(state.harem))
        state.log_event("HAR-1.3", "guards_out", None, ("HAR-A2",), cards=sum(cards.values()))
        state.log_event("HAR-1.4", "cut", None, ("HAR-A3",), top=top, bottom=sum(cards.values()) - top)
        if special == "PN-SHUFFLE":
            state.log_event("HAR-1.5", "shuffle_buried", None, (), bottom=state.master.segments[0].size)
        elif special == "PN-OVER":
            state.log_event("HAR-12.2", "over_buried", None, (), bottom=state.master.segments[0].size)
        elif state.options["win_by"] == "kadines_only":
            state.log_event("HAR-12.3", "stars_only")
        else:
            state.log_event("HAR-12.1", "long_game")
        if state.options["win_by"] == "points_only":
            state.log_event("HAR-12.3", "points_only")
        else:
            also = () if state.options["kadine_target"] is None else ("HAR-12.5",)
            state.log_event("HAR-12.4", "star_target", None, also, goal=state.stars_to_win())

    def validate_position(self, state: HaremState) -> None:
        """Check that each card is in one place and that each value is possible."""
        position_checks.validate_invariants(state)
        reachability_checks.validate_reachable(state)

    # -- position texts ------------------------------------------------------------------------

    derived_fields = ("master", "harem")

    def base_position(self, seats: int, **options: Any) -> HaremState:
        """Return a position in which seat 0 begins its turn.

        Hands, treasuries and courts are empty except for one Guard of each seat.
        """
        state = self.start(seats, **options)
        state.agenda_frames = [turn.CHOOSE_MAIN_ACTION_FRAME]
        state.turns = 1
        state.events = ()
        return state

    def fill_derived_fields(self, state: HaremState, given_fields: set[str]) -> None:
        """Put all cards without a place into their pile.

        Missing master cards are taken from the top of the pile first. A raid card in use is on the discard pile.
        """
        reachability_checks.fill_derived_fields(state, given_fields)
        raids = {frame.card for frame in state.agenda_frames if frame.step.name in ("combat", "brace", "spoils")}
        if "master_discard" not in given_fields:
            state.master_discard = dict.fromkeys(sorted(raids), 1)
        elsewhere = position_checks.count_cards_outside_piles(state)
        for name, cards in (("master", self.master_counts), ("harem", self.harem_counts)):
            if name not in given_fields:
                left = {card: n - elsewhere.get(card, 0) for card, n in cards.items()}
                too_many = next((card for card, n in left.items() if n < 0), None)
                if too_many is not None:
                    raise ValueError(f"there are {elsewhere[too_many]} of {too_many}; the cards have {cards[too_many]}")
                getattr(state, name).set_pile_cards(left)

    def nameable(self, state: HaremState) -> Iterable[Action]:
        """Return all actions that can be named in this position, legal or not."""
        from .nameable_actions import nameable_actions

        return nameable_actions(state)


GAME = Harem
