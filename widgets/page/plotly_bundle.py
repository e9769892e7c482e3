"""Plotly's JavaScript from the installed package, packed for the way to the browser. Draws nothing itself."""

from __future__ import annotations

import functools
import gzip
import importlib.metadata
import importlib.resources

#: where a page of ours finds it below its base address; the version makes a copy that the browser keeps safe to use
PLOTLY_URL_PATH = f"voila/plotly.js?v={importlib.metadata.version('plotly')}"


# A scope of its own: Plotly must not meet a page's `module` or `define`, nor another Plotly. chart.js finds it there.
_HEAD = b"(function(module,define){const before=globalThis.Plotly;\n"
_TAIL = (
    b';globalThis[Symbol.for("kismet.plotly")]=module.exports;\n'
    b"if(before)globalThis.Plotly=before;else delete globalThis.Plotly})({exports:{}})"
)


@functools.cache
def compressed_plotly_script() -> bytes:
    """The script, gzip-compressed once a process (about 1.5 MB)."""
    source = importlib.resources.files("plotly") / "package_data" / "plotly.min.js"
    return pack_script(source.read_bytes())


def pack_script(library: bytes) -> bytes:
    """A library in its own scope, ready to be sent."""
    return gzip.compress(b"%s%s\n%s" % (_HEAD, library, _TAIL), mtime=0)
