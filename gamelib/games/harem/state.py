"""Position of a game of Court, with methods that several steps share.

A *companion* is one of the 20 concubine cards, and a *star* is a Kadine. `plays` counts the cards other than Kismet
cards that were played this turn. Hands, treasuries and discard piles are multisets of card ids. `pending` contains the
values of rolled Gems that are not spent yet.

Invariants: each of the 81 master cards and the 20 companions is in exactly one place. Attributes are from 1 to 4. A
seat has 0 to 2 Guards. No hand contains a Play Now! card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...card_counts import CardCounts, add_cards, deal_cards, insert_sorted, remove_card
from ...deck import Deck
from ...dist import Dist
from ...fields import (
    FLAG,
    SEAT,
    SEATS,
    SHARED_FIELD,
    ChoiceField,
    CountsField,
    DeckField,
    DictField,
    FixedTupleField,
    IntField,
    NamedTupleField,
    ObjectField,
    PerSeatField,
    TupleField,
    field_shared_by_clones,
)
from ...mypyc_support import mypyc_attr
from ...nodes import Action, End, Seat
from ...state import State
from . import card_knowledge
from .card_knowledge import HIDDEN_CARDS, UNKNOWN, UNKNOWN_HAREM, UNKNOWN_MASTER, KnownCard

if TYPE_CHECKING:
    from random import Random

    from . import Harem  # noqa: F401  (ruff does not read the base class)
MAX_PLAYS: Final = 2  # HAR-3.1
MAX_GUARDS: Final = 2  # HAR-7.1
NO_POINTS: Final = (0, 0, 0)
STAR_POINTS: Final = 15  # HAR-6.5
OTHER_SEATS: Final = {(n, seat): tuple((seat + i) % n for i in range(1, n)) for n in range(2, 5) for seat in range(n)}
MAX_ROUNDS_WITHOUT_GROWTH: Final = (
    20  # HAR-A28: number of rounds without a new or better companion that end the game, in Kadines only
)


Points = tuple[int, int, int]
"""Points of dance, song and charm."""


class CourtAbilityCache:
    """Cache for the abilities of the companions of one court, filled on demand.

    Each change of the court creates a new cache.
    """

    __slots__ = ("improvable_companions", "skill_raising_attach_actions", "turn_power_holders")

    def __init__(self) -> None:
        self.skill_raising_attach_actions: dict[str, list[Action]] = {}
        """See `HaremState.skill_raising_attach_actions` and `turn.shifts`."""
        self.turn_power_holders: list[str] | None = None
        """See `HaremState.turn_power_holders`."""
        self.improvable_companions: list[tuple[str, frozenset[str]]] | None = None
        """Each companion of the court and the cards that would raise her."""


CARD = ChoiceField("a card", lambda s: s.game.card_kind)
HAND_CARD_FIELD = ChoiceField(
    "a card of a hand", lambda s: s.game.card_kind if s.viewer is None else {**s.game.card_kind, **HIDDEN_CARDS}
)
COMPANION = ChoiceField("a companion", lambda s: s.game.companions)
SKILL_CARD_FIELD = ChoiceField("a card that teaches or adorns", lambda s: s.game.skill_points)
LOSS = NamedTupleField(
    companion=COMPANION, card=SKILL_CARD_FIELD, points=FixedTupleField(IntField(0), IntField(0), IntField(0))
)


PLAYER = {
    "hand": CountsField(HAND_CARD_FIELD),
    "treasury": CountsField(CARD),
    "guards": IntField(0, MAX_GUARDS),
    "court": field_shared_by_clones(DictField(COMPANION, TupleField(SKILL_CARD_FIELD))),
    "stars": field_shared_by_clones(DictField(COMPANION, TupleField(SKILL_CARD_FIELD))),
}


class Player:
    """Cards of one seat on the table and in its hand.

    Clones share the court, the stars and the cache of their abilities.
    """

    __slots__ = ("ability_cache", "court", "guards", "hand", "stars", "treasury")

    def __init__(self) -> None:
        self.hand: CardCounts = {}
        self.treasury: CardCounts = {}
        self.guards = 0
        self.court: dict[str, tuple[str, ...]] = {}
        """Cards attached to each companion. A change makes a new dictionary."""
        self.stars: dict[str, tuple[str, ...]] = {}
        """Jewelry kept under the coin of each star (option kadine_keeps_jewelry). A change makes a new dictionary."""
        self.ability_cache = CourtAbilityCache()

    def set_companion(self, companion: str, attached: tuple[str, ...]) -> None:
        """Put a companion into the court, or change the cards attached to her."""
        self.court = dict(sorted({**self.court, companion: attached}.items()))
        self.ability_cache = CourtAbilityCache()

    def promote_to_star(self, companion: str, kept_jewelry: tuple[str, ...]) -> None:
        """Turn a companion into a star with the Jewelry that she keeps."""
        self.court = {other: cards for other, cards in self.court.items() if other != companion}
        self.stars = dict(sorted({**self.stars, companion: kept_jewelry}.items()))
        self.ability_cache = CourtAbilityCache()

    def hand_size(self) -> int:
        """Return the number of cards in hand."""
        return sum(self.hand.values())


@mypyc_attr(serializable=True)
class HaremState(State["Harem"]):
    """Position of a game of Court."""

    fields = {
        "players": PerSeatField(ObjectField(Player, PLAYER, {"ability_cache": SHARED_FIELD})),
        "lost": TupleField(LOSS),
        "master": DeckField(lambda s: s.game.play_now_cards),
        "harem": DeckField(),
        "master_discard": CountsField(CARD),
        "harem_discard": CountsField(CARD),
        "aside": CountsField(CARD),
        "turn": SEAT,
        "turns": IntField(),
        "idle": IntField(),
        "still": IntField(),
        "plays": IntField(0, MAX_PLAYS),
        "kismet": FLAG,
        "moved": FLAG,
        "grown": FLAG,
        "pending": TupleField(IntField(1)),
        "discount": IntField(),
        "change": IntField(),
        "favour": FLAG,
        "used": TupleField(ChoiceField("a companion with such a power", lambda s: s.game.turn_powers), distinct=True),
        "known": TupleField(NamedTupleField(viewer=SEAT, card=CARD, holders=SEATS)),
        "blurred": TupleField(NamedTupleField(viewer=SEAT, hand=SEAT)),
    }
    __slots__ = tuple(fields)

    def init_empty(self) -> None:
        """Reset to empty tables, before the setup."""
        self.players: list[Player] = [Player() for _ in range(self.seats)]
        self.lost: tuple[tuple[str, str, Points], ...] = ()
        """(companion, card under her, points above 4 that it has lost for good) (option points_above_four, HAR-A18)."""
        self.master = Deck()
        self.harem = Deck()
        self.master_discard: CardCounts = {}
        self.harem_discard: CardCounts = {}
        self.aside: CardCounts = {}
        """Master cards out of the pile for good, or waiting next to it (Game Over)."""
        self.turn: Seat = 0
        self.turns = 0
        self.idle = 0
        """Turns in a row in which no card moved."""
        self.still = 0
        """Number of consecutive turns in which no seat engaged a companion or gave one a card."""
        self.known: tuple[KnownCard, ...] = ()
        self.blurred: tuple[tuple[Seat, Seat], ...] = ()
        self.reset_turn_limits()

    def reset_turn_limits(self) -> None:
        """Reset limits, discounts and once-per-turn powers (HAR-2.8)."""
        self.plays = 0
        self.kismet = False
        self.moved = False
        self.grown = False
        self.pending: tuple[int, ...] = ()
        self.discount = 0
        self.change = 0
        """Gold left over from Jewelry that paid this turn, still to be spent (option jewelry_change)."""
        self.favour = False
        self.used: tuple[str, ...] = ()

    # -- asking ------------------------------------------------------------------------------

    def other_seats(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the other seats, clockwise."""
        return OTHER_SEATS[self.seats, seat]

    def stars_to_win(self) -> int:
        """Return the number of stars that is needed to win (HAR-11.1, HAR-12.5)."""
        chosen = self.options["kadine_target"]
        return int(chosen) if chosen is not None else {2: 4, 3: 3, 4: 2}[self.seats]

    def gem_value(self, roll: int) -> int:
        """Return the value of a gem roll (HAR-4.4)."""
        return self.game.gem_tables[self.options["gem_table"]][roll]

    def skills(self, player: Player, companion: str) -> Points:
        """Return the dance, song and charm of a companion with all attached cards (HAR-6.2)."""
        return self.game.skills(companion, player.court[companion], self.permanently_lost_points(companion))

    def skills_with(self, player: Player, companion: str, card: str) -> Points:
        """Return the skills of a companion with one more card attached (HAR-6.2)."""
        return self.game.skills(companion, (*player.court[companion], card), self.permanently_lost_points(companion))

    def permanently_lost_points(self, companion: str) -> Points:
        """Return the points that the cards of a companion lost permanently (HAR-A18)."""
        if not self.lost:
            return NO_POINTS
        d, s, c = (sum(points[i] for who, _, points in self.lost if who == companion) for i in range(3))
        return d, s, c

    def price(self, companion: str) -> int:
        """Return the price of a companion: base value minus the discounts of this turn, at least 1 (HAR-5.2)."""
        return max(1, self.game.companions[companion].base - self.discount)

    def has_power(self, player: Player, power: str) -> bool:
        """Return whether a companion or star of the player has this power in force (HAR-6.6)."""
        companions = self.game.companions
        if any(companions[companion].power == power for companion in player.court):
            return True
        keeps = self.options["kadine_keeps_power"]  # HAR-A16
        return keeps and any(companions[star].power == power for star in player.stars)

    def turn_power_holders(self, player: Player) -> list[str]:
        """Return the companions with a once-per-turn power, including stars that keep one (HAR-5.7, HAR-A16)."""
        companions = player.ability_cache.turn_power_holders
        if companions is None:
            stars = player.stars if self.options["kadine_keeps_power"] else ()
            companions = player.ability_cache.turn_power_holders = [
                c for c in (*player.court, *stars) if c in self.game.turn_powers
            ]
        return companions

    def ready_power_holders(self, player: Player, power: str | None = None) -> list[str]:
        """Return the companions with an unused once-per-turn power (HAR-5.7). `power` selects one kind."""
        once = self.game.turn_powers
        return [
            c for c in self.turn_power_holders(player) if c not in self.used and (power is None or once[c] == power)
        ]

    def skill_raising_attach_actions(self, player: Player, card: str) -> list[Action]:
        """Return the actions that give this Lesson or Ornament to a companion whom it would raise (HAR-6.4)."""
        able = player.ability_cache
        gifts = able.skill_raising_attach_actions.get(card)
        if gifts is None:
            if able.improvable_companions is None:
                able.improvable_companions = [
                    (c, self.game.improving_cards[self.skills(player, c)]) for c in player.court
                ]
            actions = self.game.attach_actions[card]
            gifts = able.skill_raising_attach_actions[card] = [
                actions[companion] for companion, cards in able.improvable_companions if card in cards
            ]
        return gifts

    # -- doing -------------------------------------------------------------------------------

    def discard(self, card: str) -> None:
        """Put a card on the discard pile of its deck."""
        add_cards(self.harem_discard if card in self.game.companions else self.master_discard, card)

    def remove_hand_card_openly(self, seat: Seat, card: str) -> None:
        """Remove a card from the hand of a seat, visibly for all seats."""
        remove_card(self.players[seat].hand, card)
        if self.known:
            self.known = card_knowledge.known_cards_without(self.known, seat, card)

    def add_hand_card_openly(self, seat: Seat, card: str) -> None:
        """Add a card that all seats know to a hand (HAR-13.4)."""
        insert_sorted(self.players[seat].hand, card)
        self.known += tuple((viewer, card, (seat,)) for viewer in range(self.seats) if viewer != seat)

    def attach_card(self, seat: Seat, card: str, companion: str) -> None:
        """Attach a Lesson or Jewelry to a companion, who may become a star (HAR-6.2 to HAR-6.8)."""
        player = self.players[seat]
        before, gain = self.skills(player, companion), self.game.skill_points[card]
        keeps = self.options["points_above_four"] == "lost"
        if keeps:
            self.lose_points(companion, card, before)
        player.set_companion(companion, (*player.court[companion], card))
        if self.log is not None:
            after = self.skills(player, companion)
            lost = sum(gain) - (sum(after) - sum(before))
            if sum(1 for points in gain if points) > 1:
                self.log_event("HAR-6.3", "double", seat, card=card, companion=companion)
            self.log_event(
                "HAR-6.2",
                "trained" if not lost else "trained_lost",
                seat,
                ("HAR-A18",) if lost and keeps else (),
                companion=companion,
                total=sum(after),
                lost=lost,
            )
        self.make_star_if_skills_full(seat, companion)

    def lose_points(self, companion: str, card: str, skills: Points) -> None:
        """Record the points above 4 that an attached card loses permanently (HAR-A18)."""
        d, s, c = (max(0, had + more - 4) for had, more in zip(skills, self.game.skill_points[card], strict=True))
        if d or s or c:
            self.lost = tuple(sorted((*self.lost, (companion, card, (d, s, c)))))

    def detach_card_from_companion(self, player: Player, companion: str, card: str) -> None:
        """Remove a card from a companion.

        Among equal cards, the card with the largest loss is removed. A card that moves to another companion has its
        full value there (HAR-A18).
        """
        attached = list(player.court[companion])
        attached.remove(card)
        gone = max(
            (loss for loss in self.lost if loss[:2] == (companion, card)), key=lambda loss: sum(loss[2]), default=None
        )
        if gone is not None:
            kept = list(self.lost)
            kept.remove(gone)
            self.lost = tuple(kept)
        player.set_companion(companion, tuple(attached))

    def make_star_if_skills_full(self, seat: Seat, companion: str) -> None:
        """Turn a companion with 4, 4, 4 into a star at once, which may win the game (HAR-6.5, HAR-6.7)."""
        player = self.players[seat]
        if self.skills(player, companion) != (4, 4, 4):
            return
        kept = []
        for card in player.court[companion]:
            if self.options["kadine_keeps_jewelry"] and self.game.card_kind[card] == "jewelry":  # HAR-A15
                kept.append(card)
            else:
                self.discard(card)
        player.promote_to_star(companion, tuple(kept))
        self.lost = tuple(loss for loss in self.lost if loss[0] != companion)
        self.grown = self.moved = True
        if self.log is not None:
            self.log_event("HAR-6.5", "star", seat, ("HAR-6.8",), companion=companion, points=STAR_POINTS)
        reached = len(player.stars) >= self.stars_to_win()
        if reached and self.options["win_by"] == "points_only":
            if self.log is not None:
                self.log_event("HAR-12.3", "points_only", seat)
        elif reached:
            if self.log is not None:
                self.log_event("HAR-11.1", "target_reached", seat, ("HAR-6.7",), have=len(player.stars))
            self.discard_card_in_use()
            scores = tuple(len(p.stars) for p in self.players)
            self.end_game(End("stars", "HAR-11.1", scores, (seat,)))

    def discard_card_in_use(self) -> None:
        """Discard the card that is in use when the game ends (HAR-9.1)."""
        for frame in self.agenda_frames:
            if frame.step.name == "dispose":
                add_cards(self.master_discard, frame.card)

    def start_final_scoring(self, reason: str, rule: str) -> None:
        """End the game at once, then roll Gems and count points (HAR-11.2)."""
        self.discard_card_in_use()
        for frame in tuple(self.agenda_frames):
            if frame.step.name == "reroll":  # a Gem that was already rolled counts (HAR-A11)
                frame.step.skip_void_question(self, frame)
        self.agenda_frames.clear()
        self.push_step("score", reason, rule, ())

    # -- copies and views --------------------------------------------------------------------

    def _hide_from(self, seat: Seat, view: HaremState) -> None:
        """Turn `view`, a clone, into the view of a seat."""
        companions = self.game.companions
        view.known = tuple(entry for entry in self.known if entry[0] == seat)
        view.blurred = tuple(pair for pair in self.blurred if pair[0] == seat)
        unseen_master: CardCounts = {}
        unseen_harem: CardCounts = {}
        for other in self.other_seats(seat):
            hand = self.players[other].hand
            shown_cards: CardCounts = {}
            for _, card, holders in view.known:
                if holders == (other,):
                    add_cards(shown_cards, card)
            hidden: CardCounts = {}
            for card, n in hand.items():
                rest = n - shown_cards.get(card, 0)
                if rest:
                    add_cards(unseen_harem if card in companions else unseen_master, card, rest)
                    blurred = (seat, other) in view.blurred
                    add_cards(
                        hidden,
                        UNKNOWN if blurred else UNKNOWN_HAREM if card in companions else UNKNOWN_MASTER,
                        rest,
                    )
            view.players[other].hand = dict(sorted({**shown_cards, **hidden}.items()))
        for _, card, holders in view.known:
            if len(holders) > 1:  # known to be in one of several hands
                remove_card(unseen_harem if card in companions else unseen_master, card)
        view.master = self.master.seen_by(seat, unseen_master)
        view.harem = self.harem.seen_by(seat, unseen_harem)

    def _determinize(self, whole: HaremState, rng: Random) -> None:
        """Deal the unseen cards at random to the unknown cards of `whole`, a clone of this view."""
        loose = [(card, holders) for _, card, holders in self.known if len(holders) > 1]
        harem, _ = self._blurred_counts(len(loose))
        slots: dict[Seat, int] = {}
        for seat, player in enumerate(whole.players):
            slots[seat] = player.hand.pop(UNKNOWN, 0)
        for seat, card in card_knowledge.assign_cards_known_in_part(loose, slots, rng):
            insert_sorted(whole.players[seat].hand, card)
            slots[seat] -= 1
        places = [seat for seat, n in slots.items() for _ in range(n)]
        places = deal_cards(places, len(places), rng)
        wanted_harem, wanted_master = places[:harem], places[harem:]
        for seat, player in enumerate(whole.players):
            wanted_harem += [seat] * player.hand.pop(UNKNOWN_HAREM, 0)
            wanted_master += [seat] * player.hand.pop(UNKNOWN_MASTER, 0)
        for deck, seats in ((whole.harem, wanted_harem), (whole.master, wanted_master)):
            for seat, card in zip(seats, deck.determinize_hidden_cards(len(seats), rng), strict=True):
                insert_sorted(whole.players[seat].hand, card)

    def random_hand_card(self, seat: Seat) -> Dist[str]:
        """Return the distribution of a random card of a hand.

        In a view, the distribution follows from the knowledge of the viewer.
        """
        hand = self.players[seat].hand
        if self.viewer is None or seat == self.viewer:
            return Dist(hand)
        parts: list[tuple[Dist[str], int]] = []
        for card, n in hand.items():
            if card == UNKNOWN_MASTER:
                parts.append((self.master.hidden_card_outside_pile_dist(), n))
            elif card == UNKNOWN_HAREM:
                parts.append((self.harem.hidden_card_outside_pile_dist(), n))
            elif card == UNKNOWN:
                parts.append((self.uncertain_hand_card_dist(seat), n))
            else:
                parts.append((Dist([card]), n))
        return Dist.mixture(parts)

    def uncertain_hand_card_dist(self, seat: Seat) -> Dist[str]:
        """Return the distribution of a random card of a blurred hand (see `card_knowledge`)."""
        harem, master = self._blurred_counts(sum(len(holders) > 1 for _, _, holders in self.known))
        loose = [card for _, card, holders in self.known if len(holders) > 1 and seat in holders]
        parts: list[tuple[Dist[str], int]] = []
        if harem:
            parts.append((self.harem.hidden_card_outside_pile_dist(), harem))
        if master:
            parts.append((self.master.hidden_card_outside_pile_dist(), master))
        if loose:
            parts.append((Dist(loose), len(loose)))
        return Dist.mixture(parts)

    def _blurred_counts(self, placed: int) -> tuple[int, int]:
        """Return the numbers of unknown companions and unknown master cards in blurred hands."""
        slots = sum(player.hand.get(UNKNOWN, 0) for player in self.players)
        sure = sum(player.hand.get(UNKNOWN_HAREM, 0) for player in self.players)
        harem = self.harem.unplaced_count_in_hands() - sure
        return harem, slots - placed - harem

    def record_theft(self, victim: Seat, thief: Seat, card: str) -> None:
        """Record the theft of a random unseen card. Only thief and victim know the card (HAR-8.9, HAR-13.2)."""
        known = card_knowledge.known_cards_without(self.known, victim, card, range(thief, thief + 1))
        entries: list[KnownCard] = []
        for viewer, entry_card, holders in known:
            if viewer not in (victim, thief) and victim in holders and thief not in holders:
                holders = tuple(sorted((*holders, thief)))
            entries.append((viewer, entry_card, holders))
        entries.append((victim, card, (thief,)))
        self.known = tuple(entries)
        pairs = {
            (viewer, hand) for viewer in range(self.seats) if viewer not in (victim, thief) for hand in (victim, thief)
        }
        self.blurred = tuple(sorted(pairs.union(self.blurred)))
