"""Common basis of all pages: protocol, paths, notebook output and theme. The package `page` depends on no widget."""
