# SPDX-License-Identifier: BSD-3-Clause
"""Debian packages: installed when that is allowed, named otherwise."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence

from steps import SetupError, Steps


def install(steps: Steps, packages: Sequence[str], otherwise: str) -> None:
    """Installs packages; raises SetupError with the sentence `otherwise` if it is not allowed."""
    prefix = _privileges()
    if prefix is None:
        raise SetupError(otherwise)
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"]
    with steps.step(f"Debian packages {' '.join(packages)}"):
        steps.run([*apt, "update"])
        steps.run([*apt, "install", "-y", "--no-install-recommends", *packages])


def _privileges() -> list[str] | None:
    """What apt-get is to be run with: nothing for root, sudo where it asks for no password.

    None where there is no apt-get or it is not allowed.
    """
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo is None:
        return None
    asked = subprocess.run([sudo, "-n", "true"], capture_output=True, check=False)
    return [sudo, "-n"] if asked.returncode == 0 else None
