"""Module that only the Output widget of ipywidgets imports."""


class InteractiveShell:
    """Class without instances or methods, only for `isinstance`."""
