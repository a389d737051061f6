# SPDX-License-Identifier: BSD-3-Clause
"""Every kernel that passes messages: what it moves is right over the machine's other MPI, and over
the bench's own under the runtime of `strobe run`, of which it knows nothing.

At each word of its axes and at a few sizes, odd ones among them, as the C++ tests do it over the
bench's own MPI and over PVM.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import check
import pytest
from other_mpi import other_mpi
from preloading import preloaded
from terminal import PATIENCE_S, Terminal, kinds, records
from thoroughness import sampled

from strobe.base.errors import StrobeError
from strobe.coscheduling import interposer
from strobe.launch import bench, build, mpi
from strobe.records.lines import Kernel

# Both ends, of which a kernel gets the nearest multiples that it allows. The short ones find a
# buffer, so that nothing deadlocks at any word; at the first word of each axis nothing does.
SHORT = "{ from = 999, to = 1003 }"
LONG = "{ from = 69999, to = 70003 }"
ORDERS = "[9, 32]"

# What more than two processes change, beside collectives and matrices.
OF_SEVERAL = {
    "contention",
    "multi_pair",
    "multi_pair_echo",
    "core_exchange",
    "memory_loaded_latency",
}
# Axes of kernels with many words that stay at their usual one; the C++ tests try each of them.
HELD = {
    "blacs_broadcast": {"type", "shape", "uplo", "diag", "scope"},
    "blacs_combine": {"type", "scope", "operation", "locations"},
    "blacs_echo": {"uplo", "diag"},
    "blacs_send": {"uplo", "diag"},
    "file_access": {"file", "sync"},
    "one_sided_all": {"completion", "memory"},
    "one_sided_atomic": {"memory"},
}
# What these cannot do: a transpose wants a square grid, a row is broadcast over several rows, and
# threads are measured where they are asked for.
IMPOSSIBLE = {
    1: {
        "contention",
        "core_exchange",
        "multi_pair",
        "multi_pair_echo",
        "one_sided_all",
        "shift",
        "row_broadcast",
        "column_broadcast",
        "host_broadcast",
        "host_scatter",
        "host_gather",
        "host_reduce",
    },
    2: {"contention", "threads", "row_broadcast", "transpose"},
    3: {"contention", "row_broadcast", "transpose"},
    4: set[str](),
    5: {"row_broadcast", "transpose"},
    8: {"transpose"},
}


def experiment(kernel: Kernel, axes: dict[str, str]) -> str:
    """A part of a suite file."""
    lines = [f"{name} = {value}" for name, value in axes.items() if name in kernel.axes]
    return "\n".join(
        ["[[experiment]]", f'kernel = "{kernel.name}"', "[experiment.axes]", *lines, ""]
    )


def suite(kernels: list[Kernel], ranks: int) -> str:
    """Short messages at each word, and long ones; small matrices at each word."""
    text = 'name = "every_kernel"\ntitle = "Every kernel"\n'
    text += "[full]\nvisits_min = 1\nsamples_min = 6\nrelative_error = 1.0\n"
    # A cell may wait for the speed that it was measured at to come back, but not for the whole of
    # the time that the terminal grants.
    text += f"cell_budget_s = 0.05\nbudget_s = {0.7 * PATIENCE_S}\n"
    for kernel in kernels:
        words = {
            name: '"all"'
            for name, unit in kernel.units.items()
            if unit == "word" and name not in HELD.get(kernel.name, ())
        }
        common = {"pairs": str(max(1, ranks // 2)), "load_bytes": "1001", "n": ORDERS}
        text += experiment(kernel, {**common, **words, "size_bytes": SHORT})
        if "size_bytes" in kernel.axes:
            text += experiment(kernel, {**common, "size_bytes": LONG})
    return text


@dataclass(frozen=True)
class Way:
    """How the bench is run."""

    bench: Path
    words: list[str]
    variables: dict[str, str]

    def kernels(self) -> list[Kernel]:
        return bench.catalogue(self.bench).kernels


def over_another_mpi() -> Way:
    other = other_mpi()
    if other is None:
        pytest.skip("there is one MPI on this machine")
    return Way(build.bench_for(other), ["--mpi", str(other.prefix)], {})


def coscheduled() -> Way:
    own = bench.find()
    try:
        runtime = interposer.find(interposer.flavour_of(mpi.linked(own), None), None)
    except StrobeError as error:
        pytest.skip(str(error))
    return Way(own, [], preloaded(runtime))


IN_TURN = pytest.mark.turn(check.MEASURE)
WAYS = [pytest.param(over_another_mpi, marks=IN_TURN), coscheduled]
# Each takes a minute or two, so `make check` tries one number of ranks, with a part of the kernels.
KERNELS_A_DAY = 8
WAYS_AND_RANKS = [
    pytest.param(
        way, ranks, marks=[*marks, *([] if ranks == everyday else [pytest.mark.exhaustive])]
    )
    for way, numbers, everyday, marks in (
        (over_another_mpi, sorted(IMPOSSIBLE), 2, [IN_TURN]),
        (coscheduled, [1, 2, 3, 4], 3, []),
    )
    for ranks in numbers
]


@pytest.fixture
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Way:
    monkeypatch.delenv(interposer.VARIABLE, raising=False)
    try:
        bench.find()
    except StrobeError as error:
        pytest.skip(str(error))
    found: Way = request.param()
    return found


def verified(terminal: Terminal, way: Way, file: Path, *words: str) -> set[str]:
    """The kernels that the run measured; asserts that all of their checks passed."""
    answer = terminal.run("measure", file, *way.words, *words, **way.variables)
    assert answer.status == 0, answer.err
    found = records(terminal.only_run())
    checks = kinds(found, "verification")
    assert [check for check in checks if not check["passed"]] == []
    checked = {check["cell"] for check in checks}
    ends = kinds(found, "cell_end")
    assert {end["cell"] for end in ends if end["status"] != "skipped"} == checked
    return {cell.split()[0] for cell in checked}


@pytest.mark.parametrize(("way", "ranks"), WAYS_AND_RANKS, indirect=["way"])
def test_what_every_kernel_moves_is_right(terminal: Terminal, way: Way, ranks: int) -> None:
    kernels = [
        kernel
        for kernel in way.kernels()
        if kernel.family in ("collective", "matrix")
        or kernel.name in OF_SEVERAL
        or (kernel.family == "point_to_point" and ranks == 2)
    ]
    assert len(kernels) >= 18
    kernels = sampled(kernels, KERNELS_A_DAY)
    file = terminal.folder / "every_kernel.toml"
    file.write_text(suite(kernels, ranks), encoding="utf-8")
    wanted = {kernel.name for kernel in kernels} - IMPOSSIBLE[ranks]
    assert verified(terminal, way, file, "-n", str(ranks)) == wanted


@pytest.mark.parametrize("way", WAYS, indirect=True)
def test_what_several_threads_move_is_right(terminal: Terminal, way: Way) -> None:
    file = terminal.folder / "every_kernel.toml"
    file.write_text(suite([k for k in way.kernels() if k.name == "threads"], 4), encoding="utf-8")
    assert verified(terminal, way, file, "--kernel", "threads") == {"threads"}
