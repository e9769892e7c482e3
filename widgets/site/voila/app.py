"""Voila as Kismet runs it: every setting in one place, and an allow-list of what a visitor can reach.

A visitor gets our pages, the static files that these need, and the widget messages of the page's own kernel.
Everything else that Voila offers (folder lists, files, contents, themes, login) is not routed at all.
"""

from __future__ import annotations

import logging
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import webbrowser
from contextlib import suppress
from functools import cache, partial
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Any

from jupyter_server.utils import url_path_join
from tornado.ioloop import IOLoop, PeriodicCallback
from tornado.routing import Rule
from traitlets.config import Config
from voila.app import Voila
from voila.request_info_handler import RequestInfoSocketHandler

from ...classroom.network import is_public, own_addresses
from ...classroom.room import DICE, MANY_DICE
from ...classroom.server.change_notifier import SaidError, in_thread
from ...classroom.server.class_service import Classroom
from ...classroom.server.reachability_handlers import check_handlers
from ...classroom.server.rehearsals import Rehearsals
from ...classroom.server.routes import class_handlers
from ...classroom.server.teacher_service import Desk
from ...classroom.store import FullError, Room, Store, StoreError, kept_at
from ...page import fonts
from ...page.bundle import ADDRESS
from ...page.folders import TEACHER
from ...page.modules import linked, styles
from ...page.words import frame_words, words
from ..gallery import HOME, Page, Served, dashboard_titles
from . import rendering  # noqa: F401  (takes effect when it is imported)
from .admission import Admission
from .forwarded import Forwarded, Network
from .frames import MAX_BYTES
from .handlers import (
    KEPT,
    FontFile,
    ForeignHost,
    HomeHandler,
    LongAddress,
    NotHere,
    OtherName,
    PlotlyFile,
    SiteFiles,
    TooLong,
    TurnHandler,
    Visitors,
)
from .in_browser import FILES, Browsers
from .kernels import CAN_COPY, TIME_LIMIT, Copies, PageKernel, PageKernels, PageProvisioner, QuietKernelSpecs, copies
from .wire import MESSAGES, PageConnection

#: the browser itself refuses any other host; Lab's schema checks and anywidget's modules need eval and blob
_POLICY = (
    "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
)
#: bytes of memory of one visitor's kernel: a copy shares most of its own with all others
_COPY, _WHOLE = 60 << 20, 130 << 20
#: what one connection may hold: few requests sent ahead, small headers and bodies, and nothing for ever
_CONNECTION = {
    "chunk_size": 4096,
    "max_buffer_size": 2 * MAX_BYTES,
    "max_header_size": 64 << 10,  # an address that is too long is answered
    "max_body_size": 256 << 10,
    "body_timeout": 30,
    "idle_connection_timeout": 75,
}
_LONGEST = 8000  # characters of an address; what a page keeps in its own stands behind #
_LONGEST_FOLDER = 30  # characters of one in which files with names of 75 more may talk
#: what a class adds to any page: scripts and styles
PUPIL = ("classroom/pupil.js",)
PUPIL_CSS = ("classroom/pupil.css", "classroom/own.css", "classroom/slip.css")
_RUN = secrets.token_hex(8)  # tells a page whether the server was started again
_FORGET_EVERY = 3600  # seconds
_TODAY = 12 * 3600.0  # seconds after which a class is another day's
_LAST_WORD = 5.0  # seconds after which a server that was told to end does so whatever it is doing


