"""What every page stands on: the protocol, folders, what it asks of its kernel, the theme. Knows no widget."""
