"""The table's own few words, for Python and the page alike. What happens in a game is said by the engine."""

from __future__ import annotations

from gamelib import Vocabulary

#: names of the seats until somebody gives others
NAMES = ("Ada", "Ben", "Cem", "Dilek", "Emre", "Fay")

#: how a seat may be played, by bot id; "human" is somebody at this page
PLAYERS = {
    "human": "a person here",
    "thumb": "bot: rule of thumb",
    "calm": "bot: anything but flight",
    "monte_carlo": "bot: tries things out",
    "random": "bot: anything goes",
}

#: the words of a game: neutral, or the printed ones
VOCABULARIES: dict[Vocabulary, str] = {
    "classroom": "neutral, for every school",
    "rulebook": "those of the printed rules",
}

WORDS = {
    # the head
    "turn_of": "{who} to move",
    "look_as": "Seat",
    "mine_only": "Only mine",
    "see_all": "Everything",
    "you": "you",
    "rules_met": "Rules met: {met} of {all}",
    # what is asked
    "only_one": "There is only one thing to do here.",
    "hand_over": "It is {who}'s turn. Hand over the screen, then show these cards.",
    "show_cards": "I am {who}: show my cards",
    "bot_moves": "{who} is played by a bot.",
    "next": "Next step",
    "play_on": "Play on to my turn",
    "play_out": "Play on to the end",
    "choose_outcome": "Choose the outcome",
    "set_outcome": "Let this come up",
    "new_game": "New game",
    "pause": "Stop before each draw and roll",
    "more_ways": "{n} more ways",
    "all_ways": "The same as a list: {n}",
    "lit": "Choose a lit cell; any other cell says why not.",
    "past": "This is step {step} of {steps}. Choose otherwise here, and another line begins.",
    "past_not_yours": "This is step {step} of {steps}. Where you choose, choosing otherwise begins another line.",
    "past_was": "What came then: {choice}",
    "as_then": "Then",
    "go_on_here": "Play on from here",
    "to_now": "Back to the last step",
    "preview": "Preview of step {step}. Click the line to stay; leave it to return.",
    # what may happen
    "may_happen": "What may happen",
    "nothing_to_roll": "No roll or draw is due. Its odds stand here before it comes.",
    "as_seat_knows": "As {who} knows it.",
    "as_all_know": "With all cards open.",
    "not_here": "{name} cannot come up: it lies in a hand that this seat cannot see.",
    # what happened
    "happened": "What happened",
    "setup": "Setup",
    "step": "Step {step}",
    # the time line
    "time": "Time line",
    "first": "First step",
    "back": "One step back",
    "forward": "One step forward",
    "last": "Last step",
    "step_of": "step {step} of {steps}",
    "agenda": "Still to be done",
    "what_if": "What if?",
    "what_if_hint": "Go back to the last choice of a seat played here and choose otherwise",
    "line": "Line",
    "line_first": "First line",
    "line_what_if": "What if at step {step}",
    "line_from": "From step {step} on",
    "parts": "The lines part at step {step}: {then} became {now}.",
    "fits_all": "Every later choice still fits.",
    "fits_until": "At step {step} the old choice no longer fits: {choice}. {why}",
    "lost_outcome": "That cannot come up here any more.",
    # menu and dialogs
    "save": "Save",
    "open": "Open",
    "link": "Link",
    "seats": "Seats",
    "rules": "Rules",
    "vocabulary": "Words",
    "vocabulary_text": "The same game, told in these words:",
    "close": "Close",
    "start": "Start",
    "keep": "Keep these",
    "how_many": "How many seats?",
    "who_plays": "Who plays?",
    "name_of": "Name of seat {seat}",
    "player_of": "Seat {seat} is played by",
    "options": "Rules that can be chosen",
    "copy": "Copy the link",
    "copied": "Copied.",
    "copy_by_hand": "Copying is not allowed here: select the text and copy it.",
    "link_text": "This link opens the game at this step.",
    "link_open": "Open a link",
    "link_paste": "The other link",
    "link_other": "Or open another game",
    "met": "met",
    "not_met": "not met yet",
    "rules_text": "{met} of {all} rules have come up in this game.",
    "rule_related": "See also",
    "rule_question": "What the printed rules leave open",
    "too_large": "This file is too large to be a saved game.",
    "not_text": "This file cannot be read.",
    # the state of the page
    "started": "A new game begins.",
    "opened": "The game is open at step {step} of {steps}.",
    "restored": "Your game goes on at step {step} of {steps}.",
    "no_link": "This link holds no game. Copy the whole link again.",
    "too_late": "The game had gone on meanwhile; nothing was done.",

    "lost": "The game does not answer. It is saved in this browser: reload the page to go on.",
    "reload": "Reload",
    "rule": "Rule {id}",
    "can_use": "can be used",
    "cannot_use": "cannot be used now",
    "closed": "face down",
    "points": "points",
    "wins": "wins",
}
