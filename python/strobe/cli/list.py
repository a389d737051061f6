# SPDX-License-Identifier: BSD-3-Clause
"""`strobe list`: what can be measured, with which launchers, MPIs and BLAS of this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from strobe.base.errors import StrobeError
from strobe.cli import tables
from strobe.launch import bench, launchers, libraries, mpi, suites
from strobe.launch.launchers import pvm
from strobe.launch.launchers.pvm import Pvm
from strobe.launch.mpi import Mpi
from strobe.options.list import ListOptions
from strobe.options.option import spread
from strobe.records.lines import Kernel

DEFAULTS = ListOptions()


class Listing(msgspec.Struct):
    """What `strobe list --json` prints; `bench` is None where none is built."""

    bench: str | None
    kernels: list[Kernel]
    suites: list[dict[str, str]]
    launchers: list[dict[str, str]]
    mpis: list[dict[str, str]]
    blas: list[dict[str, str]]


def command(*, options: Annotated[ListOptions, spread()] = DEFAULTS) -> None:
    """Print a table of each kind."""
    options.check()
    listing, trouble = _listing()
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(listing), indent=2).decode())
    else:
        _show(listing)
    if trouble is not None:
        raise trouble


def _listing() -> tuple[Listing, StrobeError | None]:
    """All that is found; a bench that cannot be asked does not hide the rest."""
    trouble: StrobeError | None = None
    program: Path | None = None
    kernels: list[Kernel] = []
    try:
        program = bench.find()
        kernels = bench.catalogue(program).kernels
    except StrobeError as error:
        trouble = error
    mpis = mpi.installed()
    known = {Path(found.launcher_path).parent for found in mpis}
    listing = Listing(
        bench=str(program) if program is not None else None,
        kernels=kernels,
        suites=[_suite(name, file) for name, file in suites.available().items()],
        launchers=[
            {
                "name": found.name,
                "title": found.title,
                "version": found.version,
                "path": str(found.executable),
            }
            for found in (*launchers.found([*known, *launchers.on_path()]), *_pvm())
        ],
        mpis=[{"label": _choice(found, mpis), **msgspec.structs.asdict(found)} for found in mpis],
        blas=[{"name": name, "path": str(path)} for name, path in libraries.here()],
    )
    return listing, trouble


def _choice(one: Mpi, mpis: list[Mpi]) -> str:
    """What `--mpi` takes for it: its label, or its path where another one has the same label."""
    is_alone = [found.label for found in mpis].count(one.label) == 1
    return one.label if is_alone else one.compiler


def _pvm() -> list[Pvm]:
    """PVM, where it is installed and this user may run it."""
    try:
        return [pvm.find()]
    except StrobeError:
        return []


def _suite(name: str, file: Path) -> dict[str, str]:
    return {"name": name, "title": suites.read(file).get("title", name), "file": str(file)}


def _show(listing: Listing) -> None:
    kernels = [(k.name, k.title, ", ".join(k.axes), k.source) for k in listing.kernels]
    tables.show("Kernels", ["name", "what", "axes", "published in"], kernels)
    tables.show("Suites", ["name", "what"], [(s["name"], s["title"]) for s in listing.suites])
    found = [(f["name"], f["title"], f["version"], f["path"]) for f in listing.launchers]
    tables.show("Launchers", ["name", "what", "version", "program"], found)
    mpis = [(f["name"], f["version"], f["label"], f["compiler"]) for f in listing.mpis]
    tables.show("MPIs", ["name", "version", "--mpi", "compiler"], mpis)
    blas = [(f["name"], f["path"]) for f in listing.blas]
    tables.show("BLAS libraries", ["name", "--libs"], blas)
