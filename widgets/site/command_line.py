"""The ``kismet`` command.

``kismet`` serves the pages, ``kismet class`` also opens a class, ``kismet table`` opens the page to play with others,
and ``kismet lab`` opens the pages in JupyterLab.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import socket
import sys
from pathlib import Path
from typing import Any, NoReturn

import gamelib
from gamelib.validation import short_repr

from ..page.card_overrides import CARD_OVERRIDES_ENV, parse_card_folders_by_game
from ..page.paths import NOTEBOOKS_DIR, WIDGETS_DIR
from .home_page import HOME_NOTEBOOK, PageEntry, list_pages
from .static_types import set_static_types
from .voila import SHARE_FOLDER

DEFAULT_PORT = 8866
NOTEBOOK_COPIES_FOLDER = "kismet-notebooks"
"""Folder for the notebook copies of ``kismet lab``, relative to the current folder."""
_TRIED_PORTS = 20
_ORIGIN = re.compile(
    r"https?://(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*(:\d{1,5})?/?", re.IGNORECASE
)
"""Address of a site without a path. The first part of its name can be *."""


class _Parser(argparse.ArgumentParser):
    """Argument parser with error messages of one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"kismet: {message}. 'kismet --help' lists what you can ask for.\n")


class ServerStartError(Exception):
    """Raised if Kismet cannot start. The message is one plain sentence."""


def main(argv: list[str] | None = None) -> int:
    """Run the command. Return the exit code: 0 after a normal stop, 1 if the start fails, 2 for an invalid option."""
    words = sys.argv[1:] if argv is None else argv
    set_static_types()
    if words[:1] == ["new"] or words[:2] == ["check", "game"]:
        from .game_template import run_game_command

        return run_game_command(words)
    if words[:1] in (["check"], ["sheet"]):
        from .author_cli import main as author  # the server does not need this import

        return author(words)
    if words[:1] in (["site"], ["serve-site"]):
        return _site(*words)
    parser = _Parser(
        prog="kismet",
        description="Serve the pages of Kismet to a browser, or open them in JupyterLab to look behind them.",
    )
    parser.add_argument(
        "page",
        nargs="?",
        default=HOME_NOTEBOOK,
        help="the page to open first, such as tables/court.ipynb; or one of: "
        "class, table, lab, check FILE, sheet LESSON, new game NAME, check game NAME, site FOLDER, serve-site FOLDER",
    )
    parser.add_argument(
        "lesson",
        nargs="?",
        default="",
        help="with class: the lesson or question that it begins with; with table: the game; "
        "with lab: the folder of your own notebooks",
    )
    parser.add_argument("--version", action="version", version=_version())
    parser.add_argument(
        "--notebooks", type=Path, default=NOTEBOOKS_DIR, help="folder of the pages (default: Kismet's own)"
    )
    parser.add_argument("--port", type=int, help=f"port to listen on (default: {DEFAULT_PORT} or the next free one)")
    parser.add_argument("--ip", help="address to listen on (default: this machine only; for a class, all networks)")
    parser.add_argument("--base-url", default="/", help="path that a proxy puts before every address")
    add = parser.add_argument
    add("--allow-host", action="append", default=[], metavar="NAME", help="a further name of this machine; * for any")
    add(
        "--trusted-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a proxy, or a network of them, that is believed where visitors come from (X-Forwarded-For, -Proto)",
    )
    add(
        "--frame-ancestors",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="a site that may show the pages in a frame, such as https://moodle.example.org (default: this one only)",
    )
    add("--visitors", type=int, metavar="N", help="how many pages may be open in all (default: as memory allows)")
    add("--time-limit", type=float, default=30.0, metavar="SECONDS", help="end a page that is silent so long (30)")
    add("--log", type=Path, metavar="FILE", help="write what goes wrong to a file, with all particulars")
    add("--cards", action="append", default=[], metavar="GAME=FOLDER", help="corrected card tables for a game")
    add("--tables", type=int, metavar="N", help="with table: N tables that play the same deals, at most 10")
    add("--class-data", metavar="WHERE", help="file, or postgresql:// address, in which classes are kept")
    add(
        "--in-browser",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="run the pages in the browsers of those who look (default: where this system cannot, or is full)",
    )
    add("--site", type=Path, metavar="FOLDER", help="with --in-browser: the pages, as kismet site has built them")
    add("--spawn", action="store_true", help="start each page as a process of its own: slower, and larger")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    options = parser.parse_intermixed_args(argv)  # for example: kismet class --in-browser 03-the-raid
    for_class, for_table = options.page == "class", options.page == "table"
    # With an explicit address, or with the host or path of a proxy, the server must not listen on further addresses.
    options.may_open = options.ip is None and not options.allow_host and options.base_url == "/"
    options.ip = options.ip or ("0.0.0.0" if for_class or for_table else "127.0.0.1")
    place = {
        "ip": options.ip,
        "base_url": f"/{options.base_url.strip('/')}/".replace("//", "/"),
        "open_browser": not options.no_browser,
    }
    try:
        folder = options.notebooks.resolve()
        if not folder.is_dir():
            raise ServerStartError(f"there is no folder {folder}.")
        _correct(options.cards)
        if options.page == "lab":
            port = _free_port(options.ip, options.port)
            return _lab(_own(options.lesson) if folder == NOTEBOOKS_DIR else folder, port=port, **place)
        options.class_lesson = options.lesson if for_class else None
        options.table_game = _table_game(options.lesson) if for_table else None
        _check_table_count(options.tables, for_table)
        if for_class or for_table:
            options.page = HOME_NOTEBOOK
        all_pages = _pages(folder, options.page)
        _check(options)
        trusted = _trusted(options)
        options.frame_ancestors = _frame_ancestors(options)
        _check_class(options, all_pages)
        _find_site(options, folder, for_class)
        return _dashboards(folder, all_pages, options, trusted, port=_free_port(options.ip, options.port), **place)
    except ServerStartError as refusal:
        print(f"kismet: {refusal}", file=sys.stderr)
        return 1


