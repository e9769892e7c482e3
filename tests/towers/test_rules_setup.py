"""Setup (TOW-1), what is known (TOW-8), and the number of players (TOW-9)."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest

from gamelib.games.towers import Towers
from gamelib.games.towers.state import seating_side
from gamelib.nodes import Chance
from tests.rules import rule
from tests.towers.build import GAME, RULEBOOK, codes, give, play, table, told


@rule("TOW-1.1", "TOW-A18")
def test_two_to_four_seats_and_five_as_an_option() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5]
    for seats in (1, 5.0, 6, True, "2"):
        with pytest.raises(ValueError, match="2 to 5 seats"):
            GAME.start(seats)
    with pytest.raises(ValueError, match=r"5 seats only with the option five_seats\. \(TOW-1.1\)"):
        GAME.start(5, five_seats=False)
    for options in ({}, {"five_seats": True}):  # to ask for five is to switch them on
        s = GAME.start(5, **options)
        assert (s.seats, s.options["five_seats"]) == (5, True)
    assert GAME.start(3, five_seats=True).seats == 3
    for seats in (5.0, 6):
        with pytest.raises(ValueError, match="2 to 5 seats"):
            GAME.start(seats, five_seats=True)


@rule("TOW-1.2", "TOW-A1")
def test_six_neutral_cards_are_the_foundations() -> None:
    s = GAME.start(2)
    assert GAME.suits == ("Hammers", "Keys", "Shields", "Books", "Stars", "Crowns")
    assert [GAME.titles[card] for card in GAME.foundations] == [
        "The Bear",
        "The Peacock",
        "The Teamster",
        "The Foreign Trader",
        "The Owl",
        "The Twin",
    ]
    assert told(s.events, "foundations").values["cards"] == GAME.foundations
    assert not set(GAME.foundations) & set(s.deck)
    assert Counter(GAME.alignment.values()) == dict.fromkeys(("LG", "NG", "CG", "LN", "N", "CN", "LE", "NE", "CE"), 6)
    assert set(Counter(GAME.suit.values()).values()) == {9}


@rule("TOW-1.3", "TOW-A6")
@pytest.mark.parametrize(("seats", "sides"), [(2, "AB"), (3, "AAB"), (4, "AABB"), (5, "AAABB")])
def test_the_sides(seats: int, sides: str) -> None:
    assert "".join(seating_side(seats, seat) for seat in range(seats)) == sides
    event = told(GAME.start(seats, five_seats=seats == 5).events, "sits")
    assert event.rule == "TOW-1.3"
    assert [*event.values["a"], *event.values["b"]] == list(range(seats))


@rule("TOW-1.4", "TOW-1.5", "TOW-8.2")
def test_the_deal_is_three_single_draws_for_each_seat() -> None:
    s = GAME.start(2)
    assert told(s.events, "shuffled").values["deck"] == 48
    for drawn in range(6):
        node = s.node
        assert isinstance(node, Chance)
        assert (node.rule, node.seat) == ("TOW-1.5", drawn // 3)
        dist = node.dist()
        assert dist.total == len(dist) == 48 - drawn
        card = s.deck[7]
        events = play(s, f"={card}")
        assert told(events, "dealt").values["card"] == card
        assert card in s.caches[drawn // 3]
        assert card not in s.deck
    assert [len(cache) for cache in s.caches] == [3, 3]


@rule("TOW-1.6", "TOW-1.7", "TOW-8.1")
def test_balances_are_empty_and_coins_are_0() -> None:
    s = GAME.start(3)
    assert s.balances == [(), (), ()]
    assert s.coins == [0, 0, 0]
    assert "TOW-1.6" in told(s.events, "sits").related_rules


@rule("TOW-1.8")
def test_w15_the_first_title_starts() -> None:
    s = GAME.start(2)
    events = play(s, "=SHIELD-CE", "=CROWN-NE", "=STAR-CE", "=HAMMER-CG", "=HAMMER-LG", "=SHIELD-CG")
    assert told(events, "starts").values["card"] == "CROWN-NE"  # The Betrayal comes before The Big Sky
    # not of all titles: The Avalanche is still in the deck
    assert GAME.describe(told(events, "starts")).startswith("The title of The Betrayal comes first")
    assert s.node.seat == 0
    s = GAME.start(2)
    events = play(s, "=SHIELD-CE", "=SHIELD-CG", "=STAR-CE", "=KEY-CE", "=HAMMER-LG", "=CROWN-NG")
    assert told(events, "starts").seat == 1  # The Demon’s Lantern comes before The Desert
    assert s.node.seat == 1


@rule("TOW-1.8")
def test_the_ranks_are_those_of_the_titles_in_either_vocabulary() -> None:
    assert sorted(GAME.title_rank.values()) == list(range(1, 49))
    ranks = {"KEY-LE": 1, "CROWN-NE": 2 + 1, "HAMMER-NE": 2, "CROWN-CN": 7, "BOOK-NE": 19, "STAR-NE": 30, "STAR-LG": 48}
    assert {card: GAME.title_rank[card] for card in ranks} == ranks
    for game in (GAME, RULEBOOK):
        shown = sorted(GAME.playing_cards, key=lambda card: game.texts.card_name(card).casefold())
        assert [GAME.title_rank[card] for card in shown] == list(range(1, 49))


@rule("TOW-8.1", "TOW-8.3")
def test_all_is_open_to_every_seat() -> None:
    s = table(3)
    give(s, 0, "HAMMER-LG", "KEY-LG", "STAR-NE")
    give(s, 1, "HAMMER-NG", "KEY-NG")
    play(s, "flee")
    for seat in range(3):
        view = s.seen_by(seat)
        assert (view.caches, view.balances, view.fled, view.coins, view.deck) == (
            s.caches,
            s.balances,
            s.fled,
            s.coins,
            s.deck,
        )
    assert s.balances[0] == ("HAMMER-LG", "KEY-LG", "STAR-NE")


@rule("TOW-9.1")
@pytest.mark.parametrize(("seats", "turns"), [(2, [8, 8]), (3, [6, 5, 5]), (4, [4, 4, 4, 4]), (5, [4, 3, 3, 3, 3])])
def test_caches_of_each_seat(seats: int, turns: list[int]) -> None:
    s = GAME.start(seats, five_seats=seats == 5)
    while s.node.__class__ is Chance:
        play(s, f"={s.deck[0]}")
    starter = s.node.seat
    begun = Counter([starter])
    while s.agenda_frames:
        if isinstance(s.node, Chance):
            events = play(s, f"={s.deck[0]}")
        else:
            events = list(s.apply(next(action for action in s.legal if action.verb != "flee")))
        begun.update(event.seat for event in events if event.code == "turn")
    if s.result.reason == "no_cards":
        assert [begun[(starter + i) % seats] for i in range(seats)] == turns
    assert s.turn <= 16


@rule("TOW-9.2")
def test_seats_on_one_side_have_the_same_cells() -> None:
    s = table(4)
    assert s.rows[0] is s.rows[1]
    assert s.rows[2] is s.rows[3]
    assert all((s.lying[0][card] + 4) % 8 == s.lying[2][card] for card in GAME.playing_cards)


# -- card tables ---------------------------------------------------------------------------------


def broken(tmp_path, old: str, new: str) -> str:
    """The message for a copy of the card table with one change."""
    text = (GAME.folder / "cards.toml").read_text(encoding="utf-8")
    assert old in text
    tomllib.loads(text.replace(old, new, 1))
    (tmp_path / "cards.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ValueError) as error:  # noqa: PT011  (the caller looks at the message)
        Towers(tmp_path)
    assert str(tmp_path / "cards.toml") in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("playing = 48", "playing = 47", "playing is 47, but there are 48"),
        ('alignment = "NG"', 'alignment = "LG"', "Hammers has 2 cards LG"),
        ('alignment = "NG"', 'alignment = "N"', "row 5 (HAMMER-N): Hammers has a second foundation"),
        ('alignment = "NG"', 'alignment = "XX"', "card HAMMER-NG: alignment should be one of 'LG'"),
        ('id = "HAMMER-NG"', 'id = "HAMMER-LG"', "card HAMMER-LG: it is listed twice"),
        ('suit = "Keys"', 'suit = "Swords"', "there is no suit 'Swords'"),
        ('title = "The Keep"\n', "", "card HAMMER-NG: title is missing"),
        ("across = 22.0", "across = 30.0", "the symbols do not lie inside the card"),
        # symbols so close together that a card two steps away still lies on them
        ("across = 22.0", "across = 15.0", "[[size]] tarot: its placements differ from those of poker"),
    ],
)
def test_a_wrong_table_is_refused_with_file_and_row(tmp_path, old: str, new: str, words: str) -> None:
    assert words in broken(tmp_path, old, new)


def test_a_corrected_table_is_another_edition(tmp_path) -> None:
    text = (GAME.folder / "cards.toml").read_text(encoding="utf-8")
    (tmp_path / "cards.toml").write_text(text.replace('"The Keep"', '"The Castle"'), encoding="utf-8")
    other = Towers(tmp_path)
    assert other.card_set_digest != GAME.card_set_digest
    assert other.title_rank["HAMMER-NG"] != GAME.title_rank["HAMMER-NG"]
    with pytest.raises(ValueError, match="other card tables"):
        other.from_dict(GAME.start(2).to_dict())


def test_codes_of_the_setup() -> None:
    assert codes(list(GAME.start(2).events)) == ["foundations", "sits", "shuffled"]
