"""The pages as a folder of static files that needs no server of ours: Python runs in the browser of whoever looks.

`build` makes the folder, `serve` shows one on this machine. `pack` collects the Python side, `npm` fetches the
interpreter and runs Node, `html` writes the pages. `browser/` is what a page loads, `kernel/` what Python finds there
in the place of IPython and a kernel; only `browser/python.js` knows how a snapshot of Pyodide is taken and used.
"""
