"""Base class for the HTTP endpoints of a class: access, size and rate limits, errors, and long polling.

The token of a pupil gives access to the data of that pupil. The secret of a room gives access to the board. Clients
send the token or secret in a custom header that forms and pages of other origins cannot send. If a
request is invalid, the response is one plain sentence.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, ClassVar, Literal

from jupyter_server.utils import url_path_join
from tornado.log import app_log
from tornado.web import authenticated
from voila.handler import BaseVoilaHandler

from gamelib.number_format import capitalize_first
from gamelib.validation import parse_json

from ...page.xsrf import NoXsrfCookieMixin
from .. import session_state
from ..class_store import GoneError, Member, Room, StoreError
from ..pupil_return import ContinuedElsewhereError
from ..room_access import PupilRemovedError
from .change_notifier import PROMPT, READERS, STORE_DEADLINE, ApiError, KnownVersion, run_in_thread
from .class_service import ClassService, Json
from .rehearsals import RehearsalRunner
from .teacher_service import TeacherService

KEY_HEADER, PAGE_HEADER = "X-Kismet-Key", "X-Kismet-Class"
MAX_BODY_BYTES = 16 << 10
MAX_LIST_BYTES = 240 << 10
"""Maximum size of a request with a class list: 40,000 characters of any script, as JSON."""
DOCUMENT_DEADLINE = 60.0
"""Maximum seconds that a table, page or sheet may take to generate."""
UNKNOWN_ENDPOINT_TEXT = "There is nothing at this address."
CLASS_CLOSED_TEXT = "This class is closed."
CONTINUED_ELSEWHERE_TEXT = (
    "You have continued in another tab or on another device. To continue here, join again with your code."
)
REMOVED_TEXT = "Your teacher has removed you from this class. Ask to be let in again."
REMOVED_MAY_RETURN_TEXT = "Your teacher has emptied the room. Join again."
PUPIL_LEFT_TEXT = "This pupil has left."
Endpoints = Mapping[str, Literal["GET", "POST"]]


class ClassApiHandler(NoXsrfCookieMixin, BaseVoilaHandler):
    """Handler for the URLs `class/NAME`. Each response is JSON. For a refused request it is {"error": sentence}.

    A subclass lists its endpoints. The endpoint `class/join-room` calls the method `join_room`. An endpoint whose name
    starts with `poll` waits for a change. This base class has no endpoints. It responds to all unknown names.
    """

    endpoints: ClassVar[Endpoints] = {}
    """Name of an endpoint -> its HTTP method."""

    def initialize(self, **options: Any) -> None:
        """Create the event that is set when the connection closes."""
        super().initialize(**options)
        self._connection_closed = asyncio.Event()

    def on_connection_close(self) -> None:
        self._connection_closed.set()  # the client has closed the connection
        super().on_connection_close()

    @property
    def class_service(self) -> ClassService:
        """Service with the class data for pupils and the board."""
        return self.settings["kismet_class"]

    @property
    def teacher_service(self) -> TeacherService:
        """Service with the private data for the teacher's page."""
        return self.settings["kismet_desk"]

    @property
    def rehearsal_runner(self) -> RehearsalRunner:
        """Runner for the simulated pupils of rehearsals."""
        return self.settings["kismet_rehearsals"]

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        self.set_header("Content-Type", "application/json")
        self.finish({"error": "The server didn’t understand this."})

    @authenticated
    async def get(self, name: str) -> None:
        """Run an endpoint that reads data."""
        await self.run_endpoint(name)

    @authenticated
    async def post(self, name: str) -> None:
        """Run an endpoint that changes data."""
        await self.run_endpoint(name)

    def has_class_header(self) -> bool:
        """Return whether the request has the custom header, which pages of other origins cannot send."""
        return KEY_HEADER in self.request.headers or PAGE_HEADER in self.request.headers

    def endpoint_method(self, name: str) -> Callable[[], Awaitable[Mapping[str, Any] | str | None]]:
        """Return the method of an endpoint. Raise ApiError for an unknown name, or a post without the class header."""
        if self.endpoints.get(name) != self.request.method or (
            self.request.method == "POST" and not self.has_class_header()
        ):
            raise ApiError(404, UNKNOWN_ENDPOINT_TEXT)
        method: Callable[[], Awaitable[Mapping[str, Any] | str | None]] = getattr(self, name.replace("-", "_"))
        return method

    async def run_endpoint(self, name: str) -> None:
        """Run an endpoint and send its response: JSON, a text, or the error as a sentence."""
        self.set_header("Cache-Control", "no-store")
        self.set_header("X-Content-Type-Options", "nosniff")
        try:
            method = self.endpoint_method(name)
            if not self.class_service.has_lessons:
                await asyncio.get_running_loop().run_in_executor(None, self.class_service.import_lesson_modules)
            response = await method()
        except ApiError as error:
            response = self.error_response(error.status, str(error))
        except PupilRemovedError as error:
            sentence = REMOVED_MAY_RETURN_TEXT if error.welcome else REMOVED_TEXT
            response = {**self.error_response(410, sentence), "removed": True}
        except ContinuedElsewhereError:
            response = self.error_response(410, CONTINUED_ELSEWHERE_TEXT)
        except GoneError:
            response = self.error_response(410, CLASS_CLOSED_TEXT)
        except OverflowError as error:
            response = self.error_response(409, f"This class already has {error} pupils, so nobody else can join.")
        except StoreError as error:
            app_log.error("%s", error.log_message)
            response = self.error_response(503, f"{capitalize_first(str(error))}.")
        except (KeyError, TypeError, IndexError, AttributeError, UnicodeError) as error:
            app_log.warning("A request of the class was not understood.", exc_info=error)
            response = self.error_response(400, "The server didn’t understand this.")
        except ValueError as error:
            response = self.error_response(400, str(error)[:300])
        if isinstance(response, str):
            self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(response if isinstance(response, str) else dict(response or {}))

    def error_response(self, status: int, sentence: str) -> Json:
        """Set the status code of the response and return its body."""
        self.set_status(status)
        return {"error": sentence}

    # -- authentication and request data -----------------------------------------------------

    def require_credential(self) -> str:
        """Return the token or secret of the request. Raise ApiError if it is missing or has the wrong form."""
        credential = self.request.headers.get(KEY_HEADER, "")
        if not session_state.is_secret(credential):
            raise ApiError(403, "This needs the link of the class.")
        return credential

    async def require_pupil(self) -> Member:
        """Return the pupil who sent the request."""
        try:
            return await run_in_thread(self.class_service.store.pupil_by_token, self.require_credential())
        except GoneError:
            await run_in_thread(self.class_service.room_access.require_not_removed, self.require_credential())
            await run_in_thread(self.class_service.pupil_return.require_not_continued, self.require_credential())
            raise

    async def require_teacher_room(self) -> Room:
        """Return the room of the teacher who sent the request."""
        seconds = PROMPT if self.class_service.last_shown.has(self.require_credential()) else STORE_DEADLINE
        try:
            return await run_in_thread(
                self.class_service.store.room_by_secret, self.require_credential(), seconds=seconds, threads=READERS
            )
        except GoneError:
            self.class_service.last_shown.forget(self.require_credential())
            raise ApiError(403, "This needs the link of the class, and the class may be closed.") from None

    def is_server_owner(self) -> bool:
        """Return whether the owner of the server sent the request.

        The owner sends the key that the server printed, or the token of a private session. The remote address of a
        request proves nothing, because behind a proxy all requests come from the local machine.
        """
        key = self.request.headers.get(KEY_HEADER, "").encode()
        return bool(self.settings["kismet_private"]) or hmac.compare_digest(key, self.class_service.owner_key.encode())

    def parse_json_body(self, max_bytes: int = MAX_BODY_BYTES) -> Json:
        """Parse the request body as a small JSON object. Raise ValueError for anything else."""
        if len(self.request.body) > max_bytes:
            raise ApiError(413, "This is too long.")
        try:
            data = parse_json(self.request.body.decode() or "{}", max_bytes)
        except ValueError:
            raise ValueError("The server didn’t understand this.") from None
        if not isinstance(data, dict):
            raise ValueError("The server didn’t understand this.")
        return data

    def request_base_url(self) -> str:
        """Return the base URL of this server under which the request arrived."""
        return f"{self.request.protocol}://{self.request.host}{self.base_url}"

    def require_within_rate(self, limit: session_state.TokenBucket, key: str) -> None:
        """Raise ApiError if the sender of the request exceeds the rate limit."""
        if not limit.try_acquire(key):
            raise ApiError(429, "You are doing that too often. Wait a moment.")

    # -- waiting for changes -----------------------------------------------------------------

    def known_version(self) -> int | None:
        """Return the version `at` that the page already has, or None if the request has no valid version."""
        text = self.get_argument("at", "")
        return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None

    async def wait_and_return_known_version(self, waiter_key: str, room_id: int, version_kind: int) -> int | None:
        """Wait for a newer version than the known one. Return the known version, or None if the request has none.

        A page has one open request at most. It sends its id in `page`, and a new request ends the previous one.
        """
        known = self.known_version()
        if known is not None:
            page = self.get_argument("page", "") or str(id(self))
            await self.class_service.change_notifier.wait_for_change(
                waiter_key, page[:40], KnownVersion(room_id, version_kind, known), self._connection_closed
            )
        return known


def endpoint_routes(server_url: str, options: Json, *handlers: type[ClassApiHandler]) -> list[Any]:
    """Return a route for the endpoints of each handler."""
    return [
        (url_path_join(server_url, rf"/class/({'|'.join(handler.endpoints)})"), handler, options)
        for handler in handlers
    ]


def require_pupil_number(data: Json) -> int:
    """Return the number of the pupil that a request names. Raise ValueError if it is missing or invalid."""
    if type(data.get("pupil")) is not int or not 0 < data["pupil"] < 1 << 31:
        raise ValueError("Which pupil?")
    return int(data["pupil"])


def require_sample_id(data: Json) -> int:
    """Return the id of the work sample that a request names. Raise ValueError if it is missing or invalid."""
    if type(data.get("slip")) is not int or not 0 < data["slip"] < 1 << 31:
        raise ValueError("Which work sample?")
    return int(data["slip"])


def has_consented(data: Json) -> bool:
    """Return whether the value of a request is yes. Raise ValueError if it is neither yes nor no."""
    if type(data.get("yes")) is not bool:
        raise ValueError("Say yes or no.")
    return bool(data["yes"])
