"""Configuration of Voila: settings, handlers, and the page template under ``share``."""

from pathlib import Path

#: Jupyter data folder with our template
SHARE_FOLDER = Path(__file__).parent / "share" / "jupyter"
#: the template
TEMPLATE_FOLDER = SHARE_FOLDER / "voila" / "templates" / "kismet"
