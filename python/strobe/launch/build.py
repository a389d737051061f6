# SPDX-License-Identifier: BSD-3-Clause
"""Builds what depends on an MPI for a chosen one, once, and keeps it.

The cache's key is what the product depends on: the compiler wrapper, the MPI's version, and the
sources. A second call with nothing changed does not even start cmake. Of two commands that want the
same at once, one builds it and the other waits; a build that is stopped leaves no compiler running.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from strobe.base import notes, resources
from strobe.base.errors import StrobeError
from strobe.launch import processes
from strobe.launch.mpi import Mpi
from strobe.launch.signals import StopRequest

SOURCES = ("CMakeLists.txt", "cmake", "include", "src", "apps")
TICK_S = 0.1
STEPS_SHOWN_S = 20.0
_STEP = re.compile(rb"^\[(\d+)/(\d+)\] ", re.MULTILINE)  # as ninja begins its lines
_CMAKE_ERROR = re.compile(r"^CMake Error[^\n]*:\n((?:(?:  [^\n]*)?\n)+)", re.MULTILINE)


class Product(msgspec.Struct, frozen=True):
    """What is built: how a person calls it, its target, and its file in the build's folder.

    `prefix` parts its folder from those of other products.
    """

    title: str
    target: str
    file: str
    prefix: str = ""


BENCH = Product("the bench", "strobe-bench", "bin/strobe-bench")


def bench_for(mpi: Mpi) -> Path:
    """A strobe-bench linked with `mpi`, from the cache or built now (a few minutes)."""
    return built_for(mpi, BENCH)


def built_for(mpi: Mpi, product: Product) -> Path:
    """The file of a product for `mpi`, from the cache or built now.

    Raises StrobeError with one sentence and the path of the log when it cannot be built, and
    KeyboardInterrupt if the user stops it.
    """
    source = _source(product)
    folder = _folder(mpi, product, source)
    file = folder / product.file
    if not file.is_file():
        with alone(folder):
            if not file.is_file():  # still, after others have had their turn
                _build(mpi, product, source, folder)
    return file


def place_of(mpi: Mpi, product: Product) -> Path:
    """Where the file is, or will be when it is built. Raises StrobeError without its sources."""
    return _folder(mpi, product, _source(product)) / product.file


def in_checkout(product: Product) -> Path | None:
    """The file of a product in the checkout's own build folder, built now if it must be.

    `make report` builds what it needs alone; the rest is built here when it is first wanted. None
    where there is no such folder, or its build makes no such file. Raises as `built_for` does.
    """
    folder = resources.release()
    if folder is None:
        return None
    file = folder / product.file
    if file.is_file():
        return file
    rules, cmake = folder / "build.ninja", _tool("cmake")
    if cmake is None or not rules.is_file() or Path(product.file).name not in rules.read_text():
        return None
    with alone(folder):
        if file.is_file():  # others have had their turn
            return file
        notes.say(f"building {product.title} (once, about a minute)")
        log = folder / f"{product.target}.log"
        step = [cmake, "--build", str(folder), "--target", product.target, "--parallel",
                str(len(os.sched_getaffinity(0)))]  # fmt: skip
        log.unlink(missing_ok=True)
        if _run(step, log, product.title) != 0 or not file.is_file():
            raise StrobeError(f"the build of {product.title} failed: {_reason(log)}see {log}")
    return file


def _source(product: Product) -> Path:
    source = resources.source()
    if source is None:
        raise StrobeError(
            f"cannot build {product.title} for another MPI: its sources are not installed; install "
            "Strobe from a checkout (`pip install .`)"
        )
    return source


def _folder(mpi: Mpi, product: Product, source: Path) -> Path:
    return resources.cache() / f"{product.prefix}{mpi.label}-{_key(mpi, source)}"


def _key(mpi: Mpi, source: Path) -> str:
    """Twelve hexadecimal digits over the compiler's path, the version and every source file."""
    import hashlib  # most commands build nothing

    digest = hashlib.sha256(f"{mpi.compiler}\0{mpi.version}\0".encode())
    for name in SOURCES:
        top = source / name
        files = [top] if top.is_file() else sorted(top.rglob("*"))
        for file in (file for file in files if file.is_file()):
            digest.update(f"{file.relative_to(source)}\0".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def _build(mpi: Mpi, product: Product, source: Path, folder: Path) -> None:
    cmake = _tool("cmake")
    if cmake is None:
        raise StrobeError(
            f"cannot build {product.title} for {mpi.name} {mpi.version}: cmake is not installed; "
            "use `pip install cmake` or your distribution's package"
        )
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    log = folder / "build.log"
    notes.say(f"building {product.title} for {mpi.name} {mpi.version} (once, a few minutes)")
    ninja = _tool("ninja")
    generator = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}"] if ninja else []
    steps = (
        [cmake, "-S", str(source), "-B", str(folder), *generator, "-DCMAKE_BUILD_TYPE=Release",
         f"-DMPI_CXX_COMPILER={mpi.compiler}", f"-DMPI_HOME={mpi.prefix}"],
        [cmake, "--build", str(folder), "--target", product.target, "--parallel",
         str(len(os.sched_getaffinity(0)))],
    )  # fmt: skip
    for step in steps:
        if _run(step, log, product.title) != 0:
            raise StrobeError(
                f"the build of {product.title} for {mpi.name} {mpi.version} failed: "
                f"{_reason(log)}see {log}"
            )
    if not (folder / product.file).is_file():
        # What depends on the MPI is left out of a build for one that is not supported.
        raise StrobeError(
            f"the build of {product.title} for {mpi.name} {mpi.version} produced no "
            f"{Path(product.file).name}: this MPI may not be supported; see {log}"
        )


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold the lock of `folder`, so that only one process makes what is in it."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_name(f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _run(step: Sequence[str], log: Path, title: str) -> int:
    """The status of a step of the build; however this ends, no process of it is left.

    Its output goes to the end of `log`. How far a long build has come is shown from time to time.
    """
    mark = processes.new_mark()
    environment = {**os.environ, processes.MARK: mark}
    with log.open("ab") as output, StopRequest() as stop, subprocess.Popen(
        step, stdout=output, stderr=output, stdin=subprocess.DEVNULL, env=environment,
        start_new_session=True,
    ) as process:  # fmt: skip
        shown_s = time.monotonic()
        try:
            while not stop.requested:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    return process.wait(timeout=TICK_S)
                if time.monotonic() - shown_s > STEPS_SHOWN_S:
                    shown_s = time.monotonic()
                    if steps := _STEP.findall(log.read_bytes()):
                        done, planned = map(int, steps[-1])
                        notes.say(f"building {title}: {done} of {planned} steps done")
        finally:
            processes.end_all(mark, grace_s=0)
    raise KeyboardInterrupt


def _reason(log: Path) -> str:
    """What CMake says is wrong, on one line; empty where something else failed."""
    found = _CMAKE_ERROR.search(log.read_text(encoding="utf-8", errors="replace"))
    return f"{' '.join(found.group(1).split()).rstrip('.')}; " if found else ""


def _tool(name: str) -> str | None:
    """A program of this Python's environment, else of PATH."""
    own = str(Path(sys.executable).parent)
    return shutil.which(name, path=os.pathsep.join((own, os.environ.get("PATH", os.defpath))))
