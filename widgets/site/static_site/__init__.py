"""Static site: the pages as files that need no server of ours. Python runs in the browser of the visitor.

`build` makes the folder, and `static_server` serves it on this machine. `file_pack` collects the Python files, `npm`
fetches the interpreter and runs Node, and `static_pages` writes the HTML. `browser/` contains the scripts of a page.
`kernel/` contains replacements for IPython and a kernel. Only `browser/python.js` depends on the way in which Pyodide
takes and uses snapshots.
"""
