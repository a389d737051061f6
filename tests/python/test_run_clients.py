# SPDX-License-Identifier: BSD-3-Clause
"""Programs that others have written, and programs in Fortran, under `strobe run`.

All of them, at length, are run by bench/clients.py.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import check
import clients
import pytest
from clients import Client, Outcome, Said
from debians_mpi import FORTRAN, compiled, debians, linked
from flavours import each, use_runtime, when
from mpi_programs import MPI4PY, OPEN_MPI_4
from terminal import Terminal
from thoroughness import sampled

from strobe.coscheduling import interposer
from strobe.launch import mpi

SOURCE = Path(__file__).with_name("exchanges.F90")
BINDINGS = ("BY_MPIF_H", "BY_MODULE", "BY_F08")


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((name, binding), id=f"{name}-{binding}", marks=when(name))
        for name in FORTRAN
        for binding in BINDINGS
    ],
)
def fortran(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Client:
    """The program of exchanges by one of the bindings, which says what each rank got."""
    name, binding = request.param
    link, flags, libraries = linked(name)
    folder = tmp_path_factory.mktemp("fortran")
    program = compiled("gfortran", SOURCE, folder / "exchanges", f"-D{binding}", f"-J{folder}",
                       *flags, *link)  # fmt: skip
    return over_debians(name, binding, program, libraries)


def over_debians(name: str, title: str, program: Path, libraries: Path) -> Client:
    prefix = OPEN_MPI_4 if name == "openmpi" else None
    return Client(f"{title}, {name}", "", [program], in_order, [libraries], mpi=prefix)


ENDINGS = SOURCE.with_name("endings.f90")
LINES = {
    line.rpartition("! ")[2]: f"endings.f90:{number}"
    for number, line in enumerate(ENDINGS.read_text().splitlines(), 1)
    if "! " in line
}
"""The lines of that program by the comments at their ends."""


@pytest.fixture(scope="module", params=[pytest.param(name, marks=when(name)) for name in FORTRAN])
def endings(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Client:
    """The program in Fortran whose last rank ends as it is told."""
    name: str = request.param
    link, flags, libraries = linked(name)
    folder = tmp_path_factory.mktemp("endings")
    program = compiled("gfortran", ENDINGS, folder / "endings", "-g", *flags, *link)
    return over_debians(name, "endings", program, libraries)


@pytest.mark.parametrize(
    ("how", "status", "told"),
    [
        ("crash", 139, rf"strobe: rank 2 was killed by signal 11 \(SIGSEGV\) outside of MPI "
                       rf"\({LINES['crash']}, in .*\)"),
        ("kill", 137, rf"strobe: rank 2 was killed by signal 9 \(SIGKILL\) after MPI_Send "
                      rf"\({LINES['kill']}, in .*\)"),
        ("abort", 7, rf"strobe: rank 2 called MPI_Abort with error code 7 "
                     rf"\({LINES['abort']}, in .*\)"),
        ("stop", 3, rf"strobe: rank 2 ended without MPI_Finalize, .*; it ended at "
                    rf"{LINES['stop']}, in .*"),
        ("starve", 1, rf"strobe: rank 2 ended without MPI_Finalize, .*; it ended at "
                      rf"{LINES['starve']}, in .*"),
        ("deadlock", 1, rf"  rank 2 waits in MPI_Recv \({LINES['deadlock']}, in .*\) for .*"),
        ("unreceived", 0, rf"strobe run: rank 2 sent 1 message .* \({LINES['unreceived']}, in .*"),
    ],
)  # fmt: skip
def test_each_end_of_a_program_in_fortran_is_told_with_its_line(
    endings: Client, terminal: Terminal, monkeypatch: pytest.MonkeyPatch,
    how: str, status: int, told: str,
) -> None:  # fmt: skip
    use_runtime(monkeypatch, "mpich" if endings.mpi is None else "openmpi")
    (libraries,) = endings.libraries
    named = [] if endings.mpi is None else ["--mpi", endings.mpi]
    answer = terminal.run("run", "-n", "3", *named, *endings.command, how,
                          LD_LIBRARY_PATH=str(libraries))  # fmt: skip
    assert answer.status == status, answer.err
    assert any(re.fullmatch(told, line) for line in answer.err.splitlines()), answer.err


@pytest.fixture(scope="module")
def old_bindings(tmp_path_factory: pytest.TempPathFactory) -> Client:
    """A program by the C++ bindings that Open MPI 4 still has."""
    libraries, include = debians("openmpi", "libmpi_cxx.so.40")
    program = compiled(
        "c++", SOURCE.with_name("bindings.cpp"), tmp_path_factory.mktemp("cpp") / "bindings",
        f"-I{include}", libraries / "libmpi_cxx.so.40", libraries / "libmpi.so.40",
        f"-Wl,-rpath-link,{libraries}",
    )  # fmt: skip
    return over_debians("openmpi", "C++", program, libraries)


def in_order(said: Said) -> Outcome:
    """What the ranks say comes in any order, and among it what the MPI says."""
    lines = [line for line in said.text.splitlines() if line.startswith("rank ")]
    return Outcome("\n".join(sorted(lines)), good=True)


@pytest.mark.parametrize("ranks", [1, 2, 3, 4])
def test_a_program_in_fortran_gets_what_it_gets_natively(
    fortran: Client, ranks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_runtime(monkeypatch, "mpich" if fortran.mpi is None else "openmpi")
    native = fortran.run(ranks, ours=False)
    assert "rank 0, in parts: " in native.sentence
    assert fortran.run(ranks, ours=True) == native


def test_calls_of_each_binding_are_seen(
    fortran: Client, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_runtime(monkeypatch, "mpich" if fortran.mpi is None else "openmpi")
    (libraries,) = fortran.libraries
    named = [] if fortran.mpi is None else ["--mpi", fortran.mpi]
    answer = terminal.run("run", "-n", "3", "--json", *named, *fortran.command,
                          LD_LIBRARY_PATH=str(libraries))  # fmt: skip
    assert answer.status == 0
    told = json.loads(answer.err.splitlines()[0])
    counts = {line["name"]: line["count"] for line in told["times"]["primitives"]}
    # From any source: two are received by one rank, and one message too long by each.
    assert counts["MPI_Recv"] == 2 + 3
    assert counts["MPI_Mrecv"] == counts["MPI_Alltoall"] == counts["MPI_Cancel"] == 3


@pytest.mark.parametrize("ranks", sampled([1, 2, 3, 4], 1))
@pytest.mark.turn(check.STROBE_RUN)
def test_a_program_by_the_bindings_of_mpi_2_gets_what_it_gets_natively(
    old_bindings: Client, ranks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_runtime(monkeypatch, "openmpi")
    native = old_bindings.run(ranks, ours=False)
    assert native.sentence.count("largest so far") == ranks
    assert old_bindings.run(ranks, ours=True) == native


@pytest.mark.turn(check.STROBE_RUN)
def test_a_runtime_that_is_built_with_open_mpi_4_serves_it(
    old_bindings: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(interposer.VARIABLE, raising=False)
    # The linker looks here for what the MPI's library is linked with.
    monkeypatch.setenv("LD_LIBRARY_PATH", os.pathsep.join(map(str, old_bindings.libraries)))
    assert old_bindings.mpi is not None
    library = interposer.find("openmpi", mpi.at(old_bindings.mpi))
    assert "openmpi-4.1" in str(library)
    native = old_bindings.run(3, ours=False)
    assert old_bindings.run(3, ours=True) == native


LACKING = """
from mpi4py import MPI
say = [f"rank {MPI.COMM_WORLD.rank}:"]
try:
    MPI.Session.Init()
