"""Voila as Kismet runs it: every setting in one place, and an allow-list of what a visitor can reach.

A visitor gets our pages, the static files that these need, and the widget messages of the page's own kernel.
Everything else that Voila offers (folder lists, files, contents, themes, login) is not routed at all.
"""

from __future__ import annotations

import logging
import shutil
import signal
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Any

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_core.utils import run_sync
from jupyter_server.base.handlers import FileFindHandler
from jupyter_server.services.kernels.handlers import KernelHandler
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager, ServerKernelManager
from jupyter_server.utils import url_path_join
from tornado.web import HTTPError, authenticated
from traitlets.config import Config
from voila.app import Voila
from voila.handler import BaseVoilaHandler
from voila.request_info_handler import RequestInfoSocketHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import MultiStaticFileHandler, TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from ...chart.bundle import ADDRESS, plotly_bundle
from ...folders import STATIC
from ..gallery import HOME, Page

_THEME = STATIC / "theme.css"

#: what the front end may say to a kernel: widget traffic and the handshake, nothing that runs code
MESSAGES = ["comm_open", "comm_close", "comm_msg", "comm_info_request", "kernel_info_request"]
#: the browser itself refuses any other host; Lab's schema checks and anywidget's modules need eval and blob
_POLICY = (
    "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; "
    "object-src 'none'; base-uri 'self'; frame-ancestors 'self'"
)


def configuration(folder: Path, pages: tuple[Page, ...]) -> Config:
    """Everything Voila is told, for the notebooks in ``folder``.

    One warm kernel stands ready for the home page, each table and each dashboard; a lesson starts its own, since a
    warm kernel holds about 130 MB and a class opens one lesson at a time.
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
    }
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
    config.VoilaConfiguration.preheat_kernel = True
    config.VoilaConfiguration.resources = {"theme_css": theme_css(), "plotly": ADDRESS}
    config.VoilaKernelManager.kernel_pools_config = {
        "default": {"pool_size": 0},
        **{path: {"pool_size": 1} for path in warm},
    }
    config.VoilaKernelManager.fill_delay = 3.0  # the page that took the kernel is drawing itself right now
    config.MappingKernelManager.cull_interval = 60
    config.MappingKernelManager.cull_idle_timeout = 600  # seconds without a connected page
    config.MappingKernelManager.allow_tracebacks = False
    config.MappingKernelManager.traceback_replacement_message = "Something went wrong here. Reload the page to go on."
    # A kernel that dies stays dead: a restarted one would know nothing of the page and look alive.
    config.KernelRestarter.restart_limit = 0
    config.KernelManager.shutdown_wait_time = 2.0
    # Server and kernels talk through files: of ports, one that was free a moment ago may be taken meanwhile. The folder
    # has a short name, since the name of such a file is limited to some 100 characters.
    config.KernelManager.transport = "ipc"
    config.Voila.connection_dir_root = "/tmp"
    config.MultiKernelManager.kernel_manager_class = f"{__name__}.{PageKernel.__name__}"
    config.VoilaConfiguration.kernel_spec_manager_class = QuietKernelSpecs
    config.VoilaConfiguration.multi_kernel_manager_class = PageKernels
    return config


def theme_css() -> str:
    """The design tokens that widgets and pages share."""
    return _THEME.read_text(encoding="utf-8")


class PageKernel(ServerKernelManager):
    """The kernel of a page. Jupyter interrupts a kernel before it ends it; one that is still starting would
    answer with a traceback in the terminal, and there is nothing of a page to interrupt."""

    async def _async_interrupt_kernel(self) -> None:
        return


class PageKernels(AsyncMappingKernelManager):
    """The kernels of all pages. Jupyter looks for idle ones in a list that it made before: a page may have ended its
    own since then, which would bring a traceback to the terminal."""

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        if kernel_id in self:
            await super().cull_kernel_if_idle(kernel_id)


class QuietKernelSpecs(KernelSpecManager):
    """Kernels that keep their advice about transports to themselves: here they only talk to their own parent."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        spec = super().get_kernel_spec(kernel_name)
        spec.argv = [*spec.argv, "--log-level=ERROR"]
        return spec


class PageHandler(TornadoVoilaHandler):
    """A notebook page, if it is one of ours."""

    @authenticated
    async def get(self, path: str = "") -> None:
        if path not in self.settings["kismet_pages"]:
            moved = path.replace("rules/", "tables/", 1)  # where the tables used to be; the browser keeps the hash
            if moved not in self.settings["kismet_pages"]:
                raise HTTPError(404)
            query = f"?{self.request.query}" if self.request.query else ""
            self.redirect(url_path_join(self.base_url, "voila/render", moved) + query, permanent=True)
            return
        _ = self.xsrf_token  # sets the cookie without which the page's farewell could not end its kernel
        await super().get(path)

    def should_use_rendered_notebook(self, notebook_data: dict[str, Any], pool_size: int, *_: Any) -> bool:
        # Neither template nor theme can be asked for, so a query string never costs the visitor the warm kernel.
        return pool_size > 0 and bool(notebook_data)


