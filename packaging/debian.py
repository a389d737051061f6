# SPDX-License-Identifier: BSD-3-Clause
"""Debian packages: installed when that is allowed, named otherwise; or unpacked into a folder."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from steps import CommandError, SetupError, Steps

LISTS = "apt"


def install(steps: Steps, packages: Sequence[str], otherwise: str) -> None:
    """Installs packages; raises SetupError with the sentence `otherwise` if it is not allowed."""
    prefix = _privileges()
    if prefix is None:
        raise SetupError(otherwise)
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"]
    with steps.step(f"Debian packages {' '.join(packages)}"):
        steps.run([*apt, "update"])
        steps.run([*apt, "install", "-y", "--no-install-recommends", *packages])


def unpack(
    steps: Steps,
    packages: Sequence[str],
    folder: Path,
    title: str,
    architecture: str | None = None,
) -> None:
    """Makes `folder` hold the files of packages; nothing of the machine changes, but apt's lists.

    For another architecture (Debian's name, as `arm64`) apt uses lists of its own, and even those
    of the machine stay as they are. Raises SetupError with a sentence that begins with `title`
    where the packages cannot be fetched.
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
            apt = ["apt-get", "-q"]
            if architecture is not None:
                apt += _foreign(architecture, begun)
                steps.run([*apt, "update"])
            elif prefix is not None:
                steps.run([*prefix, *apt, "update"])
            steps.run(["env", f"--chdir={archives}", *apt, "download", *packages])
            for archive in sorted(archives.glob("*.deb")):
                steps.run(["dpkg-deb", "--extract", str(archive), str(begun)])
    except CommandError as error:
        reason = error.tail.splitlines()[-1] if error.tail else str(error)
        raise SetupError(f"{title} is missing and cannot be fetched: {reason}") from error
    shutil.rmtree(archives)
    shutil.rmtree(begun / LISTS, ignore_errors=True)
    begun.rename(folder)


def _foreign(architecture: str, folder: Path) -> list[str]:
    """Options of apt for another architecture, with all that apt keeps below `folder`."""
    state = folder / LISTS
    for needed in (state / "lists" / "partial", state / "archives" / "partial"):
        needed.mkdir(parents=True)
    options = {
        "APT::Architecture": architecture,
        "APT::Architectures::": architecture,
        "Dir::Cache": str(state),
        "Dir::State::lists": str(state / "lists"),
        # No package of that architecture is installed.
        "Dir::State::status": os.devnull,
    }
    return [word for name, value in options.items() for word in ("-o", f"{name}={value}")]


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