def configuration(
    folder: Path, pages: tuple[Page, ...], may_fork: bool = True, base_url: str = "/", kernels: bool = True
) -> Config:
    """Everything Voila is told, for the notebooks in ``folder``, served below ``base_url``.

    Where kernels are copied from a process that has rehearsed all pages, none stands ready: one is there in a moment.
    Elsewhere a warm one waits for the visitor of the home page, of each table and of each dashboard; a lesson starts
    its own, since a warm kernel holds about 130 MB and a class opens one lesson at a time. `kernels`: whether pages
    have any at all.
    """
    config = Config()
    warm = [HOME, *(page.path for page in pages if page.kind in ("table", "dashboard"))]
    config.Voila.root_dir = str(folder)
    config.Voila.log_level = logging.ERROR
    config.Voila.config_file_paths = []  # a voila.json that lies about on the machine must not reopen anything
    config.Voila.tornado_settings = {
        "headers": {"Content-Security-Policy": _POLICY},
        "compress_response": True,
        "websocket_compression_options": {},
        "websocket_max_message_size": MAX_BYTES,
        "log_function": lambda handler: None,  # an answer is no news; what fails says so itself
    }
    config.Voila.identity_provider_class = Visitors
    config.PasswordIdentityProvider.cookie_options = {"samesite": "Lax"}
    config.VoilaConfiguration.template = "kismet"
    config.VoilaConfiguration.allow_template_override = "NO"
    config.VoilaConfiguration.allow_theme_override = "NO"  # the page itself follows ?theme= and the system
    config.VoilaConfiguration.strip_sources = True
    config.VoilaConfiguration.show_tracebacks = False
    config.VoilaConfiguration.extension_allowlist = [
        "@jupyter-widgets/jupyterlab-manager",
        "@voila-dashboards/widgets-manager8",
        "anywidget",
    ]
    config.VoilaConfiguration.preheat_kernel = kernels and not (may_fork and CAN_COPY)
    config.VoilaConfiguration.resources = {
        "run": _RUN,
        "look": look(base_url),
        "words": words("page"),
        "plotly": ADDRESS,
        "pupil": linked(*PUPIL),
        "pupil_css": styles(*PUPIL_CSS),
    }
    config.VoilaKernelManager.kernel_pools_config = {
        "default": {"pool_size": 0},
        **{path: {"pool_size": 1} for path in warm},
    }
    config.VoilaKernelManager.fill_delay = 3.0  # the page that took the kernel is drawing itself right now
    config.MappingKernelManager.cull_interval = 60
    config.MappingKernelManager.cull_idle_timeout = 7200  # seconds untouched, even if its page is open
    config.MappingKernelManager.cull_connected = True
    config.MappingKernelManager.allow_tracebacks = False
    config.MappingKernelManager.cull_busy = True
    # A kernel that dies stays dead: a restarted one would know nothing of the page and look alive.
    config.KernelRestarter.restart_limit = 0
    config.KernelManager.shutdown_wait_time = 2.0
    # Server and kernels talk through files: of ports, one that was free a moment ago may be taken meanwhile. The folder
    # has a short name, since the name of such a file is limited to some 100 characters. Windows has ports alone.
    short = tempfile.gettempdir()
    on_files = sys.platform != "win32"
    config.KernelManager.transport = "ipc" if on_files else "tcp"
    config.Voila.connection_dir_root = "/tmp" if on_files and len(short) > _LONGEST_FOLDER else short
    config.MultiKernelManager.kernel_manager_class = f"{PageKernel.__module__}.{PageKernel.__name__}"
    config.Voila.kernel_websocket_connection_class = PageConnection
    config.VoilaConfiguration.kernel_spec_manager_class = QuietKernelSpecs
    config.VoilaConfiguration.multi_kernel_manager_class = PageKernels
    return config


def look(base_url: str) -> str:
    """The type, the design tokens and the words of pages, as they stand in the head."""
    return fonts.head(f"{base_url}voila/fonts/", styles("page/theme.css"), mark=f"?v={fonts.version()}") + frame_words()


