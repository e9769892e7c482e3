"""Forms of words in the sentences of a game: articles, plurals, names of cards, terms that a value hides."""

from __future__ import annotations

import pytest

import gamelib


@pytest.mark.parametrize(
    ("vocabulary", "template", "values", "sentence"),
    [
        ("classroom", "Discard {card:a}.", {"card": "GEM"}, "Discard a gem."),
        ("classroom", "Discard {card:a}.", {"card": "GEM:4"}, "Discard a gem (4)."),
        ("classroom", "Discard {card:a}.", {"card": "GOLD-2"}, "Discard Gold 2."),
        ("classroom", "Discard {card:a}.", {"card": None}, "Discard a card."),
        ("rulebook", "Give {lesson:a} card.", {}, "Give an Enhancement card."),
        ("classroom", "Give {lesson:a} card.", {}, "Give a lesson card."),
        ("classroom", "This {term.companion}.", {"companion": "CON-10"}, "This performer."),
        ("classroom", "Play {GOLD-2:card}.", {}, "Play Gold 2."),
        ("classroom", "{cards:cards}: take {cards:/it/them}.", {"cards": ["GEM"]}, "Gem: take it."),
        ("classroom", "{winners:seats} {winners:/wins/win}.", {"winners": (0, 1)}, "Ada and Ben win."),
        ("classroom", "{n:/a star/stars}", {"n": 1}, "a star"),
        ("classroom", "Ada {n:adds}.", {"n": -2}, "Ada subtracts 2."),
        ("classroom", "Ada {n:adds}.", {"n": 0}, "Ada adds nothing."),
        ("classroom", "{offer:spoils_offer}", {"offer": "take", "target": 1}, "What do you want to take from Ben?"),
    ],
)
def test_forms_of_words(vocabulary: str, template: str, values: dict[str, object], sentence: str) -> None:
    words = gamelib.game("harem", vocabulary=vocabulary).texts
    assert words.fill_template(template, values, ("Ada", "Ben")) == sentence


def test_a_tie_says_who_wins_it() -> None:
    game = gamelib.game("harem")
    state = game.position(
        "2 seats; now combat(card: WRATH-A, target: 1, boost: 0); players.1.guards 0; players.1.treasury {GOLD-1: 1}"
    )
    say = [game.describe(event, ("Ada", "Ben")) for event in state.apply((4, 7))]
    assert any("so Ada wins the tie" in text for text in say)


def test_the_hand_that_is_empty_is_named() -> None:
    game = gamelib.game("harem")
    state = game.position(
        "2 seats; now spoils(card: WRATH-A, target: 1); players.1.treasury {GOLD-1: 1}; players.1.hand {}"
    )
    ruling = state.why_not(gamelib.Action("grab", 1))
    assert ruling is not None
    assert ruling.code == "no_card_there"


def test_a_riddle_quotes_what_the_game_tells_a_player() -> None:
    from random import Random

    from gamelib.bank.quiz_question_types import PositionSurvey

    state = gamelib.game("harem").position("2 seats; now main; players.0.hand {GOLD-1: 1}; plays 2; moved true")
    survey = PositionSurvey(state, Random(1))
    _, ruling = next(pair for pair in survey.plausible_illegal_actions if pair[1].code == "no_play_left")
    assert survey.refusal(ruling).startswith(
        f"The game tells {survey.deciding_player_name}: “You have no play left in this turn: the limit is 2"
    )


def test_a_name_in_a_right_to_left_script_stands_by_itself() -> None:
    words = gamelib.game("harem").texts
    assert (
        words.fill_template("{who:seat} pays 3.", {"who": 0}, ("\u0633\u0644\u0645\u0649",))
        == "\u2068\u0633\u0644\u0645\u0649\u2069 pays 3."
    )
    assert words.fill_template("{who:seat} pays 3.", {"who": 0}, ("Zo\u00eb",)) == "Zo\u00eb pays 3."