def _version() -> str:
    """Return the version of Kismet and where it is installed.

    The location matters because other distributions have packages with the same names.
    """
    places = " and ".join(str(folder) for folder in (Path(gamelib.__file__).parent, WIDGETS_DIR))
    return f"Kismet {gamelib.__version__}, from {places}"


def _site(what: str, *rest: str) -> int:
    """Build the static site, or serve it."""
    if what == "site":
        from .static_site.build import main as build

        return build(list(rest))
    from .static_site.static_server import main as show

    _end_quietly()
    try:
        return show(list(rest), _free_port)
    except ServerStartError as refusal:
        print(f"kismet: {refusal}", file=sys.stderr)
        return 1


def _correct(texts: list[str]) -> None:
    """Pass corrected card tables to all processes through an environment variable."""
    try:
        os.environ[CARD_OVERRIDES_ENV] = json.dumps(parse_card_folders_by_game(texts))
    except ValueError as error:
        raise ServerStartError(str(error)) from error


def _check(options: argparse.Namespace) -> None:
    if options.visitors is not None and options.visitors < 1:
        raise ServerStartError(f"--visitors is a number from 1 on, not {options.visitors}.")
    if not 0 < options.time_limit < 1e6:
        raise ServerStartError(f"--time-limit is a number of seconds, not {options.time_limit:g}.")
    try:
        if options.log is not None:
            options.log.open("a").close()
    except OSError as error:
        raise ServerStartError(f"{options.log} cannot be written: {error.strerror}.") from None


def _frame_ancestors(options: argparse.Namespace) -> tuple[str, ...]:
    """Return the origins of the sites that may show our pages in a frame."""
    for text in options.frame_ancestors:
        if not _ORIGIN.fullmatch(text):
            raise ServerStartError(
                f"--frame-ancestors is the address of a site without a path, such as https://moodle.example.org, not "
                f"{short_repr(text)}."
            )
    return tuple(text.rstrip("/") for text in options.frame_ancestors)


def _trusted(options: argparse.Namespace) -> tuple[Any, ...]:
    if not options.trusted_proxy:
        return ()
    from .voila.proxy_headers import parse_networks

    try:
        return parse_networks(options.trusted_proxy)
    except ValueError as error:
        raise ServerStartError(str(error)) from None


def _table_game(name: str) -> str:
    """Return the id of the typed game, or an empty text if no game was typed."""
    if not name:
        return ""
    try:
        return gamelib.game(name).id
    except ValueError as error:
        raise ServerStartError(str(error)) from None


