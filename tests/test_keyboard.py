"""Meaning of a key: on keyboards with several layouts and scripts, held down, and with modifiers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from widgets.page.paths import WIDGETS_DIR

DENO = Path(sys.executable).with_name("deno")
KEYBOARD = WIDGETS_DIR / "page/keyboard.js"


def meant(event: dict[str, Any]) -> list[Any]:
    """Return the results of both key readers and of undo for an event."""
    script = (
        f'import {{ unmodifiedKeyUnlessRepeated, isControlKey, unmodifiedKey }} from "{KEYBOARD.as_uri()}";'
        f"const event = {json.dumps(event)};"
        "console.log(JSON.stringify("
        '[unmodifiedKeyUnlessRepeated(event), unmodifiedKey(event), Boolean(isControlKey(event, "z"))]));'
    )
    run = subprocess.run([DENO, "eval", script], capture_output=True, text=True, timeout=120, check=True)
    return list(json.loads(run.stdout))


@pytest.mark.parametrize(
    ("key", "code", "command"),
    [
        ("1", "Digit1", "1"),
        ("&", "Digit1", "1"),  # AZERTY
        ("é", "Digit2", "2"),
        ("ě", "Digit2", "2"),  # Czech
        ("ๅ", "Digit1", "1"),  # Thai
        ("١", "Digit1", "1"),  # Arabic
        ("Dead", "Digit7", "7"),
        ("7", "Numpad7", "7"),
        ("٧", "Numpad7", "7"),
        ("Home", "Numpad7", "Home"),  # without NumLock
        ("7", "", "7"),  # of a screen
        ("?", "Digit6", "?"),  # Canadian French
        ("؟", "Slash", "?"),
        ("G", "KeyG", "g"),
        ("q", "KeyA", "q"),  # AZERTY
        ("п", "KeyG", "g"),  # Russian
        ("ע", "KeyG", "g"),  # Hebrew
        ("ु", "KeyG", "g"),  # Hindi
        ("لا", "KeyB", "b"),  # Arabic
        ("\uff27", "KeyG", "g"),  # Japanese in full width
        ("\uff17", "", "7"),
        ("\uff1f", "Slash", "?"),
        ("\u3000", "Space", " "),
        ("Process", "KeyG", "g"),  # an input method
        ("m", "Semicolon", "m"),  # AZERTY
        (",", "KeyM", ","),
        ("'", "KeyQ", "'"),  # Dvorak
        ("ö", "Semicolon", "ö"),
        ("ı", "KeyI", "ı"),
        ("Enter", "Enter", "Enter"),
        (" ", "Space", " "),
        (None, None, ""),  # a browser that fills in a form
    ],
)
def test_keys_mean_the_same_on_every_keyboard(key, code, command):
    event = {} if key is None else {"key": key, "code": code}
    assert meant(event)[:2] == [command, command]


@pytest.mark.parametrize("modifier", ["ctrlKey", "altKey", "metaKey", "isComposing", "keyCode"])
def test_keys_with_a_modifier_are_no_commands(modifier):
    assert meant({"key": "1", "code": "Digit1", modifier: 229 if modifier == "keyCode" else True}) == ["", "", False]


def test_a_key_that_is_held_down_is_one_command():
    assert meant({"key": "g", "code": "KeyG", "repeat": True}) == ["", "g", False]
    assert meant({"key": "z", "code": "KeyZ", "ctrlKey": True, "repeat": True}) == ["", "", False]


def test_undo_is_found_on_every_keyboard():
    assert meant({"key": "я", "code": "KeyZ", "ctrlKey": True})[2]
    assert meant({"key": "z", "code": "KeyY", "metaKey": True})[2]  # QWERTZ
    assert not meant({"key": "y", "code": "KeyZ", "ctrlKey": True})[2]
    assert not meant({"key": "z", "code": "KeyZ", "ctrlKey": True, "altKey": True})[2]
