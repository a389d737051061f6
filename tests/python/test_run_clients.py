# SPDX-License-Identifier: BSD-3-Clause
"""Programs that others have written, and programs in Fortran, under `strobe run`.

All of them, at length, are run by bench/clients.py.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import check
import clients
import pytest
from clients import Client, Outcome, Said
from places import ROOT
from terminal import Terminal
from thoroughness import sampled

from strobe.coscheduling import interposer

SOURCE = Path(__file__).with_name("exchanges.F90")
BINDINGS = ("BY_MPIF_H", "BY_MODULE", "BY_F08")


def runtime(flavour: str, preset: str) -> Path:
    return ROOT / "build" / preset / "lib" / f"libstrobe_run_{flavour}.so"


def use_runtime(monkeypatch: pytest.MonkeyPatch, flavour: str) -> None:
    """The one that the checks have built, in whatever order."""
    for preset in ("release", "with-other-mpi"):
        library = runtime(flavour, preset)
        if library.exists():
            monkeypatch.setenv(interposer.VARIABLE, str(library))
            return
    pytest.skip(f"strobe_run is not built for {flavour}")


def when(flavour: str) -> list[pytest.MarkDecorator]:
    """Each day with the runtime for the own MPI, in turns with that for the other."""
    is_own = runtime(flavour, "release").exists()
    return [] if is_own else [pytest.mark.turn(check.STROBE_RUN)]


@pytest.fixture(scope="module", params=[pytest.param(one, marks=when("mpich")) for one in BINDINGS])
def fortran(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Client:
    """The program of exchanges by one of the bindings, which says what each rank got."""
    compiler = shutil.which("gfortran")
    if compiler is None:
        pytest.skip("gfortran is missing, packaging/extras.py brings it")
    try:
        libraries = clients.folder_of("libmpichfort.so.12", clients.DEBIANS)
    except FileNotFoundError as missing:
        pytest.skip(str(missing))
    (include,) = clients.DEBIANS.glob("include/*/mpich")
    folder = tmp_path_factory.mktemp("fortran")
    program = folder / "exchanges"
    # A buffer is of any type, which a compiler that sees no interface for it warns of.
    options = ["-O1", f"-D{request.param}", "-fallow-argument-mismatch", "-w", f"-I{include}"]
    link = [libraries / "libmpichfort.so.12", libraries / "libmpich.so.12",
            f"-Wl,-rpath-link,{libraries}"]  # fmt: skip
    subprocess.run(
        [compiler, *options, f"-J{folder}", SOURCE, "-o", program, *link], check=True, timeout=120
    )
    return Client(str(request.param), "", [program], in_order, [libraries])


def in_order(said: Said) -> Outcome:
    """What the ranks say comes in any order."""
    return Outcome("\n".join(sorted(said.text.splitlines())), good=True)


@pytest.mark.parametrize("ranks", [1, 2, 3, 4])
def test_a_program_in_fortran_gets_what_it_gets_natively(
    fortran: Client, ranks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_runtime(monkeypatch, "mpich")
    native = fortran.run(ranks, ours=False)
    assert "rank 0, in parts: " in native.sentence
    assert fortran.run(ranks, ours=True) == native


def test_calls_of_each_binding_are_seen(
    fortran: Client, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_runtime(monkeypatch, "mpich")
    (libraries,) = fortran.libraries
    answer = terminal.run("run", "-n", "3", "--json", *fortran.command,
                          LD_LIBRARY_PATH=str(libraries))  # fmt: skip
    assert answer.status == 0
    told = json.loads(answer.err.splitlines()[0])
    counts = {line["name"]: line["count"] for line in told["times"]["primitives"]}
    # From any source: two are received by one rank, and one message too long by each.
    assert counts["MPI_Recv"] == 2 + 3
    assert counts["MPI_Mrecv"] == counts["MPI_Alltoall"] == counts["MPI_Cancel"] == 3


def each(found: Iterator[Client]) -> list[Client]:
    try:
        return list(found)
    except FileNotFoundError as missing:
        pytest.skip(str(missing))


@pytest.mark.parametrize(
    ("number", "flavour"),
    [
        pytest.param(number, flavour, marks=when(flavour))
        for number, flavour in enumerate(("mpich", "openmpi"))
    ],
)
def test_netpipe_finds_its_data_intact(
    number: int, flavour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_runtime(monkeypatch, flavour)
    client = each(clients.netpipe(("-i", "-u", "100000", "-n", "5")))[number]
    outcome = client.run(2, ours=True)
    assert outcome.good, outcome.sentence


@pytest.mark.parametrize(
    "ranks", [pytest.param(ranks, marks=when("openmpi")) for ranks in sampled([2, 4], 1)]
)
def test_hpcc_finds_its_results_right(ranks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    use_runtime(monkeypatch, "openmpi")
    (client,) = each(clients.hpcc(size=40))
    outcome = client.run(ranks, ours=True)
    assert outcome.good, outcome.sentence
