# SPDX-License-Identifier: BSD-3-Clause
"""Debian's Environment Modules and Lmod, which load packaging/modulefile in the tests.

They are unpacked, not installed: the packages would change the shells of this machine.
"""

from __future__ import annotations

import re
import shutil

import debian
from places import BUILD
from steps import Steps, digest, is_done

FOLDER = BUILD / "modules"
PACKAGES = (
    "environment-modules",
    "tcl8.6",
    "libtcl8.6",
    "lmod",
    "lua5.3",
    "liblua5.3-0",
    "lua-filesystem",
    "lua-json",
    "lua-lpeg",
    "lua-posix",
    "lua-term",
)
PLACES_OF_LMOD = re.compile(rb"/usr/(?=share/|lib/|bin/lua|bin/tclsh)")


def prepare(steps: Steps) -> None:
    """Fetches what is not here; raises SetupError with a sentence where it cannot."""
    stamp = FOLDER / "packages"
    wanted = digest([], [*PACKAGES, str(FOLDER)])
    if is_done(stamp, wanted):
        return
    shutil.rmtree(FOLDER, ignore_errors=True)
    debian.unpack(steps, PACKAGES, FOLDER, "Debian's Environment Modules and Lmod")
    # Lmod has the paths of its own files written into it.
    for script in (FOLDER / "usr" / "share" / "lmod").glob("[0-9]*/libexec/*"):
        if script.is_file():
            place = f"{FOLDER}/usr/".encode()
            script.write_bytes(PLACES_OF_LMOD.sub(place, script.read_bytes()))
    stamp.write_text(wanted, encoding="utf-8")
