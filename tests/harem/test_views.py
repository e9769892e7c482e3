"""What a seat may know: nothing leaks, and its distributions agree with a count of the cards it has not seen."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

from gamelib import Chance
from gamelib.card_counts import add_cards, remove_card
from gamelib.games.harem import card_knowledge, position_checks
from tests.conformance import check_views, choose, json_of, walk
from tests.harem.build import GAME, court, discard, hand, play, table
from tests.rules import rule


def unseen(s, viewer):
    """Master cards and companions that this seat does not see on the table or in its own hand."""
    left = Counter(GAME.master_counts) + Counter(GAME.harem_counts)
    left -= Counter(s.master_discard) + Counter(s.harem_discard) + Counter(s.aside)
    left -= Counter(s.players[viewer].hand) + Counter({"GEM": len(s.pending)})
    left -= Counter(frame.card for frame in s.agenda_frames if frame.step.name == "dispose")
    for player in s.players:
        left -= Counter(player.treasury) + Counter({"GUARD": player.guards})
        for companion, attached in (*player.court.items(), *player.stars.items()):
            left -= Counter([companion, *attached])
    left -= Counter(card for who, card, _ in s.known if who == viewer)  # known to be in a hand
    return left


def next_master_card(s, viewer):
    """The chances of the next master card, as this seat can count them."""
    cards = Counter({card: n for card, n in unseen(s, viewer).items() if card not in GAME.companions})
    pile = len(s.master)
    waiting = "PN-SHUFFLE" if cards["PN-SHUFFLE"] else "PN-OVER" if s.options["variant"] == "short" else None
    chances = {}
    if waiting and cards[waiting]:
        del cards[waiting]
        lower = s.master.segments[0].size
        pile -= 1
        chances[waiting] = Fraction(len(s.master.segments) == 1, lower)
    rest = 1 - sum(chances.values())
    at_once = sum(n for card, n in cards.items() if card in GAME.play_now_cards)  # these cannot lie in a hand
    others = sum(cards.values()) - at_once
    for card, n in cards.items():
        if not pile:  # only the card that was waiting is left
            continue
        share = Fraction(n, pile) if card in GAME.play_now_cards else Fraction(n * (pile - at_once), others * pile)
        chances[card] = rest * share
    return {card: chance for card, chance in chances.items() if chance}


@rule("HAR-13.1", "HAR-13.2", "HAR-13.3")
def test_next_card_agrees_with_a_count_of_the_unseen_cards():
    checked = Counter()
    for seed in range(12):
        seats, options = 2 + seed % 3, ({}, {"variant": "short"}, {"variant": "long"})[seed % 3 if seed > 3 else 0]
        for s in walk(GAME, seats, f"view/{seed}", **options):
            if not isinstance(s.node, Chance) or s.node.step_name not in ("card", "deal"):
                continue
            for viewer in range(seats):
                dist = s.seen_by(viewer).node.dist()
                if s.node.step_name == "card" and s.node.values["deck"] == "harem":
                    cards = {c: n for c, n in unseen(s, viewer).items() if c in GAME.companions}
                    expected = {card: Fraction(n, sum(cards.values())) for card, n in cards.items()}
                else:
                    expected = next_master_card(s, viewer)
                assert {card: dist.p(card) for card in dist} == expected
                assert sum(expected.values()) == 1
                checked[s.node.step_name] += 1
    assert min(checked["card"], checked["deal"]) > 500


@rule("HAR-13.2")
def test_swapping_hidden_cards_changes_no_view():
    rng, swaps = Random(4), 0
    for seed in range(6):
        for step, s in enumerate(walk(GAME, 3, f"swap/{seed}")):
            if step % 9 or not s.agenda_frames:
                continue
            viewer = step % 3
            known = {card for _, card, _ in s.known}  # a position in which a third seat is wrong is none
            for seat in s.other_seats(viewer):
                other = s.clone()
                player = other.players[seat]
                held = [card for card in player.hand if card not in known]
                if not held:
                    continue
                mine = rng.choice(held)
                deck = other.harem if mine in GAME.companions else other.master
                free = [card for card in deck.unplaced_cards if card not in GAME.play_now_cards and card not in known]
                theirs = rng.choice(free or [mine])
                remove_card(player.hand, mine)
                add_cards(player.hand, theirs)
                deck.unshare()
                if theirs in deck.unplaced_cards:
                    deck.unplaced_cards.remove(theirs)
                    deck.unplaced_cards.append(mine)
                    rng.shuffle(deck.unplaced_cards)
                other.game.validate_position(other)
                assert json_of(other.seen_by(viewer)) == json_of(s.seen_by(viewer))
                assert other.seen_by(viewer).node.__class__ is s.seen_by(viewer).node.__class__
                swaps += theirs != mine
    assert swaps > 100


def test_views_of_positions_with_thefts():
    rng, blurred = Random(6), 0
    for seed in range(40):
        for s in walk(GAME, 3 + seed % 2, f"theft/{seed}"):
            if any(event.code == "grabbed" for event in s.events):
                check_views(s, rng)
                blurred += bool(s.blurred)
                for viewer, card, holders in s.known:  # what is known is true
                    assert any(s.players[seat].hand.get(card, 0) for seat in holders), (viewer, card)
    assert blurred > 20


@rule("HAR-8.9", "HAR-13.2")
def test_random_card_of_a_hand_as_the_raider_knows_it():
    s = table(2)
    hand(s, 0, "WRATH-A")
    hand(s, 1, "GOLD-3", "CON-01")
    discard(s, "GOLD-1")
    play(s, "raid(WRATH-A,1)", "=12+2", "grab(1)")
    dist = s.seen_by(0).node.dist()
    companions, masters = 20, sum(n for card, n in s.master.counts().items() if card not in GAME.play_now_cards) + 1
    assert dist.p("CON-05") == Fraction(1, 2) * Fraction(1, companions)
    assert dist.p("GOLD-1") == Fraction(1, 2) * Fraction(4, masters)
    assert dist.p("PN-LEVY") == 0
    assert set(s.seen_by(1).node.dist()) == {"GOLD-3", "CON-01"}  # the victim sees the own hand
    assert sum(map(dist.p, dist)) == 1


@rule("HAR-13.4")
def test_two_known_cards_in_two_blurred_hands():
    s = table(4)
    discard(s, "ENH-D2", "ENH-S2")
    hand(s, 0, "KIS-TEACHER", "WRATH-A", "CON-10")
    court(s, 3, "CON-14")
    hand(s, 1, "GOLD-1")
    play(s, "fate(KIS-TEACHER)", "fetch(ENH-D2)")
    assert {entry[0] for entry in s.known} == {1, 2, 3}
    s.turn = 1
    remove_card(s.players[0].hand, "WRATH-A")
    add_cards(s.players[1].hand, "WRATH-A")
    s.plays, s.kismet = 0, False
    play(s, "raid(WRATH-A,0)", "=12+2", "grab(1)", "=CON-10")
    assert (2, "ENH-D2", (0, 1)) in s.known
    view = s.seen_by(2)
    assert view.players[0].hand == {"?": 1}
    rng = Random(1)
    places = Counter()
    for _ in range(400):
        guess = view.determinize(rng)
        guess.game.validate_position(guess)
        places.update(seat for seat in (0, 1) if guess.players[seat].hand.get("ENH-D2"))
        assert json_of(guess.seen_by(2)) == json_of(view)
    assert set(places) == {0, 1}
    assert view.random_hand_card(1).p("ENH-D2") > 0
    view.blurred += ((2, 3),)
    assert view.uncertain_hand_card_dist(3).p("ENH-D2") < view.uncertain_hand_card_dist(1).p(
        "ENH-D2"
    )  # it cannot lie there


@rule("HAR-13.2", "HAR-13.4")
def test_a_card_shown_may_be_either_of_two_known_ones():
    """Seat 1 knows one Dance +2 in the hands of 2 and 3, and one in those of 3 and 4; then seat 3 shows one."""
    known = ((0, "ENH-D2", (1, 2)), (0, "ENH-D2", (2, 3)))
    left = card_knowledge.known_cards_without(known, 2, "ENH-D2")
    assert left == ((0, "ENH-D2", (1, 2, 3)),)
    assert card_knowledge.known_cards_without(left, 1, "ENH-D2") == ()
    sure = ((0, "ENH-D2", (2,)), *known)
    assert card_knowledge.known_cards_without(sure, 2, "ENH-D2") == known  # the one that surely lay there has gone
    assert card_knowledge.known_cards_without(known, 2, "ENH-D2", range(1, 2)) == known  # seat 1 did not see it


@rule("HAR-13.2")
def test_what_is_known_stays_true_through_many_thefts():
    """Cards at random: drawn unseen, taken openly, shown, stolen. Every seat's entries fit the hands."""
    rng = Random(9)
    for _ in range(300):
        s = GAME.start(4)
        for player in s.players:
            player.hand = {}
        for _ in range(40):
            seat, other = rng.sample(range(4), 2)
            hand, card = s.players[seat].hand, rng.choice(["ENH-D2", "ENH-S2"])
            deed = rng.random()
            if deed < 0.25:
                s.add_hand_card_openly(seat, card)
            elif deed < 0.45:
                add_cards(hand, card)
            elif hand and deed < 0.7:
                s.remove_hand_card_openly(seat, rng.choice(list(hand)))
            elif hand:
                card = rng.choice([card for card, n in hand.items() for _ in range(n)])
                remove_card(hand, card)
                add_cards(s.players[other].hand, card)
                s.record_theft(seat, other, card)
            position_checks.validate_card_knowledge(s)


def test_guesses_follow_the_views_odds():
    """Over many guesses the next card comes up as often as the view says."""
    s = GAME.start(2)
    rng = Random(3)
    while not (isinstance(s.node, Chance) and s.node.step_name == "card"):
        s.apply(choose(s, rng))
    view = s.seen_by(1 - s.turn)
    dist = view.node.dist()
    n = 3000
    counts = Counter(view.determinize(rng).node.sample(rng) for _ in range(n))
    for card in dist:
        p = float(dist.p(card))
        assert abs(counts[card] - n * p) < 5 * (n * p * (1 - p)) ** 0.5 + 1
