# SPDX-License-Identifier: BSD-3-Clause
"""The project's own Python environment: .venv, with exactly the packages of the requirements.

The tools of its developers are not among them (developer_tools.py). What was done is stamped with a
digest of all it depends on, so a second call does nothing.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import debian
import machine
from places import BIN, HERE, PYTHON, ROOT, VENV
from steps import SetupError, Steps, digest, is_done

REQUIREMENTS = HERE / "requirements.txt"
MACHINE_REQUIREMENTS = HERE / "requirements-machine.txt"
INPUTS = (REQUIREMENTS, MACHINE_REQUIREMENTS, HERE / "environment.py", ROOT / "pyproject.toml")

# The MPI that comes from PyPI, and the file that names the one which is used.
OWN_MPI = BIN / "mpicxx"
MPI_RECORD = VENV / "mpi"

# The environment shall stay below 500 MB. So these steps remove what no command uses: the tests of
# the two large packages (26 MB), cmake's packager and manual (31 MB), the names of months in other
# languages than the site's (30 MB), and pip's bytecode (7 MB), since pip runs in these steps only.
NEVER_RUN = (
    "numpy/**/tests",
    "scipy/**/tests",
    "cmake/data/bin/cpack",
    "cmake/data/share/cmake-*/Help",
    "pip/**/__pycache__",
    "babel/locale-data/[a-df-qs-z]*.dat",
)

# Packages are installed without their bytecode: 90 MB, most of it never used. What Strobe does load
# is compiled once here, since a shell may forbid Python to write it later.
LOADED = (
    "altair",
    "arro3.core",
    "arro3.io",
    "cyclopts",
    "elftools.elf.elffile",
    "jinja2",
    "msgspec",
    "rich.live",
    "rich.progress",
    "rich.table",
    "scipy.optimize",
    "scipy.stats",
    "strobe",
    "vl_convert",
)


def prepare(steps: Steps) -> None:
    """Makes .venv, unless it already is what the requirements and this machine ask for."""
    compiler = mpi_compiler()
    wheels = machine.wheels_wanted(without=ROOT, has_mpi=compiler != OWN_MPI)
    python = os.path.realpath(sys.executable)
    wanted = digest(INPUTS, [sys.version, python, str(VENV), *wheels])
    stamp = VENV / "setup.stamp"
    if is_done(stamp, wanted) and PYTHON.exists():
        MPI_RECORD.write_text(f"{compiler}\n", encoding="utf-8")
        return
    if importlib.util.find_spec("ensurepip") is None:
        debian.install(
            steps,
            ["python3-venv"],
            f"{python} cannot make an environment: 'apt install python3-venv' lets it, "
            "and 'make PYTHON=/path/to/python3' names another",
        )
    with steps.step("Python environment"):
        steps.run([sys.executable, "-B", "-m", "venv", "--clear", str(VENV)])
        MPI_RECORD.write_text(f"{compiler}\n", encoding="utf-8")
    with steps.step("Python packages"):
        lacking = [line for line in lines(MACHINE_REQUIREMENTS) if line.split("==")[0] in wheels]
        install(steps, [*lines(REQUIREMENTS), *lacking])
        # Python before 3.12 puts setuptools into every environment.
        if (site_packages() / "setuptools").is_dir():
            pip(steps, "uninstall", "--yes", "setuptools")
    with steps.step("the package strobe"):
        without_cmake = ["--no-build-isolation", "--config-settings=wheel.cmake=false"]
        pip(steps, "install", "--no-deps", *without_cmake, "--editable", str(ROOT))
        writing = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        steps.run([str(PYTHON), "-c", f"import {', '.join(LOADED)}"], writing)
        compiling = ["-m", "compileall", "-q", str(ROOT / "python" / "strobe")]
        steps.run([str(PYTHON), *compiling], writing)
    stamp.write_text(wanted, encoding="utf-8")


def mpi_compiler() -> Path:
    """The compiler wrapper of the MPI that everything is built with.

    MPI_HOME names it. Else it is the one that the environment was made with, since an MPI that is
    installed later must not replace it; else the first on PATH; else PyPI's MPICH, which comes with
    the environment. Raises SetupError where the named one is not there.
    """
    home = os.environ.get("MPI_HOME")
    if home:
        named = Path(home).absolute() / "bin" / "mpicxx"
        if not os.access(named, os.X_OK):
            raise SetupError(f"MPI_HOME names {home}, but {named} is not there")
        return named
    before = Path(MPI_RECORD.read_text(encoding="utf-8").strip()) if MPI_RECORD.exists() else None
    if before == OWN_MPI or (before is not None and os.access(before, os.X_OK)):
        return before
    found = OWN_MPI if OWN_MPI.exists() else machine.mpi_compiler(without=ROOT) or OWN_MPI
    if before is not None:
        print(f"setup: the MPI of {before} is gone, {found} takes its place", flush=True)
    return found


def site_packages() -> Path:
    """Where the environment keeps its packages."""
    return next((VENV / "lib").glob("python3*/site-packages"))


def install(steps: Steps, packages: Sequence[str]) -> None:
    """Exactly these versions, without what no command uses."""
    pip(steps, "install", "--no-deps", "--no-compile", *packages)
    pip(steps, "check")
    for pattern in NEVER_RUN:
        for unused in list(site_packages().glob(pattern)):
            if unused.is_dir():
                shutil.rmtree(unused)
            else:
                unused.unlink()


def pip(
    steps: Steps, command: str, *arguments: str, variables: Mapping[str, str] | None = None
) -> None:
    """Runs a command of the environment's pip, with these variables where they are given."""
    quiet = ["--quiet", "--no-input", "--disable-pip-version-check"]
    steps.run([str(PYTHON), "-B", "-m", "pip", command, *quiet, *arguments], variables)


def lines(requirements: Path) -> list[str]:
    """The requirements of a file, without its comments."""
    text = requirements.read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in text if line.strip() and not line.startswith("#")]
