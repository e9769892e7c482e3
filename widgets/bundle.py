"""Plotly's JavaScript from the installed package, packed for the way to the browser. Draws nothing itself."""

from __future__ import annotations

import functools
import gzip
import importlib.metadata
import importlib.resources

#: where a page of ours finds it below its base address; the version makes a copy that the browser keeps safe to use
ADDRESS = f"voila/plotly.js?v={importlib.metadata.version('plotly')}"


@functools.cache
def plotly_bundle() -> bytes:
    """gzip-compressed, once a process (about 1.5 MB)."""
    source = importlib.resources.files("plotly") / "package_data" / "plotly.min.js"
    return gzip.compress(source.read_bytes(), mtime=0)
