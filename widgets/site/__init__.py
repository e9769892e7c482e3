"""The site: command line, server settings and handlers, and home page."""
