# SPDX-License-Identifier: BSD-3-Clause
"""The native half: the programs in build/release, with the C++ libraries that they want."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence

import debian
import environment
import machine
from places import BIN, RELEASE
from steps import CommandError, Steps, digest, is_done

PVM_IS_MISSING = "PVM is missing, 'apt install pvm pvm-dev' brings it"


TARGETS = {"libraries": "", "bench": "measuring", "programs": "benches"}
"""What cmake builds for a part of the set-up."""


def prepare(
    steps: Steps, parts: Sequence[str], cmake_options: Sequence[str], fresh: bool = False
) -> None:
    """Builds these parts of TARGETS; configures first what is not configured for this MPI.

    With `fresh` it configures in any case. A compiler cache, where there is one, is used.
    """
    os.environ.update(machine.compiler_cache())
    if shutil.which(os.environ.get("CXX", "c++")) is None:
        debian.install(
            steps,
            ["g++"],
            "no C++ compiler is here: install one with 'apt install g++', "
            "'dnf install gcc-c++' or 'spack install gcc', or name it with CXX=...",
        )
    stamp = RELEASE / "setup.stamp"
    has_pvm = machine.has_pvm()
    launcher = os.environ.get("CMAKE_CXX_COMPILER_LAUNCHER", "")
    options = [f"-DMPI_CXX_COMPILER={environment.mpi_compiler()}", *cmake_options]
    wanted = digest([], [str(has_pvm), launcher, *options])
    if fresh or not is_done(stamp, wanted):
        _configure(steps, [_cmake(), "--fresh", "--preset", "release", *options])
        stamp.write_text(wanted, encoding="utf-8")
    processors = str(len(os.sched_getaffinity(0)))
    for target in filter(None, (TARGETS[part] for part in parts)):
        build = [_cmake(), "--build", "--preset", "release", "--target", target]
        with steps.step("strobe-bench" if target == "measuring" else "other programs"):
            steps.run([*build, "--parallel", processors])
    if not has_pvm and "bench" in parts:
        print(f"{steps.program}: strobe-bench-pvm is skipped: {PVM_IS_MISSING}", flush=True)


def _configure(steps: Steps, command: Sequence[str]) -> None:
    """Configures; installs the libraries that were found missing, and then configures again."""
    missing = RELEASE / "missing-libraries.json"
    with steps.step("MPI and C++ libraries"):
        try:
            steps.run(command)
            return
        except CommandError:
            if not missing.is_file():
                raise
    named = json.loads(missing.read_text(encoding="utf-8"))
    debian.install(
        steps,
        named["apt"].split(),
        f"C++ libraries are missing: {named['names']}; install them with 'apt install "
        f"{named['apt']}', 'dnf install {named['dnf']}' or 'spack install {named['spack']}'",
    )
    with steps.step("MPI and C++ libraries"):
        steps.run(command)


def _cmake() -> str:
    own = BIN / "cmake"
    return str(own) if own.exists() else "cmake"
