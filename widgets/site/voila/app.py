"""The Voila application of Kismet, with all settings and an allow-list of the available URLs.

A visitor can request our pages and their static files, and exchange widget messages with the kernel of the page. The
other features of Voila (folder lists, files, contents, themes, login) have no routes.
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
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, partial
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jupyter_server.utils import url_path_join
from tornado.ioloop import IOLoop, PeriodicCallback
from tornado.routing import Rule
from traitlets.config import Config
from voila.app import Voila
from voila.request_info_handler import RequestInfoSocketHandler

from ...classroom.class_choice import choose_class, class_description
from ...classroom.class_store import ClassStore, DiskFullError, Room, StoreError, default_store_path
from ...classroom.network import is_public_address, lan_addresses
from ...classroom.server.change_notifier import ApiError, run_in_thread
from ...classroom.server.class_service import ClassService
from ...classroom.server.reachability_handlers import reachability_routes
from ...classroom.server.rehearsals import RehearsalRunner
from ...classroom.server.routes import class_routes
from ...classroom.server.teacher_service import TeacherService
from ...classroom.session_state import CODE_LENGTH, PUBLIC_CODE_LENGTH
from ...classroom.shared_table.group_handlers import group_routes
from ...classroom.shared_table.group_service import GroupService
from ...classroom.shared_table.socket_handler import table_routes
from ...classroom.shared_table.table_files import TableFiles
from ...classroom.shared_table.table_service import TableService
from ...page import fonts
from ...page.assets import bundle_scripts, bundle_styles
from ...page.paths import TEACHER_KEY_ENV
from ...page.plotly_bundle import PLOTLY_URL_PATH
from ...page.translations import all_frame_texts_json_element, load_texts
from ..home_page import HOME_NOTEBOOK, PageAllowList, PageEntry, dashboard_titles
from . import rendering  # noqa: F401  (takes effect when it is imported)
from .browser_pages import STATIC_FILE_PATTERN, BrowserPages
from .kernel_queue import KernelQueue
from .kernel_websocket import ALLOWED_MESSAGE_TYPES, KernelConnection
from .kernels import (
    CAN_COPY,
    TIME_LIMIT,
    KernelForker,
    PageKernel,
    PageKernelManager,
    PageKernelProvisioner,
    QuietKernelSpecManager,
    create_kernel_forker,
)
from .message_frames import MAX_BYTES
from .page_handlers import (
    HANDLER_REPLACEMENTS,
    AddressTooLongHandler,
    AnonymousIdentityProvider,
    CompressedSiteFileHandler,
    FontFileHandler,
    HomeRedirectHandler,
    LongAddressMatcher,
    NotFoundHandler,
    PlotlyFileHandler,
    QueuePositionHandler,
    UnknownHostHandler,
    UnknownHostMatcher,
)
from .proxy_headers import ForwardedHeaderApplier, Network

#: browsers refuse resources of all other hosts. Lab's schema checks need eval, and anywidget's modules need blob
_POLICY = (
    "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors "
)
#: memory of one kernel in bytes: forked (it shares most of its memory with other kernels), or started on its own
_COPY, _WHOLE = 60 << 20, 130 << 20
#: limits of one connection: few pipelined requests, small headers and bodies, and time limits
_CONNECTION = {
    "chunk_size": 4096,
    "max_buffer_size": 2 * MAX_BYTES,
    "max_header_size": 64 << 10,  # larger than the URL limit, so that a long URL gets an error response
    "max_body_size": 256 << 10,
    "body_timeout": 30,
    "idle_connection_timeout": 75,
}
_MAX_ADDRESS_LENGTH = 8000  # characters of a URL. Its fragment, which stores the state of a page, does not count
_MAX_FOLDER_LENGTH = 30  # characters of a folder path. Names of sockets in it add 75 more
#: scripts and styles that a class adds to every page
CLASS_SCRIPTS = ("classroom/class_membership.js",)
CLASS_STYLES = ("classroom/class_membership.css", "classroom/pupil_picture.css", "classroom/work_sample.css")
_RUN = secrets.token_hex(8)  # id of this run, with which a page detects a restart of the server
_FORGET_EVERY = 3600  # seconds
_LAST_WORD = 5.0  # seconds from a stop signal until a busy server is ended by force


def voila_config(
    folder: Path,
    pages: tuple[PageEntry, ...],
    can_fork_kernels: bool = True,
    base_url: str = "/",
    has_kernels: bool = True,
    frame_ancestors: Sequence[str] = (),
) -> Config:
    """Return the configuration of Voila for the notebooks in ``folder``, served below ``base_url``.

    If a fork server that has executed all pages forks the kernels, no kernel is started in advance. Otherwise the home
    page, each table page and each dashboard has one kernel that is started in advance (a warm kernel). A lesson page
    starts its kernel on request, because a warm kernel needs about 130 MB and a class opens one lesson at a time.
    `has_kernels` says whether pages have kernels. `frame_ancestors` are the origins of other sites that may show our
    pages in a frame.
    """
    config = Config()
    warm = [HOME_NOTEBOOK, *(page.path for page in pages if page.kind in ("table", "dashboard"))]
    config.Voila.root_dir = str(folder)
    config.Voila.log_level = logging.ERROR
    config.Voila.config_file_paths = []  # a file voila.json on this machine must not change any setting
    config.Voila.tornado_settings = {
        "headers": {"Content-Security-Policy": _POLICY + " ".join(("'self'", *frame_ancestors))},
        "compress_response": True,
        "websocket_compression_options": {},
        "websocket_max_message_size": MAX_BYTES,
        "log_function": lambda handler: None,  # no access log, because failed requests have their own log messages
    }
    config.Voila.identity_provider_class = AnonymousIdentityProvider
    config.PasswordIdentityProvider.cookie_options = {"samesite": "Lax"}
    config.VoilaConfiguration.template = "kismet"
    config.VoilaConfiguration.allow_template_override = "NO"
    config.VoilaConfiguration.allow_theme_override = "NO"  # the page handles ?theme= and the system theme
    config.VoilaConfiguration.strip_sources = True
    config.VoilaConfiguration.show_tracebacks = False
    config.VoilaConfiguration.extension_allowlist = [
        "@jupyter-widgets/jupyterlab-manager",
        "@voila-dashboards/widgets-manager8",
        "anywidget",
    ]
    config.VoilaConfiguration.preheat_kernel = has_kernels and not (can_fork_kernels and CAN_COPY)
    config.VoilaConfiguration.resources = {
        "run": _RUN,
        "look": page_head_html(base_url),
        "words": load_texts("page"),
        "plotly": PLOTLY_URL_PATH,
        "pupil": bundle_scripts(*CLASS_SCRIPTS),
        "pupil_css": bundle_styles(*CLASS_STYLES),
    }
    config.VoilaKernelManager.kernel_pools_config = {
        "default": {"pool_size": 0},
        **{path: {"pool_size": 1} for path in warm},
    }
    config.VoilaKernelManager.fill_delay = 3.0  # seconds: first, the page of the taken kernel needs the processor
    config.MappingKernelManager.cull_interval = 60
    config.MappingKernelManager.cull_idle_timeout = 7200  # seconds of inactivity until the end, even with an open page
    config.MappingKernelManager.cull_connected = True
    config.MappingKernelManager.allow_tracebacks = False
    config.MappingKernelManager.cull_busy = True
    # A dead kernel is not restarted, because a new kernel would not have the state of the page.
    config.KernelRestarter.restart_limit = 0
    config.KernelManager.shutdown_wait_time = 2.0
    # Server and kernels communicate through socket files, because another program can take a free port. The folder
    # has a short name because socket paths are limited to some 100 characters. Windows has only ports.
    short = tempfile.gettempdir()
    on_files = sys.platform != "win32"
    config.KernelManager.transport = "ipc" if on_files else "tcp"
    config.Voila.connection_dir_root = "/tmp" if on_files and len(short) > _MAX_FOLDER_LENGTH else short
    config.MultiKernelManager.kernel_manager_class = f"{PageKernel.__module__}.{PageKernel.__name__}"
    config.Voila.kernel_websocket_connection_class = KernelConnection
    config.VoilaConfiguration.kernel_spec_manager_class = QuietKernelSpecManager
    config.VoilaConfiguration.multi_kernel_manager_class = PageKernelManager
    return config


def page_head_html(base_url: str) -> str:
    """Return the fonts, design tokens and texts of pages, as HTML for the head."""
    return (
        fonts.font_head_html(
            f"{base_url}voila/fonts/", bundle_styles("page/tokens.css"), url_suffix=f"?v={fonts.fonts_version()}"
        )
        + all_frame_texts_json_element()
    )


class KismetVoila(Voila):
    """Voila application with our handlers, start and stop."""

    pages: tuple[PageEntry, ...] = ()
    start_page: str = HOME_NOTEBOOK
    #: seconds within which a kernel must answer a message of its page
    time_limit: float = TIME_LIMIT
    #: whether kernels may be forked from a prepared process
    can_fork_kernels: bool = True
    #: folder of browser pages, and whether all pages run in browsers (True), none (False), or those without
    #: memory for a kernel (None). With None, all pages run in browsers if kernels cannot be forked.
    browser_pages_folder: Path | None = None
    should_run_pages_in_browser: bool | None = None
    #: maximum number of open pages, independent of memory
    max_kernels: int | None = None
    #: whether opening a class opens the server to the local networks
    can_open_to_network: bool = False
    #: further host names of this machine ("*" for any name)
    allowed_hosts: tuple[str, ...] = ()
    #: proxies whose headers about the visitor's address are trusted
    trusted_proxies: tuple[Network, ...] = ()
    #: log file for errors with all details
    log_file: Path | None = None
    #: store of the classes
    store: ClassStore | None = None
    #: class to open or continue at the start: the id of its lesson, or "" to choose the class later
    class_lesson: str | None = None
    #: game of the table page that is opened at the start, or "" to choose the game on that page
    table_game: str | None = None
    #: number of tables that play the same deals, or None for one table
    table_count: int | None = None
    _zygote: KernelForker | None = None
    _classroom: ClassService
    _board = ""
    _sweeper: subprocess.Popen[bytes] | None = None

    def initialize(self, argv: list[str] | None = None) -> None:
        super().initialize(argv)
        self._speak_plainly()
        if self.should_run_pages_in_browser:
            print(
                "Pages run in the browser of whoever looks; this machine gives the files and holds the class.",
                flush=True,
            )
            return
        if self.can_fork_kernels:
            paths = [HOME_NOTEBOOK, *(page.path for page in self.pages)]
            self._zygote = PageKernelProvisioner.kernel_forker = create_kernel_forker(
                Path(self.root_dir), paths, self.log_file
            )
        if self.can_fork_kernels and self._zygote is None:
            print(
                "Pages run in the browser of whoever looks."
                if self.browser_pages_folder
                else "Each page starts a process of its own: this system cannot copy a running one.",
                flush=True,
            )

    def _speak_plainly(self) -> None:
        """Log each error as one line in the terminal. Only the log file gets the details."""
        terminal = logging.StreamHandler()
        terminal.setLevel(logging.ERROR)
        terminal.setFormatter(OneLineFormatter("kismet: %(message)s"))
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
        kernels.allowed_message_types = ALLOWED_MESSAGE_TYPES
        kernels.time_limit = self.time_limit
        kernels.start_queue = KernelQueue(
            _COPY if self._zygote else _WHOLE, lambda: len(kernels), most=self.max_kernels
        )
        settings["kismet_admission"] = kernels.start_queue
        self._opened_to: list[str] = []
        self.store = self.store or ClassStore(default_store_path())
        settings["kismet_run"] = _RUN
        settings["kismet_private"] = bool(self.token)
        settings["kismet_class"] = self._classroom = ClassService(
            self.store, Path(self.root_dir), dashboard_titles, self.network_urls, self._class_opens, self._dice
        )
        settings["kismet_desk"], settings["kismet_rehearsals"] = (
            TeacherService(self._classroom),
            RehearsalRunner(self._classroom),
        )
        tables_folder = default_store_path().with_name(f"tables-{self.port}")  # a game belongs to one process
        settings["kismet_tables"] = tables = TableService(TableFiles(tables_folder))
        settings["kismet_groups"] = GroupService(tables, TableFiles(tables_folder / "groups"))
        settings["kismet_browsers"], settings["kismet_look"] = None, cache(self.use_browser_pages_if_available)
        if self.browser_pages_folder:
            self._use_browsers(settings, self.browser_pages_folder)
        os.environ[TEACHER_KEY_ENV] = self._classroom.unlock_key  # kernels can read the key, but pages cannot
        settings["kismet_pages"] = PageAllowList(Path(self.root_dir), tuple(self.pages))
        settings["voila_jinja2_env"].globals.update(look=page_head_html(self.base_url), words=load_texts("page"))
        # Handlers of the Jupyter server use our error template, because theirs needs files that we do not serve.
        settings["jinja2_env"] = settings["voila_jinja2_env"]
        return settings

    def init_handlers(self) -> list[Any]:
        options = {"voila_configuration": self.voila_configuration}
        render = url_path_join(self.server_url, "/voila/render/")
        handlers: list[Any] = [
            Rule(ForwardedHeaderApplier(self.trusted_proxies), NotFoundHandler, options),
            Rule(LongAddressMatcher(_MAX_ADDRESS_LENGTH), AddressTooLongHandler, options),
            Rule(UnknownHostMatcher(self.allowed_hosts), UnknownHostHandler, options),
            (render + STATIC_FILE_PATTERN, CompressedSiteFileHandler),
        ]
        for pattern, handler, *rest in super().init_handlers():
            if handler in HANDLER_REPLACEMENTS:
                handlers.append((pattern, HANDLER_REPLACEMENTS[handler], *rest))
        handlers.append((url_path_join(self.server_url, r"/voila/turn/([0-9a-f]{32})"), QueuePositionHandler, options))
        handlers.append((url_path_join(self.server_url, "/?"), HomeRedirectHandler, options))
        handlers.append((url_path_join(self.server_url, r"/voila/plotly\.js"), PlotlyFileHandler, options))
        handlers.append((url_path_join(self.server_url, r"/voila/fonts/([a-z-]+\.woff2)"), FontFileHandler, options))
        handlers += reachability_routes(self.server_url, options)
        handlers += class_routes(self.server_url, options)
        handlers += table_routes(self.server_url, options)
        handlers += group_routes(self.server_url, options)
        handlers.append((r".*", NotFoundHandler, options))
        return handlers

    def _use_browsers(self, settings: dict[str, Any], site: Path) -> None:
        """Switch to browser pages, either for all pages or only for those without enough memory for a kernel."""
        always = bool(self.should_run_pages_in_browser) or (self.can_fork_kernels and self._zygote is None)
        settings["kismet_browsers"] = BrowserPages(
            site, always, bundle_scripts(*CLASS_SCRIPTS), bundle_styles(*CLASS_STYLES)
        )
        self._classroom.can_run_pages_in_browser = True

    def use_browser_pages_if_available(self) -> None:
        """Use browser pages if they are available and no option decides otherwise.

        A class uses browser pages, so this method is called when a class opens. Pages with code that visitors can edit
        also use browser pages, because the server never runs such code.
        """
        from ..static_site.prebuilt_site import find_prebuilt_site

        if self.should_run_pages_in_browser is None and self.browser_pages_folder is None:
            self.browser_pages_folder = find_prebuilt_site(Path(self.root_dir))
            if self.browser_pages_folder:
                self._use_browsers(self.app.settings, self.browser_pages_folder)

    def network_urls(self) -> list[str]:
        """Return the URLs at which other devices reach this server, most likely one first."""
        address, hosts = self._listens_at(), [self.ip]
        if address is not None and address.is_unspecified:
            hosts = lan_addresses()
        elif address is not None and address.is_loopback:
            hosts = self._opened_to
        return [f"http://{host}:{self.port}{self.base_url}" for host in hosts]

    def _dice(self) -> int:
        """Return the length of a room code. The code is longer if people outside of the local network can guess it.

        The longer code is used behind a proxy and at a public address. It is also used if several processes share their
        classes, because with many classes a guess would too often be right.
        """
        shared = self.store is not None and self.store.file is None
        public = (
            shared or bool(self.allowed_hosts) or self.base_url != "/" or any(map(is_public_address, lan_addresses()))
        )
        return PUBLIC_CODE_LENGTH if public else CODE_LENGTH

    def _listens_at(self) -> IPv4Address | IPv6Address | None:
        """Return the IP address on which the server listens, or None if the setting is a host name."""
        try:
            return ip_address("127.0.0.1" if self.ip == "localhost" else self.ip or "0.0.0.0")
        except ValueError:
            return None

    def _class_opens(self) -> None:
        self.open_to_network()
        threading.Thread(target=self.use_browser_pages_if_available, daemon=True).start()

    def open_to_network(self) -> None:
        """Let a local server also listen on the network, because a class was opened."""
        address = self._listens_at()
        if not self.can_open_to_network or address is None or not address.is_loopback:
            return
        for host in lan_addresses():
            if host not in self._opened_to:
                with suppress(OSError):  # the address no longer exists, or another program uses its port
                    self.app.listen(self.port, host)
                    self._opened_to.append(host)

    @property
    def start_page_url(self) -> str:
        """URL of the start page."""
        if self._board:
            return self._board
        if self.table_game is not None:
            page = "play" if self.table_count is None else "tables"
            asked = {"game": self.table_game, "tables": self.table_count or ""}
            query = urlencode({name: value for name, value in asked.items() if value})
            return f"{self._here()}{page}" + (f"?{query}" if query else "")
        path = "" if self.start_page == HOME_NOTEBOOK else f"voila/render/{self.start_page}"
        return f"{self.connection_url}{path}"

    @property
    def owner_start_url(self) -> str:
        """Start URL with the key for the owner of the server.

        The key is in the fragment of the URL. Browsers do not send the fragment to servers or proxies, so it is not
        logged.
        """
        return self.start_page_url if self._board else f"{self.start_page_url}#key={self._classroom.owner_key}"

    def listen(self) -> None:
        """Open the port, open or continue the class, print the addresses, and serve requests until the server stops."""
        _more_descriptors()
        self._sweeper = _sweeper(self.connection_dir)
        self.app.listen = partial(self.app.listen, **_CONNECTION)
        # Voila stores the requests of each visitor, and a page can ask for them. Our pages do not need this feature.
        RequestInfoSocketHandler.send_updates = lambda *_: None
        kept = self._kept()
        if kept:
            self.open_to_network()  # pupils of the stored classes may come back
        if self.class_lesson is not None:
            self._begin_class(kept)
        elif self.table_game is not None:
            there = (self.network_urls() or [self._here()])[0]
            what = "a table" if self.table_count is None else "the tables"
            print(f"Open {what} at {self.start_page_url}", flush=True)
            print(f"Others on this network find it at {there}play\nCtrl-C ends it.", flush=True)
        else:
            print(f"Kismet is at {self.start_page_url}\n{self._key_line()}Ctrl-C ends it.", flush=True)
        if (self.allowed_hosts or self.base_url != "/") and not self.trusted_proxies:
            print("Behind a proxy all visitors count as one, unless you name it: --trusted-proxy 127.0.0.1", flush=True)
        loop = IOLoop.current()
        loop.add_callback(self._obey)
        self._forgetter = PeriodicCallback(self._forget, 1000 * _FORGET_EVERY)
        self._forgetter.start()
        if self._zygote:
            loop.add_callback(self._zygote.start_fork_server)
        super().listen()

    def _kept(self) -> list[Room]:
        """Return the rooms of earlier days. A damaged file is reported and not changed. Pages work without it."""
        store = self._classroom.store
        for file in store.switch_to_usable_file():
            print(
                f"The file of an old class is damaged, or another program's: {file}. It stays as it is, and\n"
                f"classes are kept in {store.file} instead. Delete it, or move it away, when nobody needs it.",
                flush=True,
            )
        try:
            with suppress(DiskFullError):
                self._classroom.delete_expired_rooms(time.time())
            if not store.has_free_space():
                print("The disk is full: nothing new can be saved. What is stored of classes is shown.", flush=True)
            return store.rooms()
        except StoreError as error:
            if self.class_lesson is not None:
                raise
            print(f"No class can be opened now: {error.log_message}.", flush=True)
            return []

    async def _forget(self) -> None:
        """Delete expired classes."""
        try:
            if await run_in_thread(self._classroom.delete_expired_rooms, time.time()):
                self._classroom.change_notifier.notify_change()
        except (StoreError, ApiError) as error:
            self.log.warning("Classes whose time is over are not deleted yet: %s", error)

    def _begin_class(self, kept: list[Room]) -> None:
        """Open a class or continue one of these stored classes, and print its URLs."""

        def describe(room: Room) -> str:
            return class_description(room, len(self._classroom.store.pupils(room.id)))

        ask = input if sys.stdin is not None and sys.stdin.isatty() else None
        chosen = choose_class(kept, self.class_lesson or "", time.time(), describe, ask)
        try:
            mine, secret = (
                self._classroom.add_room_secret(chosen)
                if chosen
                else self._classroom.open_room(self.class_lesson or "")
            )
        except DiskFullError:
            if not kept:
                raise
            chosen = kept[-1]  # stored classes can still be displayed
            mine, secret = self._classroom.add_room_secret(chosen)
        threading.Thread(target=self._classroom.preload_lessons, args=(mine.lesson,), daemon=True).start()
        here = self._here()
        there = (self.network_urls() or [here])[0]
        self._board = f"{here}class#{secret}"
        state = f"The class of {describe(chosen)} goes on" if chosen else "The class is open"
        print(
            f"{state}. Pupils go to   {there}join   and type   {mine.code}\n"
            f"The board, for you alone: {self._board}\n{self._key_line()}"
            "Ctrl-C ends the server; the class is kept until you close it on the board.",
            flush=True,
        )

    def _here(self) -> str:
        """Return the base URL of the server for a browser on this machine."""
        address = self._listens_at()
        if address is not None and address.is_unspecified:
            return f"http://127.0.0.1:{self.port}{self.base_url}"
        return str(self.connection_url)

    def _key_line(self) -> str:
        return f"To open a class, for you alone: {self._here()}#key={self._classroom.owner_key}\n"

    def _obey(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._handle_signal_stop)

    def _handle_signal_stop(self, sig: int, frame: Any) -> None:
        # Stop through the event loop: an interrupt in a callback leaves an incomplete state. A timer is the backup.
        last = threading.Timer(_LAST_WORD, self._stop_anyway)
        last.daemon = True
        last.start()
        super()._handle_signal_stop(sig, frame)

    def _stop_anyway(self) -> None:
        self.stop()
        os._exit(0)  # stop() has cleaned up as after a stop by the loop

    def stop(self) -> None:
        """End all kernels immediately. Pages have already saved the data of their kernels."""
        if self._zygote:
            self._zygote.stop_fork_server()
        PageKernelProvisioner.end_all()
        if self.store:
            self.store.close()
        if self._sweeper is not None and self._sweeper.stdin is not None:
            self._sweeper.stdin.close()
            self._sweeper.wait()
        shutil.rmtree(self.connection_dir, ignore_errors=True)

    def launch_browser(self) -> None:
        """Open the start page in the browser of the server's owner. Do not wait for the browser."""
        threading.Thread(target=webbrowser.open, args=(self.owner_start_url,), daemon=True).start()


class OneLineFormatter(logging.Formatter):
    """Log formatter with one line per message: the type and text of an error, without control characters."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(logging.makeLogRecord({**record.__dict__, "exc_info": None, "exc_text": None}))
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        line = " ".join(text.split()) + (f" ({type(error).__name__}: {error})" if error else "")
        return "".join(sign if sign.isprintable() else " " for sign in line)[:300]


def _sweeper(folder: str) -> subprocess.Popen[bytes] | None:
    """Start a shell that removes a folder when this process ends for any reason."""
    if sys.platform == "win32":
        return None
    return subprocess.Popen(
        ["/bin/sh", "-c", 'read nothing; rm -rf -- "$0"', folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C must only reach the server
    )


def _more_descriptors() -> None:
    """Raise the limit of open files as far as possible. The server needs about twenty open files for each kernel."""
    if sys.platform == "win32":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # macOS reports the limit as infinite but refuses to set it
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
