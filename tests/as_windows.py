"""Run `kismet ...` nearly as on Windows: `python -m tests.as_windows ...`.

Modules that only Unix has are hidden after other packages are imported, and our own code sees the platform of Windows.
Kernels are not tested here, because their launcher would need Windows itself.
"""

import importlib.abc
import mimetypes
import os
import select
import signal
import socket
import sys
from typing import Any

import jupyter_client.manager
import jupyter_server.serverapp
import psutil
import sqlalchemy.dialects.sqlite
import voila.app

MODULES = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty"}
NAMES = {
    os: ("fork", "forkpty", "geteuid", "getuid", "getgid", "killpg", "setsid", "pidfd_open", "getpgid", "mkfifo"),
    signal: ("SIGKILL", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGCHLD", "pidfd_send_signal"),
    socket: ("send_fds", "recv_fds"),
    select: ("poll",),
}


#: files that another program may have registered as plain text
WRITTEN_AS_TEXT = (".js", ".mjs", ".css", ".json", ".svg", ".wasm", ".woff2")


class Hidden(importlib.abc.MetaPathFinder):
    """Says of these modules that they are not there."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def hide() -> None:
    """From now on."""
    assert not [name for name in sys.modules if name.startswith("widgets")]
    sys.meta_path.insert(0, Hidden())
    for name in MODULES:
        sys.modules.pop(name, None)
    for module, names in NAMES.items():
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    for name in WRITTEN_AS_TEXT:
        mimetypes.add_type("text/plain", name)
    sys.platform = "win32"


if __name__ == "__main__":
    assert all((psutil, voila.app, jupyter_client.manager, jupyter_server.serverapp, sqlalchemy.dialects.sqlite))
    hide()
    from widgets.site.command_line import main

    sys.exit(main())
