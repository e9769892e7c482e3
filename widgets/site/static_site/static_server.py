"""`kismet serve-site OUT`: serve a folder of pages on this machine or in its network.

Any static server can serve the folder. This server also compresses files, sends the 404 page of the folder, and listens
on the first free port.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import threading
import webbrowser
from collections.abc import Callable
from functools import cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from ..static_types import STATIC_TYPES

_PACKED = (".html", ".js", ".mjs", ".wasm", ".json", ".svg", ".webmanifest", ".css")


class FolderFileHandler(SimpleHTTPRequestHandler):
    """Request handler for the files below one folder. It lists no folder contents."""

    protocol_version = "HTTP/1.1"
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, **STATIC_TYPES}

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            if not self.path.split("?")[0].endswith("/"):  # relative links need the slash at the end of the URL
                super().do_GET()
                return
            path /= "index.html"
        missing = Path(str(self.directory)) / "404.html"
        if not path.is_file() and missing.is_file():
            self._send(missing, HTTPStatus.NOT_FOUND)
        elif not path.is_file():
            self.send_error(HTTPStatus.NOT_FOUND)
        elif self.headers.get("If-None-Match") == _mark(path):
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self.send_header("ETag", _mark(path))
            self.end_headers()
        else:
            self._send(path, HTTPStatus.OK)

    def _send(self, path: Path, status: HTTPStatus) -> None:
        packed = path.suffix in _PACKED and "gzip" in self.headers.get("Accept-Encoding", "")
        content = _content(path, _mark(path), packed)
        self.send_response(status)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Vary", "Accept-Encoding")
        self.send_header("ETag", _mark(path))
        kept = "kismet" in path.relative_to(str(self.directory)).parts  # below a folder named after the build
        self.send_header("Cache-Control", "max-age=31536000, immutable" if kept else "no-cache")
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


def _mark(path: Path) -> str:
    told = path.stat()
    return f'"{told.st_mtime_ns:x}-{told.st_size:x}"'


@cache
def _content(path: Path, mark: str, packed: bool) -> bytes:
    """Return the content of a file, compressed once and not for each visitor."""
    content = path.read_bytes()
    return gzip.compress(content, 6) if packed else content


class StaticServer(ThreadingHTTPServer):
    """Server with one thread per request. It reports no error if a visitor disconnects."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError | TimeoutError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def main(argv: list[str], free_port: Callable[[str, int | None], int]) -> int:
    """Run `kismet serve-site OUT` until Ctrl-C. The exit code is 1 if the folder has no pages.

    `free_port` maps an address and a port or None to a free port.
    """
    parser = argparse.ArgumentParser(prog="kismet serve-site", description="Show pages that `kismet site` has built.")
    parser.add_argument("folder", type=Path, help="the folder that was built")
    parser.add_argument("--port", type=int, help="port to listen on (default: the first free one)")
    parser.add_argument("--ip", default="127.0.0.1", help="address to listen on (default: this machine only)")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    options = parser.parse_args(argv)
    folder = options.folder.resolve()
    if not (folder / "index.html").is_file():
        print(f"kismet: {folder} has no pages; build them first: kismet site {options.folder}", file=sys.stderr)
        return 1
    port = free_port(options.ip, options.port)
    with StaticServer((options.ip, port), partial(FolderFileHandler, directory=str(folder))) as server:
        address = f"http://{'localhost' if options.ip == '127.0.0.1' else options.ip}:{port}/"
        print(f"The pages are at {address}\nCtrl-C ends it.", flush=True)
        if not options.no_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        server.serve_forever()
    return 0
