"""Common basis of all pages: protocol, paths, notebook output and theme. It depends on no widget."""
