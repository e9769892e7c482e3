"""Protocol between a page and its kernel, and the base class of all page widgets.

A page sends requests `{do, seq, ...}`. The message handler with the name `do` carries out the request. Afterwards the
kernel always sends `{kind: "done", seq}`. If a request fails, the kernel sends one plain sentence, `{kind: "notice",
text}`, and no important state changes.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeAlias

import traitlets

from gamelib.validation import MAX_NUMBER, shorten_text, validate_json

from .fonts import FONT_FILES, font_face_css, read_font
from .static_output import ExportableWidget
from .translations import load_texts

Json: TypeAlias = dict[str, Any]
MessageHandler: TypeAlias = Callable[[Json], object]

LOG = logging.getLogger(__name__)
UNKNOWN_REQUEST_TEXT = "The page asked for something that isn’t here. Reload it to go on."
INTERNAL_ERROR_TEXT = "Something went wrong here, and nothing has changed. Reload the page to go on."


class PageWidget(ExportableWidget):
    """Widget that receives requests of its page.

    A subclass defines `message_handlers`. It calls `start_receiving` as soon as it can handle requests. `text_files`
    names the translation files whose texts the widget shares with its page.
    """

    text_files: ClassVar[tuple[str, ...]] = ()
    words = traitlets.Dict().tag(sync=True)
    place = traitlets.Unicode("").tag(sync=True)
    """Position in the notebook for a widget whose page saves work. It distinguishes two widgets of one notebook."""

    def __init__(self, **traits: Any) -> None:
        super().__init__(words=load_texts(*self.text_files), **traits)

    def set_language(self, language: str) -> None:
        """Set the language of this page. Missing texts are in English."""
        self.words = load_texts(*self.text_files, language=language)

    def message_handlers(self) -> Mapping[str, MessageHandler]:
        """Return the message handlers by request name. If a handler raises ValueError, the page displays its text."""
        raise NotImplementedError

    def start_receiving(self) -> None:
        """Start to receive requests of the page."""
        self.on_msg(self._receive)

    def send_notice(self, text: str) -> None:
        """Display a short sentence that says why a request failed."""
        self.send({"kind": "notice", "text": shorten_text(text)})

    def _receive(self, _widget: Any, content: Any, _buffers: list[memoryview]) -> None:
        """Handle one message of the page. No message can raise an exception out of this method."""
        try:
            if content["do"] == "type":
                told = {"kind": "type", "faces": font_face_css(""), "names": list(FONT_FILES)}
                self.send(told, buffers=[read_font(name) for name in FONT_FILES])
                return
            if content["do"] == "language":
                self.set_language(str(content["language"]))
                return
            deed = self.message_handlers().get(content["do"])
            if deed is None:
                raise ValueError(UNKNOWN_REQUEST_TEXT)
            if content["do"] != "hello":  # "hello" contains saved progress, which has its own validation
                _check_message(content)
            deed(content)
        except ValueError as error:
            self.send_notice(str(error))
        except (KeyError, TypeError, IndexError, AttributeError) as error:  # a message in an unknown format
            LOG.debug("A message was not understood.", exc_info=error)
            self.send_notice(UNKNOWN_REQUEST_TEXT)
        except Exception as error:  # the page must keep working after an error of a handler
            LOG.debug("A deed failed.", exc_info=error)
            self.send_notice(INTERNAL_ERROR_TEXT)
        finally:
            self.send({"kind": "done", "seq": content.get("seq") if isinstance(content, dict) else None})


def _check_message(content: Json) -> None:
    """Raise ValueError if no script of ours could have sent this message. Scripts send numbers as floats."""
    try:
        validate_json(content, sys.float_info.max)
    except ValueError as error:
        raise ValueError(UNKNOWN_REQUEST_TEXT) from error


def validate_int(value: Any) -> int:
    """Return an integer from a message. Raise ValueError for other values, and for integers above `MAX_NUMBER`."""
    if type(value) is not int or abs(value) > MAX_NUMBER:
        raise ValueError(UNKNOWN_REQUEST_TEXT)
    return value


def validate_str_list(values: Any, max_count: int = 10) -> list[str]:
    """Return a short list of texts of a message. Raise ValueError for anything else."""
    if not isinstance(values, list) or len(values) > max_count or not all(isinstance(value, str) for value in values):
        raise ValueError(UNKNOWN_REQUEST_TEXT)
    return values
