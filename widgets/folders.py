"""Where the files of the pages are: what the browser is sent, and the notebooks."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
STATIC = _PACKAGE / "static"
#: The folder of notebooks: inside the package in a wheel, beside it in a checkout.
NOTEBOOKS = next(
    (folder for folder in (_PACKAGE / "notebooks", _PACKAGE.parent / "notebooks") if folder.is_dir()),
    _PACKAGE / "notebooks",
)