class HomeHandler(BaseVoilaHandler):
    """The bare address leads to the home page's own address, where its relative links hold."""

    def get(self) -> None:
        query = f"?{self.request.query}" if self.request.query else ""
        self.redirect(url_path_join(self.base_url, "voila/render", HOME) + query)


class KernelState(KernelHandler):
    """Tells a page whether its kernel lives; a kernel is ended by the page's own farewell, not here."""

    SUPPORTED_METHODS = ("GET",)


class KernelWire(VoilaKernelWebsocketHandler):
    """The websocket of a page; a visitor who leaves in the middle of a handshake or a message is no error."""

    def select_subprotocol(self, subprotocols: list[str]) -> str | None:
        return super().select_subprotocol(subprotocols) if self.connection else None

    async def open(self, kernel_id: str) -> None:
        if self.connection:
            await super().open(kernel_id)

    def on_close(self) -> None:
        if self.connection:
            super().on_close()

    def write_message(self, message: bytes | dict[str, Any], binary: bool = False) -> Any:
        sent = super().write_message(message, binary)
        if sent is not None:
            sent.add_done_callback(lambda task: task.cancelled() or task.exception())
        return sent


class TemplateFiles(TemplateStaticFileHandler):
    """The style sheets of our template; Voila's handler fails on addresses that it does not expect."""

    async def get(self, path: str, include_body: bool = True) -> None:
        if not path.startswith("kismet/static/") or ".." in path:
            raise HTTPError(404)
        await super().get(path, include_body)


class PlotlyFile(BaseVoilaHandler):
    """The chart library: one for all pages, which a browser asks for once."""

    @authenticated
    def get(self) -> None:
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.set_header("Content-Encoding", "gzip")
        self.set_header("Cache-Control", "private, max-age=31536000, immutable")
        self.finish(plotly_bundle())


class NotHere(BaseVoilaHandler):
    """Everything else."""

    async def prepare(self) -> None:
        await super().prepare()
        raise HTTPError(404)

    def check_xsrf_cookie(self) -> None:
        """Nothing is done here, so there is nothing to forge."""


#: handlers that Voila brings -> what stands in their place; any that is not named here, now or later, stays closed
_KEPT = {
    FileFindHandler: FileFindHandler,
    KernelHandler: KernelState,
    MultiStaticFileHandler: MultiStaticFileHandler,
    RequestInfoSocketHandler: RequestInfoSocketHandler,
    TemplateStaticFileHandler: TemplateFiles,
    TornadoVoilaHandler: PageHandler,
    VoilaKernelWebsocketHandler: KernelWire,
    VoilaShutdownKernelHandler: VoilaShutdownKernelHandler,
}


class KismetVoila(Voila):
    """The Voila application with our handlers and our manner of starting and stopping."""

    pages: tuple[Page, ...] = ()
    start_page: str = HOME

    def initialize(self, argv: list[str] | None = None) -> None:
        super().initialize(argv)
        logging.getLogger("tornado").setLevel(logging.ERROR)
        # Stop through the loop: an interrupt inside a callback would leave kernels behind.
        signal.signal(signal.SIGINT, self._handle_signal_stop)

    def init_settings(self) -> dict[str, Any]:
        settings: dict[str, Any] = super().init_settings()
        self.kernel_manager.allowed_message_types = MESSAGES
        settings["kismet_pages"] = frozenset({HOME, *(page.path for page in self.pages)})
        settings["voila_jinja2_env"].globals.update(theme_css=theme_css())
        # Handlers of the Jupyter server show errors with our template too: its own needs files that we do not serve.
        settings["jinja2_env"] = settings["voila_jinja2_env"]
        return settings

    def init_handlers(self) -> list[Any]:
        handlers = []
        options = {"voila_configuration": self.voila_configuration}
        for pattern, handler, *rest in super().init_handlers():
            if handler in _KEPT:
                handlers.append((pattern, _KEPT[handler], *rest))
        handlers.append((url_path_join(self.server_url, "/?"), HomeHandler, options))
        handlers.append((url_path_join(self.server_url, r"/voila/plotly\.js"), PlotlyFile, options))
        handlers.append((r".*", NotHere, options))
        return handlers

    @property
    def address(self) -> str:
        """Where the visitor finds the start page."""
        path = "" if self.start_page == HOME else f"voila/render/{self.start_page}"
        return f"{self.connection_url}{path}"

    def listen(self) -> None:
        print(f"Kismet is at {self.address}\nCtrl-C ends it.", flush=True)
        super().listen()

    def stop(self) -> None:
        # At once: a kernel holds nothing that its page has not saved, and one that still starts would complain loudly.
        # A page that is just being left ends its own kernel meanwhile, which Jupyter minds: then the others are next.
        for _ in range(len(self.kernel_manager) + 1):
            with suppress(HTTPError):
                run_sync(self.kernel_manager.shutdown_all)(now=True)
                break
        shutil.rmtree(self.connection_dir, ignore_errors=True)

    def launch_browser(self) -> None:
        threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()
