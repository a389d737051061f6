# SPDX-License-Identifier: BSD-3-Clause
"""The BLAS libraries that a run compares: those that this machine has, and those that are named."""

from __future__ import annotations

import os
import site
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from strobe.base.errors import StrobeError
from strobe.records.names import check_lines

AUTO = "auto"

# Where wheels put them, below a site-packages folder or its environment's root.
_IN_WHEELS = {
    "numpy": ("numpy.libs/libscipy_openblas*.so*", "numpy.libs/libopenblas*.so*"),
    "scipy": ("scipy.libs/libscipy_openblas*.so*", "scipy.libs/libopenblas*.so*"),
    "scipy-openblas32": ("scipy_openblas32/lib/libscipy_openblas.so",),
    "scipy-openblas64": ("scipy_openblas64/lib/libscipy_openblas64_.so",),
    "mkl": ("../../../lib/libmkl_rt.so*", "../../libmkl_rt.so*"),
}
# Debian and Ubuntu keep the alternatives for libblas.so.3 in folders named after them.
_ALTERNATIVES = "/usr/lib/*/*/libblas.so.3"
# Elsewhere the file's own name says what it is.
_FOLDERS = ("/usr/lib64", "/usr/lib", "/usr/local/lib", "/usr/local/lib64", "/opt/intel/oneapi/mkl"
            "/latest/lib", "/opt/OpenBLAS/lib", "/opt/AMD/aocl/lib")  # fmt: skip
_FILES = {
    "openblas": ("libopenblas.so", "libopenblas.so.0", "libopenblasp.so.0"),
    "blis": ("libblis.so", "libblis.so.4", "libblis-mt.so"),
    "mkl": ("libmkl_rt.so", "libmkl_rt.so.2"),
    "atlas": ("libsatlas.so.3", "atlas/libsatlas.so.3"),
    "netlib": ("libblas.so.3",),
}


def resolve(wanted: Iterable[str]) -> list[str]:
    """What the bench is given: NAME=PATH for each library, none of them twice.

    `auto` stands for those of this machine; the rest are paths, or NAME=PATH. Raises StrobeError
    where a named file does not exist, or a name stands for two.
    """
    chosen: dict[str, Path] = {}
    for text in wanted:
        for name, path in here() if text == AUTO else [_named(text)]:
            if chosen.setdefault(name, path) != path:
                raise StrobeError(f"two BLAS libraries have the name {name}: use --blas NAME=PATH")
    return [f"{name}={path}" for name, path in chosen.items()]


def here() -> Iterator[tuple[str, Path]]:
    """Every BLAS of this machine that is found, each file once, under the name it is known by."""
    seen: set[Path] = set()
    names: set[str] = set()
    for name, path in [*_of_wheels(), *_of_debian(), *_of_folders()]:
        real = path.resolve()
        if real in seen or name in names:
            continue
        seen.add(real)
        names.add(name)
        yield name, path.absolute()


def _named(text: str) -> tuple[str, Path]:
    name, equals, path = text.partition("=")
    if not equals or "/" in name:
        name, path = "", text
    if not Path(path).is_file():
        raise StrobeError(f"there is no BLAS at {path}: no such file")
    name = name or _name_of(Path(path))
    try:
        check_lines("the library's name", name)
    except ValueError as error:
        raise StrobeError(str(error)) from error
    return name, Path(path).absolute()


def _name_of(path: Path) -> str:
    """As the bench takes it from the file's name; it begins with a letter."""
    name = path.name.removeprefix("lib").partition(".so")[0].replace(" ", "_").replace("=", "_")
    return name if name[:1].isalpha() else f"blas{name}"


def _of_wheels() -> Iterator[tuple[str, Path]]:
    folders = dict.fromkeys([*sys.path, *site.getsitepackages(), site.getusersitepackages()])
    for folder in map(Path, folders):
        if folder.name in ("site-packages", "dist-packages"):
            for name, patterns in _IN_WHEELS.items():
                yield from ((name, path) for path in _matching(folder, patterns))


def _of_debian() -> Iterator[tuple[str, Path]]:
    for path in _matching(Path("/"), [_ALTERNATIVES.removeprefix("/")]):
        folder = path.parent.name
        yield ("netlib" if folder == "blas" else folder), path


def _of_folders() -> Iterator[tuple[str, Path]]:
    named = [*os.environ.get("LD_LIBRARY_PATH", "").split(":"), os.environ.get("MKLROOT", "")]
    folders = [Path(folder) for folder in named if folder]
    folders += [folder / "lib" for folder in folders]
    machine = Path("/usr/lib") / f"{os.uname().machine}-linux-gnu"
    for folder in [*folders, machine, *map(Path, _FOLDERS)]:
        for name, files in _FILES.items():
            yield from ((name, folder / file) for file in files if (folder / file).is_file())


def _matching(folder: Path, patterns: Iterable[str]) -> Iterator[Path]:
    for pattern in patterns:
        yield from sorted(path for path in folder.glob(pattern) if path.is_file())