def _check_table_count(count: int | None, for_table: bool) -> None:
    from ..classroom.shared_table.table_group import MAX_GROUP_TABLES

    if count is None:
        return
    if not for_table:
        raise ServerStartError("--tables belongs to tables, for example: kismet table hadara --tables 10.")
    if not 1 <= count <= MAX_GROUP_TABLES:
        raise ServerStartError(f"--tables is a number from 1 to {MAX_GROUP_TABLES}, not {count}.")


def _check_class(options: argparse.Namespace, all_pages: tuple[PageEntry, ...]) -> None:
    lessons = [page.name for page in all_pages if page.kind == "lesson"]
    questions = [page.path.removesuffix(".ipynb") for page in all_pages if page.kind == "dashboard"]
    if options.table_game is not None:
        options.lesson = ""
    if options.lesson and options.class_lesson is None:
        raise ServerStartError(f"one page is opened first, so what is {short_repr(options.lesson)}?")
    if options.lesson and options.lesson not in lessons + questions:
        raise ServerStartError(
            f"there is no lesson {short_repr(options.lesson)}. There are: {', '.join(lessons + questions)}."
        )
    from ..classroom.class_store import ClassStore, StoreError

    where = options.class_data
    try:
        options.store = where and ClassStore(where if "://" in where else Path(where).expanduser().resolve())
        if options.store and options.store.file is None:
            options.store.rooms()
    except (StoreError, ValueError) as error:
        raise ServerStartError(f"{error.log_message if isinstance(error, StoreError) else error}.") from None


def _find_site(options: argparse.Namespace, folder: Path, for_class: bool) -> None:
    """Set `options.site` to the folder of browser pages, or to None if they are not wanted or not available."""
    from .static_site import prebuilt_site
    from .static_site.npm import BuildError

    wanted, given, options.site = options.in_browser or options.site is not None, options.site, None
    if options.in_browser is False or (options.cards and not wanted):
        options.in_browser = False
        return
    if options.cards:
        raise ServerStartError("corrected card tables are for pages with a kernel, not for those in browsers")
    options.in_browser = wanted or None
    if given is not None:
        if not prebuilt_site.is_built_from(given, folder):
            raise ServerStartError(
                f"the folder {given} was not built from these pages by this version. Build it again: kismet site "
                f"{given}"
            )
        options.site = given.resolve()
    elif wanted or for_class:
        from .voila.kernels import CAN_COPY

        try:
            options.site = (
                prebuilt_site.ensure_prebuilt_site(folder)
                if wanted or not (options.spawn or CAN_COPY)
                else prebuilt_site.find_prebuilt_site(folder)
            )
        except BuildError as error:
            if wanted:
                raise ServerStartError(str(error)) from None
            print(f"kismet: {error}.", file=sys.stderr)


def _pages(folder: Path, wanted: str) -> tuple[PageEntry, ...]:
    """Return all pages, after a check that the home page and the ``wanted`` page exist."""
    try:
        if not (folder / HOME_NOTEBOOK).is_file():
            raise ServerStartError(f"the home page {folder / HOME_NOTEBOOK} is missing.")
        all_pages = list_pages(folder)
    except ValueError as error:
        raise ServerStartError(str(error)) from error
    names = [HOME_NOTEBOOK, *(page.path for page in all_pages)]
    if wanted not in names:
        raise ServerStartError(f"there is no page {short_repr(wanted)}. There are: {', '.join(names)}.")
    return all_pages


def _free_port(ip: str, wanted: int | None) -> int:
    """Return the port to listen on: the wanted port, or the first free port from the default port on."""
    if wanted is not None and not 0 <= wanted <= 65535:
        raise ServerStartError(f"a port is a number from 0 to 65535, not {wanted}.")
    candidates = range(DEFAULT_PORT, DEFAULT_PORT + _TRIED_PORTS) if wanted is None else (wanted,)
    for port in candidates:
        try:
            family = socket.getaddrinfo(ip, port, type=socket.SOCK_STREAM)[0][0]
            with socket.socket(family) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind((ip, port))
                return int(probe.getsockname()[1])
        except socket.gaierror:
            raise ServerStartError(f"{short_repr(ip)} is not an address of this machine.") from None
        except PermissionError:
            raise ServerStartError(
                f"you may not listen on port {port}. Choose one above 1023: kismet --port 8866"
            ) from None
        except OSError as error:
            if wanted is not None and error.errno is not None and "assign" in os.strerror(error.errno):
                raise ServerStartError(f"{short_repr(ip)} is not an address of this machine.") from None
    if wanted is not None:
        raise ServerStartError(
            f"port {wanted} is in use. End the other program or choose another: kismet --port {wanted + 1}"
        )
    last = DEFAULT_PORT + _TRIED_PORTS - 1
    raise ServerStartError(f"ports {DEFAULT_PORT} to {last} are in use. Choose one: kismet --port 9000")


