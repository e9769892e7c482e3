"""Kismet server with the address, prefix and token that Binder sets for Jupyter."""

from __future__ import annotations

import argparse
import os
import socket
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.utils import url_path_join
from lab import Door, Lab, Through
from tornado.ioloop import IOLoop, PeriodicCallback
from traitlets import Float
from voila.handler import BaseVoilaHandler

from widgets.page.paths import NOTEBOOKS_DIR
from widgets.site.home_page import list_pages
from widgets.site.voila import SHARE_FOLDER
from widgets.site.voila.app import KismetVoila, voila_config
from widgets.site.voila.page_handlers import NotFoundHandler

_LAB = "jupyter/"
"""Where JupyterLab is, below the prefix."""
_NO_TOKEN = Path(__file__).with_name("no_token.html")


class NoToken(BaseVoilaHandler):
    """Page for visitors without the token, with no input field because no input would help."""

    @allow_unauthenticated
    async def get(self) -> None:
        self.set_status(403)
        page = self.settings["voila_jinja2_env"].from_string(_NO_TOKEN.read_text(encoding="utf-8"))
        self.finish(page.render(status_code=403, status_message="Forbidden", base_url=self.base_url))


class Binder(KismetVoila):
    """Kismet's application on Binder. It has a page for visitors without the token, and stops when nobody plays."""

    idle_seconds = Float()
    lab: Lab

    def init_handlers(self) -> list[Any]:
        options = {"voila_configuration": self.voila_configuration}
        self.lab = Lab(url_path_join(self.server_url, _LAB), self.token, _free_port())
        beside = {"lab": self.lab}
        return [
            (url_path_join(self.server_url, "login"), NoToken, options),
            (url_path_join(self.server_url, r"(?:(?i:join|class|desk)\W*|class/open-room)"), NotFoundHandler, options),
            (url_path_join(self.server_url, r"lab(?:/(tree/[^?]+))?/?"), Door, beside),
            (url_path_join(self.server_url, _LAB) + ".*", Through, beside),
            *super().init_handlers(),
        ]

    def listen(self) -> None:
        PeriodicCallback(self.end_when_idle, self.idle_seconds * 100).start()  # ten looks, in milliseconds
        super().listen()

    def end_when_idle(self) -> None:
        """Stop if kernels and JupyterLab are idle. Binder itself counts the requests of an open page as activity."""
        idle = (datetime.now(UTC) - self.kernel_manager.last_kernel_activity).total_seconds()
        idle = min(idle, time.monotonic() - self.lab.used)
        if idle > self.idle_seconds and not self.kernel_manager.start_queue.is_page_starting:
            IOLoop.current().stop()

    def stop(self) -> None:
        self.lab.end()
        super().stop()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> None:
    """Serve until the container is stopped."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--ip", required=True)
    parser.add_argument("--port", type=int, default=8888)
    parser.add_argument("--ServerApp.base_url", dest="base_url", default="/")
    parser.add_argument("--ServerApp.token", dest="token", default="", help="without one, every visitor is let in")
    parser.add_argument("--ServerApp.shutdown_no_activity_timeout", dest="idle", type=float, default=1200)
    place, _ = parser.parse_known_args()  # the other arguments are for Jupyter

    os.environ["JUPYTER_PATH"] = str(SHARE_FOLDER)  # where Voila finds our template
    found = list_pages()
    config = voila_config(NOTEBOOKS_DIR, found, base_url=place.base_url.rstrip("/") + "/")
    # JupyterLab is available here. A class is not, because only visitors with the token can come in.
    config.VoilaConfiguration.resources.update(lab="lab", private=True)
    config.Voila.update(
        ip=place.ip,
        port=place.port,
        base_url=place.base_url,
        token=place.token,
        open_browser=False,
        port_retries=0,
    )
    server = Binder(config=config, idle_seconds=place.idle)
    server.pages = found
    server.allowed_hosts = ("*",)  # the token, not the host name, controls access
    server.initialize([])
    try:
        server.start()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
