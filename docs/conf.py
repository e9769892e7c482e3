"""How the documents become a site: `make docs`. Nothing is fetched, and a warning is an error there.

Sphinx, because it is kept by many and for long, reads docstrings itself, checks every reference between pages, and
writes a search that needs no server; MyST, so that the pages stay the Markdown that a forge shows; Furo, since it is
light and dark, narrow and wide, and brings no font from elsewhere. (Material for MkDocs is given up by its makers, and
Jupyter Book would want Node and a theme from the network at each build.)
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))
sys.path.insert(0, str(Path(__file__).parent.parent))

import gamelib

project = "Kismet"
author = copyright = "The Kismet authors"
version = release = gamelib.__version__
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "kismet_listed",
    "kismet_links",
    "kismet_live",
]
exclude_patterns = ["_ext", "paper/paper.md"]
source_suffix = {".md": "markdown"}
default_role = "code"  # docstrings write `name` for it

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

napoleon_numpy_docstring = False  # docstrings have the sections of Google's style
napoleon_use_ivar = True  # attributes are a list, since the members of a class are listed once more

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
add_module_names = False

html_theme = "furo"
html_title = "Kismet"
html_favicon = "../widgets/site/static_site/browser/icon.svg"
html_static_path = ["_static"]
html_css_files = ["docs.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#8a4f00", "color-brand-content": "#8a4f00"},
    "dark_css_variables": {"color-brand-primary": "#f0a94a", "color-brand-content": "#f0a94a"},
}
pygments_style, pygments_dark_style = "a11y-high-contrast-light", "a11y-high-contrast-dark"
