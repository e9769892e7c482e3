"""Paths of the browser files and of the notebooks, and the environment variable for kernels."""

from pathlib import Path

#: Folder of the package `widgets`. Scripts and styles are in the folders of their widgets.
WIDGETS_DIR = Path(__file__).resolve().parent.parent
#: The folder of notebooks: inside the package in a wheel, next to it in a checkout.
NOTEBOOKS_DIR = next(
    (folder for folder in (WIDGETS_DIR / "notebooks", WIDGETS_DIR.parent / "notebooks") if folder.is_dir()),
    WIDGETS_DIR / "notebooks",
)
#: Environment variable with the key that a page needs to unlock all steps of a lesson. If it is not set,
#: the reader runs the kernel and may unlock them.
TEACHER_KEY_ENV = "KISMET_TEACHER"