except NotImplementedError:
    say.append("no sessions,")
try:
    MPI.COMM_WORLD.Revoke()
except NotImplementedError:
    say.append("no revoke,")
# mpi4py calls MPI_Comm_idup unless it finds the other.
copy, request = MPI.COMM_WORLD.Idup_with_info(MPI.INFO_NULL)
request.Wait()
say.append(f"copies agree: {copy.allreduce(copy.rank)}")
copy.Free()
print(" ".join(say) + "\\n", end="")
"""


def of_mpi4py(name: str, script: Path) -> Client:
    """A script over the MPI of this name, or what is missing for it."""
    over = clients.over_each_mpi().get(name)
    if over is None or not MPI4PY.exists():
        pytest.skip(f"{name} or mpi4py is missing, packaging/extras.py brings them")
    variables = {"PYTHONPATH": str(MPI4PY), **over.for_mpi4py()}
    return Client(name, "", [sys.executable, script], in_order, [over.libraries], mpi=over.prefix,
                  variables=variables)  # fmt: skip


@pytest.mark.turn(check.STROBE_RUN)
def test_what_open_mpi_4_lacks_is_served_or_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A function that is there and always fails would mislead a program that looks for it."""
    monkeypatch.delenv(interposer.VARIABLE, raising=False)
    script = tmp_path / "lacking.py"
    script.write_text(LACKING)
    client = of_mpi4py("Open MPI 4", script)
    native = client.run(3, ours=False)
    assert native.sentence.count("no sessions, no revoke, copies agree: 3") == 3
    assert client.run(3, ours=True) == native

    # What the older header lacks would go past the runtime.
    assert client.mpi is not None
    monkeypatch.setenv(interposer.VARIABLE, str(interposer.find("openmpi", mpi.at(client.mpi))))
    newer = of_mpi4py("Open MPI", script)
    assert "was built with an MPI that has no sessions" in newer.run(2, ours=True).sentence


