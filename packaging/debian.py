# SPDX-License-Identifier: BSD-3-Clause
"""Debian packages: installed when that is allowed, named otherwise; or unpacked into a folder."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from steps import CommandError, SetupError, Steps


def install(steps: Steps, packages: Sequence[str], otherwise: str) -> None:
    """Installs packages; raises SetupError with the sentence `otherwise` if it is not allowed."""
    prefix = _privileges()
    if prefix is None:
        raise SetupError(otherwise)
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"]
    with steps.step(f"Debian packages {' '.join(packages)}"):
        steps.run([*apt, "update"])
        steps.run([*apt, "install", "-y", "--no-install-recommends", *packages])


def unpack(steps: Steps, packages: Sequence[str], folder: Path, title: str) -> None:
    """Makes `folder` hold the files of packages; nothing of the machine changes, but apt's lists.

    Raises SetupError with a sentence that begins with `title` where they cannot be fetched.
    """
    if shutil.which("apt-get") is None:
        raise SetupError(f"{title} is missing: there is no apt-get to fetch it with")
    prefix = _privileges()
    begun = folder.with_name(f"{folder.name}.begun")
    shutil.rmtree(begun, ignore_errors=True)
    archives = begun / "archives"
    archives.mkdir(parents=True)
    try:
        with steps.step(title):
            if prefix is not None:
                steps.run([*prefix, "apt-get", "-q", "update"])
            steps.run(["env", f"--chdir={archives}", "apt-get", "-q", "download", *packages])
            for archive in sorted(archives.glob("*.deb")):
                steps.run(["dpkg-deb", "--extract", str(archive), str(begun)])
    except CommandError as error:
        reason = error.tail.splitlines()[-1] if error.tail else str(error)
        raise SetupError(f"{title} is missing and cannot be fetched: {reason}") from error
    shutil.rmtree(archives)
    begun.rename(folder)


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
