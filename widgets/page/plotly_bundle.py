"""JavaScript of Plotly from the installed package, wrapped and compressed for the browser."""

from __future__ import annotations

import functools
import gzip
import importlib.metadata
import importlib.resources

#: URL path of the script below the base URL of a page. It contains the version, so browsers may cache the script.
PLOTLY_URL_PATH = f"voila/plotly.js?v={importlib.metadata.version('plotly')}"


# The function scope protects `module`, `define` and any other Plotly on the page. chart.js finds Plotly by the symbol.
_HEAD = b"(function(module,define){const before=globalThis.Plotly;\n"
_TAIL = (
    b';globalThis[Symbol.for("kismet.plotly")]=module.exports;\n'
    b"if(before)globalThis.Plotly=before;else delete globalThis.Plotly})({exports:{}})"
)


@functools.cache
def compressed_plotly_script() -> bytes:
    """Return the script, compressed with gzip once per process (about 1.5 MB)."""
    source = importlib.resources.files("plotly") / "package_data" / "plotly.min.js"
    return scope_and_gzip_script(source.read_bytes())


def scope_and_gzip_script(library: bytes) -> bytes:
    """Wrap a library in a separate scope and compress it."""
    return gzip.compress(b"%s%s\n%s" % (_HEAD, library, _TAIL), mtime=0)
