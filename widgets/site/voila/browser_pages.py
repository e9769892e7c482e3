"""Browser pages: pages whose Python code runs in the browser of the visitor.

Browser pages come from a folder that `kismet site` has built. These pages have the same URLs as pages with a kernel and
include the class scripts. The server only delivers files.
"""

from __future__ import annotations

from pathlib import Path

from ..static_site.file_pack import html_path

STATIC_FILE_PATTERN = r"(kismet/[0-9a-f]{12}/[-\w./]{1,80}|icon\.svg|manifest\.webmanifest)"
"""Files that browser pages load. Most are in one folder that is named after the build."""


class BrowserPages:
    """Pages of a built folder.

    If `always` is true, every page in the folder is a browser page. Otherwise a page is used only if there is not
    enough memory for its kernel.
    """

    def __init__(self, site: Path, always: bool, class_script: str, class_css: str) -> None:
        self.site, self.is_used_for_all_pages = site, always
        self._script, self._css = class_script, class_css
        self._made: dict[tuple[str, str], str] = {}

    def __contains__(self, path: str) -> bool:
        return (self.site / html_path(path)).is_file()

    def page_html(self, path: str, base_url: str, server_run: str) -> str:
        """Return the HTML of a browser page, with the scripts and styles for classes added.

        Raise ValueError if another version has built the folder.
        """
        if (path, base_url) not in self._made:
            text = (self.site / html_path(path)).read_text(encoding="utf-8")
            about = f'data-voila="site" data-base-url="{base_url}voila/" data-run="{server_run}"'
            text = _once(text, 'data-voila="site"', about)
            text = _once(text, "</head>", f"<style>{self._css}</style>\n</head>")
            text = _once(
                text, '<main id="km-main"', f'<script>(() => {{ {self._script} }})();</script>\n<main id="km-main"'
            )
            self._made[path, base_url] = text
        return self._made[path, base_url]


def _once(text: str, old: str, new: str) -> str:
    before, cut, after = text.partition(old)
    if not cut:
        raise ValueError(f"A page of this folder has no {old}: it is of another version of Kismet.")
    return f"{before}{new}{after}"
