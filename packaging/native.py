# SPDX-License-Identifier: BSD-3-Clause
"""The native half: the benches in build/release, with the C++ libraries that they want."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence

import debian
import machine
from places import BIN, RELEASE, ROOT
from steps import CommandError, Steps, digest

PVM_IS_MISSING = "PVM is missing, 'apt install pvm pvm-dev' brings it"


def prepare(steps: Steps, cmake_options: Sequence[str]) -> None:
    """Builds the bench; configures first what was not yet configured for this MPI and options."""
    if shutil.which(os.environ.get("CXX", "c++")) is None:
        debian.install(
            steps,
            ["g++"],
            "no C++ compiler is here: install one with 'apt install g++', "
            "'dnf install gcc-c++' or 'spack install gcc', or name it with CXX=...",
        )
    stamp = RELEASE / "setup.stamp"
    has_pvm = machine.has_pvm()
    wanted = digest([], [str(machine.mpi_compiler(without=ROOT)), str(has_pvm), *cmake_options])
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != wanted:
        _configure(steps, [_cmake(), "--fresh", "--preset", "release", *cmake_options])
        stamp.write_text(wanted, encoding="utf-8")
    processors = str(len(os.sched_getaffinity(0)))
    build = [_cmake(), "--build", "--preset", "release", "--target", "benches"]
    with steps.step("strobe-bench"):
        steps.run([*build, "--parallel", processors])
    if not has_pvm:
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
