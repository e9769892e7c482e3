"""The one protocol between a page and its kernel, and what every widget of a page has in common.

A page sends messages `{do, seq, ...}`. Each is carried out by the deed of that name and followed by
`{kind: "done", seq}`, whatever happened. What cannot be done comes back as one plain sentence,
`{kind: "notice", text}`, and has changed nothing that a reader would miss.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeAlias

import anywidget
import traitlets

from gamelib.validation import MAX_NUMBER, shorten_text, validate_json

from .fonts import FONT_FILES, font_face_css, read_font
from .translations import load_texts

Json: TypeAlias = dict[str, Any]
MessageHandler: TypeAlias = Callable[[Json], object]

LOG = logging.getLogger(__name__)
UNKNOWN_REQUEST_TEXT = "The page asked for something that is not here. Reload it to go on."
INTERNAL_ERROR_TEXT = "Something went wrong here, and nothing has changed. Reload the page to go on."


class PageWidget(anywidget.AnyWidget):
    """A widget that hears its page. A subclass gives `deeds`, and calls `start_receiving` when it is ready;
    `text_files`: of the words that it shares with its page."""

    text_files: ClassVar[tuple[str, ...]] = ()
    words = traitlets.Dict().tag(sync=True)
    place = traitlets.Unicode("").tag(sync=True)
    """Where in its notebook a widget is whose page keeps work: two of one notebook are kept apart."""

    def __init__(self, **traits: Any) -> None:
        super().__init__(words=load_texts(*self.text_files), **traits)

    def set_language(self, language: str) -> None:
        """Speak another language to this page; what that lacks is said in English."""
        self.words = load_texts(*self.text_files, language=language)

    def message_handlers(self) -> Mapping[str, MessageHandler]:
        """What a page can ask for: name -> what does it. A ValueError is told as it is."""
        raise NotImplementedError

    def start_receiving(self) -> None:
        """Hear the page from now on."""
        self.on_msg(self._receive)

    def send_notice(self, text: str) -> None:
        """Tell the reader why something was not done, in one sentence that is not long."""
        self.send({"kind": "notice", "text": shorten_text(text)})

    def _receive(self, _widget: Any, content: Any, _buffers: list[memoryview]) -> None:
        """One message of the page. Nothing that a page can send raises."""
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
            if content["do"] != "hello":  # progress that a browser has kept is checked where it is opened
                _check_message(content)
            deed(content)
        except ValueError as error:
            self.send_notice(str(error))
        except (KeyError, TypeError, IndexError, AttributeError) as error:  # a message of another form than ours
            LOG.debug("A message was not understood.", exc_info=error)
            self.send_notice(UNKNOWN_REQUEST_TEXT)
        except Exception as error:  # the page must go on hearing, whatever is wrong with a deed
            LOG.debug("A deed failed.", exc_info=error)
            self.send_notice(INTERNAL_ERROR_TEXT)
        finally:
            self.send({"kind": "done", "seq": content.get("seq") if isinstance(content, dict) else None})


def _check_message(content: Json) -> None:
    """ValueError unless a script can have sent this: its numbers are floats."""
    try:
        validate_json(content, sys.float_info.max)
    except ValueError as error:
        raise ValueError(UNKNOWN_REQUEST_TEXT) from error


def validate_int(value: Any) -> int:
    """A whole number of a message, at most `MAX_NUMBER`; ValueError for anything else."""
    if type(value) is not int or abs(value) > MAX_NUMBER:
        raise ValueError(UNKNOWN_REQUEST_TEXT)
    return value


def validate_str_list(values: Any, max_count: int = 10) -> list[str]:
    """A short list of texts of a message; ValueError for anything else."""
    if not isinstance(values, list) or len(values) > max_count or not all(isinstance(value, str) for value in values):
        raise ValueError(UNKNOWN_REQUEST_TEXT)
    return values
