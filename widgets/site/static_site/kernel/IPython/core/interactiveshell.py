"""Module that only the Output widget of ipywidgets imports."""


class InteractiveShell:
    """Class without content, for `isinstance`."""
