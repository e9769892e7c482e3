"""The media types of static files. A browser runs no module that is called plain text, and what a system knows of types
may be wrong: on Windows any program may register .js as text/plain."""

from __future__ import annotations

import mimetypes

STATIC_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".json": "application/json",
    ".map": "application/json",
    ".ipynb": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/vnd.microsoft.icon",
    ".wasm": "application/wasm",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".ttf": "font/ttf",
    ".whl": "application/zip",
    ".webmanifest": "application/manifest+json",
    ".bin": "application/octet-stream",
}


def set_static_types() -> None:
    """Every server of this process names these files so, whatever the system says."""
    for ending, name in STATIC_TYPES.items():
        mimetypes.add_type(name, ending)
