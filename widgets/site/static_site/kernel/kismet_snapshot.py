"""Prepare an interpreter for its snapshot: import everything and rehearse every page. The build runs it in Pyodide."""

import gc
import importlib
import json
import linecache
import sys

import kismet_page
import kismet_rest  # noqa: F401  (ready to be used)


def prepare(modules: str, pages: str) -> None:
    """Import modules and rehearse pages. `modules` are names as JSON, and `pages` is path -> cells as JSON."""
    for name in json.loads(modules):
        importlib.import_module(name)
    for path, cells in json.loads(pages).items():
        try:
            kismet_page.rehearse(json.dumps(cells))
        except Exception as error:
            raise RuntimeError(f"{path} could not be rehearsed") from error
    linecache.clearcache()
    validators = sys.modules.get("plotly.validator_cache")
    if validators:  # a table of all of them. Those that pages need are made, and others use the file
        validators.ValidatorCache._json_cache = None
    gc.collect()
    gc.freeze()  # the garbage collector need not check permanent objects
