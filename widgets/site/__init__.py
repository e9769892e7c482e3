"""The site: the command that serves the pages, the server's settings and handlers, the home page."""
