# SPDX-License-Identifier: BSD-3-Clause
"""The one installation that the tests here look at; it takes a minute, most of it compiling."""

from __future__ import annotations

import shutil
import sys

import check
import pytest
from thoroughness import is_turn_of
from user import ROOT, User

WITHOUT = {
    check.PVM: "CMAKE_DISABLE_FIND_PACKAGE_PVM=ON",
    check.ABI: "STROBE_MPI_HAS_ABI_HEADER=OFF",
}


@pytest.fixture(scope="session")
def user(tmp_path_factory: pytest.TempPathFactory) -> User:
    """A user who has said `pip install .`, as the README does."""
    user = User(tmp_path_factory.mktemp("user"))
    # Beside the other builds, with which it shares what is compiled (packaging/machine.py).
    build = ROOT / "build" / "wheel"
    shutil.rmtree(build, ignore_errors=True)
    for command in (
        [sys.executable, "-m", "venv", user.environment],
        [
            user.environment / "bin" / "pip",
            "install",
            "--quiet",
            # Compiling the bytecode of all it depends on takes longer than what is needed of it.
            "--no-compile",
            f"--config-settings=build-dir={build}",
            # What is not compiled today would take a minute.
            *(
                f"--config-settings=cmake.define.{WITHOUT[part]}"
                for part in WITHOUT
                if not is_turn_of(part)
            ),
            ROOT,
        ],
    ):
        ended = user.run(command)
        assert ended.returncode == 0, ended.stderr
    return user
