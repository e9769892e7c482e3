"""What JupyterLite asks of a package of this name: all that its pages need is there, and nothing else is fetched."""

from typing import NoReturn


async def install(*_: object, **__: object) -> NoReturn:
    """Refuses: packages would come from other hosts."""
    raise ValueError("nothing can be installed here, since these pages ask no other host; what they need is there.")