def _prepend(variable: str, folder: Path) -> None:
    os.environ[variable] = os.pathsep.join(filter(None, [str(folder), os.environ.get(variable)]))


def _end_quietly() -> None:
    """Exit silently on Ctrl-C while the server is still loading, which takes seconds."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(0))


def _without_grammars() -> None:
    """Block a slow import in Jupyter's JSON validation: grammars for international addresses, which no file needs.

    The import would add more than a second to every start.
    """
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # None blocks the import


def _dashboards(
    folder: Path,
    all_pages: tuple[PageEntry, ...],
    options: argparse.Namespace,
    trusted: tuple[Any, ...],
    **place: str | int | bool,
) -> int:
    _end_quietly()
    # Voila searches for templates on the Jupyter path, so our template needs no installation.
    _prepend("JUPYTER_PATH", SHARE_FOLDER)
    _without_grammars()
    from ..classroom.class_store import StoreError
    from .voila.app import KismetVoila, voila_config

    config = voila_config(
        folder,
        all_pages,
        not options.spawn,
        str(place["base_url"]),
        options.in_browser is not True,
        options.frame_ancestors,
    )
    config.Voila.update(place, port_retries=0)
    app = KismetVoila(config=config)
    app.pages, app.start_page = all_pages, options.page
    app.can_open_to_network = options.may_open
    app.trusted_proxies = trusted
    app.allowed_hosts, app.max_kernels, app.time_limit = tuple(options.allow_host), options.visitors, options.time_limit
    app.store, app.class_lesson = options.store or None, options.class_lesson
    app.table_game, app.table_count = options.table_game, options.tables
    app.log_file, app.can_fork_kernels = options.log, not options.spawn
    app.browser_pages_folder, app.should_run_pages_in_browser = options.site, options.in_browser
    app.initialize([])
    _end_quietly()
    try:
        app.start()
    except StoreError as error:
        raise ServerStartError(f"{error.log_message}.") from None
    finally:
        app.stop()
    return 0


def _own(name: str) -> Path:
    """Return the user's folder with copies of the notebooks. Copies that already exist are not changed."""
    folder = Path(name or NOTEBOOK_COPIES_FOLDER).resolve()
    if folder == NOTEBOOKS_DIR or folder.is_relative_to(NOTEBOOKS_DIR):
        raise ServerStartError(f"{folder} holds Kismet's own notebooks; name a folder of yours")
    try:
        for notebook in sorted(NOTEBOOKS_DIR.rglob("*.ipynb")):
            copy = folder / notebook.relative_to(NOTEBOOKS_DIR)
            if not copy.exists() and ".ipynb_checkpoints" not in notebook.parts:
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(notebook.read_bytes())
    except OSError as error:
        raise ServerStartError(f"the folder {folder} cannot hold notebooks: {error.strerror}") from None
    print(f"Your notebooks are in {folder}. Kismet's own stay as they are.", flush=True)
    return folder


def _lab(folder: Path, **place: str | int | bool) -> int:
    _without_grammars()
    from jupyterlab.labapp import LabApp

    _prepend("JUPYTER_CONFIG_PATH", Path(__file__).parent / "lab")
    settings = {
        # By default, Lab requests news, updates and a list of extensions from remote hosts.
        "LabApp.news_url": None,
        "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
        "LabApp.extension_manager": "readonly",
        "LabApp.open_browser": place["open_browser"],
        "ServerApp.root_dir": folder,
        "ServerApp.port_retries": 0,
        "ServerApp.answer_yes": True,
        "ServerApp.allow_root": hasattr(os, "geteuid") and os.geteuid() == 0,
        **{f"ServerApp.{name}": value for name, value in place.items()},
    }
    LabApp.launch_instance([f"--{name}={value}" for name, value in settings.items()])
    return 0


if __name__ == "__main__":
    sys.exit(main())
