"""Checks of saved positions of Court: each card is in one place, and all other values are possible.

The checks assume nothing about a position, because users may have changed its file. In the view of a seat, hidden cards
are counted in the decks, and hands contain unknown cards instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ...card_counts import CardCounts, add_cards
from ...deck import Deck
from ...nodes import End
from . import card_knowledge

if TYPE_CHECKING:
    from .state import HaremState, Player

DECK_END_CARDS = ("PN-SHUFFLE", "PN-OVER")


def validate_invariants(state: HaremState) -> None:
    """Raise ValueError unless all invariants of `gamelib.games.harem.state` hold."""
    _turn(state)
    for seat, player in enumerate(state.players):
        _player(state, seat, player)
    validate_lost_points(state)
    validate_card_knowledge(state)
    _cards(state)
    _specials(state)
    if state.result is not None:
        _result(state, state.result)


def _turn(state: HaremState) -> None:
    values = state.game.gem_tables[state.options["gem_table"]].values()
    for value in state.pending:
        if value not in values:
            raise ValueError(f"pending: no roll of a Gem makes it worth {value}")


def _player(state: HaremState, seat: int, player: Player) -> None:
    game = state.game
    hidden = () if state.viewer in (None, seat) else card_knowledge.HIDDEN_CARDS
    for card in player.hand:
        if game.card_kind.get(card, "play_now") == "play_now" and card not in hidden:
            raise ValueError(f"seat {seat} holds {card}, which can be in no hand")
    for card in player.treasury:
        if game.card_kind.get(card) not in ("gold", "gem", "jewelry"):
            raise ValueError(f"seat {seat} has {card} in the treasury")
    if any(state.skills(player, companion) == (4, 4, 4) for companion in player.court):
        raise ValueError(f"seat {seat} has a companion who should be a star")
    for star, kept in player.stars.items():
        if kept and not (
            state.options["kadine_keeps_jewelry"] and all(game.card_kind[card] == "jewelry" for card in kept)
        ):
            raise ValueError(f"seat {seat} has cards under the star {star}")


def validate_lost_points(state: HaremState) -> None:
    """Raise ValueError unless the cards of companions can have lost these points above the maximum 4 (HAR-A18)."""
    lay = [(companion, card) for player in state.players for companion, under in player.court.items() for card in under]
    for companion, card, points in state.lost:
        if state.options["points_above_four"] != "lost":
            raise ValueError("lost: points above 4 come back (HAR-A18)")
        if (companion, card) not in lay:
            raise ValueError(f"lost: {card} does not lie under {companion}")
        lay.remove((companion, card))
        gain = state.game.skill_points[card]
        if not any(points) or any(lost > most for lost, most in zip(points, gain, strict=True)) or points == gain:
            raise ValueError(f"lost: {card} gives {list(gain)}, so it cannot have lost {list(points)} (HAR-6.4)")
    if state.options["points_above_four"] == "lost":
        for player in state.players:
            for companion, under in player.court.items():
                printed, lost = state.game.companions[companion].skills, state.permanently_lost_points(companion)
                if any(
                    printed[i] - lost[i] + sum(state.game.skill_points[card][i] for card in under) > 4 for i in range(3)
                ):
                    raise ValueError(f"lost: what {companion} has above 4 is lost (HAR-A18)")


def groups_of_other_seats(state: HaremState, viewer: int) -> Iterator[tuple[int, ...]]:
    """Yield each non-empty subset of the other seats."""
    for size in range(1, state.seats):
        yield from combinations(state.other_seats(viewer), size)


def validate_card_knowledge(state: HaremState) -> None:
    """Raise ValueError unless the knowledge about other hands is possible, and true in a complete position."""
    for viewer, _, holders in state.known:
        if not holders or viewer in holders or state.viewer not in (None, viewer):
            raise ValueError("what the seats know of each other's hands is wrong")
    if state.viewer is None:
        _known_cards(state)
    for pair in state.blurred:
        if pair[0] == pair[1] or state.viewer not in (None, pair[0]):
            raise ValueError(f"blurred: seat {pair[0]} cannot have lost sight of the hand of seat {pair[1]}")
    for viewer, card, holders in state.known:
        if len(holders) > 1 and any((viewer, holder) not in state.blurred for holder in holders):
            raise ValueError(f"known: seat {viewer} knows of {card} in several hands that it has not lost sight of")
    if state.viewer is not None:
        for group in groups_of_other_seats(state, state.viewer):
            loose = sum(len(holders) > 1 and set(holders) <= set(group) for *_, holders in state.known)
            if loose > sum(state.players[seat].hand.get(card_knowledge.UNKNOWN, 0) for seat in group):
                raise ValueError("known: the hands have too few cards for what is known to be in them")


def _known_cards(state: HaremState) -> None:
    """Check that the cards known to a seat are in the hands in which the seat knows them."""
    for viewer, card in {entry[:2] for entry in state.known}:
        wanted = [set(holders) for *key, holders in state.known if key == [viewer, card]]
        for group in groups_of_other_seats(state, viewer):
            there = sum(state.players[seat].hand.get(card, 0) for seat in group)
            if sum(holders <= set(group) for holders in wanted) > there:
                raise ValueError(f"seat {viewer} knows of {card} in hands that do not hold it")


def _specials(state: HaremState) -> None:
    """Check that Shuffle the Deck and Game Over are in the pile or set aside, depending on the variant.

    HAR-1.5, HAR-10.6, HAR-12.
    """
    for card in state.aside:
        if card not in DECK_END_CARDS:
            raise ValueError(f"aside: {card} is never laid aside")
    for card in DECK_END_CARDS:
        if card in state.master_discard:
            raise ValueError(f"master_discard: {card} is not discarded but laid aside")
    ended = state.result is not None or any(frame.step.name == "score" for frame in state.agenda_frames)
    shuffle, over = (card in state.aside for card in DECK_END_CARDS)
    if state.options["win_by"] == "kadines_only":
        fits, rule = shuffle and over, "HAR-12.3"
    elif state.options["variant"] == "standard":
        fits, rule = shuffle is not over or (ended and shuffle and over), "HAR-10.6"
    elif state.options["variant"] == "short":
        fits, rule = shuffle and (ended or not over), "HAR-12.2"
    else:
        fits, rule = shuffle, "HAR-12.1"
    if not fits:
        raise ValueError(f"aside: {', '.join(state.aside) or 'nothing'} cannot lie there in this variant ({rule})")


def count_cards_outside_piles(state: HaremState) -> CardCounts:
    """Count the cards in places other than the two piles. The unknown cards of a view are not counted."""
    counts: CardCounts = {}
    places: list[Iterable[tuple[Any, Any]]] = [
        place.items() for place in (state.master_discard, state.harem_discard, state.aside)
    ]
    places.append([("GEM", 1)] * len(state.pending))
    places.append((frame.card, 1) for frame in state.agenda_frames if frame.step.name == "dispose")
    if state.viewer is not None:
        places.append((card, 1) for _, card, holders in state.known if len(holders) > 1)
    for player in state.players:
        places += [player.hand.items(), player.treasury.items(), [("GUARD", player.guards)]]
        for companion, attached in (*player.court.items(), *player.stars.items()):
            places.append([(companion, 1), *((card, 1) for card in attached)])
    for place in places:
        for card, n in place:
            if card not in card_knowledge.HIDDEN_CARDS:
                add_cards(counts, card, n)
    return counts


def _cards(state: HaremState) -> None:
    """Check that each card of the game is in one place."""
    counts = count_cards_outside_piles(state)
    for deck in (state.master, state.harem):
        for card, n in deck.counts().items():
            add_cards(counts, card, n)
    expected = state.game.master_counts | state.game.harem_counts
    for card in (*expected, *counts):
        if counts.get(card, 0) != expected.get(card, 0):
            raise ValueError(f"there are {counts.get(card, 0)} of {card}; the cards have {expected.get(card, 0)}")
    kinds = state.game.card_kind
    for pile, home in (
        (state.master.counts(), False),
        (state.master_discard, False),
        (state.aside, False),
        (state.harem.counts(), True),
        (state.harem_discard, True),
    ):
        if any((kinds[card] == "concubine") is not home for card in pile):
            raise ValueError("a card lies in the pile of the other deck")
    _hidden(state, state.master, state.harem)


def _hidden(state: HaremState, master: Deck, harem: Deck) -> None:
    """Check that the number of cards missing from the decks equals the number of unknown cards in the hands."""
    unknown = [sum(player.hand.get(name, 0) for player in state.players) for name in card_knowledge.HIDDEN_CARDS]
    loose = sum(len(holders) > 1 for _, _, holders in state.known) if state.viewer is not None else 0
    blurred_master = master.unplaced_count_in_hands() - unknown[1]
    blurred_harem = harem.unplaced_count_in_hands() - unknown[2]
    if min(blurred_master, blurred_harem) < 0 or blurred_master + blurred_harem + loose != unknown[0]:
        raise ValueError("the piles and the hidden hands do not fit together")


def _result(state: HaremState, end: End) -> None:
    if end.reason not in ("stars", "points", "stalled") or end.rule not in ("HAR-11.1", "HAR-11.2", "HAR-A28"):
        raise ValueError("the game has ended for no reason of this game")
    if min(end.scores) < 0:
        raise ValueError("the scores are wrong")
    if end.reason == "stars":
        winners = tuple(seat for seat, player in enumerate(state.players) if len(player.stars) >= state.stars_to_win())
    else:
        if [stars for stars, _ in end.tie_breakers] != [len(player.stars) for player in state.players]:
            raise ValueError("the points that decide between level scores are not those of the seats")
        keys = [(score, *tie) for score, tie in zip(end.scores, end.tie_breakers, strict=True)]
        winners = tuple(seat for seat, key in enumerate(keys) if key == max(keys))
    if end.winners != winners:
        raise ValueError("the winners do not follow from the scores")
