"""Names that are imported from here, and used only where something is installed."""

from . import install as query_package

CompatibilityLayer = ProjectInfo = object

__all__ = ["CompatibilityLayer", "ProjectInfo", "query_package"]
