"""Common basis of all pages: protocol, paths, notebook output and theme. The package depends on no widget."""