def test_a_skipped_test_that_passes_is_no_difference() -> None:
    skipped, passed = "skipped 'mpi-session'", "ok"
    native = Outcome("3 tests, OK (skipped=1)", True, {"a": "ok", "b": skipped, "c": "ERROR"})
    more = Outcome("3 tests, OK (skipped=0)", True, native.results | {"b": passed})
    assert clients.verdict(native, native) == "yes"
    assert clients.verdict(native, more) == "yes; 1 more passed"
    assert clients.verdict(more, native) == f"NO; b: ok, {skipped}"
    worse = Outcome(more.sentence, True, native.results | {"a": "FAIL"})
    assert clients.verdict(native, worse) == "NO; a: ok, FAIL"
    cut = Outcome("did not come to the end", True, more.results)
    assert clients.verdict(native, cut).startswith("NO")


OVER = {"MPICH": "mpich", "Open MPI": "openmpi", "Open MPI 4": "openmpi"}


@pytest.mark.parametrize("ranks", sampled([1, 2, 3, 4], 1))
@pytest.mark.parametrize(
    ("name", "flavour"),
    [pytest.param(name, flavour, marks=when(flavour)) for name, flavour in OVER.items()],
)
def test_a_script_of_mpi4py_gets_what_it_gets_natively(
    name: str, flavour: str, ranks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_runtime(monkeypatch, flavour)
    client = of_mpi4py(name, SOURCE.with_name("exchanges.py"))
    native = client.run(ranks, ours=False)
    assert f"rank 0, sum: {ranks * (ranks - 1) // 2}" in native.sentence
    assert client.run(ranks, ours=True) == native


@pytest.mark.parametrize(
    ("number", "flavour"),
    [
        pytest.param(number, flavour, marks=when(flavour))
        for number, flavour in enumerate(("mpich", "openmpi", "openmpi"))
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
    for client in each(clients.hpcc(size=40)):
        outcome = client.run(ranks, ours=True)
        assert outcome.good, f"{client.title}: {outcome.sentence}"
