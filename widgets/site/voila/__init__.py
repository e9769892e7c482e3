"""The Voila side of Kismet: its settings, what it serves, and the page template under ``share``."""

from pathlib import Path

#: the Jupyter data folder that holds our template
SHARE_FOLDER = Path(__file__).parent / "share" / "jupyter"
#: the template itself
TEMPLATE_FOLDER = SHARE_FOLDER / "voila" / "templates" / "kismet"
