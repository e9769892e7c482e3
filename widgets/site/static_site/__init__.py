"""Static site: the pages as files for any web server. Python runs in the browser of the visitor.

`build` writes the folder of the site, and `static_server` serves it on this machine. `file_pack` collects the Python
files. `npm` fetches the interpreter and runs Node. `static_pages` writes the HTML. `browser/` contains the scripts of a
page. `kernel/` contains replacements for IPython and a kernel. Only `browser/python.js` depends on how Pyodide creates
and loads snapshots.
"""
