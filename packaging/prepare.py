# SPDX-License-Identifier: BSD-3-Clause
"""`make setup`: from a fresh clone to programs that run and a `strobe` beside them.

Everything lands in .venv/ and build/ of the clone, but for C++ libraries, which are installed as
Debian packages when that is allowed and are named otherwise. Standard library only.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

import environment
import native
from places import BUILD, ROOT
from steps import CommandError, SetupError, Steps

PYTHON_MINIMUM = (3, 11)
PARTS = {
    "environment": "the Python environment",
    "libraries": "C++ libraries and the MPI",
    "bench": "what `strobe measure` runs, and the libraries it wants",
    "programs": "what every other command runs, and the bench",
}


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="make setup", description=__doc__)
    parser.add_argument(
        "parts",
        nargs="*",
        metavar="PART",
        help="; ".join(f"{name}: {title}" for name, title in PARTS.items()) + "; default: all",
    )
    parser.add_argument(
        "--cmake-option",
        action="append",
        default=[],
        metavar="-DNAME=VALUE",
        help="passed to cmake when the bench is configured (repeatable)",
    )
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="configure again what was configured, as packages may have come since",
    )
    options = parser.parse_args(arguments)
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"unknown part {min(unknown)}: choose from {', '.join(PARTS)}")
    parts = options.parts or list(PARTS)
    start_s = time.monotonic()
    steps = Steps("setup", ROOT, BUILD / "setup.log")
    try:
        if sys.version_info < PYTHON_MINIMUM:
            raise SetupError(
                f"{sys.executable} is Python {sys.version.split()[0]}, and Strobe needs 3.11 or "
                "newer: name one with 'make PYTHON=/path/to/python3'"
            )
        if "environment" in parts:
            environment.prepare(steps)
        wanted = [part for part in parts if part != "environment"]
        if wanted:
            native.prepare(steps, wanted, options.cmake_option, options.fresh)
    except SetupError as error:
        print(f"setup: {error}", file=sys.stderr)
        return 1
    except CommandError as error:
        print(f"{error.tail}\nsetup: this failed: {error} (all: {steps.log})", file=sys.stderr)
        return 1
    print(f"setup: ready, {time.monotonic() - start_s:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
