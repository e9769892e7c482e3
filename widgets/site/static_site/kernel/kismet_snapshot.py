"""Prepare an interpreter for its snapshot: import everything and rehearse every page.

The build runs this script in Pyodide.
"""

import gc
import importlib
import json
import linecache
import sys

import kismet_page
import kismet_rest  # noqa: F401  (ready to be used)


def prepare(modules: str, pages: str) -> None:
    """Import modules and rehearse pages.

    `modules` is a JSON list of names, and `pages` is a JSON object that maps paths to cells.
    """
    for name in json.loads(modules):
        importlib.import_module(name)
    for path, cells in json.loads(pages).items():
        try:
            kismet_page.rehearse(json.dumps(cells))
        except Exception as error:
            raise RuntimeError(f"{path} could not be rehearsed") from error
    linecache.clearcache()
    validators = sys.modules.get("plotly.validator_cache")
    if validators:  # drop the table of all validators: pages have those they need, others are read from the file
        validators.ValidatorCache._json_cache = None
    gc.collect()
    gc.freeze()  # the garbage collector no longer checks the objects that exist now
