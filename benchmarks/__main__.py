"""`python -m benchmarks [NAME ...]`: all parts, or those named, as engine, page, load, site, classes."""

from __future__ import annotations

import platform
import sys

from . import chance, classes, compiled, engine, load, odds, page, peers, site, thinking, tournaments

PARTS = {
    "engine": engine.main,
    "odds": odds.main,
    "chance": chance.main,
    "tournaments": tournaments.main,
    "peers": peers.main,
    "compiled": compiled.main,
    "page": page.main,
    "load": load.main,
    "site": site.main,
    "classes": classes.main,
    "thinking": thinking.main,
}


def main() -> int:
    """Run the parts named on the command line, all by default."""
    names = sys.argv[1:] or list(PARTS)
    for name in names:
        if name not in PARTS:
            print(f"There is no benchmark {name!r}; there are {', '.join(PARTS)}.", file=sys.stderr)
            return 2
    print(f"Python {platform.python_version()}, {platform.machine()}; best of 5 rounds in turn, processor time.")
    failed = 0
    for name in names:
        sys.argv = [name]
        failed |= PARTS[name]() or 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