class KismetVoila(Voila):
    """The Voila application with our handlers and our manner of starting and stopping."""

    pages: tuple[Page, ...] = ()
    start_page: str = HOME
    #: seconds that a kernel may owe its page an answer
    time_limit: float = TIME_LIMIT
    #: whether kernels may be copied from one that is ready
    may_fork: bool = True
    #: a folder of pages that run in the browser of whoever looks; whether all do, or none; None: where there is no
    #: room for a kernel, and all where none can be copied
    site: Path | None = None
    in_browser: bool | None = None
    #: how many pages may be open in all, whatever the memory
    most: int | None = None
    #: whether a class that is opened opens the server to the machine's networks
    may_open: bool = False
    #: names of this machine beside its own; "*" for any
    hosts: tuple[str, ...] = ()
    #: proxies that are believed where a visitor comes from
    trusted: tuple[Network, ...] = ()
    #: a file for what goes wrong, with all particulars
    log_file: Path | None = None
    #: where classes are kept
    store: Store | None = None
    #: a class to open, or to go on with, when the server starts: its lesson, or "" for one that is chosen later
    class_lesson: str | None = None
    _zygote: Copies | None = None
    _classroom: Classroom
    _board = ""
    _sweeper: subprocess.Popen[bytes] | None = None

    def initialize(self, argv: list[str] | None = None) -> None:
        super().initialize(argv)
        self._speak_plainly()
        if self.in_browser:
            print(
                "Pages run in the browser of whoever looks; this machine gives the files and holds the class.",
                flush=True,
            )
            return
        if self.may_fork:
            paths = [HOME, *(page.path for page in self.pages)]
            self._zygote = PageProvisioner.zygote = copies(Path(self.root_dir), paths, self.log_file)
        if self.may_fork and self._zygote is None:
            print(
                "Pages run in the browser of whoever looks."
                if self.site
                else "Each page starts a process of its own: this system cannot copy a running one.",
                flush=True,
            )

    def _speak_plainly(self) -> None:
        """One line in the terminal for anything that goes wrong; the rest only in the file that was asked for."""
        terminal = logging.StreamHandler()
        terminal.setLevel(logging.ERROR)
        terminal.setFormatter(OneLine("kismet: %(message)s"))
        handlers: list[logging.Handler] = [terminal]
        if self.log_file is not None:
            file = logging.FileHandler(self.log_file, encoding="utf-8")
            file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
            handlers.append(file)
        root = logging.getLogger()
        root.handlers, root.level = handlers, logging.WARNING if self.log_file else logging.ERROR
        self.log.handlers, self.log.propagate = [], True
        self.log.setLevel(root.level)
        logging.getLogger("tornado").setLevel(root.level)

    def init_settings(self) -> dict[str, Any]:
        settings: dict[str, Any] = super().init_settings()
        kernels = self.kernel_manager
        kernels.allowed_message_types = MESSAGES
        kernels.time_limit = self.time_limit
        kernels.admission = Admission(_COPY if self._zygote else _WHOLE, lambda: len(kernels), most=self.most)
        settings["kismet_admission"] = kernels.admission
        self._opened_to: list[str] = []
        self.store = self.store or Store(kept_at(self.port))
        settings["kismet_run"] = _RUN
        settings["kismet_private"] = bool(self.token)
        settings["kismet_class"] = self._classroom = Classroom(
            self.store, Path(self.root_dir), dashboard_titles, self.reached_at, self._class_opens, self._dice
        )
        settings["kismet_desk"], settings["kismet_rehearsals"] = Desk(self._classroom), Rehearsals(self._classroom)
        settings["kismet_browsers"], settings["kismet_look"] = None, cache(self.look_for_browsers)
        if self.site:
            self._use_browsers(settings, self.site)
        os.environ[TEACHER] = self._classroom.teacher  # kernels are told, and no page is
        settings["kismet_pages"] = Served(Path(self.root_dir), tuple(self.pages))
        settings["voila_jinja2_env"].globals.update(look=look(self.base_url), words=words("page"))
        # Handlers of the Jupyter server show errors with our template too: its own needs files that we do not serve.
        settings["jinja2_env"] = settings["voila_jinja2_env"]
        return settings

    def init_handlers(self) -> list[Any]:
        options = {"voila_configuration": self.voila_configuration}
        render = url_path_join(self.server_url, "/voila/render/")
        handlers: list[Any] = [
            Rule(Forwarded(self.trusted), NotHere, options),
            Rule(LongAddress(_LONGEST), TooLong, options),
            Rule(ForeignHost(self.hosts), OtherName, options),
            (render + FILES, SiteFiles),
        ]
        for pattern, handler, *rest in super().init_handlers():
            if handler in KEPT:
                handlers.append((pattern, KEPT[handler], *rest))
        handlers.append((url_path_join(self.server_url, r"/voila/turn/([0-9a-f]{32})"), TurnHandler, options))
        handlers.append((url_path_join(self.server_url, "/?"), HomeHandler, options))
        handlers.append((url_path_join(self.server_url, r"/voila/plotly\.js"), PlotlyFile, options))
        handlers.append((url_path_join(self.server_url, r"/voila/fonts/([a-z-]+\.woff2)"), FontFile, options))
        handlers += check_handlers(self.server_url, options)
        handlers += class_handlers(self.server_url, options)
        handlers.append((r".*", NotHere, options))
        return handlers

    def _use_browsers(self, settings: dict[str, Any], site: Path) -> None:
        """From now on pages run in browsers: all, or where there is no room for a kernel."""
        always = bool(self.in_browser) or (self.may_fork and self._zygote is None)
        settings["kismet_browsers"] = Browsers(site, always, linked(*PUPIL), styles(*PUPIL_CSS))
        self._classroom.in_browsers = True

    def look_for_browsers(self) -> None:
        """Where nobody has said how pages run: those for browsers, if they are there. For a class, and for a page whose
        code visitors change, which no server runs."""
        from ..serverless.ready import found

        if self.in_browser is None and self.site is None:
            self.site = found(Path(self.root_dir))
            if self.site:
                self._use_browsers(self.app.settings, self.site)

    def reached_at(self) -> list[str]:
        """Addresses at which others reach this server, the likeliest first."""
        address, hosts = self._listens_at(), [self.ip]
        if address is not None and address.is_unspecified:
            hosts = own_addresses()
        elif address is not None and address.is_loopback:
            hosts = self._opened_to
        return [f"http://{host}:{self.port}{self.base_url}" for host in hosts]

    def _dice(self) -> int:
        """Of a code: more of them where others than one's own network may guess, behind a proxy or at an address of the
        internet, and where several processes share so many classes that guesses would often be right."""
        shared = self.store is not None and self.store.file is None
        public = shared or bool(self.hosts) or self.base_url != "/" or any(map(is_public, own_addresses()))
        return MANY_DICE if public else DICE

    def _listens_at(self) -> IPv4Address | IPv6Address | None:
        """None for a name."""
        try:
            return ip_address("127.0.0.1" if self.ip == "localhost" else self.ip or "0.0.0.0")
        except ValueError:
            return None

    def _class_opens(self) -> None:
        self.open_to_network()
        threading.Thread(target=self.look_for_browsers, daemon=True).start()

    def open_to_network(self) -> None:
        """A server that only this machine reaches is reached by its network from now on: a class was opened."""
        address = self._listens_at()
        if not self.may_open or address is None or not address.is_loopback:
            return
        for host in own_addresses():
            if host not in self._opened_to:
                with suppress(OSError):  # an address that has just gone, or a port that is taken there
                    self.app.listen(self.port, host)
                    self._opened_to.append(host)

    @property
    def address(self) -> str:
        """Where the visitor finds the start page."""
        if self._board:
            return self._board
        path = "" if self.start_page == HOME else f"voila/render/{self.start_page}"
        return f"{self.connection_url}{path}"

    @property
    def own_address(self) -> str:
        """The same for who runs the server, whose browser then knows the key. What stands behind # reaches no server,
        no proxy and no list of what was asked for."""
        return self.address if self._board else f"{self.address}#key={self._classroom.owner}"

    def listen(self) -> None:
        _more_descriptors()
        self._sweeper = _sweeper(self.connection_dir)
        self.app.listen = partial(self.app.listen, **_CONNECTION)
        # Voila keeps what each visitor asked for, for ever, and tells it to whoever asks; no page of ours does.
        RequestInfoSocketHandler.send_updates = lambda *_: None
        kept = self._kept()
        if kept:
            self.open_to_network()  # who was in them comes back
        if self.class_lesson is not None:
            self._begin_class(kept)
        else:
            print(f"Kismet is at {self.address}\n{self._key_line()}Ctrl-C ends it.", flush=True)
        if (self.hosts or self.base_url != "/") and not self.trusted:
            print("Behind a proxy all visitors count as one, unless you name it: --trusted-proxy 127.0.0.1", flush=True)
        loop = IOLoop.current()
        loop.add_callback(self._obey)
        self._forgetter = PeriodicCallback(self._forget, 1000 * _FORGET_EVERY)
        self._forgetter.start()
        if self._zygote:
            loop.add_callback(self._zygote.warm)
        super().listen()

    def _kept(self) -> list[Room]:
        """The rooms of earlier days. What is damaged is told and left alone; the pages need none of it."""
        store = self._classroom.store
        for file in store.look_over():
            print(
                f"The file of an old class is damaged, or another program's: {file}. It stays as it is, and\n"
                f"classes are kept in {store.file} instead. Delete it, or move it away, when nobody needs it.",
                flush=True,
            )
        try:
            with suppress(FullError):
                self._classroom.forget(time.time())
            if not store.has_room():
                print("The disk is full: nothing new can be saved. What is stored of classes is shown.", flush=True)
            return store.rooms()
        except StoreError as error:
            if self.class_lesson is not None:
                raise
            print(f"No class can be opened now: {error.told}.", flush=True)
            return []

    async def _forget(self) -> None:
        """Classes whose time is over are deleted."""
        try:
            if await in_thread(self._classroom.forget, time.time()):
                self._classroom.news.changed()
        except (StoreError, SaidError) as error:
            self.log.warning("Classes whose time is over are not deleted yet: %s", error)

    def _begin_class(self, kept: list[Room]) -> None:
        """Open a class, or go on with one of today, and say where it is."""
        late = time.time() - _TODAY
        today = [one for one in kept if one.opened > late and self.class_lesson in ("", one.lesson)]
        try:
            mine, secret = self._classroom.go_on(today[-1]) if today else self._classroom.open(self.class_lesson or "")
        except FullError:
            if not kept:
                raise
            today = kept  # what is stored can be shown
            mine, secret = self._classroom.go_on(kept[-1])
        threading.Thread(target=self._classroom.prepare, args=(mine.lesson,), daemon=True).start()
        here = self._here()
        there = (self.reached_at() or [here])[0]
        self._board = f"{here}class#{secret}"
        print(
            f"The class {'goes on' if today else 'is open'}. Pupils go to   {there}join   and type   {mine.code}\n"
            f"The board, for you alone: {self._board}\n{self._key_line()}"
            "Ctrl-C ends the server; the class is kept until you close it on the board.",
            flush=True,
        )

    def _here(self) -> str:
        """Where a browser of this machine finds the home page."""
        address = self._listens_at()
        if address is not None and address.is_unspecified:
            return f"http://127.0.0.1:{self.port}{self.base_url}"
        return str(self.connection_url)

    def _key_line(self) -> str:
        return f"To open a class, for you alone: {self._here()}#key={self._classroom.owner}\n"

    def _obey(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._handle_signal_stop)

    def _handle_signal_stop(self, sig: int, frame: Any) -> None:
        # Through the loop, since an interrupt inside a callback would leave things half done; but not only so.
        last = threading.Timer(_LAST_WORD, self._stop_anyway)
        last.daemon = True
        last.start()
        super()._handle_signal_stop(sig, frame)

    def _stop_anyway(self) -> None:
        self.stop()
        os._exit(0)  # nothing is left, as after a stop that the loop has made

    def stop(self) -> None:
        """End all kernels at once: they hold nothing that their pages have not saved."""
        if self._zygote:
            self._zygote.end()
        PageProvisioner.end_all()
        if self.store:
            self.store.end()
        if self._sweeper is not None and self._sweeper.stdin is not None:
            self._sweeper.stdin.close()
            self._sweeper.wait()
        shutil.rmtree(self.connection_dir, ignore_errors=True)

    def launch_browser(self) -> None:
        threading.Thread(target=webbrowser.open, args=(self.own_address,), daemon=True).start()


class OneLine(logging.Formatter):
    """A message as one line: of an error its kind and words, and nothing that a terminal would obey."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(logging.makeLogRecord({**record.__dict__, "exc_info": None, "exc_text": None}))
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        line = " ".join(text.split()) + (f" ({type(error).__name__}: {error})" if error else "")
        return "".join(sign if sign.isprintable() else " " for sign in line)[:300]


def _sweeper(folder: str) -> subprocess.Popen[bytes] | None:
    """A shell that hears how this process ends, in whatever way, and then removes a folder."""
    if sys.platform == "win32":
        return None
    return subprocess.Popen(
        ["/bin/sh", "-c", 'read nothing; rm -rf -- "$0"', folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is for the server
    )


def _more_descriptors() -> None:
    """A kernel takes some twenty open files of the server; as many as the system lets us have."""
    if sys.platform == "win32":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # macOS calls its limit infinite and then refuses it
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
