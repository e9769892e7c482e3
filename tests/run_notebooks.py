"""Run whole notebooks, each in a process forked from one that has imported everything.

`python -m tests.run_notebooks PATH...` prints the errors by path as JSON. IPython runs a cell as in a kernel, without a
display.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import traceback
from pathlib import Path

from IPython.core.interactiveshell import InteractiveShell

from widgets.page.paths import NOTEBOOKS_DIR


def whole(path: str) -> None:
    """Run every cell in order and return the error of the first that fails."""
    cells = json.loads((NOTEBOOKS_DIR / path).read_text(encoding="utf-8"))["cells"]
    os.chdir((NOTEBOOKS_DIR / path).parent)
    shell = InteractiveShell.instance()
    for cell in cells:
        if cell["cell_type"] == "code" and (source := "".join(cell["source"])).strip():
            shell.run_cell(source, store_history=True).raise_error()


def forked(path: str) -> str:
    """Return the error of a notebook, or ""."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as said:
        child = os.fork()
        if not child:
            code = 1
            try:
                with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
                    sys.stdout = sys.stderr = nowhere
                    whole(path)
                code = 0
            except BaseException:
                said.write(traceback.format_exc())
                said.flush()
            finally:
                os._exit(code)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said.seek(0)
        return said.read() or (f"it ended with {ended}" if ended else "")


if __name__ == "__main__":
    from widgets.site.voila.fork_server import _import_everything

    _import_everything()
    print(json.dumps({path: forked(path) for path in sys.argv[1:]}))
