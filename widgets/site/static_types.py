"""Media types of static files.

Browsers do not run a module with the type plain text. The types of the system can be wrong, because on Windows any
program can register .js as text/plain.
"""

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
    """Set these media types for all servers of this process, independent of the system."""
    for ending, name in STATIC_TYPES.items():
        mimetypes.add_type(name, ending)
