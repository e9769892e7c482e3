"""Where the files of the pages are: what the browser is sent, and the notebooks; and what kernels hear of a server."""

from pathlib import Path

#: The package itself: scripts and styles lie beside the widgets that they draw.
WIDGETS_DIR = Path(__file__).resolve().parent.parent
#: The folder of notebooks: inside the package in a wheel, beside it in a checkout.
NOTEBOOKS_DIR = next(
    (folder for folder in (WIDGETS_DIR / "notebooks", WIDGETS_DIR.parent / "notebooks") if folder.is_dir()),
    WIDGETS_DIR / "notebooks",
)
#: The environment variable that holds what a page must know to have all steps of a lesson opened; where it is not set,
#: whoever reads the page runs the kernel, and may.
TEACHER_KEY_ENV = "KISMET_TEACHER"
