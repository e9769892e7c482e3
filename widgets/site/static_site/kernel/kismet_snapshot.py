"""Makes an interpreter ready for its snapshot: all imported, every page rehearsed. Runs in Pyodide, at the build."""

import gc
import importlib
import json
import linecache
import sys

import kismet_page
import kismet_rest  # noqa: F401  (ready to be used)


def prepare(modules: str, pages: str) -> None:
    """`modules`: names as JSON; `pages`: path -> cells, as JSON."""
    for name in json.loads(modules):
        importlib.import_module(name)
    for path, cells in json.loads(pages).items():
        try:
            kismet_page.rehearse(json.dumps(cells))
        except Exception as error:
            raise RuntimeError(f"{path} could not be rehearsed") from error
    linecache.clearcache()
    validators = sys.modules.get("plotly.validator_cache")
    if validators:  # a table of all there are; those that pages need are made, and the file is there for others
        validators.ValidatorCache._json_cache = None
    gc.collect()
    gc.freeze()  # a collection need not look at what stays
